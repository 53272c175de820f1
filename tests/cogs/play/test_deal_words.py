"""Tests of players' words for a deal: windows, messages and attacks."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogs.messages.names import words_by_player
from engine.dealing import MAX_WORD_LENGTH
from engine.live.model.table import Person
from engine.live.tables import deal_words, lifecycle
from engine.live.tables.table import Table
from render.i18n import translations
from tests.support.in_memory.deliveries import MODAL, interaction
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer, Seen
from tests.support.in_memory.world import World, act

pytestmark = pytest.mark.usefixtures("seeded")

NAMED = "Words for the next deal: "
STALE = "That button was for an earlier move."
DEALT = "Those tiles have already been dealt. Add a word before a deal: in the lobby, or once a deal has ended."


async def add(player: Player, word: str) -> Answer:
    """Press Add a word, type one and send it off."""
    return await player.submit(await ask(player), word)


async def ask(player: Player) -> Answer:
    """Press Fair deal, and there Add a word."""
    return await player.press("Add a word", await player.press("Fair deal"))


async def between_deals(world: World) -> Table:
    """Seat Alice and Bruno, and play their first deal to its end."""
    table = await world.sit("alice", "bruno")
    await world.end_deal()
    return table


async def test_a_word_is_added_in_a_window_and_shown_with_its_deal_to_who_asks(world: World) -> None:
    table, lobby = await world.lobby("alice", "bruno"), world.board.everything
    form = await ask(world.bruno)
    assert form.modal is not None
    assert (form.modal["title"], form.modal["components"][0]["label"]) == ("Add a word", "Your word for deal 1")
    answer = await world.bruno.submit(form, "Lucky seven")
    assert answer.private == "Your word for deal 1: **Lucky seven**. You can change it until the tiles are dealt."
    await add(world.alice, "première")
    assert world.board.everything == lobby, "the channel is told nothing of words"
    shown = await world.bruno.press("Fair deal")
    assert not shown.lacks(f"{NAMED}**Alice**, **Bruno**", "Your word: **Lucky seven**")
    assert "première" not in shown.text
    await world.alice.press("Start")
    for player in (world.alice, world.eve):
        shown = await player.press("Fair deal")
        assert "Words in deal 1: **Alice** “première”, **Bruno** “Lucky seven”" in shown.private
        assert not shown.labels
    assert (await world.bot.hub.saved(table.id)).log[0].words == ("première", "Lucky seven")


async def test_the_window_holds_the_present_word_and_an_empty_one_takes_it_back(world: World) -> None:
    table = await world.lobby("alice")
    await add(world.alice, "first")
    form = await ask(world.alice)
    assert form.modal is not None
    assert not world.bot._connection._view_store._modals, "nothing is kept of a window that is only opened"
    (typed,) = [each["component"] for each in form.modal["components"]]
    assert (typed["value"], typed["max_length"], typed["required"]) == ("first", MAX_WORD_LENGTH, False)
    assert (await world.alice.submit(form, "")).text.startswith("You aren't adding a word to deal 1.")
    assert table.header.words == ()
    assert "Words for" not in (await world.alice.press("Fair deal")).text


@pytest.mark.long
async def test_a_word_between_deals_changes_no_message(world: World) -> None:
    await between_deals(world)
    before, sent = world.board, world.sent
    assert before.labels == ["Next deal", "Replay", "More"]
    assert (await add(world.bruno, "again")).text.startswith("Your word for deal 2: **again**.")
    assert not world.requests(sent, path=f"/channels/{world.channel.id}/")
    await world.restart()
    assert f"{NAMED}**Bruno**" in (await world.alice.press("Fair deal")).text
    await world.alice.press("Next deal")
    assert "Words in deal 2: **Bruno** “again”" in (await world.eve.press("Fair deal")).text


async def test_a_person_who_does_not_play_or_is_away_is_offered_no_word(world: World) -> None:
    await between_deals(world)
    assert (await world.alice.press("Fair deal")).labels == ["Add a word"]
    assert not (await world.eve.press("Fair deal")).labels
    await world.bruno.press(f"b:walk:{world.table.id}", await world.bruno.run("leave"))
    assert not (await world.bruno.press("Fair deal")).labels


async def test_the_button_of_an_earlier_version_opens_the_window(world: World) -> None:
    table = await world.lobby("alice")
    form = await world.alice.forge(f"b:word:{table.id}:1")
    assert (await world.alice.submit(form, "old")).text.startswith("Your word for deal 1: **old**.")
    assert table.header.words == ((world.alice.id, "old"),)


# ---------------------------------------------------------------------- late, forged, nasty


async def test_the_next_bot_answers_a_window_that_was_open_when_the_bot_went_down(world: World) -> None:
    await world.lobby("alice")
    form = await ask(world.alice)
    await world.restart()
    assert (await world.alice.submit(form, "patient")).text.startswith("Your word for deal 1: **patient**.")
    assert world.table.header.words == ((world.alice.id, "patient"),)


@pytest.mark.long
async def test_a_window_that_was_open_when_the_tiles_were_dealt_is_refused(world: World) -> None:
    table = await between_deals(world)
    form = await ask(world.alice)
    await world.bruno.press("Next deal")
    assert (await world.alice.submit(form, "late")).private == DEALT
    await world.end_deal()
    again = await ask(world.alice)
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
    assert (
        await world.eve.forge(f"b:word:{table.id}:1")
    ).text == "You aren't at this table yet. Press **Join** to sit down."
    assert "Press **Join**" in (await send_window(world.eve, f"m:word:{table.id}:1", "mine")).text
    assert table.header.words == ()


NASTY = ("@everyone", "**b** __u__ `c`", "[x](https://evil.example)", "<@1> <#2> <t:1:R>", "# big", "|| s ||", "> q")


@pytest.mark.parametrize("word", NASTY)
def test_a_word_formats_links_and_mentions_nothing(word: str) -> None:
    line = words_by_player(("", word), [Person(1, "Ana", ""), Person(2, "Ben", "")], translations("en-US"))
    shown = line.removeprefix("**Ben** “").removesuffix("”")
    assert not re.search(r"(?<!\\)[*_`|@#<>\[\]:]", shown), shown
    assert shown.replace("\\", "") == word


async def test_a_word_is_shown_as_typed_and_notifies_no_player(world: World) -> None:
    await between_deals(world)
    answer = await add(world.alice, f"<@{world.bruno.id}> **b**")
    shown = rf"\<\@{world.bruno.id}\> \*\*b\*\*"
    assert answer.text.startswith(f"Your word for deal 2: **{shown}**. You can")
    await world.alice.press("Next deal")
    assert f"**Alice** “{shown}”" in (await world.eve.press("Fair deal")).text
    bodies = [each.json.get("data", each.json) for each in world.requests() if isinstance(each.json, dict)]
    showing = [body["allowed_mentions"] for body in bodies if "*b" in str(body)]
    assert len(showing) == 2
    assert not any(allowed.get("parse") or allowed.get("users") for allowed in showing)


# ---------------------------------------------------------------------- Discord's limits


@pytest.mark.long
@pytest.mark.parametrize("as_text", [False, True], ids=["pictures", "text"])
async def test_the_longest_names_and_words_stay_within_discords_limits(world: World, as_text: bool) -> None:
    table = await world.lobby("alice", rules="double-twelve")
    everybody = [world.alice, *(world.join(f"u{at}", "_" * 32) for at in range(11))]
    for player in everybody[1:]:
        await player.press("Join")
    assert table.header.seed is not None
    promise = table.header.seed.commitment

    async def add_longest(sign: str) -> None:
        async with world.directly():
            for player in everybody:
                await table.do(deal_words.add_word, player.id, sign * MAX_WORD_LENGTH)
        shown.append(await world.alice.press("Fair deal"))
        assert promise in shown[-1].text

    shown = list[Seen | Answer]()
    await table.do(lifecycle.set_as_text, world.alice.id, as_text)
    await add_longest("*")
    shown.append(world.board)
    await world.alice.press("Start")
    shown.append(world.board)
    assert not world.board.lacks(f"<@{world.mover().id}>, it's your turn.")
    await world.end_deal()
    if table.playing:
        await add_longest("`")
    shown.append(world.board)
    await world.rush(table)
    shown.append(world.board)
    shown.append(await world.alice.press("Fair deal"))
    assert not shown[-1].lacks(promise, table.header.seed.reveal())
    for message in shown:
        assert sum(len(part.encode("utf-16-le")) // 2 for part in message.parts) <= 4000
        assert len(message.components) <= 40


async def test_a_grid_with_its_forty_components_has_the_button_where_there_is_room(world: World) -> None:
    table = await world.sit("alice", "bruno", rules="memory")
    assert world.board.labels[-1] == "More"
    assert (await world.alice.press("More")).labels[:2] == ["Rules", "Fair deal"]
    assert len(world.board.components) <= 40
    async with world.directly():
        await act(table)
    assert len(world.board.components) <= 40
