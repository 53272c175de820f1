"""The bot thinks for computers, for absent players, for players out of time, and for hints."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from engine.actions import Flip
from engine.bots.level import Level
from engine.errors import Illegal
from engine.events import Passed, Played
from engine.live.model.errors import Code
from engine.live.model.news import CameBack, Kept, TimedOut
from engine.live.model.pace import TimeControl, Timeouts
from engine.live.model.table import Person, Status
from engine.live.tables import lifecycle, lobby, pauses, presence, votes
from engine.live.tables.situation import Change, Situation
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, START, World
from tests.engine.live.playing import RUN, in_turn, news_of, play_deal, play_one, refused, tell, turn
from tests.engine.live.pondering import Pondering

EASY, NORMAL, EXPERT = (
    Person(-1 - at, name, "", level=level)
    for at, (name, level) in enumerate(zip(("Mirko", "Tove", "Odile"), Level, strict=True))
)


@pytest.fixture
def pondering(world: World) -> Pondering:
    """A player who thinks for the world, and answers when let go."""
    world.think = Pondering()
    return world.think


@pytest.fixture
def quick(pondering: Pondering) -> Pondering:
    """A player who thinks for the world, and answers at once."""
    pondering.go.set()
    return pondering


async def meets(world: World, quick: Pondering, table: Table, *levels: Level) -> None:
    """See that the turn in play is thought about at these levels."""
    quick.asked.clear()
    seat = turn(table)
    await world.due(table)
    assert quick.asked == [(seat, level) for level in levels]


def waits(world: World, table: Table, seat: int, seconds: float, *, catching_up: bool = False) -> bool:
    """Return whether a seat is in turn, has so long, and shares a picture with the seat before or not."""
    return (turn(table), world.left(table), lifecycle.is_bot_move_due(table.situation)) == (seat, seconds, catching_up)


# ---------------------------------------------------------------------- the thought, and its subject


@pytest.mark.parametrize("computer", [EASY, NORMAL, EXPERT])
async def test_a_computer_thinks_at_its_level(computer: Person, world: World, quick: Pondering) -> None:
    table = await world.opened_by(1, ANA, computer)
    await meets(world, quick, table, computer.level)
    assert turn(table) == 0


async def test_the_bot_thinks_for_people_as_a_normal_player(world: World, quick: Pondering) -> None:
    table = await world.opened_by(1, ANA, BEN, CEM)
    await meets(world, quick, table, Level.NORMAL)
    await table.do(presence.leave, CEM.user_id)
    await meets(world, quick, table, Level.NORMAL)


async def test_a_thinker_sees_the_view_of_one_seat_and_what_all_have_seen(world: World, quick: Pondering) -> None:
    table = await world.begun(ANA, EXPERT, rules="memory")
    while turn(table) == 1:
        await world.due(table)
    while turn(table) == 0:
        await play_one(table)
    quick.seen.clear()
    before, there = table.view(1), set(table.view(None).layout.tiles)
    flips = [each.position for each in before.history if isinstance(each, Flip) and each.position in there]
    await world.due(table)
    (first, seen), (second, more) = quick.seen[:2]
    assert first == before
    assert [position for position, _ in seen] == flips
    # the second tile of a turn is chosen with the first in sight
    assert second.history[:-1] == first.history
    assert len(more) == len(seen) + 1


async def test_a_whole_run_is_thought_out_and_played_at_once(world: World, quick: Pondering) -> None:
    world.dealer = lambda _state: RUN
    table = await world.begun(EXPERT, ANA, rules="no-boneyard", host=ANA.user_id)
    await world.due(table)
    assert turn(table) == 1
    assert len(news_of(table, Played)) > 2
    assert len(quick.asked) == len([each for each in table.view(None).history if each.seat == 0])
    assert {level for _, level in quick.asked} == {Level.EXPERT}


async def test_the_bot_plays_what_it_thought_ahead_in_its_time(world: World, quick: Pondering) -> None:
    table = await world.opened_by(1, ANA, EASY)
    await table.plan_turn()
    assert table.situation.plan
    assert table.ply == 1
    await table.expire()
    assert table.ply == 1, "it is kept until its time"
    await world.due(table)
    assert len(quick.asked) == 1
    assert (table.ply, table.situation.plan) == (2, ())


# ---------------------------------------------------------------------- something else happens meanwhile


async def test_a_player_who_acts_while_the_bot_thinks_was_in_time(world: World, pondering: Pondering) -> None:
    table = await world.match(ANA, BEN)
    seat = turn(table)
    now = world.clock.now = START + 120
    await pondering.meanwhile(table, now, lambda: play_one(table))
    assert table.ply == 2
    assert table.people[seat].missed == 0
    assert not news_of(table, TimedOut)
    assert pondering.asked == [(seat, Level.NORMAL)]


async def test_a_player_who_comes_back_while_the_bot_thinks_has_the_seat(world: World, quick: Pondering) -> None:
    table = await world.opened_by(0, ANA, BEN)
    await world.held(table, ANA)
    assert [type(each) for each in table.untold if isinstance(each, (TimedOut, Kept))] == [
        TimedOut,
        TimedOut,
        Kept,
    ]
    await play_one(table)
    assert world.left(table) == 1.5
    quick.go.clear()
    await asyncio.sleep(0)
    ply, now = table.ply, table.header.deadline
    world.clock.now = now
    tell(table)
    quick.seen.clear()
    await quick.meanwhile(table, now, lambda: table.do(presence.come_back, ANA.user_id))
    assert len(quick.seen) == 1
    assert (table.ply, turn(table)) == (ply, 0), "the thought is dropped"
    assert table.untold == (CameBack(0),)
    assert table.header.deadline == now + 120
    await play_one(table)


async def test_a_thought_about_an_earlier_turn_is_dropped(world: World, quick: Pondering) -> None:
    table = await world.opened_by(0, ANA, EXPERT)
    await table.plan_turn()
    await play_one(table)
    await world.due(table)
    assert turn(table) == 0
    assert quick.asked == [(0, Level.NORMAL), (1, Level.EXPERT)]


@pytest.mark.parametrize("stop", [pauses.pause, lifecycle.end, presence.leave, votes.call_vote])
async def test_a_stop_of_the_match_stops_a_thought(
    stop: Callable[[Situation, int], Change], world: World, pondering: Pondering
) -> None:
    table = await world.opened_by(1, ANA, EXPERT)
    world.clock.now = table.header.deadline
    await pondering.meanwhile(table, world.clock.now, lambda: table.do(stop, ANA.user_id))
    assert table.ply == 1
    assert (await world.again(table)).ply == 1
    if stop is not pauses.pause:
        assert table.header.status is Status.CLOSED
        return
    await table.do(pauses.resume, ANA.user_id)
    assert world.left(table) == 1.5
    await world.due(table)
    assert table.ply == 2
    assert len(pondering.asked) == 1, "what was thought before the pause still holds"


async def test_many_requests_for_a_move_at_once_make_one(world: World, quick: Pondering) -> None:
    table = await world.opened_by(1, ANA, EXPERT)
    world.clock.now = START + 1.5
    await asyncio.gather(*(table.expire() for _ in range(5)))
    assert table.ply == 2
    assert len(quick.asked) == 1


async def test_a_thought_that_fails_leaves_all_as_it_was(world: World) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("broken")

    world.think = broken
    table = await world.opened_by(1, ANA, EXPERT)
    before = table.header
    with pytest.raises(RuntimeError):
        await world.due(table)
    assert (table.header, table.ply) == (before, 1)
    await table.do(pauses.pause, ANA.user_id)


# ---------------------------------------------------------------------- news, and what is kept


async def test_a_computers_move_is_told_as_a_move_and_no_more(world: World) -> None:
    table = await world.opened_by(1, ANA, NORMAL)
    tell(table)
    await world.due(table)
    assert {type(each) for each in table.untold} <= {Played, Passed}
    assert (await world.kept(table)).log[-1].user_id is None
    assert (await world.again(table)).untold[1:] == table.untold, "and so after a restart"
    assert table.people[1].missed == 0


async def test_a_person_played_for_beside_computers_is_still_told(world: World) -> None:
    table = await world.opened_by(0, ANA, NORMAL, BEN)
    await world.due(table)
    await world.due(table)
    for told in (table, await world.again(table)):
        assert [each.seat for each in news_of(told, TimedOut)] == [0]


# ---------------------------------------------------------------------- pauses


async def test_the_pause_before_a_run_is_like_a_persons(world: World) -> None:
    world.pace = Timeouts(computer=(1.0, 2.5))
    waits = [world.left(await world.opened_by(1, ANA, NORMAL, BEN)) for _ in range(20)]
    assert 1.0 <= min(waits) < max(waits) <= 2.5


async def test_a_run_begins_anew_with_a_pause_after_each_person(world: World) -> None:
    table = await world.opened_by(2, ANA, EASY, BEN, NORMAL)
    await play_one(table)
    assert waits(world, table, 3, 1.5)
    await world.due(table)
    assert waits(world, table, 0, 120)
    await play_one(table)
    assert waits(world, table, 1, 1.5)


async def test_a_run_has_one_pause_and_shares_a_picture(world: World) -> None:
    table = await world.opened_by(0, ANA, EASY, NORMAL, EXPERT)
    await play_one(table)
    assert waits(world, table, 1, 1.5)
    world.clock.now = START + 1.5
    for seat in (1, 2, 3):
        assert waits(world, table, seat, 0, catching_up=True)
        await table.expire()
    assert waits(world, table, 0, 120)


async def test_an_absent_player_is_in_the_run_and_a_late_one_is_not(world: World) -> None:
    table = await world.opened_by(0, ANA, BEN, EASY, CEM)
    await table.do(presence.leave, BEN.user_id)
    await world.due(table)
    assert waits(world, table, 1, 1.5), "after a person who was late"
    await world.due(table)
    assert (turn(table), lifecycle.is_bot_move_due(table.situation)) == (2, True)


async def play_out(world: World, table: Table) -> None:
    """Play the deal to its end, with computers."""
    while table.view(None).turn is not None:
        await world.play_or_wait(table)


async def test_the_first_turn_of_a_deal_has_a_pause_after_a_computer_too(world: World) -> None:
    table = await world.opened_by(1, ANA, NORMAL)
    for _ in range(20):
        await play_out(world, table)
        assert world.left(table) == 15
        await world.due(table)
        # until it is the computer that opens
        if turn(table) == 1:
            break
    assert waits(world, table, 1, 1.5)


async def test_the_first_turn_of_a_match_has_a_pause_with_a_computer_on_the_first_seat_too(world: World) -> None:
    table = await world.opened_by(1, EASY, NORMAL, ANA, host=ANA.user_id)
    assert waits(world, table, 1, 1.5)


async def test_people_see_each_turn_of_a_grid(world: World) -> None:
    table = await world.begun(ANA, EASY, NORMAL, rules="memory")
    await world.play_until(table, EASY)
    await world.due(table)
    # the two that lie there make no pair: all have time to look at them, from when they are told of them
    assert waits(world, table, 2, 4)
    table.mark_unpublished()
    world.clock.now += 5
    assert not lifecycle.is_due(table.situation)
    await table.mark_published(table.ply)
    assert not lifecycle.is_due(table.situation)
    world.clock.now += 4
    assert lifecycle.is_due(table.situation)


async def test_computers_wait_for_no_person_where_only_they_remain(world: World) -> None:
    for seed in range(20):
        world.source.seed(seed)
        table = await world.begun(ANA, EASY, NORMAL, EXPERT, rules="mata", options={"until": "last", "limit": 50})
        while table.playing and (0 not in table.view(None).eliminated or table.view(None).turn is None):
            if table.view(None).turn == 0:
                # as badly as can be
                await play_one(table, len(table.view(0).legal) - 1)
            else:
                await world.due(table)
        if table.playing:
            break
    assert 0 in table.view(None).eliminated
    while table.playing and table.view(None).turn is not None:
        assert lifecycle.is_bot_move_due(table.situation)
        assert world.left(table) == 0
        await table.expire()
    assert not table.playing or world.left(table) == 15


async def test_computers_move_without_a_clock_all_the_same(world: World) -> None:
    table = await world.opened_by(1, ANA, NORMAL, time_control=TimeControl.NONE)
    await world.due(table)
    assert (turn(table), world.left(table)) == (0, 2 * 86_400)
    await play_one(table)
    await table.do(pauses.pause, ANA.user_id)
    assert table.header.deadline is None
    await table.do(pauses.resume, ANA.user_id)
    await world.due(table)
    assert turn(table) == 0


async def test_a_match_rests_while_all_its_people_are_away(world: World) -> None:
    table = await world.opened_by(0, ANA, NORMAL)
    await world.held(table, ANA)
    assert (
        table.header.deadline,
        lifecycle.is_bots_turn(table.situation),
        lifecycle.is_bot_move_due(table.situation),
    ) == (None, False, False)
    await table.do(presence.come_back, ANA.user_id)
    assert table.header.deadline is not None
    await table.do(presence.leave, ANA.user_id)
    assert table.header.status is Status.CLOSED


async def test_a_computer_is_not_removed_in_a_match_and_does_not_vote(world: World) -> None:
    table = await world.opened_by(0, ANA, NORMAL, EASY)
    await refused(table.do(presence.remove, ANA.user_id, NORMAL.user_id), Code.NOT_HERE)
    await table.do(votes.call_vote, ANA.user_id)
    assert table.header.status is Status.CLOSED, "one of one"


# ---------------------------------------------------------------------- hints


@pytest.mark.parametrize(
    ("people", "hints", "allowed"),
    [((ANA, NORMAL), False, True), ((ANA, BEN, NORMAL), False, False), ((ANA, BEN), True, True)],
    ids=["alone with a computer", "beside another person", "where agreed"],
)
async def test_hints_are_for_a_person_alone_or_where_they_were_agreed(
    people: tuple[Person, ...], hints: bool, allowed: bool, world: World, quick: Pondering
) -> None:
    table = await world.opened_by(0, *people, hints=hints)
    assert table.header.allows_hints is allowed
    if not allowed:
        await refused(table.bot_turns.hint(ANA.user_id), Code.NO_HINTS)
        return
    decision, view = await table.bot_turns.hint(ANA.user_id)
    assert view == table.view(0)
    assert decision.move in view.legal
    assert quick.asked == [(0, Level.EXPERT)]


async def test_hints_are_for_the_player_in_turn_while_there(world: World) -> None:
    table = await world.opened_by(1, ANA, BEN, CEM, hints=True)
    await refused(table.bot_turns.hint(ANA.user_id), Illegal.NOT_YOUR_TURN)
    await refused(table.bot_turns.hint(999), Code.NOT_SEATED)
    await table.do(pauses.pause, ANA.user_id)
    await refused(table.bot_turns.hint(BEN.user_id), Code.PAUSED)
    await table.do(pauses.resume, ANA.user_id)
    await table.do(presence.leave, BEN.user_id)
    await refused(table.bot_turns.hint(BEN.user_id), Code.LEFT)


async def test_there_are_no_hints_between_deals_or_before_the_first(world: World) -> None:
    table = await world.lobby(ANA, BEN, hints=True)
    await refused(table.bot_turns.hint(ANA.user_id), Code.NOT_STARTED)
    await table.do(lobby.start, ANA.user_id)
    await play_deal(table)
    await refused(table.bot_turns.hint(ANA.user_id), Illegal.NOT_DEALT)


async def test_the_bot_thinks_of_one_hint_at_a_time_and_of_moves_first(world: World, pondering: Pondering) -> None:
    tables = [await world.opened_by(0, *people, hints=True) for people in [(ANA, BEN)] * 3 + [(NORMAL, ANA)]]
    for table in tables:
        table.bot_turns._hint_lock = tables[0].bot_turns._hint_lock
    *hinted, other = tables
    asking = [asyncio.create_task(table.bot_turns.hint(ANA.user_id)) for table in hinted]
    await pondering.is_asked()
    ahead = asyncio.create_task(other.plan_turn())
    await pondering.is_asked()
    assert pondering.asked == [(0, Level.EXPERT), (0, Level.NORMAL)], "of three hints one is thought of"
    pondering.go.set()
    await asyncio.gather(ahead, *asking)
    assert len([level for _, level in pondering.asked if level is Level.EXPERT]) == 3


async def test_an_expert_thinks_of_one_position_once(world: World, pondering: Pondering) -> None:
    table = await world.opened_by(0, ANA, NORMAL)
    asking = [asyncio.create_task(table.bot_turns.hint(ANA.user_id)) for _ in range(5)]
    await pondering.is_asked()
    # play is not held up by it
    await play_one(table)
    pondering.go.set()
    hints = await asyncio.gather(*asking)
    assert len(pondering.asked) == 1
    assert len(set(map(id, hints))) == 1
    assert hints[0].view.history == (), "it is about the moment in which it was asked for"
    await world.due(table)
    await table.bot_turns.hint(ANA.user_id)
    assert len(pondering.asked) == 3


async def test_a_hint_is_refused_once_the_table_has_gone_on(world: World, pondering: Pondering) -> None:
    table = await world.begun(ANA, BEN, hints=True)
    asker = in_turn(table).user_id
    hints: list[asyncio.Task[object]] = []

    async def ask_and_play() -> None:
        hints.append(asyncio.create_task(table.bot_turns.hint(asker)))
        await asyncio.sleep(0)
        await play_one(table)

    world.clock.now += world.pace.turn
    await pondering.meanwhile(table, world.clock.now, ask_and_play)
    await refused(hints[0], Code.STALE)
    assert len(pondering.asked) == 1
