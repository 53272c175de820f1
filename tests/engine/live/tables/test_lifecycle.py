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
from tests.engine.live.playing import all_refused, exactly, refused
from tests.engine.live.sketch import Sketch, begun, opened_by

DAY = 86_400.0


# ---------------------------------------------------------------------- pauses


def test_a_pause_stops_the_clock_and_all_play_and_keeps_the_time_left() -> None:
    table = begun(ANA, BEN)
    table.pass_time(50)
    table.do(pauses.pause, ANA.user_id)
    assert exactly(table.untold[-1]) == exactly(Paused())
    for rebuilt in (table.again(), table):
        assert (rebuilt.header.pause, rebuilt.header.deadline) == (Pause(70, START + 50), None)
        user, ply = rebuilt.in_turn.user_id, rebuilt.ply
        rebuilt.refuses(Code.PAUSED, playing.play, user, rebuilt.turn, ply, 0)
        rebuilt.refuses(Code.PAUSED, playing.flip, user, ply, 1)
        rebuilt.refuses(Code.PAUSED, playing.pass_turn, user, ply)
        rebuilt.refuses(Code.PAUSED, pauses.pause, ANA.user_id)
        rebuilt.wait(40_000)
        assert (rebuilt.ply, rebuilt.reminders) == (1, 0)
    table.do(pauses.resume, ANA.user_id)
    assert exactly(table.untold[-1]) == exactly(Resumed())
    assert (table.header.pause, table.left) == (None, 70)
    table.play()


def test_no_deal_comes_in_a_pause() -> None:
    table = begun(ANA, BEN)
    table.play_deal()
    table.pass_time(5)
    table.do(pauses.pause, ANA.user_id)
    table.refuses(Code.PAUSED, playing.next_deal, BEN.user_id, 1)
    table.wait(1000)
    assert table.view(None).deal == 1
    table.do(pauses.resume, ANA.user_id)
    assert table.left == 10
    table.do(playing.next_deal, BEN.user_id, 1)


def test_a_pause_stops_play_without_a_clock_too() -> None:
    table = begun(time_control=TimeControl.NONE)
    table.do(pauses.pause, ANA.user_id)
    table.pass_time(DAY)
    table.refuses(Code.PAUSED, playing.play, table.in_turn.user_id, table.turn, table.ply, 0)
    table.do(pauses.resume, ANA.user_id)
    assert table.left == 2 * DAY
    table.play()


def test_a_player_who_was_reminded_before_a_pause_is_not_reminded_after_it() -> None:
    table = begun(ANA, BEN)
    table.wait(70)
    table.do(pauses.pause, ANA.user_id)
    table.do(pauses.resume, ANA.user_id)
    table.wait(20)
    assert table.reminders == 1


async def test_at_first_only_the_host_or_a_manager_pauses_and_resumes(world: World, table: Table) -> None:
    await all_refused(Code.NOT_HOST, table.do(pauses.pause, BEN.user_id), table.do(pauses.pause, EVE.user_id))
    await refused(table.do(pauses.resume, ANA.user_id), Code.NOT_PAUSED)
    await table.do(pauses.pause, EVE.user_id, manager=True)
    await refused(table.do(pauses.resume, BEN.user_id), Code.PAUSE_OF_HOST, host=ANA.user_id, until=int(START) + 3600)
    await refused(table.do(pauses.resume, EVE.user_id), Code.NOT_SEATED)
    await table.do(pauses.resume, EVE.user_id, manager=True)
    await refused((await world.lobby()).do(pauses.pause, ANA.user_id), Code.NOT_STARTED)


def test_after_an_hour_whoever_plays_resumes_and_nobody_else() -> None:
    quartet = begun(*FOUR)
    quartet.do(pauses.pause, ANA.user_id)
    quartet.do(presence.leave, CEM.user_id)
    quartet.pass_time(3599)
    quartet.refuses(Code.PAUSE_OF_HOST, pauses.resume, BEN.user_id)
    quartet.pass_time(1)
    quartet.refuses(Code.NOT_SEATED, pauses.resume, EVE.user_id)
    quartet.refuses(Code.LEFT, pauses.resume, CEM.user_id)
    quartet.do(pauses.resume, BEN.user_id)
    assert (quartet.header.pause, quartet.left) == (None, 120)


