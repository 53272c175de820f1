"""What the bot thinks for others: for computers, for the absent, for who is out of time, for who asks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from engine import match
from engine.actions import Deal, Flip
from engine.bots.level import Level
from engine.errors import Illegal
from engine.events import Passed, Played
from engine.game import State
from engine.live.model.errors import Code
from engine.live.model.news import CameBack, Held, TimedOut
from engine.live.model.pace import TimeControl, Timeouts
from engine.live.model.table import Person, Presence, Status
from engine.live.tables.table import Table
from tests.engine.games import deal_action
from tests.engine.live.people import ANA, BEN, CEM, START, World, play_deal, play_one, refused, turn
from tests.engine.live.pondering import Pondering

EASY, NORMAL, EXPERT = (
    Person(-1 - at, name, "", level=level)
    for at, (name, level) in enumerate(zip(("Mirko", "Tove", "Odile"), Level, strict=True))
)


@pytest.fixture
def pondering(world: World) -> Pondering:
    """Whoever thinks in the world."""
    world.think = Pondering()
    return world.think


RUN = "6-6 6-5 5-4 4-3 0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1"
OTHERS = "6-4 6-3 6-2 6-1 6-0 5-5 5-3 5-2 5-1 5-0 4-4 4-2"


async def opened_by(world: World, seat: int, *people: Person, **changes: object) -> Table:
    """Begin a match that a certain seat opens."""

    def chosen(state: State) -> Deal:
        return world.dealer(state) if state.deal else Deal(match.stock_of(state), seat)

    table = await world.lobby(*people, last_activity_at=world.clock.now, rules="matador", **changes)
    table = Table(table.header, replace(world.around, dealer=chosen))
    await table.start(table.header.host)
    assert turn(table) == seat
    return table


async def meets(world: World, pondering: Pondering, table: Table, *levels: Level) -> None:
    """See that the turn in play is thought about at these levels."""
    pondering.go.set()
    pondering.asked.clear()
    seat = turn(table)
    await world.due(table)
    assert pondering.asked == [(seat, level) for level in levels]


# ---------------------------------------------------------------------- who thinks, and of what


@pytest.mark.parametrize("computer", [EASY, NORMAL, EXPERT])
async def test_a_computer_thinks_at_its_level(computer: Person, world: World, pondering: Pondering) -> None:
    assert computer.level is not None
    table = await opened_by(world, 1, ANA, computer)
    await meets(world, pondering, table, computer.level)
    assert turn(table) == 0


async def test_for_people_the_bot_thinks_as_a_normal_player(world: World, pondering: Pondering) -> None:
    table = await opened_by(world, 1, ANA, BEN, CEM)
    await meets(world, pondering, table, Level.NORMAL)
    await table.leave_match(CEM.user)
    await meets(world, pondering, table, Level.NORMAL)


async def test_who_thinks_sees_one_seats_view_and_what_all_have_seen(world: World, pondering: Pondering) -> None:
    pondering.go.set()
    table = await world.lobby(ANA, EXPERT, rules="memory")
    await table.start(ANA.user)
    while turn(table) == 1:
        await world.due(table)
    while turn(table) == 0:
        await play_one(table)
    pondering.seen.clear()
    before, there = table.view(1), lying(table)
    flips = [each.position for each in before.history if isinstance(each, Flip) and each.position in there]
    await world.due(table)
    (first, seen), (second, more) = pondering.seen[:2]
    assert first == before
    assert [position for position, _ in seen] == flips
    # the second tile of a turn is chosen with the first in sight
    assert second.history[:-1] == first.history
    assert len(more) == len(seen) + 1


def lying(table: Table) -> set[int]:
    layout = table.view(None).layout
    return set(layout.tiles)


async def test_a_whole_run_is_thought_out_and_played_at_once(world: World, pondering: Pondering) -> None:
    dealt = deal_action([RUN, OTHERS])
    table = await world.lobby(replace(EXPERT, user=-1), ANA, rules="no-boneyard")
    table = Table(replace(table.header, host=ANA.user), replace(world.around, dealer=lambda _state: dealt))
    await table.start(ANA.user)
    table.news.clear()
    pondering.go.set()
    await world.due(table)
    assert turn(table) == 1
    played = [each for each in table.news if isinstance(each, Played)]
    assert len(played) > 2
    assert len(pondering.asked) == len([each for each in table.view(None).history if each.seat == 0])
    assert {level for _, level in pondering.asked} == {Level.EXPERT}


async def test_what_is_thought_is_what_is_played(world: World, pondering: Pondering) -> None:
    table = await opened_by(world, 1, ANA, EASY)
    pondering.go.set()
    await table.think_ahead()
    assert table.thought_out
    assert table.ply == 1
    await table.expire(START)
    assert table.ply == 1, "it is kept until its time"
    await world.due(table)
    assert len(pondering.asked) == 1
    assert table.ply == 2
    assert not table.thought_out


# ---------------------------------------------------------------------- something else happens meanwhile


async def test_who_acts_while_the_bot_thinks_for_them_was_in_time(world: World, pondering: Pondering) -> None:
    table = await world.match(ANA, BEN)
    seat = turn(table)
    now = world.clock.now = START + 120
    await pondering.meanwhile(table, now, lambda: play_one(table))
    assert table.ply == 2
    assert table.people[seat].missed == 0
    assert not any(isinstance(each, TimedOut) for each in table.news)
    assert pondering.asked == [(seat, Level.NORMAL)]


async def test_a_seat_is_given_back_at_once_to_who_comes_back_while_the_bot_thinks(
    world: World, pondering: Pondering
) -> None:
    table = await opened_by(world, 0, ANA, BEN)
    pondering.go.set()
    await world.due(table)
    await play_one(table)
    await world.due(table)
    assert table.people[0].presence is Presence.HELD
    assert [type(each) for each in table.news if isinstance(each, (TimedOut, Held))] == [TimedOut, TimedOut, Held]
    await play_one(table)
    assert table.header.deadline == world.clock.now + 1.5
    pondering.go.clear()
    await asyncio.sleep(0)
    ply, now = table.ply, table.header.deadline
    world.clock.now = now
    table.news.clear()
    pondering.seen.clear()
    await pondering.meanwhile(table, now, lambda: table.come_back(ANA))
    assert len(pondering.seen) == 1
    assert (table.ply, turn(table)) == (ply, 0), "the thought is dropped"
    assert table.news == [CameBack(0)]
    assert table.header.deadline == now + 120
    await play_one(table)


async def test_what_was_thought_of_an_earlier_turn_is_played_in_no_other(world: World, pondering: Pondering) -> None:
    table = await opened_by(world, 0, ANA, EXPERT)
    pondering.go.set()
    await table.think_ahead()
    await play_one(table)
    await world.due(table)
    assert turn(table) == 0
    assert pondering.asked == [(0, Level.NORMAL), (1, Level.EXPERT)]


@pytest.mark.parametrize("what", ["pause", "end", "everybody leaves", "vote"])
async def test_whatever_stops_a_match_stops_a_thought(what: str, world: World, pondering: Pondering) -> None:
    table = await opened_by(world, 1, ANA, EXPERT)
    do: dict[str, Callable[[], Awaitable[object]]] = {
        "pause": lambda: table.pause(ANA.user),
        "end": lambda: table.end(ANA.user),
        "everybody leaves": lambda: table.leave_match(ANA.user),
        "vote": lambda: table.call_vote(ANA.user),
    }
    assert table.header.deadline is not None
    world.clock.now = table.header.deadline
    await pondering.meanwhile(table, world.clock.now, do[what])
    assert table.ply == 1
    assert (await world.again(table)).ply == 1
    if what != "pause":
        assert table.header.status is Status.CLOSED
        return
    await table.resume(ANA.user)
    assert table.header.deadline == world.clock.now + 1.5
    await world.due(table)
    assert table.ply == 2
    assert len(pondering.asked) == 1, "what was thought before the pause still holds"


async def test_many_who_ask_for_a_move_at_once_get_one(world: World, pondering: Pondering) -> None:
    table = await opened_by(world, 1, ANA, EXPERT)
    pondering.go.set()
    now = world.clock.now = START + 1.5
    await asyncio.gather(*(table.expire(now) for _ in range(5)))
    assert table.ply == 2
    assert len(pondering.asked) == 1


async def test_a_thought_that_fails_leaves_all_as_it_was(world: World) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("broken")

    world.think = broken  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
    table = await opened_by(world, 1, ANA, EXPERT)
    before = table.header
    with pytest.raises(RuntimeError):
        await world.due(table)
    assert (table.header, table.ply) == (before, 1)
    await table.pause(ANA.user)


# ---------------------------------------------------------------------- what is told and kept


async def test_that_a_computer_moved_is_told_as_a_move_and_no_more(world: World) -> None:
    table = await opened_by(world, 1, ANA, NORMAL)
    table.news.clear()
    await world.due(table)
    assert {type(each) for each in table.news} <= {Played, Passed}
    found = await world.store.find(table.id)
    assert found.log[-1].user is None
    assert Table.restore(found, world.around).news[1:] == table.news, "and so after a restart"
    assert table.people[1].missed == 0


async def test_beside_computers_it_is_still_told_that_a_person_was_played_for(world: World) -> None:
    table = await opened_by(world, 0, ANA, NORMAL, BEN)
    table.news.clear()
    await world.due(table)
    await world.due(table)
    assert [each.seat for each in table.news if isinstance(each, TimedOut)] == [0]
    again = (await world.again(table)).news
    assert [each.seat for each in again if isinstance(each, TimedOut)] == [0]


# ---------------------------------------------------------------------- how long it waits


async def test_before_the_first_of_a_run_there_is_a_pause_like_a_persons(world: World) -> None:
    world.pace = Timeouts(computer=(1.0, 2.5))
    pauses = set[float]()
    for number in range(20):
        table = await opened_by(world, 1, ANA, NORMAL, BEN, identity=f"t{number}", channel=number)
        pauses.add(table.header.deadline - START)
    assert 1.0 <= min(pauses) < max(pauses) <= 2.5


async def test_after_each_person_a_run_begins_anew_with_a_pause(world: World) -> None:
    table = await opened_by(world, 2, ANA, EASY, BEN, NORMAL)
    await play_one(table)
    assert (turn(table), table.header.deadline, table.catching_up) == (3, START + 1.5, False)
    await world.due(table)
    assert (turn(table), table.catching_up) == (0, False)
    await play_one(table)
    assert (turn(table), table.header.deadline) == (1, world.clock.now + 1.5)


async def test_a_run_has_one_pause_and_shares_a_picture(world: World) -> None:
    table = await opened_by(world, 0, ANA, EASY, NORMAL, EXPERT)
    await play_one(table)
    assert (table.header.deadline, table.catching_up) == (START + 1.5, False)
    world.clock.now = START + 1.5
    for seat in (1, 2, 3):
        assert (turn(table), table.header.deadline, table.catching_up) == (seat, START + 1.5, True)
        await table.expire(world.clock.now)
    assert (turn(table), table.catching_up) == (0, False)


async def test_who_is_away_is_in_the_run_and_who_is_only_late_is_not(world: World) -> None:
    table = await opened_by(world, 0, ANA, BEN, EASY, CEM)
    await table.leave_match(BEN.user)
    await world.due(table)
    assert turn(table) == 1
    assert table.header.deadline == world.clock.now + 1.5, "after a person who was late"
    await world.due(table)
    assert (turn(table), table.catching_up) == (2, True)


async def test_the_first_turn_of_a_deal_has_a_pause_whoever_ended_the_one_before(world: World) -> None:
    table = await opened_by(world, 1, ANA, NORMAL)
    while table.view(None).turn is not None:
        await (play_one(table) if turn(table) == 0 else world.due(table))
    assert table.header.deadline == world.clock.now + 15
    for _ in range(20):
        await world.due(table)
        if turn(table) == 1:
            break
        # until it is the computer that opens
        while table.view(None).turn is not None:
            await (play_one(table) if turn(table) == 0 else world.due(table))
    assert (turn(table), table.header.deadline) == (1, world.clock.now + 1.5)


async def test_the_first_turn_of_a_match_has_a_pause_with_a_computer_on_the_first_seat_too(world: World) -> None:
    table = await world.lobby(EASY, NORMAL, ANA, rules="matador")
    table = Table(
        replace(table.header, host=ANA.user), replace(world.around, dealer=lambda state: Deal(match.stock_of(state), 1))
    )
    await table.start(ANA.user)
    assert (turn(table), table.header.deadline) == (1, START + 1.5)


async def test_in_a_grid_people_see_each_turn(world: World) -> None:
    table = await world.lobby(ANA, EASY, NORMAL, rules="memory")
    await table.start(ANA.user)
    while turn(table) != 1:
        await (play_one(table) if turn(table) == 0 else world.due(table))
    await world.due(table)
    assert turn(table) == 2
    # the two that lie there make no pair: all have time to look at them, from when they are told of them
    assert (table.header.deadline, table.catching_up) == (world.clock.now + 4, False)
    table.mark_unpublished()
    world.clock.now += 5
    assert not table.due(world.clock.now)
    await table.mark_published(table.ply)
    assert not table.due(world.clock.now)
    world.clock.now += 4
    assert table.due(world.clock.now)


async def test_where_only_computers_remain_they_wait_for_nobody(world: World) -> None:
    for seed in range(20):
        world.source.seed(seed)
        table = await world.lobby(ANA, EASY, NORMAL, EXPERT, rules="mata", options={"until": "last", "limit": 50})
        await table.start(ANA.user)
        while table.playing and (0 not in table.view(None).eliminated or table.view(None).turn is None):
            if table.view(None).turn == 0:
                # as badly as can be
                await table.play(ANA.user, 0, table.ply, len(table.view(0).legal) - 1)
            else:
                await world.due(table)
        if table.playing:
            break
    assert 0 in table.view(None).eliminated
    while table.playing and table.view(None).turn is not None:
        assert table.catching_up
        assert table.header.deadline == world.clock.now
        await table.expire(world.clock.now)
    assert not table.playing or table.header.deadline == world.clock.now + 15


async def test_without_a_clock_computers_move_all_the_same(world: World) -> None:
    table = await opened_by(world, 1, ANA, NORMAL, time_control=TimeControl.NONE)
    await world.due(table)
    assert (turn(table), table.header.deadline) == (0, None)
    await play_one(table)
    await table.pause(ANA.user)
    assert table.header.deadline is None
    await table.resume(ANA.user)
    await world.due(table)
    assert turn(table) == 0


async def test_a_match_whose_people_are_all_away_rests_however_many_computers_there_are(world: World) -> None:
    table = await opened_by(world, 0, ANA, NORMAL)
    for _ in range(2):
        assert turn(table) == 0
        await world.due(table)
        if table.header.deadline is not None:
            await world.due(table)
    assert table.people[0].presence is Presence.HELD
    assert (table.header.deadline, table.bots_turn, table.catching_up) == (None, False, False)
    await table.come_back(ANA)
    assert table.header.deadline is not None
    await table.leave_match(ANA.user)
    assert table.header.status is Status.CLOSED


async def test_nobody_wins_on_a_computers_seat_and_nobody_votes_from_it(world: World) -> None:
    table = await opened_by(world, 0, ANA, NORMAL, EASY)
    await refused(table.remove(ANA.user, NORMAL.user), Code.NOT_HERE)
    await table.call_vote(ANA.user)
    assert table.header.status is Status.CLOSED, "one of one"


# ---------------------------------------------------------------------- hints


async def test_who_plays_alone_gets_hints_and_others_where_they_were_agreed(world: World) -> None:
    world.think = thinker = Pondering(go=True)
    for people, hints, allowed in (
        ((ANA, NORMAL), False, True),
        ((ANA, BEN, NORMAL), False, False),
        ((ANA, BEN), True, True),
    ):
        table = await opened_by(world, 0, *people, hints=hints, identity=f"{len(people)} {hints}")
        assert table.header.allows_hints is allowed
        if not allowed:
            await refused(table.hint(ANA.user), Code.NO_HINTS)
            await table.end(ANA.user)
            continue
        decision, view = await table.hint(ANA.user)
        assert view == table.view(0)
        assert decision.move in view.legal
        assert thinker.asked[-1] == (0, Level.EXPERT)
        await table.end(ANA.user)


async def test_hints_are_for_who_is_in_turn_and_there(world: World) -> None:
    table = await opened_by(world, 1, ANA, BEN, CEM, hints=True)
    await refused(table.hint(ANA.user), Illegal.NOT_YOUR_TURN)
    await refused(table.hint(999), Code.NOT_SEATED)
    await table.pause(ANA.user)
    await refused(table.hint(BEN.user), Code.PAUSED)
    await table.resume(ANA.user)
    await table.leave_match(BEN.user)
    await refused(table.hint(BEN.user), Code.LEFT)


async def test_between_deals_and_before_the_first_there_is_nothing_to_hint(world: World) -> None:
    table = await world.lobby(ANA, BEN, hints=True)
    await refused(table.hint(ANA.user), Code.NOT_STARTED)
    await table.start(ANA.user)
    await play_deal(table)
    await refused(table.hint(ANA.user), Illegal.NOT_DEALT)


async def test_hints_are_thought_of_one_at_a_time_so_that_computers_elsewhere_go_first(
    world: World, pondering: Pondering
) -> None:
    hinting = asyncio.Lock()

    async def beside(*people: Person, number: int) -> Table:
        table = await opened_by(world, 0, *people, hints=True, identity=f"table{number}", channel=number)
        table._services = replace(table._services, hint_lock=hinting)  # pyright: ignore[reportPrivateUsage]
        return table

    tables = [await beside(ANA, BEN, number=number) for number in range(3)]
    other = await beside(NORMAL, ANA, number=3)
    asking = [asyncio.create_task(table.hint(ANA.user)) for table in tables]
    await pondering.is_asked()
    ahead = asyncio.create_task(other.think_ahead())
    await pondering.is_asked()
    assert pondering.asked == [(0, Level.EXPERT), (0, Level.NORMAL)], "of three hints one is thought of"
    pondering.go.set()
    await asyncio.gather(ahead, *asking)
    assert len([level for _, level in pondering.asked if level is Level.EXPERT]) == 3


async def test_of_one_position_an_expert_thinks_once_however_often_it_is_asked(
    world: World, pondering: Pondering
) -> None:
    table = await opened_by(world, 0, ANA, NORMAL)
    asking = [asyncio.create_task(table.hint(ANA.user)) for _ in range(5)]
    await pondering.is_asked()
    # play is not held up by it
    await play_one(table)
    pondering.go.set()
    hints = await asyncio.gather(*asking)
    assert len(pondering.asked) == 1
    assert len(set(map(id, hints))) == 1
    assert hints[0].view.history == (), "it is about the moment in which it was asked for"
    await world.due(table)
    await table.hint(ANA.user)
    assert len(pondering.asked) == 3


async def test_a_hint_is_not_thought_about_once_the_table_has_gone_on(world: World, pondering: Pondering) -> None:
    table = await world.lobby(ANA, BEN, hints=True)
    await table.start(ANA.user)
    asker = table.people[turn(table)].user
    hints: list[asyncio.Task[object]] = []

    async def ask_and_play() -> None:
        hints.append(asyncio.create_task(table.hint(asker)))
        await asyncio.sleep(0)
        await play_one(table)

    world.clock.now += world.pace.turn
    await pondering.meanwhile(table, world.clock.now, ask_and_play)
    await refused(hints[0], Code.STALE)
    assert len(pondering.asked) == 1
