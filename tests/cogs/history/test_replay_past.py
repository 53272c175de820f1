"""``/domino match replay``: a match that is over, moment by moment, with open hands."""

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
from engine.rules import RULE_SETS
from tests.support.in_memory.matches import STRANGERS, as_former, keep, people, show
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World
from tests.support.simcord_private import deny, speaking


async def ask(world: World, identity: str = "pastmtch", who: str = "alice") -> Answer:
    return await world.people[who].run("match replay", id=identity)


async def kept_and_asked(world: World, who: str = "alice", **how: Any) -> tuple[SavedTable, Answer]:
    """Keep a match of Alice and Bruno, and let somebody ask for its replay."""
    kept = await keep(world, "alice bruno", **how)
    return kept, await ask(world, who=who)


async def go(world: World, answer: Answer, *labels: str, who: str = "alice") -> None:
    """Press buttons under a replay, which is edited in place."""
    for label in labels:
        assert (await world.people[who].press(label, answer)).id == answer.id


def where(answer: Answer) -> str:
    """Return which moment is shown: ``1 of 5, Move 3 of 20``."""
    deal = re.search(r"deal (\d+ of \d+)", answer.lines[0])
    assert deal is not None
    return f"{deal[1]}, {answer.lines[-1].removeprefix('-# ')}"


def moves(kept: SavedTable, deal: int = 1) -> int:
    return len(open_replay_views(kept, deal)) - 1


# ---------------------------------------------------------------------- stepping


async def test_a_replay_begins_with_the_deal_and_steps_on_and_back_in_place(world: World) -> None:
    old, answer = await kept_and_asked(world, "eve")
    count = moves(old)
    assert world.answered_at_once
    assert answer.ephemeral
    first = answer.lines
    assert re.fullmatch(r"\*\*Replay\*\* · Domino Express, deal 1 of \d+ · match `pastmtch`", first[0])
    assert re.fullmatch(r"The tiles are dealt\. It is (Alice|Bruno)'s turn\.", first[1])
    assert where(answer).endswith(f", Move 0 of {count}")
    assert answer.labels == ["Play", "Next", "Last", "Expert"]
    await go(world, answer, "Next", who="eve")
    assert re.match(r"(Alice|Bruno) opened with \d-\d\. It is (Alice|Bruno)'s turn\.", answer.lines[1])
    assert where(answer).endswith(f", Move 1 of {count}")
    assert answer.labels == ["First", "Back", "Play", "Next", "Last", "Expert"]
    await go(world, answer, "Next", "Back", who="eve")
    assert where(answer).endswith(f", Move 1 of {count}")
    await go(world, answer, "First", who="eve")
    assert answer.lines == first


async def test_a_deal_ends_with_its_result_and_the_next_deal_follows(world: World) -> None:
    old, answer = await kept_and_asked(world)
    await go(world, answer, "Last")
    assert where(answer).endswith(", The result")
    assert re.search(r"(wins the deal|Blocked)", answer.text)
    await go(world, answer, "Next")
    assert re.fullmatch(rf"2 of \d+, Move 0 of {moves(old, 2)}", where(answer))
    await go(world, answer, "Back")
    assert re.fullmatch(r"1 of \d+, The result", where(answer))
    await go(world, answer, "Back")
    assert where(answer).endswith(f", Move {moves(old)} of {moves(old)}")


async def test_a_select_jumps_to_a_deal_and_the_last_one_says_who_won_the_match(world: World) -> None:
    old, answer = await kept_and_asked(world)
    end = match.new(old.header.rules, len(old.header.people), old.header.options)
    for entry in old.log:
        end, _ = match.apply(end, parse(entry.action))
    assert [option["label"] for option in answer.options] == [f"Deal {each}" for each in range(1, end.deal + 1)]
    await world.alice.choose("s:jump:pastmtch", str(end.deal), on=answer)
    assert where(answer).startswith(f"{end.deal} of {end.deal}, Move 0")
    assert answer.chosen == [str(end.deal)]
    await go(world, answer, "Last")
    assert f"{old.header.people[end.winners[0]].name} wins the match" in answer.text
    assert answer.labels == ["First", "Back", "Play", "Expert"]