def test_a_player_who_comes_back_makes_no_pause_the_hosts_for_longer() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.hold(BEN)
    trio.play_until(BEN)
    trio.do(pauses.pause, ANA.user_id)
    trio.pass_time(3600)
    trio.refuses(Code.KEPT, pauses.resume, BEN.user_id)
    trio.do(presence.come_back, BEN.user_id)
    trio.do(pauses.resume, BEN.user_id)
    assert (trio.header.pause, trio.left) == (None, 120)


def test_a_host_pauses_a_deal_for_an_hour_in_all() -> None:
    trio = begun(ANA, BEN, CEM)
    for minutes in (40, 19):
        trio.do(pauses.pause, ANA.user_id)
        trio.pass_time(minutes * 60)
        trio.do(pauses.resume, ANA.user_id)
    trio.do(pauses.pause, ANA.user_id)
    assert trio.refuses(Code.PAUSE_OF_HOST, pauses.resume, BEN.user_id) == {
        "host": ANA.user_id,
        "until": int(trio.at.now) + 60,
    }
    trio.pass_time(60)
    trio.do(pauses.resume, BEN.user_id)
    trio.refuses(Code.PAUSES_USED_UP, pauses.pause, ANA.user_id)
    trio.do(presence.hand_over, ANA.user_id, BEN.user_id)
    trio.refuses(Code.PAUSES_USED_UP, pauses.pause, BEN.user_id)
    trio.do(pauses.pause, EVE.user_id, manager=True)
    trio.do(pauses.resume, CEM.user_id)
    trio.play_deal()
    trio.refuses(Code.PAUSES_USED_UP, pauses.pause, BEN.user_id)
    trio.do(playing.next_deal, BEN.user_id, 1)
    trio.do(pauses.pause, BEN.user_id)
    trio.refuses(Code.PAUSE_OF_HOST, pauses.resume, CEM.user_id)


def test_a_player_for_whom_nobody_waits_pauses_as_often_as_they_like() -> None:
    table = begun(ANA, BEN)
    table.do(presence.leave, BEN.user_id)
    for _ in range(2):
        table.do(pauses.pause, ANA.user_id)
        table.pass_time(3600)
        table.do(pauses.resume, ANA.user_id)


def test_the_bot_plays_for_a_player_who_left_in_a_pause_after_it() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.play_until(BEN)
    trio.do(pauses.pause, ANA.user_id)
    trio.do(presence.leave, BEN.user_id)
    assert trio.header.deadline is None
    trio.do(pauses.resume, ANA.user_id)
    assert trio.left == 1.5


def test_a_host_who_leaves_in_a_pause_leaves_it_to_the_next() -> None:
    table = begun(ANA, BEN)
    table.do(pauses.pause, ANA.user_id)
    table.do(presence.leave, ANA.user_id)
    table.refuses(Code.LEFT, pauses.resume, ANA.user_id)
    table.do(pauses.resume, BEN.user_id)
    assert table.header.deadline is not None


def test_a_paused_match_can_be_ended() -> None:
    table = begun(ANA, BEN)
    table.do(pauses.pause, ANA.user_id)
    table.do(lifecycle.end, ANA.user_id)
    assert (table.header.status, table.header.pause) == (Status.CLOSED, None)


# ---------------------------------------------------------------------- votes


def is_voted_down(table: Table) -> bool:
    """Return whether a vote has closed a table."""
    return table.header.status is Status.CLOSED and exactly(table.untold[-1]) == exactly(Closed("voted"))


