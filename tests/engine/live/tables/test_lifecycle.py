"""Pauses, votes, and matches without life."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.bots.level import Level
from engine.live.model.errors import Code, StorageError
from engine.live.model.news import Closed, NewHost, Paused, Resumed, TimedOut
from engine.live.model.pace import TimeControl
from engine.live.model.table import Pause, Person, Presence, Status, Vote
from engine.live.tables import lifecycle, pauses, playing, presence, votes
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, FOUR, START, World
from tests.engine.live.playing import all_refused, exactly, expire_at, in_turn, play_deal, play_one, refused, turn

DAY = 86_400.0


# ---------------------------------------------------------------------- pauses


async def test_a_pause_stops_the_clock_and_all_play_and_keeps_the_time_left(world: World, table: Table) -> None:
    world.clock.now += 50
    await table.do(pauses.pause, ANA.user)
    assert exactly(table.untold[-1]) == exactly(Paused())
    for rebuilt in (table, await world.again(table)):
        assert (rebuilt.header.pause, rebuilt.header.deadline) == (Pause(70, START + 50), None)
        user, ply = in_turn(rebuilt).user, rebuilt.ply
        plays = rebuilt.do(playing.play, user, turn(rebuilt), ply, 0), rebuilt.do(playing.flip, user, ply, 1)
        await all_refused(
            Code.PAUSED, *plays, rebuilt.do(playing.pass_turn, user, ply), rebuilt.do(pauses.pause, ANA.user)
        )
        await expire_at(rebuilt, world.clock.now + 40_000)
        assert (rebuilt.ply, world.reminded) == (1, [])
    world.clock.now += 40_000
    again = await world.again(table)
    await again.do(pauses.resume, ANA.user)
    assert exactly(again.untold[-1]) == exactly(Resumed())
    assert (again.header.pause, world.left(again)) == (None, 70)
    await world.again(again)
    await play_one(again)


async def test_no_deal_comes_in_a_pause(world: World, table: Table) -> None:
    await play_deal(table)
    world.clock.now += 5
    await table.do(pauses.pause, ANA.user)
    await refused(table.do(playing.next_deal, BEN.user, 1), Code.PAUSED)
    await expire_at(table, world.clock.now + 1000)
    assert table.view(None).deal == 1
    await table.do(pauses.resume, ANA.user)
    assert world.left(table) == 10
    await table.do(playing.next_deal, BEN.user, 1)


async def test_a_pause_stops_play_without_a_clock_too(world: World) -> None:
    table = await world.begun(time_control=TimeControl.NONE)
    await table.do(pauses.pause, ANA.user)
    world.clock.now += DAY
    await refused(play_one(table), Code.PAUSED)
    await table.do(pauses.resume, ANA.user)
    assert world.left(table) == 2 * DAY
    await play_one(table)


async def test_a_player_who_was_reminded_before_a_pause_is_not_reminded_after_it(world: World, table: Table) -> None:
    await world.wait(table, 70)
    await table.do(pauses.pause, ANA.user)
    await table.do(pauses.resume, ANA.user)
    await world.wait(table, 20)
    assert world.reminded == [table]


async def test_at_first_only_the_host_or_a_manager_pauses_and_resumes(world: World, table: Table) -> None:
    await all_refused(Code.NOT_HOST, table.do(pauses.pause, BEN.user), table.do(pauses.pause, EVE.user))
    await refused(table.do(pauses.resume, ANA.user), Code.NOT_PAUSED)
    await table.do(pauses.pause, EVE.user, manager=True)
    await refused(table.do(pauses.resume, BEN.user), Code.PAUSE_OF_HOST, host=ANA.user, until=int(START) + 3600)
    await refused(table.do(pauses.resume, EVE.user), Code.NOT_SEATED)
    await table.do(pauses.resume, EVE.user, manager=True)
    await refused((await world.lobby()).do(pauses.pause, ANA.user), Code.NOT_STARTED)


async def test_after_an_hour_whoever_plays_resumes_and_nobody_else(world: World, quartet: Table) -> None:
    await quartet.do(pauses.pause, ANA.user)
    await quartet.do(presence.leave, CEM.user)
    world.clock.now += 3599
    await refused(quartet.do(pauses.resume, BEN.user), Code.PAUSE_OF_HOST)
    world.clock.now += 1
    again = await world.again(quartet)
    await refused(again.do(pauses.resume, EVE.user), Code.NOT_SEATED)
    await refused(again.do(pauses.resume, CEM.user), Code.LEFT)
    await again.do(pauses.resume, BEN.user)
    assert (again.header.pause, world.left(again)) == (None, 120)


async def test_a_player_who_comes_back_makes_no_pause_the_hosts_for_longer(world: World, trio: Table) -> None:
    await world.held(trio, BEN)
    await world.play_until(trio, BEN)
    await trio.do(pauses.pause, ANA.user)
    world.clock.now += 3600
    await refused(trio.do(pauses.resume, BEN.user), Code.HELD)
    await trio.do(presence.come_back, BEN.user)
    await trio.do(pauses.resume, BEN.user)
    assert (trio.header.pause, world.left(trio)) == (None, 120)


async def test_a_host_pauses_a_deal_for_an_hour_in_all(world: World, trio: Table) -> None:
    for minutes in (40, 19):
        await trio.do(pauses.pause, ANA.user)
        world.clock.now += minutes * 60
        await trio.do(pauses.resume, ANA.user)
    trio = await world.again(trio)
    await trio.do(pauses.pause, ANA.user)
    await refused(trio.do(pauses.resume, BEN.user), Code.PAUSE_OF_HOST, host=ANA.user, until=int(world.clock.now) + 60)
    world.clock.now += 60
    await trio.do(pauses.resume, BEN.user)
    await refused(trio.do(pauses.pause, ANA.user), Code.PAUSES_USED_UP)
    await trio.do(presence.hand_over, ANA.user, BEN.user)
    await refused(trio.do(pauses.pause, BEN.user), Code.PAUSES_USED_UP)
    await trio.do(pauses.pause, EVE.user, manager=True)
    await trio.do(pauses.resume, CEM.user)
    await play_deal(trio)
    await refused(trio.do(pauses.pause, BEN.user), Code.PAUSES_USED_UP)
    await trio.do(playing.next_deal, BEN.user, 1)
    await trio.do(pauses.pause, BEN.user)
    await refused(trio.do(pauses.resume, CEM.user), Code.PAUSE_OF_HOST)


async def test_a_player_for_whom_nobody_waits_pauses_as_often_as_they_like(world: World, table: Table) -> None:
    await table.do(presence.leave, BEN.user)
    for _ in range(2):
        await table.do(pauses.pause, ANA.user)
        world.clock.now += 3600
        await table.do(pauses.resume, ANA.user)


async def test_the_bot_plays_for_a_player_who_left_in_a_pause_after_it(world: World, trio: Table) -> None:
    await world.play_until(trio, BEN)
    await trio.do(pauses.pause, ANA.user)
    await trio.do(presence.leave, BEN.user)
    assert trio.header.deadline is None
    await trio.do(pauses.resume, ANA.user)
    assert world.left(trio) == 1.5


async def test_a_host_who_leaves_in_a_pause_leaves_it_to_the_next(table: Table) -> None:
    await table.do(pauses.pause, ANA.user)
    await table.do(presence.leave, ANA.user)
    await refused(table.do(pauses.resume, ANA.user), Code.LEFT)
    await table.do(pauses.resume, BEN.user)
    assert table.header.deadline is not None


async def test_a_paused_match_can_be_ended(table: Table) -> None:
    await table.do(pauses.pause, ANA.user)
    await table.do(lifecycle.end, ANA.user)
    assert (table.header.status, table.header.pause) == (Status.CLOSED, None)


# ---------------------------------------------------------------------- votes


def is_voted_down(table: Table) -> bool:
    """Return whether a vote has closed a table."""
    return table.header.status is Status.CLOSED and exactly(table.untold[-1]) == exactly(Closed("voted"))


async def test_more_than_half_of_the_players_end_the_match_and_it_counts_for_none(world: World, quartet: Table) -> None:
    await quartet.do(votes.call_vote, BEN.user)
    assert quartet.header.vote == Vote(1, world.clock.now + 300, yes=(BEN.user,))
    await quartet.do(votes.vote, CEM.user, 1, yes=True)
    assert quartet.playing, "two of four are no majority"
    await world.again(quartet)
    await quartet.do(votes.vote, DIA.user, 1, yes=True)
    assert is_voted_down(quartet)
    await world.again(quartet)
    assert await world.board() == []


async def test_a_vote_can_be_changed_and_counts_once(quartet: Table) -> None:
    await quartet.do(votes.call_vote, ANA.user)
    for _ in range(3):
        await quartet.do(votes.vote, BEN.user, 1, yes=True)
        assert quartet.header.vote.yes == (ANA.user, BEN.user)
    await quartet.do(votes.vote, BEN.user, 1, yes=False)
    assert quartet.header.vote == Vote(1, START + 300, (ANA.user,), (BEN.user,))
    await quartet.do(votes.vote, ANA.user, 1, yes=True)
    assert quartet.header.vote == Vote(1, START + 300, (ANA.user,), (BEN.user,))
    assert quartet.playing


async def test_one_of_two_votes_against_and_the_match_goes_on(table: Table) -> None:
    await table.do(votes.call_vote, ANA.user)
    await table.do(votes.vote, BEN.user, 1, yes=False)
    await all_refused(Code.VOTE_OVER, *(table.do(votes.vote, each.user, 1, yes=True) for each in (ANA, BEN)))
    assert table.playing
    await table.do(votes.call_vote, BEN.user)
    assert table.header.vote.number == 2
    await refused(table.do(votes.vote, ANA.user, 1, yes=True), Code.VOTE_OVER)
    await table.do(votes.vote, ANA.user, 2, yes=True)
    assert is_voted_down(table)


async def test_a_lost_vote_is_over_whoever_leaves_then(world: World, trio: Table) -> None:
    await trio.do(votes.call_vote, ANA.user)
    await trio.do(votes.vote, BEN.user, 1, yes=False)
    await trio.do(votes.vote, CEM.user, 1, yes=False)
    for gone in (BEN, CEM):
        await trio.do(presence.leave, gone.user)
    trio = await world.again(trio)
    assert trio.header.vote is not None
    assert not votes.is_lost(trio.situation, trio.header.vote)
    await refused(trio.do(votes.vote, ANA.user, 1, yes=True), Code.VOTE_OVER)
    await trio.do(votes.call_vote, ANA.user)
    assert trio.header.vote.number == 2


@pytest.mark.parametrize(
    ("clock", "seconds"), [(TimeControl.CASUAL, 300), (TimeControl.SLOW, DAY), (TimeControl.NONE, DAY)]
)
async def test_a_vote_runs_out_and_then_another_may_be_called(clock: TimeControl, seconds: float, world: World) -> None:
    table = await world.begun(*FOUR, time_control=clock)
    await table.do(votes.call_vote, ANA.user)
    world.clock.now += seconds - 1
    await refused(table.do(votes.call_vote, BEN.user), Code.VOTE_RUNNING)
    await table.do(votes.vote, BEN.user, 1, yes=True)
    world.clock.now += 1
    await refused(table.do(votes.vote, CEM.user, 1, yes=True), Code.VOTE_OVER)
    assert table.playing
    await table.do(votes.call_vote, CEM.user)
    assert table.header.vote.yes == (CEM.user,)


async def test_only_a_player_who_is_there_votes(quartet: Table) -> None:
    await refused(quartet.do(votes.call_vote, EVE.user), Code.NOT_SEATED)
    await refused(quartet.do(votes.vote, ANA.user, 1, yes=True), Code.VOTE_OVER)
    await quartet.do(presence.leave, DIA.user)
    await refused(quartet.do(votes.call_vote, DIA.user), Code.LEFT)
    await quartet.do(votes.call_vote, ANA.user)
    await refused(quartet.do(votes.vote, DIA.user, 1, yes=True), Code.LEFT)
    await refused(quartet.do(votes.vote, EVE.user, 1, yes=True), Code.NOT_SEATED)
    await refused(quartet.do(votes.vote, BEN.user, 0, yes=True), Code.VOTE_OVER)
    # two of the three who are there
    await quartet.do(votes.vote, BEN.user, 1, yes=True)
    assert is_voted_down(quartet)


async def test_the_only_player_left_ends_the_match_by_asking(table: Table) -> None:
    await table.do(presence.leave, ANA.user)
    await table.do(votes.call_vote, BEN.user)
    assert is_voted_down(table)


async def test_the_votes_of_players_who_leave_count_no_more(world: World, quartet: Table) -> None:
    await quartet.do(votes.call_vote, ANA.user)
    await quartet.do(votes.vote, BEN.user, 1, yes=True)
    await quartet.do(votes.vote, CEM.user, 1, yes=False)
    assert not lifecycle.is_due(quartet.situation)
    await quartet.do(presence.leave, CEM.user)
    await quartet.expire()
    assert is_voted_down(quartet)


async def test_a_player_who_said_yes_and_left_does_not_end_the_match(world: World, quartet: Table) -> None:
    await quartet.do(votes.call_vote, ANA.user)
    await quartet.do(votes.vote, BEN.user, 1, yes=True)
    await quartet.do(presence.leave, BEN.user)
    await quartet.expire()
    assert quartet.playing
    await quartet.do(votes.vote, CEM.user, 1, yes=True)
    assert is_voted_down(quartet)


async def test_a_vote_that_ran_out_ends_nothing_when_others_leave(world: World, trio: Table) -> None:
    await trio.do(votes.call_vote, ANA.user)
    world.clock.now += 300
    await trio.do(presence.leave, BEN.user)
    await trio.do(presence.leave, CEM.user)
    await trio.expire()
    assert trio.playing


async def test_a_decisive_vote_that_could_not_be_written_can_be_cast_again(world: World, table: Table) -> None:
    await table.do(votes.call_vote, ANA.user)
    before = table.header
    for _ in range(2):
        with world.store.failing(), pytest.raises(StorageError):
            await table.do(votes.vote, BEN.user, 1, yes=True)
        assert table.header is before
    await table.do(votes.vote, BEN.user, 1, yes=True)
    assert is_voted_down(table)


# ---------------------------------------------------------------------- without life


async def without_life(world: World, table: Table) -> float:
    """Let the bot do all it does until the table closes; return after how long."""
    began = world.clock.now
    while table.playing:
        await world.wait(table, 600)
    assert exactly(table.untold[-1]) == exactly(Closed("asleep"))
    assert (table.header.status, table.header.deadline, table.header.pause) == (Status.CLOSED, None, None)
    return world.clock.now - began


@pytest.mark.parametrize(
    ("clock", "days", "moves"), [(TimeControl.CASUAL, 2, 6), (TimeControl.SLOW, 6, 5), (TimeControl.NONE, 6, 2)]
)
async def test_a_match_that_is_not_played_closes_once_nobody_is_there(
    clock: TimeControl, days: int, moves: int, world: World
) -> None:
    table = await world.begun(ANA, BEN, CEM, time_control=clock, options={"target": 200})
    assert await without_life(world, table) == days * DAY
    turns = sum(isinstance(each, TimedOut) for each in table.untold)
    assert turns == moves, "the bot plays until the last player is away, and no longer"
    await world.again(table)
    assert await world.board() == []


@pytest.mark.parametrize("clock", [TimeControl.SLOW, TimeControl.NONE])
async def test_a_match_of_one_person_and_computers_closes_after_two_days(clock: TimeControl, world: World) -> None:
    computers = Person(-1, "", "", level=Level.EASY), Person(-2, "", "", level=Level.EASY)
    table = await world.begun(ANA, *computers, time_control=clock, options={"target": 200})
    assert 2 * DAY <= await without_life(world, table) < 2 * DAY + 3600
    assert table.people[0].presence is Presence.HERE


async def test_a_player_who_stalls_without_a_clock_is_away_and_the_others_play_on(world: World, trio: Table) -> None:
    table = await world.opened_by(0, ANA, BEN, CEM, time_control=TimeControl.NONE)
    # asking for votes and pauses gains no time
    world.clock.now += DAY
    await table.do(votes.call_vote, ANA.user)
    await table.do(pauses.pause, ANA.user)
    world.clock.now += 3600
    await table.do(pauses.resume, BEN.user)
    assert world.left(table) == DAY
    await world.due(table)
    assert table.people[0].presence is Presence.HELD
    assert table.header.host == BEN.user
    assert exactly(*table.untold)[-1] == exactly(NewHost(1))[0]
    assert turn(table) == 1
    assert world.left(table) == 2 * DAY
    await play_one(table)
    assert world.left(table) == 2 * DAY
    await play_one(table)
    await world.due(table)
    assert turn(table) == 1, "the bot plays for who is away"
    await table.do(presence.come_back, ANA.user)
    await play_one(table)
    await play_one(table)
    assert turn(table) == 0
    assert world.left(table) == 2 * DAY


async def test_who_comes_back_while_another_stalls_keeps_the_match(world: World) -> None:
    table = await world.opened_by(0, ANA, BEN, time_control=TimeControl.NONE)
    await world.due(table)
    await play_one(table)
    await world.due(table)
    assert turn(table) == 1
    world.clock.now += DAY
    await table.do(presence.come_back, ANA.user)
    world.clock.now += DAY
    await table.expire()
    assert [person.presence for person in table.people] == [Presence.HERE, Presence.HELD]
    await play_one(table)
    assert table.playing


async def test_a_match_whose_channel_can_not_be_reached_closes_in_the_end(world: World, table: Table) -> None:
    table.mark_unpublished()
    assert await without_life(world, table) == 2 * DAY + 600
    assert table.ply == 1


async def test_a_pause_does_not_keep_a_match_open_for_ever(world: World, table: Table) -> None:
    world.clock.now += 50
    await table.do(pauses.pause, ANA.user)
    assert await without_life(world, table) == 2 * DAY


LIFE = {
    "play": play_one,
    "pause": lambda table: table.do(pauses.pause, ANA.user),
    "vote": lambda table: table.do(votes.call_vote, BEN.user),
    "hand over": lambda table: table.do(presence.hand_over, ANA.user, BEN.user),
    "leave": lambda table: table.do(presence.leave, CEM.user),
    "come back": lambda table: table.do(presence.come_back, CEM.user),
}
NO_LIFE = {
    "greet": lambda table: table.do(presence.refresh_person, BEN),
    "show as text": lambda table: table.do(lifecycle.set_as_text, ANA.user, True),
    "note a message": lambda table: table.set_post(None),
}


@pytest.mark.parametrize("doing", [*LIFE, *NO_LIFE])
async def test_actions_at_a_table_are_life_and_showing_it_is_none(doing: str, world: World) -> None:
    table = await world.begun(ANA, BEN, CEM, time_control=TimeControl.NONE)
    if doing == "come back":
        table.header = replace(table.header, people=(ANA, BEN, replace(CEM, presence=Presence.HELD)))
    world.clock.now += DAY
    await (LIFE | NO_LIFE)[doing](table)
    assert table.header.last_activity_at == world.clock.now - (0 if doing in LIFE else DAY)
    await world.again(table)


async def test_an_absent_player_at_a_slow_table_closes_nothing_for_the_others(world: World) -> None:
    table = await world.begun(ANA, BEN, CEM, time_control=TimeControl.SLOW)
    for _ in range(6):
        while table.view(None).turn is None or in_turn(table) is not table.people[1]:
            await world.wait(table, 0.9 * DAY)
            if in_turn(table) is not table.people[1]:
                await play_one(table)
        await world.due(table)
        assert table.playing
    assert table.people[1].presence is Presence.HELD


async def test_the_only_player_left_at_a_slow_table_is_not_kept_waiting(world: World) -> None:
    table = await world.begun(time_control=TimeControl.SLOW)
    await world.held(table, BEN)
    await play_one(table)
    assert world.left(table) == 1.5
