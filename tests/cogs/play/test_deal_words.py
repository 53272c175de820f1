"""Tests of players' words for a deal: windows, messages and attacks."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.messages.deal_end import with_words
from cogs.messages.fairness import deal_words_line
from engine.fair_dealing import MAX_WORD_LENGTH
from engine.live.model.table import Person, Post, Status
from engine.live.tables.table import Table
from render.i18n import translations
from tests.cogs.deliveries import MODAL, interaction
from tests.cogs.players import Player
from tests.cogs.seen import Answer, Seen
from tests.cogs.world import World, act

pytestmark = pytest.mark.usefixtures("seeded")

NAMED = "-# Words for the next deal: "
STALE = "That button was for an earlier move."
DEALT = "Those tiles have already been dealt. Add a word before a deal: in the lobby, or once a deal has ended."


async def add(player: Player, word: str) -> Answer:
    """Press Add a word, type one and send it off."""
    return await player.submit(await player.press("Add a word"), word)


async def between_deals(world: World) -> Table:
    """Seat Alice and Bruno, and play their first deal to its end."""
    table = await world.sit("alice", "bruno")
    await world.end_deal()
    return table


async def test_a_word_is_added_in_a_window_named_in_the_lobby_and_shown_with_the_deal(world: World) -> None:
    table, lobby = await world.lobby("alice", "bruno"), world.board
    form = await world.bruno.press("Add a word")
    assert form.modal is not None
    assert (form.modal["title"], form.modal["components"][0]["label"]) == ("Add a word", "Your word for deal 1")
    answer = await world.bruno.submit(form, "Lucky seven")
    assert answer.private.startswith(
        "Your word for deal 1: **Lucky seven**. You can change it until the tiles are dealt.\n-# The tiles are shuffled"
    )
    assert f"`/domino verify` with `{table.id}` checks every deal." in answer.text
    assert f"{NAMED}**Bruno**" in world.board.text
    assert "Lucky" not in world.board.text
    await add(world.alice, "première")
    assert f"{NAMED}**Alice**, **Bruno**" in world.board.text
    await world.alice.press("Start")
    assert "-# Words in this deal: **Alice** “première”, **Bruno** “Lucky seven”" in world.board.text
    assert (await world.bot.hub.saved(table.id)).log[0].words == ("première", "Lucky seven")
    assert "Words for the next deal" not in world.now(lobby).text, "the lobby is over"


async def test_the_window_holds_the_present_word_and_an_empty_one_takes_it_back(world: World) -> None:
    table = await world.lobby("alice")
    await add(world.alice, "first")
    form = await world.alice.press("Add a word")
    assert form.modal is not None
    assert not world.bot._connection._view_store._modals, "nothing is kept of a window that is only opened"
    (typed,) = [each["component"] for each in form.modal["components"]]
    assert (typed["value"], typed["max_length"], typed["required"]) == ("first", MAX_WORD_LENGTH, False)
    assert (await world.alice.submit(form, "")).text.startswith("You aren't adding a word to deal 1.")
    assert table.header.words == ()
    assert "Words for" not in world.board.text


async def test_a_word_between_deals_edits_the_text_and_keeps_the_picture(world: World) -> None:
    await between_deals(world)
    before = world.board
    shown, picture = before.text, before.attachments[0].id
    assert before.labels == ["Next deal", "Add a word", "Replay", "Rules"]
    assert (await add(world.bruno, "again")).text.startswith("Your word for deal 2: **again**.")
    assert world.board == before
    assert world.board.attachments[0].id == picture
    assert world.board.buttons == before.buttons
    assert world.board.text == f"{shown}\n{NAMED}**Bruno**"
    await add(world.bruno, "")
    assert world.board.text == shown
    await add(world.bruno, "at last")
    await world.alice.press("Next deal")
    assert "-# Words in this deal: **Bruno** “at last”" in world.board.text
    assert world.now(before).text in shown


async def test_a_word_between_deals_leaves_a_board_as_text_whole(world: World) -> None:
    table = await world.sit("alice", "bruno")
    await world.alice.write_text("on", "table")
    await world.end_deal()
    shown = world.board.text
    await add(world.alice, "plain")
    assert sorted(filter(None, world.board.lines)) == sorted(filter(None, [*shown.split("\n"), f"{NAMED}**Alice**"]))
    assert world.board.labels == ["Next deal", "Add a word", "Replay", "Rules"]
    post = Post(world.board.id, table.ply, Status.PLAYING, "y" * 3500, deal=1)
    long = with_words(table.header, table.view(None), post, translations("en-US"))
    parts = Seen(SimpleNamespace(components=long.to_components())).parts
    assert "y" * 3500 in parts
    assert f"{NAMED}**Alice**" in "\n".join(parts)
    assert sum(map(len, parts)) <= 4000


async def test_names_stay_when_the_table_is_shown_again_and_after_a_restart(world: World) -> None:
    await between_deals(world)
    await add(world.alice, "moved")
    await world.alice.run("board")
    assert f"{NAMED}**Alice**" in world.board.text
    sent = world.sent
    await world.restart()
    assert not world.requests(sent, "P", f"/channels/{world.channel.id}/"), "nothing has changed"
    await add(world.bruno, "too")
    assert f"{NAMED}**Alice**, **Bruno**" in world.board.text


# ---------------------------------------------------------------------- late, forged, nasty


async def test_the_next_bot_answers_a_window_that_was_open_when_the_bot_went_down(world: World) -> None:
    await world.lobby("alice")
    form = await world.alice.press("Add a word")
    await world.restart()
    assert (await world.alice.submit(form, "patient")).text.startswith("Your word for deal 1: **patient**.")
    assert world.table.header.words == ((world.alice.id, "patient"),)


async def test_a_window_that_was_open_when_the_tiles_were_dealt_is_refused(world: World) -> None:
    table = await between_deals(world)
    form = await world.alice.press("Add a word")
    await world.bruno.press("Next deal")
    assert (await world.alice.submit(form, "late")).private == DEALT
    await world.end_deal()
    again = await world.alice.press("Add a word")
    assert again.modal is not None
    assert again.modal["components"][0]["label"] == "Your word for deal 3"
    assert (await world.alice.forge(f"b:word:{table.id}:2")).text == DEALT
    assert table.header.words == ()


async def send_window(player: Player, custom_id: str, *typed: Any) -> Answer:
    """Deliver a window that was never opened."""
    fields = [{"type": 4, "id": 2, "custom_id": "word", "value": each} for each in typed]
    rows = [{"type": 18, "id": 1, "component": each} for each in fields]
    world, data = player.world, {"custom_id": custom_id, "components": rows}
    board = world.board.message
    return await interaction(world.env, player, MODAL, data, channel=world.channel.id, message=board).send()


FORGED: list[tuple[str, list[Any], str]] = [
    ("m:word:{table}:1", [], STALE),
    ("m:word:{table}:1", ["one", "two"], STALE),
    ("m:word:{table}:1", [7], STALE),
    ("m:word:{table}:1", [None], STALE),
    ("m:word:{table}:x", ["one"], STALE),
    ("m:word:{table}", ["one"], STALE),
    ("m:nothing:{table}:1", ["one"], STALE),
    ("b:word:{table}:1", ["one"], STALE),
    ("m:word:{table}:2", ["one"], "Those tiles have already been dealt."),
    ("m:word:{table}:1", ["x" * (MAX_WORD_LENGTH + 1)], f"A word can have at most {MAX_WORD_LENGTH} characters."),
    ("m:word:{table}:1", ["x" * 100_000], f"A word can have at most {MAX_WORD_LENGTH} characters."),
    ("m:word:nosuchtb:1", ["one"], "This table is closed."),
]


async def test_a_forged_window_changes_nothing(world: World) -> None:
    table = await world.lobby("alice")
    for custom_id, typed, answer in FORGED:
        sent = await send_window(world.alice, custom_id.format(table=table.id), *typed)
        assert sent.text.startswith(answer), (custom_id, typed)
        # nobody is that fast
        world.skip(5)
    assert (await world.alice.forge(f"m:word:{table.id}:1")).text == STALE, "a window is no button"
    assert (await world.eve.press("Add a word")).text == "You aren't at this table yet. Press Join to sit down."
    assert "Press Join" in (await send_window(world.eve, f"m:word:{table.id}:1", "mine")).text
    assert table.header.words == ()


NASTY = ("@everyone", "**b** __u__ `c`", "[x](https://evil.example)", "<@1> <#2> <t:1:R>", "# big", "|| s ||", "> q")


@pytest.mark.parametrize("word", NASTY)
def test_a_word_formats_links_and_mentions_nothing(word: str) -> None:
    line = deal_words_line(("", word), [Person(1, "Ana", ""), Person(2, "Ben", "")], translations("en-US"))
    shown = line.removeprefix("-# Words in this deal: **Ben** “").removesuffix("”")
    assert not re.search(r"(?<!\\)[*_`|@#<>\[\]:]", shown), shown
    assert shown.replace("\\", "") == word


async def test_a_word_is_shown_as_typed_and_notifies_no_player(world: World) -> None:
    await between_deals(world)
    answer = await add(world.alice, f"<@{world.bruno.id}> **b**")
    shown = rf"\<\@{world.bruno.id}\> \*\*b\*\*"
    assert answer.text.startswith(f"Your word for deal 2: **{shown}**. You can")
    await world.alice.press("Next deal")
    assert f"**Alice** “{shown}”" in world.board.text
    bodies = [each.json.get("data", each.json) for each in world.requests() if isinstance(each.json, dict)]
    showing = [body["allowed_mentions"] for body in bodies if "*b" in str(body)]
    assert len(showing) == 2
    assert not any(allowed.get("parse") for allowed in showing)
    assert str(world.bruno.id) not in showing[0].get("users", ())


async def test_a_word_counts_even_if_discord_does_not_show_it(world: World) -> None:
    await between_deals(world)
    world.fail("PATCH", f"/channels/{world.channel.id}/messages/{world.board.id}", 403, 50001, times=1)
    assert (await add(world.alice, "unseen")).text.startswith("Your word for deal 2")
    assert "Words for" not in world.board.text
    await world.alice.press("Next deal")
    assert "“unseen”" in world.board.text


# ---------------------------------------------------------------------- what Discord takes


@pytest.mark.parametrize("as_text", [False, True], ids=["pictures", "text"])
async def test_the_longest_names_and_words_stay_within_discords_limits(world: World, as_text: bool) -> None:
    table = await world.lobby("alice", rules="double-twelve")
    everybody = [world.alice, *(world.join(f"u{at}", "_" * 32) for at in range(11))]
    for player in everybody[1:]:
        await player.press("Join")
    assert table.header.seed is not None
    promise = f"-# Sealed seed, SHA-256: `{table.header.seed.commitment}`"

    async def add_longest(sign: str) -> None:
        async with world.directly():
            for player in everybody:
                await table.add_word(player.id, sign * MAX_WORD_LENGTH)
        assert promise in world.board.text

    await table.set_as_text(world.alice.id, as_text)
    await add_longest("*")
    shown = [world.board]
    await world.alice.press("Start")
    shown.append(world.board)
    assert not world.board.lacks(promise, f"<@{world.mover().id}>, it's your turn.")
    await world.end_deal()
    if table.playing:
        await add_longest("`")
    shown.append(world.board)
    await world.rush(table)
    shown.append(world.board)
    assert table.header.seed.reveal() in world.board.text
    for message in shown:
        assert sum(len(part.encode("utf-16-le")) // 2 for part in message.parts) <= 4000
        assert len(message.components) <= 40


async def test_a_grid_with_its_forty_components_has_the_promise_too(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    assert table.header.seed is not None
    for _ in range(2):
        assert world.board.text.count(f"-# Sealed seed, SHA-256: `{table.header.seed.commitment}`") == 1
        assert len(world.board.components) <= 40
        async with world.directly():
            await table.add_time(1000)
            await act(table)