def test_more_than_half_of_the_players_end_the_match_and_it_counts_for_none() -> None:
    quartet = begun(*FOUR)
    quartet.do(votes.call_vote, BEN.user_id)
    assert quartet.header.vote == Vote(1, quartet.at.now + 300, yes=(BEN.user_id,))
    quartet.do(votes.vote, CEM.user_id, 1, yes=True)
    assert quartet.playing, "two of four are no majority"
    quartet.do(votes.vote, DIA.user_id, 1, yes=True)
    assert is_voted_down(quartet)


def test_a_vote_can_be_changed_and_counts_once() -> None:
    quartet = begun(*FOUR)
    quartet.do(votes.call_vote, ANA.user_id)
    for _ in range(3):
        quartet.do(votes.vote, BEN.user_id, 1, yes=True)
        assert quartet.header.vote.yes == (ANA.user_id, BEN.user_id)
    quartet.do(votes.vote, BEN.user_id, 1, yes=False)
    assert quartet.header.vote == Vote(1, START + 300, (ANA.user_id,), (BEN.user_id,))
    quartet.do(votes.vote, ANA.user_id, 1, yes=True)
    assert quartet.header.vote == Vote(1, START + 300, (ANA.user_id,), (BEN.user_id,))
    assert quartet.playing


def test_one_of_two_votes_against_and_the_match_goes_on() -> None:
    table = begun(ANA, BEN)
    table.do(votes.call_vote, ANA.user_id)
    table.do(votes.vote, BEN.user_id, 1, yes=False)
    for each in (ANA, BEN):
        table.refuses(Code.VOTE_OVER, votes.vote, each.user_id, 1, yes=True)
    assert table.playing
    table.do(votes.call_vote, BEN.user_id)
    assert table.header.vote.number == 2
    table.refuses(Code.VOTE_OVER, votes.vote, ANA.user_id, 1, yes=True)
    table.do(votes.vote, ANA.user_id, 2, yes=True)
    assert is_voted_down(table)


def test_a_lost_vote_is_over_whoever_leaves_then() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.do(votes.call_vote, ANA.user_id)
    trio.do(votes.vote, BEN.user_id, 1, yes=False)
    trio.do(votes.vote, CEM.user_id, 1, yes=False)
    for gone in (BEN, CEM):
        trio.do(presence.leave, gone.user_id)
    assert trio.header.vote is not None
    assert not votes.is_lost(trio.at, trio.header.vote)
    trio.refuses(Code.VOTE_OVER, votes.vote, ANA.user_id, 1, yes=True)
    trio.do(votes.call_vote, ANA.user_id)
    assert trio.header.vote.number == 2


@pytest.mark.parametrize(
    ("clock", "seconds"), [(TimeControl.CASUAL, 300), (TimeControl.SLOW, DAY), (TimeControl.NONE, DAY)]
)
def test_a_vote_runs_out_and_then_another_may_be_called(clock: TimeControl, seconds: float) -> None:
    table = begun(*FOUR, time_control=clock)
    table.do(votes.call_vote, ANA.user_id)
    table.pass_time(seconds - 1)
    table.refuses(Code.VOTE_RUNNING, votes.call_vote, BEN.user_id)
    table.do(votes.vote, BEN.user_id, 1, yes=True)
    table.pass_time(1)
    table.refuses(Code.VOTE_OVER, votes.vote, CEM.user_id, 1, yes=True)
    assert table.playing
    table.do(votes.call_vote, CEM.user_id)
    assert table.header.vote.yes == (CEM.user_id,)


def test_only_a_player_who_is_there_votes() -> None:
    quartet = begun(*FOUR)
    quartet.refuses(Code.NOT_SEATED, votes.call_vote, EVE.user_id)
    quartet.refuses(Code.VOTE_OVER, votes.vote, ANA.user_id, 1, yes=True)
    quartet.do(presence.leave, DIA.user_id)
    quartet.refuses(Code.LEFT, votes.call_vote, DIA.user_id)
    quartet.do(votes.call_vote, ANA.user_id)
    quartet.refuses(Code.LEFT, votes.vote, DIA.user_id, 1, yes=True)
    quartet.refuses(Code.NOT_SEATED, votes.vote, EVE.user_id, 1, yes=True)
    quartet.refuses(Code.VOTE_OVER, votes.vote, BEN.user_id, 0, yes=True)
    # two of the three who are there
    quartet.do(votes.vote, BEN.user_id, 1, yes=True)
    assert is_voted_down(quartet)


