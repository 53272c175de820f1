"""``/domino replay``: a match that is over, moment by moment, with open hands."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from cogs.history import replay as replay_cog
from engine import match
from engine.actions import Draw, Flip, Pass, Play, parse
from engine.live.history.replays import open_replay_views
from engine.live.model.preferences import Visibility
from engine.live.model.table import Presence, SavedTable
from engine.rules import CATALOGUE
from tests.cogs.conftest import World
from tests.cogs.past import STRANGERS, as_former, keep, people, show
from tests.cogs.playing import alt_texts, answered_at_once, buttons, components, rush, text
from tests.support.simcord_private import deny, press, speaking

UNKNOWN = "There is no such match on this server. Those there are: `/domino history`."


async def ask(world: World, identity: str = "pastmtch", who: str = "alice") -> Any:
    return await world.people[who].slash(world.channel, "domino replay", id=identity)


async def go(world: World, answer: Any, label: str, who: str = "alice") -> Any:
    """Press a button under a replay; give the replay, which is edited in place."""
    pressed = await world.people[who].click(answer.response.message, label=label)
    assert not pressed.response.content
    return answer


def where(answer: Any) -> str:
    """Give which moment is shown: ``1 of 5, Move 3 of 20``."""
    lines = text(answer.response).splitlines()
    deal = re.search(r"deal (\d+ of \d+)", lines[0])
    assert deal is not None
    return f"{deal[1]}, {lines[-1].removeprefix('-# ')}"


def moves(kept: SavedTable, deal: int) -> int:
    return len(open_replay_views(kept, deal)) - 1


async def picture(answer: Any) -> Image.Image:
    (attachment,) = answer.response.attachments
    with Image.open(BytesIO(await attachment.read())) as opened:
        return opened.convert("RGB")


# ---------------------------------------------------------------------- stepping


async def test_it_begins_with_the_deal_and_steps_on_and_back_in_place(world: World) -> None:
    old = await keep(world, people(world, "alice", "bruno"))
    count = moves(old, 1)
    answer = await ask(world, who="eve")
    assert answered_at_once(world)
    assert answer.ephemeral
    first = text(answer.response).splitlines()
    assert re.fullmatch(r"\*\*Replay\*\* · Domino Express, deal 1 of \d+ · match `pastmtch`", first[0])
    assert re.fullmatch(r"The tiles are dealt\. It is (Alice|Bruno)'s turn\.", first[1])
    assert where(answer).endswith(f", Move 0 of {count}")
    assert list(buttons(answer.response)) == ["Play", "Next", "Last"]
    await go(world, answer, "Next", "eve")
    assert re.match(
        r"(Alice|Bruno) opened with \d-\d\. It is (Alice|Bruno)'s turn\.", text(answer.response).splitlines()[1]
    )
    assert where(answer).endswith(f", Move 1 of {count}")
    assert list(buttons(answer.response)) == ["First", "Back", "Play", "Next", "Last"]
    await go(world, answer, "Next", "eve")
    await go(world, answer, "Back", "eve")
    assert where(answer).endswith(f", Move 1 of {count}")
    await go(world, answer, "First", "eve")
    assert text(answer.response).splitlines() == first


async def test_the_last_moment_of_a_deal_is_its_result_and_the_next_deal_follows(world: World) -> None:
    old = await keep(world, people(world, "alice", "bruno"))
    answer = await ask(world)
    await go(world, answer, "Last")
    assert where(answer).endswith(", The result")
    assert re.search(r"(wins the deal|Blocked)", text(answer.response))
    await go(world, answer, "Next")
    assert where(answer).startswith("2 of ")
    assert where(answer).endswith(f", Move 0 of {moves(old, 2)}")
    await go(world, answer, "Back")
    assert where(answer).startswith("1 of ")
    assert where(answer).endswith(", The result")
    await go(world, answer, "Back")
    assert where(answer).endswith(f", Move {moves(old, 1)} of {moves(old, 1)}")


async def test_a_deal_is_jumped_to_and_the_match_ends_with_who_won_it(world: World) -> None:
    old = await keep(world, people(world, "alice", "bruno"))
    winner = old.header.people[match_of(old).winners[0]].name
    deals = match_of(old).deal
    answer = await ask(world)
    assert [option["label"] for option in choice(answer)] == [f"Deal {each}" for each in range(1, deals + 1)]
    await world.alice.select(answer.response.message, [str(deals)], custom_id="s:jump:pastmtch")
    assert where(answer).startswith(f"{deals} of {deals}, Move 0")
    assert [option["value"] for option in choice(answer) if option["default"]] == [str(deals)]
    await go(world, answer, "Last")
    assert f"{winner} wins the match" in text(answer.response)
    assert list(buttons(answer.response)) == ["First", "Back", "Play"]


def match_of(kept: SavedTable) -> Any:
    """Give a match's last state."""
    state = match.new(kept.header.rules, len(kept.header.people), kept.header.options)
    for entry in kept.log:
        state, _ = match.apply(state, parse(entry.action))
    return state