@pytest.mark.long
async def test_the_select_offers_the_deals_around_the_shown_deal(world: World) -> None:
    _, answer = await kept_and_asked(world, rules="mata", deals=40)
    for deal, first in ((1, 1), (20, 8), (32, 16)):
        await world.alice.choose("s:jump:pastmtch", str(deal), on=answer)
        assert [option["value"] for option in answer.options] == [str(each) for each in range(first, first + 25)]


async def test_the_picture_shows_the_moment_with_open_hands(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[Any, int]] = []
    monkeypatch.setattr(replay_cog.Reel, "picture", lambda reel, at, *_, **__: drawn.append((reel.views, at)) or b"")
    old, answer = await kept_and_asked(world)
    await go(world, answer, "Next")
    views = open_replay_views(old, 1)
    assert drawn == [(views, 0), (views, 1)]
    assert all(views[1].open_hands)
    assert all(tile.text in answer.alt for hand in views[1].open_hands for tile in hand)


@pytest.mark.pictures
async def test_all_pictures_of_a_deal_have_one_size(world: World) -> None:
    _, answer = await kept_and_asked(world, rules="all-fives")
    sizes: set[tuple[int, int]] = set()
    for _ in range(4):
        (attachment,) = answer.attachments
        with Image.open(BytesIO(await attachment.read())) as opened:
            sizes.add(opened.size)
        await go(world, answer, "Next")
    assert len(sizes) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("rules", "kinds"), [("mexican-train-nine", (Draw, Pass, Play)), ("all-fives", (Draw,)), ("memory", (Flip,))]
)
async def test_the_last_action_is_told_with_its_tile(world: World, rules: str, kinds: tuple[type, ...]) -> None:
    old, answer = await kept_and_asked(world, rules=rules)
    views = open_replay_views(old, 1)
    forms = {
        Draw: r" drew 1 tile, \d-\d\. ",
        Pass: r" passed\. ",
        Play: r" (laid|opened with) \d-\d.*\. ",
        Flip: r" turned up \d+, \d-\d\. ",
    }
    for kind in kinds:
        at = next(number for number, view in enumerate(views) if view.history and isinstance(view.history[-1], kind))
        said = (await world.alice.forge(f"b:step:pastmtch:1:{at}:next", answer)).lines[1]
        assert said.startswith(("Alice", "Bruno"))
        assert re.search(forms[kind], said), said
        assert kind is not Draw or views[at].drawn[0].text in said


@pytest.mark.long
async def test_old_matches_of_every_rule_set_are_shown_from_end_to_end(world: World) -> None:
    for number, rules in enumerate(RULE_SETS.values()):
        seated = as_former(STRANGERS[: rules.seats[number % 2 - 1] - 1], 0)
        identity = f"match{number:03}"
        await keep(world, seated, rules=rules.id, computers=1, at=1e9 + number, identity=identity, seed=number)
        answer = await ask(world, identity)
        for label in ("Last", "Back"):
            await go(world, answer, label)
            assert len(answer.attachments) == 1
            assert 0 < len(answer.alt) <= 1024
        assert "Move" in where(answer)


async def test_a_match_that_was_ended_is_shown_as_far_as_it_went(world: World) -> None:
    table = await world.sit("alice", "bruno", target=200)
    await world.alice.press("End the match", await world.alice.run("table end"))
    answer = await ask(world, table.id)
    assert where(answer) == "1 of 1, Move 0 of 0"
    assert answer.labels == ["Play"]


async def test_the_picture_marks_a_player_who_left_and_tells_former_players_apart(world: World) -> None:
    alice, bruno, chloe = people(world, "alice", "bruno", "chloe")
    await keep(world, as_former([alice, replace(bruno, presence=Presence.LEFT), chloe], 0, 2))
    alt = (await ask(world)).alt
    assert all(f"{name} holds" in alt for name in ("a former player 1", "Bruno (bot)", "a former player 3"))


# ---------------------------------------------------------------------- playing and sharing


@pytest.mark.pictures
async def test_play_shows_the_whole_deal_as_a_moving_picture_to_its_reader_alone(world: World) -> None:
    old, answer = await kept_and_asked(world)
    await go(world, answer, "Next")
    played = await world.alice.press("Play", answer)
    assert world.answered_at_once
    assert played.ephemeral
    assert played.files == ["replay.gif"]
    with Image.open(BytesIO(await played.attachments[0].read())) as moving:
        assert moving.n_frames == moves(old) + 2  # type: ignore[attr-defined]
    assert played.alt.startswith("A replay.")
    assert played.labels == ["Post here"]
    assert where(answer).split(", ")[1].startswith("Move 1 ")
    assert not world.messages