def test_the_only_player_left_ends_the_match_by_asking() -> None:
    table = begun(ANA, BEN)
    table.do(presence.leave, ANA.user_id)
    table.do(votes.call_vote, BEN.user_id)
    assert is_voted_down(table)


def test_the_votes_of_players_who_leave_count_no_more() -> None:
    quartet = begun(*FOUR)
    quartet.do(votes.call_vote, ANA.user_id)
    quartet.do(votes.vote, BEN.user_id, 1, yes=True)
    quartet.do(votes.vote, CEM.user_id, 1, yes=False)
    assert not quartet.is_due()
    quartet.do(presence.leave, CEM.user_id)
    quartet.wait()
    assert is_voted_down(quartet)


def test_a_player_who_said_yes_and_left_does_not_end_the_match() -> None:
    quartet = begun(*FOUR)
    quartet.do(votes.call_vote, ANA.user_id)
    quartet.do(votes.vote, BEN.user_id, 1, yes=True)
    quartet.do(presence.leave, BEN.user_id)
    quartet.wait()
    assert quartet.playing
    quartet.do(votes.vote, CEM.user_id, 1, yes=True)
    assert is_voted_down(quartet)


def test_a_vote_that_ran_out_ends_nothing_when_others_leave() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.do(votes.call_vote, ANA.user_id)
    trio.pass_time(300)
    trio.do(presence.leave, BEN.user_id)
    trio.do(presence.leave, CEM.user_id)
    trio.wait()
    assert trio.playing


async def test_a_decisive_vote_that_could_not_be_written_can_be_cast_again(world: World, table: Table) -> None:
    await table.do(votes.call_vote, ANA.user_id)
    before = table.header
    for _ in range(2):
        with world.store.failing(), pytest.raises(StorageError):
            await table.do(votes.vote, BEN.user_id, 1, yes=True)
        assert table.header is before
    await table.do(votes.vote, BEN.user_id, 1, yes=True)
    assert is_voted_down(table)


# ---------------------------------------------------------------------- without life


def without_life(table: Sketch) -> float:
    """Let the bot do all it does until the table closes; return after how long."""
    began = table.at.now
    while table.playing:
        table.wait(600)
    assert exactly(table.untold[-1]) == exactly(Closed("asleep"))
    assert (table.header.status, table.header.deadline, table.header.pause) == (Status.CLOSED, None, None)
    return table.at.now - began


@pytest.mark.parametrize(
    ("clock", "days", "moves"), [(TimeControl.CASUAL, 2, 6), (TimeControl.SLOW, 6, 5), (TimeControl.NONE, 6, 2)]
)
def test_a_match_that_is_not_played_closes_once_nobody_is_there(
    clock: TimeControl,
    days: int,
    moves: int,
) -> None:
    table = begun(ANA, BEN, CEM, time_control=clock, options={"target": 200})
    assert without_life(table) == days * DAY
    turns = sum(isinstance(each, TimedOut) for each in table.untold)
    assert turns == moves, "the bot plays until the last player is away, and no longer"


@pytest.mark.parametrize("clock", [TimeControl.SLOW, TimeControl.NONE])
def test_a_match_of_one_person_and_computers_closes_after_two_days(clock: TimeControl) -> None:
    computers = Person(-1, "", "", level=Level.EASY), Person(-2, "", "", level=Level.EASY)
    table = begun(ANA, *computers, time_control=clock, options={"target": 200})
    assert 2 * DAY <= without_life(table) < 2 * DAY + 3600
    assert table.people[0].presence is Presence.HERE