def choice(answer: Any) -> list[dict[str, Any]]:
    return [option for node in components(answer.response) if node.get("type") == 3 for option in node["options"]]


async def test_a_match_of_one_deal_has_nothing_to_jump_to(world: World) -> None:
    await keep(world, people(world, "alice", "bruno"), rules="double-twelve")
    assert not choice(await ask(world))


async def test_of_very_many_deals_those_around_are_on_offer(world: World) -> None:
    await keep(world, people(world, "alice", "bruno"), rules="mata", deals=40)
    answer = await ask(world)
    assert [option["value"] for option in choice(answer)] == [str(each) for each in range(1, 26)]
    await world.alice.select(answer.response.message, ["20"], custom_id="s:jump:pastmtch")
    assert [option["value"] for option in choice(answer)] == [str(each) for each in range(8, 33)]
    await world.alice.select(answer.response.message, ["32"], custom_id="s:jump:pastmtch")
    assert [option["value"] for option in choice(answer)] == [str(each) for each in range(16, 41)]


async def test_the_picture_shows_the_moment_with_all_hands_open(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    old = await keep(world, people(world, "alice", "bruno"))
    drawn: list[tuple[Any, int]] = []
    original = replay_cog.Reel.picture

    def note(self: Any, at: int, *rest: Any, **named: Any) -> bytes:
        drawn.append((self.views, at))
        return original(self, at, *rest, **named)

    monkeypatch.setattr(replay_cog.Reel, "picture", note)
    answer = await ask(world)
    await go(world, answer, "Next")
    views = open_replay_views(old, 1)
    assert drawn == [(views, 0), (views, 1)]
    assert all(views[1].open_hands)
    for tile in (*views[1].open_hands[0], *views[1].open_hands[1]):
        assert tile.text in alt_texts(answer.response)[0]


@pytest.mark.pictures
async def test_all_tables_of_a_deal_are_of_one_size_so_that_nothing_jumps(world: World) -> None:
    await keep(world, people(world, "alice", "bruno"), rules="all-fives")
    answer = await ask(world)
    first = (await picture(answer)).size
    for _ in range(3):
        await go(world, answer, "Next")
        assert (await picture(answer)).size == first


@pytest.mark.parametrize(
    ("rules", "kinds"), [("mexican-train-nine", (Draw, Pass, Play)), ("all-fives", (Draw,)), ("memory", (Flip,))]
)
async def test_what_was_just_done_is_told_with_the_tile_that_was_drawn_or_turned_up(
    world: World, rules: str, kinds: tuple[type, ...]
) -> None:
    old = await keep(world, people(world, "alice", "bruno"), rules=rules)
    views = open_replay_views(old, 1)
    for kind in kinds:
        at = next(number for number, view in enumerate(views) if view.history and isinstance(view.history[-1], kind))
        answer = await world.alice.slash(world.channel, "domino replay", id="pastmtch")
        pressed = press(world.env, world.alice, answer.response.message, f"b:step:pastmtch:1:{at}:next")
        await world.env.settle()
        said = text(pressed.response).splitlines()[1]
        assert said.startswith(("Alice", "Bruno"))
        form = {
            Draw: r" drew 1 tile, \d-\d\. ",
            Pass: r" passed\. ",
            Play: r" (laid|opened with) \d-\d.*\. ",
            Flip: r" turned up \d+, \d-\d\. ",
        }[kind]
        assert re.search(form, said), said
        if kind is Draw:
            assert views[at].drawn[0].text in said


async def test_old_matches_of_every_rule_set_are_shown_from_end_to_end(world: World) -> None:
    for number, rules in enumerate(CATALOGUE.values()):
        seats = rules.seats[number % 2 - 1]
        old = await keep(
            world, as_former(STRANGERS[: seats - 1], 0), rules=rules.id, computers=1, at=1e9 + number,
            identity=f"match{number:03}", seed=number,
        )  # fmt: skip
        answer = await ask(world, old.header.id)
        for label in ("Last", "Back"):
            await go(world, answer, label)
            assert len(answer.response.attachments) == 1
            assert 0 < len(alt_texts(answer.response)[0]) <= 1024
        assert "Move" in where(answer)


async def test_a_match_that_was_ended_is_shown_as_far_as_it_went(world: World) -> None:
    table = await world.sit("alice", "bruno", target=200)
    asked = await world.alice.slash(world.channel, "domino end")
    await world.alice.click(asked.response.message, label="End the match")
    answer = await ask(world, table.id)
    assert where(answer) == "1 of 1, Move 0 of 0"
    assert list(buttons(answer.response)) == ["Play"]


async def test_a_match_just_played_is_shown_and_goes_on_being_after_a_restart(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    await rush(world, table)
    answer = await ask(world, table.id, "bruno")
    await world.restart()
    await go(world, answer, "Next", "bruno")
    assert where(answer).startswith("1 of ")


async def test_for_whom_the_bot_played_in_the_end_is_told(world: World) -> None:
    alice, bruno = people(world, "alice", "bruno")
    await keep(world, [alice, replace(bruno, presence=Presence.LEFT)])
    assert "Bruno (bot) holds" in alt_texts((await ask(world)).response)[0]


async def test_former_players_who_met_are_told_apart(world: World) -> None:
    await keep(world, as_former(people(world, "alice", "bruno", "chloe"), 0, 2))
    alt = alt_texts((await ask(world)).response)[0]
    assert "a former player 1 holds" in alt
    assert "a former player 3 holds" in alt


# ---------------------------------------------------------------------- playing and sharing


@pytest.mark.pictures
async def test_play_gives_the_whole_deal_as_a_moving_picture_for_its_reader_alone(world: World) -> None:
    old = await keep(world, people(world, "alice", "bruno"))
    answer = await ask(world)
    await go(world, answer, "Next")
    played = await world.alice.click(answer.response.message, label="Play")
    assert answered_at_once(world)
    assert played.ephemeral
    (file,) = played.response.attachments
    assert file.filename == "replay.gif"
    with Image.open(BytesIO(await file.read())) as moving:
        assert moving.n_frames == moves(old, 1) + 2  # type: ignore[attr-defined]
    assert alt_texts(played.response)[0].startswith("A replay.")
    assert list(buttons(played.response)) == ["Post here"]
    assert where(answer).split(", ")[1].startswith("Move 1 ")
    assert not world.channel.history()


async def test_post_here_shows_it_to_everybody_and_says_who_does(world: World) -> None:
    await keep(world, people(world, "alice", "bruno"))
    played = await world.eve.click((await ask(world, who="eve")).response.message, label="Play")
    await world.eve.click(played.response.message, label="Post here")
    shown = world.last()
    assert [each.filename for each in shown.attachments] == ["replay.gif"]
    assert text(shown).splitlines()[1] == "-# Shown by Eve"
    assert "deal 1 of " in text(shown)
    assert alt_texts(shown)[0].startswith("A replay.")
    assert not buttons(shown)


async def test_what_is_posted_is_in_the_servers_language_and_without_the_names_of_who_wants_none(
    world: World,
) -> None:
    await keep(world, people(world, "alice", "bruno"))
    await show(world, "alice", Visibility.NAMELESS)
    with speaking({world.alice.id: "fr"}):
        played = await world.alice.click((await ask(world)).response.message, custom_id="b:watch:pastmtch:1")
        assert "Alice" in alt_texts(played.response)[0]
        await world.alice.click(played.response.message, custom_id="b:post:pastmtch:1")
    assert alt_texts(world.last())[0].startswith("A replay.")
    assert "Alice" not in alt_texts(world.last())[0]
    assert "Player 1" in alt_texts(world.last())[0]


async def test_who_may_not_write_in_the_channel_posts_nothing(world: World) -> None:
    await keep(world, people(world, "alice", "bruno"))
    played = await world.eve.click((await ask(world, who="eve")).response.message, label="Play")
    deny(world.env, world.guild, world.channel, "send_messages")
    answer = await world.eve.click(played.response.message, label="Post here")
    assert answer.ephemeral
    assert answer.response.content == "You may not write in this channel."
    assert not world.channel.history()


async def test_one_too_large_for_discord_gets_a_sentence(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await keep(world, people(world, "alice", "bruno"))
    monkeypatch.setattr(replay_cog, "SIZE_LIMIT", 10)
    played = await world.alice.click((await ask(world)).response.message, label="Play")
    assert played.response.content == "This deal's replay is larger than Discord allows."


# ---------------------------------------------------------------------- in words


async def test_who_reads_text_steps_through_words_that_hold_all_hands(world: World) -> None:
    old = await keep(world, people(world, "alice", "bruno"))
    await world.eve.slash(world.channel, "domino settings text", mode="on")
    answer = await ask(world, who="eve")
    views = open_replay_views(old, 1)
    for view in views[:3]:
        assert not answer.response.attachments
        said = text(answer.response)
        for tiles in view.open_hands:
            assert f"in hand: {' '.join(tile.text for tile in sorted(tiles))}" in said
        await go(world, answer, "Next", "eve")
    await go(world, answer, "Last", "eve")
    assert "The result" in text(answer.response)
    assert not answer.response.attachments
    played = await world.eve.click(answer.response.message, label="Play")
    assert not played.response.attachments
    assert f"{moves(old, 1)} moves." in text(played.response)


# ---------------------------------------------------------------------- who may


async def test_a_match_still_being_played_gives_nothing_in_any_way(world: World) -> None:
    await keep(world, people(world, "alice", "bruno"))
    page = (await ask(world)).response.message
    played = await world.alice.click(page, label="Play")
    table = await world.sit("alice", "bruno", target=200)
    secret = "That match is still being played. Its hands are secret until it is over."
    assert (await ask(world, table.id)).response.content == secret
    for message, forged in (
        (page, f"b:step:{table.id}:1:0:first"),
        (page, f"b:watch:{table.id}:1"),
        (played.response.message, f"b:post:{table.id}:1"),
    ):
        answer = press(world.env, world.alice, message, forged)
        await world.env.settle()
        assert answer.ephemeral
        assert answer.response.content == secret
        assert not answer.response.attachments
    assert not [
        each for each in world.channel.history() if each.attachments and "replay" in each.attachments[0].filename
    ]


async def test_a_match_of_another_server_is_as_unknown_as_one_that_never_was(world: World) -> None:
    elsewhere = world.env.create_guild("Elsewhere", owner=world.env.create_user("other owner"))
    await keep(world, people(world, "alice", "bruno"), guild=elsewhere.id)
    await keep(world, people(world, "alice", "bruno"), identity="ours")
    page = (await ask(world, "ours")).response.message
    for identity in ("pastmtch", "nosuch12"):
        assert (await ask(world, identity)).response.content == UNKNOWN
        for forged in (f"b:step:{identity}:1:0:first", f"b:watch:{identity}:1"):
            answer = press(world.env, world.alice, page, forged)
            await world.env.settle()
            assert answer.response.content == UNKNOWN


@pytest.mark.parametrize("where", ["0:0", "99:0", "1:x", "x:0", "1"])
async def test_moments_that_there_are_not_get_a_sentence(world: World, where: str) -> None:
    await keep(world, people(world, "alice", "bruno"))
    page = (await ask(world)).response.message
    answer = press(world.env, world.alice, page, f"b:step:pastmtch:{where}:next")
    await world.env.settle()
    assert answer.response.content == "That was for an earlier move."


async def test_ids_are_offered_by_what_was_typed_with_rules_and_people(world: World) -> None:
    await keep(world, people(world, "alice", "bruno"), identity="match001", at=1_700_000_000.0)
    await keep(world, people(world, "chloe", "davide"), identity="match002", at=1_700_100_000.0, rules="memory")
    await show(world, "davide", Visibility.NAMELESS)

    async def offered(typed: str) -> list[tuple[str, str]]:
        found = await world.alice.autocomplete(world.channel, "domino replay", "id", typed)
        return [(each["name"], each["value"]) for each in found]

    new = ("match002 · 2023-11-16 · Memory · Chloé, Player 2", "match002")
    old = ("match001 · 2023-11-14 · Domino Express · Alice, Bruno", "match001")
    assert await offered("") == [new, old]
    assert await offered("bru") == [old]
    assert await offered("MEMORY") == [new]
    assert await offered("match001") == [old]
    assert await offered("davide") == []