async def test_post_here_shows_the_replay_to_everybody_and_names_its_poster(world: World) -> None:
    _, answer = await kept_and_asked(world, "eve")
    await world.eve.press("Post here", await world.eve.press("Play", answer))
    shown = world.board
    assert shown.files == ["replay.gif"]
    assert "deal 1 of " in shown.lines[0]
    assert shown.lines[1] == "-# Shown by Eve"
    assert shown.alt.startswith("A replay.")
    assert not shown.buttons


async def test_a_posted_replay_is_in_the_servers_language_and_leaves_out_hidden_names(world: World) -> None:
    await show(world, "alice", Visibility.NAMELESS)
    with speaking({world.alice.id: "fr"}):
        _, answer = await kept_and_asked(world)
        played = await world.alice.press("b:watch:pastmtch:1", answer)
        assert "Alice" in played.alt
        await world.alice.press("b:post:pastmtch:1", played)
    assert world.board.alt.startswith("A replay.")
    assert "Alice" not in world.board.alt
    assert "Player 1" in world.board.alt


async def test_a_member_who_may_not_write_in_the_channel_posts_nothing(world: World) -> None:
    _, answer = await kept_and_asked(world, "eve")
    played = await world.eve.press("Play", answer)
    deny(world.env, world.guild, world.channel, "send_messages")
    assert (await world.eve.press("Post here", played)).private == "You aren't allowed to post in this channel."
    assert not world.messages


# ---------------------------------------------------------------------- as text


async def test_a_reader_of_text_steps_through_text_that_names_all_hands(world: World) -> None:
    await world.eve.write_text()
    old, answer = await kept_and_asked(world, "eve")
    for view in open_replay_views(old, 1)[:3]:
        assert not answer.attachments
        hands = [" ".join(tile.text for tile in sorted(hand)) for hand in view.open_hands]
        assert not answer.lacks(*(f"in hand: {hand}" for hand in hands))
        await go(world, answer, "Next", who="eve")
    await go(world, answer, "Last", who="eve")
    assert "The result" in answer.text
    played = await world.eve.press("Play", answer)
    assert not answer.attachments + played.attachments
    assert f"{moves(old)} moves." in played.text


# ---------------------------------------------------------------------- refusals


async def test_forged_buttons_show_nothing_of_a_match_that_may_not_be_seen(world: World) -> None:
    _, page = await kept_and_asked(world)
    played = await world.alice.press("Play", page)
    _, mallory = world.elsewhere()
    await keep(world, "alice bruno", identity="theirs12", guild=mallory.guild.id)
    table = await world.sit("alice", "bruno", target=200)
    unknown = f"There is no such match here. See the list with {world.command('match', 'history')}."
    secret = "That match is still being played. Its hands stay secret until it is over."
    for identity, why in ((table.id, secret), ("theirs12", unknown), ("nosuch12", unknown)):
        for message, forged in ((page, "step:{}:1:0:first"), (page, "watch:{}:1"), (played, "post:{}:1")):
            answer = await world.alice.forge("b:" + forged.format(identity), message)
            assert answer.private == why
            assert not answer.attachments
    assert not any("replay" in name for each in world.messages for name in each.files)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("moment", ["0:0", "99:0", "1:x", "x:0", "1"])
async def test_a_forged_moment_is_refused(world: World, moment: str) -> None:
    _, page = await kept_and_asked(world)
    answer = await world.alice.forge(f"b:step:pastmtch:{moment}:next", page)
    assert answer.text == "That button was for an earlier move."


async def test_ids_are_offered_by_id_rules_and_people(world: World) -> None:
    await keep(world, "alice bruno", identity="match001", at=1_700_000_000.0)
    await keep(world, "chloe davide", identity="match002", at=1_700_100_000.0, rules="memory")
    await show(world, "davide", Visibility.NAMELESS)
    new = {"name": "match002 · 2023-11-16 · Memory · Chloé, Player 2", "value": "match002"}
    old = {"name": "match001 · 2023-11-14 · Domino Express · Alice, Bruno", "value": "match001"}
    for typed, offered in (("", [new, old]), ("bru", [old]), ("MEMORY", [new]), ("match001", [old]), ("davide", [])):
        for command in ("match replay", "match record", "match verify"):
            assert await world.alice.complete(command, "id", typed) == offered