def test_a_player_who_stalls_without_a_clock_is_away_and_the_others_play_on() -> None:
    table = opened_by(0, ANA, BEN, CEM, time_control=TimeControl.NONE)
    # asking for votes and pauses gains no time
    table.pass_time(DAY)
    table.do(votes.call_vote, ANA.user_id)
    table.do(pauses.pause, ANA.user_id)
    table.pass_time(3600)
    table.do(pauses.resume, BEN.user_id)
    assert table.left == DAY
    table.due()
    assert table.people[0].presence is Presence.KEPT
    assert table.header.host_id == BEN.user_id
    assert exactly(*table.untold)[-1] == exactly(NewHost(1))[0]
    assert table.turn == 1
    assert table.left == 2 * DAY
    table.play()
    assert table.left == 2 * DAY
    table.play()
    table.due()
    assert table.turn == 1, "the bot plays for the absent player"
    table.do(presence.come_back, ANA.user_id)
    table.play()
    table.play()
    assert table.turn == 0
    assert table.left == 2 * DAY


def test_who_comes_back_while_another_stalls_keeps_the_match() -> None:
    table = opened_by(0, ANA, BEN, time_control=TimeControl.NONE)
    table.due()
    table.play()
    table.due()
    assert table.turn == 1
    table.pass_time(DAY)
    table.do(presence.come_back, ANA.user_id)
    table.pass_time(DAY)
    table.wait()
    assert [person.presence for person in table.people] == [Presence.HERE, Presence.KEPT]
    table.play()
    assert table.playing


def test_a_match_whose_channel_can_not_be_reached_closes_in_the_end() -> None:
    table = begun(ANA, BEN)
    table.mark_unpublished()
    assert without_life(table) == 2 * DAY + 600
    assert table.ply == 1


def test_a_pause_does_not_keep_a_match_open_for_ever() -> None:
    table = begun(ANA, BEN)
    table.pass_time(50)
    table.do(pauses.pause, ANA.user_id)
    assert without_life(table) == 2 * DAY


LIFE = {
    "play": lambda table: table.play(),
    "pause": lambda table: table.do(pauses.pause, ANA.user_id),
    "vote": lambda table: table.do(votes.call_vote, BEN.user_id),
    "hand over": lambda table: table.do(presence.hand_over, ANA.user_id, BEN.user_id),
    "leave": lambda table: table.do(presence.leave, CEM.user_id),
    "come back": lambda table: table.do(presence.come_back, CEM.user_id),
}
NO_LIFE = {
    "greet": lambda table: table.do(presence.refresh_person, BEN),
    "show as text": lambda table: table.do(lifecycle.set_as_text, ANA.user_id, True),
    "note a message": lambda table: table.edit(post=None),
}


@pytest.mark.parametrize("doing", [*LIFE, *NO_LIFE])
def test_actions_at_a_table_are_life_and_showing_it_is_none(doing: str) -> None:
    table = begun(ANA, BEN, CEM, time_control=TimeControl.NONE)
    if doing == "come back":
        table.edit(people=(ANA, BEN, replace(CEM, presence=Presence.KEPT)))
    table.pass_time(DAY)
    (LIFE | NO_LIFE)[doing](table)
    assert table.header.last_activity_at == table.at.now - (0 if doing in LIFE else DAY)


def test_an_absent_player_at_a_slow_table_closes_nothing_for_the_others() -> None:
    table = begun(ANA, BEN, CEM, time_control=TimeControl.SLOW)
    for _ in range(6):
        while table.view(None).turn is None or table.in_turn is not table.people[1]:
            table.wait(0.9 * DAY)
            if table.in_turn is not table.people[1]:
                table.play()
        table.due()
        assert table.playing
    assert table.people[1].presence is Presence.KEPT


def test_the_only_player_left_at_a_slow_table_is_not_kept_waiting() -> None:
    table = begun(time_control=TimeControl.SLOW)
    table.hold(BEN)
    table.play()
    assert table.left == 1.5
