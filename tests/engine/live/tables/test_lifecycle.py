"""Pauses, votes, and matches without life."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.live.league.figures import LeaderboardFilter
from engine.live.model.errors import Code, StorageError
from engine.live.model.news import Closed, Paused, Resumed
from engine.live.model.pace import TimeControl
from engine.live.model.table import Pause, Presence, Status, Vote
from engine.live.tables.table import Table
from tests.engine.live.people import (
    ANA,
    BEN,
    CEM,
    DIA,
    EVE,
    FOUR,
    GUILD,
    START,
    World,
    exactly,
    play_deal,
    play_one,
    refused,
    turn,
)

DAY = 86_400.0


# ---------------------------------------------------------------------- pauses


async def test_a_pause_stops_the_clock_and_all_play_and_keeps_the_time_that_was_left(world: World) -> None:
    table = await world.match(ANA, BEN)
    world.clock.now += 50
    await table.pause(ANA.user)
    assert exactly(table.news[-1]) == exactly(Paused())
    for rebuilt in (table, await world.again(table)):
        assert (rebuilt.header.pause, rebuilt.header.deadline) == (Pause(70), None)
        seat = turn(rebuilt)
        user = rebuilt.people[seat].user
        await refused(rebuilt.play(user, seat, rebuilt.ply, 0), Code.PAUSED)
        await refused(rebuilt.pass_turn(user, rebuilt.ply), Code.PAUSED)
        await refused(rebuilt.flip(user, rebuilt.ply, 1), Code.PAUSED)
        await refused(rebuilt.pause(ANA.user), Code.PAUSED)
        await rebuilt.expire(world.clock.now + 40_000)
        assert (rebuilt.ply, world.reminded) == (1, [])
    world.clock.now += 40_000
    again = await world.again(table)
    await again.resume(ANA.user)
    assert exactly(again.news[-1]) == exactly(Resumed())
    assert (again.header.pause, again.header.deadline) == (None, world.clock.now + 70)
    assert (await world.again(again)).header == again.header
    await play_one(again)


async def test_a_pause_between_deals_keeps_the_next_one_from_coming(world: World) -> None:
    table = await world.match(ANA, BEN)
    await play_deal(table)
    world.clock.now += 5
    await table.pause(ANA.user)
    await refused(table.next_deal(BEN.user, 1), Code.PAUSED)
    await table.expire(world.clock.now + 1000)
    assert table.view(None).deal == 1
    await table.resume(ANA.user)
    assert table.header.deadline == world.clock.now + 10
    await table.next_deal(BEN.user, 1)


async def test_without_a_clock_a_pause_stops_play_all_the_same(world: World) -> None:
    table = await world.clocked(TimeControl.NONE, ANA, BEN)
    await table.pause(ANA.user)
    assert table.header.pause == Pause(None)
    seat = turn(table)
    await refused(table.play(table.people[seat].user, seat, table.ply, 0), Code.PAUSED)
    await table.resume(ANA.user)
    assert table.header.deadline is None
    await play_one(table)


async def test_one_who_was_reminded_before_a_pause_is_not_reminded_after_it(world: World) -> None:
    table = await world.match(ANA, BEN)
    world.clock.now += 70
    await table.expire(world.clock.now)
    await table.pause(ANA.user)
    await table.resume(ANA.user)
    await table.expire(world.clock.now + 20)
    assert world.reminded == [table]


async def test_only_the_host_or_a_manager_pauses_and_resumes(world: World) -> None:
    table = await world.match(ANA, BEN)
    for user in (BEN.user, EVE.user):
        await refused(table.pause(user), Code.NOT_HOST)
    await refused(table.resume(ANA.user), Code.NOT_PAUSED)
    await table.pause(EVE.user, manager=True)
    for user in (BEN.user, EVE.user):
        await refused(table.resume(user), Code.NOT_HOST)
    await table.resume(EVE.user, manager=True)
    lobby = await world.lobby(ANA, identity="t2", channel=71)
    await refused(lobby.pause(ANA.user), Code.NOT_STARTED)


async def test_one_who_leaves_in_a_pause_starts_nothing_and_the_bot_plays_for_them_after_it(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    while table.people[turn(table)].user != BEN.user:
        await play_one(table)
    await table.pause(ANA.user)
    await table.leave_match(BEN.user)
    assert table.header.deadline is None
    await table.resume(ANA.user)
    assert table.header.deadline == world.clock.now + 1.5


async def test_the_host_who_goes_in_a_pause_leaves_it_to_the_next(world: World) -> None:
    table = await world.match(ANA, BEN)
    await table.pause(ANA.user)
    await table.leave_match(ANA.user)
    await refused(table.resume(ANA.user), Code.NOT_HOST)
    await table.resume(BEN.user)
    assert table.header.deadline is not None


async def test_a_paused_match_can_be_ended(world: World) -> None:
    table = await world.match(ANA, BEN)
    await table.pause(ANA.user)
    await table.end(ANA.user)
    assert (table.header.status, table.header.pause) == (Status.CLOSED, None)


# ---------------------------------------------------------------------- votes


async def test_more_than_half_of_those_who_are_there_end_the_match_and_it_counts_for_nobody(world: World) -> None:
    table = await world.match(*FOUR)
    vote = await table.call_vote(BEN.user)
    assert vote == Vote(1, world.clock.now + 300, yes=(BEN.user,))
    await table.vote(CEM.user, 1, yes=True)
    assert table.playing, "two of four are no majority"
    assert (await world.again(table)).header == table.header
    await table.vote(DIA.user, 1, yes=True)
    assert table.header.status is Status.CLOSED
    assert exactly(table.news[-1]) == exactly(Closed("voted"))
    assert (await world.again(table)).header == table.header
    assert await world.store.league.board(LeaderboardFilter(GUILD), 10) == ([], 0)


async def test_a_vote_can_be_changed_and_counts_once(world: World) -> None:
    table = await world.match(*FOUR)
    await table.call_vote(ANA.user)
    for _ in range(3):
        assert (await table.vote(BEN.user, 1, yes=True)).yes == (ANA.user, BEN.user)
    assert await table.vote(BEN.user, 1, yes=False) == Vote(1, START + 300, (ANA.user,), (BEN.user,))
    assert await table.vote(ANA.user, 1, yes=True) == Vote(1, START + 300, (ANA.user,), (BEN.user,))
    assert table.playing


async def test_of_two_one_who_is_against_settles_it_and_the_match_goes_on(world: World) -> None:
    table = await world.match(ANA, BEN)
    await table.call_vote(ANA.user)
    await table.vote(BEN.user, 1, yes=False)
    for user in (ANA.user, BEN.user):
        await refused(table.vote(user, 1, yes=True), Code.VOTE_OVER)
    assert table.playing
    assert (await table.call_vote(BEN.user)).number == 2
    await refused(table.vote(ANA.user, 1, yes=True), Code.VOTE_OVER)
    await table.vote(ANA.user, 2, yes=True)
    assert table.header.status is Status.CLOSED


@pytest.mark.parametrize(
    ("clock", "seconds"), [(TimeControl.CASUAL, 300), (TimeControl.SLOW, DAY), (TimeControl.NONE, DAY)]
)
async def test_a_vote_runs_out_and_then_another_may_be_called(clock: TimeControl, seconds: float, world: World) -> None:
    table = await world.clocked(clock, *FOUR)
    await table.call_vote(ANA.user)
    world.clock.now += seconds - 1
    await refused(table.call_vote(BEN.user), Code.VOTE_RUNNING)
    await table.vote(BEN.user, 1, yes=True)
    world.clock.now += 1
    await refused(table.vote(CEM.user, 1, yes=True), Code.VOTE_OVER)
    assert table.playing
    assert (await table.call_vote(CEM.user)).yes == (CEM.user,)


async def test_only_who_sits_there_and_is_there_votes(world: World) -> None:
    table = await world.match(*FOUR)
    await refused(table.call_vote(EVE.user), Code.NOT_SEATED)
    await refused(table.vote(ANA.user, 1, yes=True), Code.VOTE_OVER)
    await table.leave_match(DIA.user)
    await refused(table.call_vote(DIA.user), Code.LEFT)
    await table.call_vote(ANA.user)
    await refused(table.vote(DIA.user, 1, yes=True), Code.LEFT)
    await refused(table.vote(EVE.user, 1, yes=True), Code.NOT_SEATED)
    await refused(table.vote(BEN.user, 0, yes=True), Code.VOTE_OVER)
    # two of the three who are there
    await table.vote(BEN.user, 1, yes=True)
    assert table.header.status is Status.CLOSED


async def test_one_who_is_there_alone_ends_the_match_by_asking(world: World) -> None:
    table = await world.match(ANA, BEN)
    await table.leave_match(ANA.user)
    await table.call_vote(BEN.user)
    assert table.header.status is Status.CLOSED
    assert exactly(table.news[-1]) == exactly(Closed("voted"))


async def test_those_who_go_while_a_vote_runs_count_no_more(world: World) -> None:
    table = await world.match(*FOUR)
    await table.call_vote(ANA.user)
    await table.vote(BEN.user, 1, yes=True)
    await table.vote(CEM.user, 1, yes=False)
    assert not table.due(world.clock.now)
    await table.leave_match(CEM.user)
    await table.expire(world.clock.now)
    assert table.header.status is Status.CLOSED
    assert exactly(table.news[-1]) == exactly(Closed("voted"))


async def test_who_said_yes_and_went_does_not_end_it(world: World) -> None:
    table = await world.match(*FOUR)
    await table.call_vote(ANA.user)
    await table.vote(BEN.user, 1, yes=True)
    await table.leave_match(BEN.user)
    await table.expire(world.clock.now)
    assert table.playing
    await table.vote(CEM.user, 1, yes=True)
    assert table.header.status is Status.CLOSED


async def test_a_vote_that_ran_out_ends_nothing_when_others_go(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    await table.call_vote(ANA.user)
    world.clock.now += 300
    await table.leave_match(BEN.user)
    await table.leave_match(CEM.user)
    await table.expire(world.clock.now)
    assert table.playing


async def test_a_decisive_vote_that_could_not_be_written_was_not_cast_and_can_be_cast_again(world: World) -> None:
    table = await world.match(ANA, BEN)
    await table.call_vote(ANA.user)
    before = table.header
    for _ in range(2):
        world.store.fails = StorageError("full")
        with pytest.raises(StorageError):
            await table.vote(BEN.user, 1, yes=True)
        assert table.header is before
    world.store.fails = None
    await table.vote(BEN.user, 1, yes=True)
    assert table.header.status is Status.CLOSED


# ---------------------------------------------------------------------- without life


async def without_life(world: World, table: Table) -> float:
    """Let the bot do all it does until the table closes; return after how long."""
    began = world.clock.now
    while table.playing:
        world.clock.now += 600
        await table.expire(world.clock.now)
    assert exactly(table.news[-1]) == exactly(Closed("asleep"))
    assert (table.header.status, table.header.deadline, table.header.pause) == (Status.CLOSED, None, None)
    return world.clock.now - began


@pytest.mark.parametrize("clock", TimeControl)
async def test_a_match_that_nobody_plays_closes_after_two_days_and_counts_for_nobody(
    clock: TimeControl, world: World
) -> None:
    table = await world.clocked(clock, ANA, BEN, CEM, target=200)
    assert await without_life(world, table) == 2 * DAY
    assert (await world.again(table)).header == table.header
    assert await world.store.league.board(LeaderboardFilter(GUILD), 10) == ([], 0)


async def test_a_pause_does_not_keep_a_match_open_for_ever(world: World) -> None:
    table = await world.match(ANA, BEN)
    world.clock.now += 50
    await table.pause(ANA.user)
    assert await without_life(world, table) == 2 * DAY


@pytest.mark.parametrize(
    ("life", "counts"),
    [
        ("play", True),
        ("pause", True),
        ("vote", True),
        ("hand over", True),
        ("leave", True),
        ("back", True),
        ("greet", False),
        ("text", False),
        ("message", False),
    ],
)
async def test_what_people_do_at_a_table_is_life_and_what_only_shows_it_is_none(
    life: str, counts: bool, world: World
) -> None:
    table = await world.clocked(TimeControl.NONE, ANA, BEN, CEM)
    if life == "back":
        table.header = (await held_by_hand(world, table)).header
    world.clock.now += DAY
    doing = {
        "play": lambda: play_one(table),
        "pause": lambda: table.pause(ANA.user),
        "vote": lambda: table.call_vote(BEN.user),
        "hand over": lambda: table.hand_over(ANA.user, BEN.user),
        "leave": lambda: table.leave_match(CEM.user),
        "back": lambda: table.come_back(CEM),
        "greet": lambda: table.refresh_person(BEN),
        "text": lambda: table.set_as_text(ANA.user, True),
        "message": lambda: table.set_post(None),
    }
    await doing[life]()
    assert table.header.last_activity_at == world.clock.now - (0 if counts else DAY)
    assert (await world.again(table)).header == table.header


async def held_by_hand(world: World, table: Table) -> Table:
    """Hold Cem's seat without waiting for it."""
    people = (*table.people[:2], replace(CEM, presence=Presence.HELD))
    await world.store.save(replace(table.header, people=people), table.ply)
    return await world.again(table)


async def test_at_a_slow_table_one_who_is_absent_closes_nothing_for_the_others(world: World) -> None:
    table = await world.clocked(TimeControl.SLOW, ANA, BEN, CEM)
    for _ in range(6):
        while table.view(None).turn is None or table.people[turn(table)].user != BEN.user:
            world.clock.now += 0.9 * DAY
            await table.expire(world.clock.now)
            if table.people[turn(table)].user != BEN.user:
                await play_one(table)
        await world.due(table)
        assert table.playing
    assert table.people[1].presence is Presence.HELD


async def test_at_a_slow_table_where_all_but_one_are_absent_that_one_is_not_left_waiting(world: World) -> None:
    table = await world.clocked(TimeControl.SLOW, ANA, BEN)
    while table.people[1].presence is Presence.HERE:
        if table.people[turn(table)].user == BEN.user:
            await world.due(table)
        else:
            await play_one(table)
    await play_one(table)
    assert table.header.deadline == world.clock.now + 1.5
