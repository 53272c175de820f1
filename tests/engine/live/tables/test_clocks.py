"""Clocks of turns: the time that they give, the reminder, and the time that is given back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.bots.level import Level
from engine.live.hub import Hub
from engine.live.model.errors import Code, StorageError
from engine.live.model.news import TimedOut
from engine.live.model.pace import TimeControl
from engine.live.model.table import Person
from engine.live.tables import deadlines, lobby, pauses, presence, votes
from engine.live.tables.table import Table
from tests.engine.live import sketch
from tests.engine.live.people import ANA, BEN, CEM, START, World, begun, opened
from tests.engine.live.playing import exactly, play_one
from tests.engine.live.sketch import waiting, with_options

ROBOT = Person(-1, "Mirko", "", level=Level.EASY)
TURNS = {TimeControl.CASUAL: 120.0, TimeControl.SLOW: 86_400.0}


# ---------------------------------------------------------------------- three clocks


@pytest.mark.parametrize("clock", TURNS)
def test_a_clock_gives_each_turn_its_time_and_then_the_bot_plays(clock: TimeControl) -> None:
    table = sketch.begun(time_control=clock)
    for act in (True, False, True):
        assert table.left == TURNS[clock]
        seat, ply = table.turn, table.ply
        if act:
            table.pass_time(1)
            table.play()
            continue
        table.wait(TURNS[clock] - 0.5)
        assert table.ply == ply
        table.wait(0.5)
        assert table.ply == ply + 1
        assert exactly(TimedOut(seat))[0] in exactly(*table.untold)


def test_a_turn_without_a_clock_takes_up_to_two_days() -> None:
    table = sketch.begun(time_control=TimeControl.NONE)
    for _ in range(47):
        table.wait(3600)
    assert (table.ply, table.reminders) == (1, 0)
    table.play()
    assert table.left == 2 * 86_400


def test_deals_follow_without_a_clock_and_the_bot_plays_for_those_who_left() -> None:
    table = sketch.begun(time_control=TimeControl.NONE)
    table.play_deal()
    assert table.left == 15
    table.due()
    assert table.view(None).deal == 2
    table.do(presence.leave, table.in_turn.user_id)
    assert table.left == 1.5
    table.due()
    assert table.left == 2 * 86_400


def test_the_host_chooses_the_clock_in_the_lobby() -> None:
    table = waiting(ANA, BEN)
    assert table.header.time_control is TimeControl.CASUAL
    table.refuses(Code.NOT_HOST, lobby.configure, BEN.user_id, time_control=TimeControl.SLOW)
    table.do(lobby.configure, ANA.user_id, time_control=TimeControl.SLOW)
    table.do(lobby.configure, ANA.user_id, rules="classic-draw")
    assert table.header.time_control is TimeControl.SLOW
    table.do(lobby.start, ANA.user_id)
    assert table.left == 86_400


QUARTER, DAY = 900, 86_400


@pytest.mark.parametrize(
    ("clock", "people", "invited", "seconds"),
    [
        (TimeControl.CASUAL, (ANA,), (), QUARTER),
        (TimeControl.CASUAL, (ANA, BEN), (CEM.user_id,), QUARTER),
        (TimeControl.SLOW, (ANA,), (), DAY),
        (TimeControl.SLOW, (ANA, ROBOT), (), DAY),
        (TimeControl.SLOW, (ANA,), (BEN.user_id,), DAY),
        (TimeControl.SLOW, (ANA, BEN), (), DAY),
        (TimeControl.SLOW, (ANA, ROBOT), (BEN.user_id,), DAY),
        (TimeControl.NONE, (ANA,), (), QUARTER),
        (TimeControl.NONE, (ANA, BEN), (), DAY),
    ],
)
def test_a_lobby_waits_as_long_as_a_turn_may_take(
    clock: TimeControl,
    people: tuple[Person, ...],
    invited: tuple[int, ...],
    seconds: int,
) -> None:
    table = waiting(*people, invited=invited)
    table.do(lobby.configure, ANA.user_id, time_control=clock)
    assert table.left == seconds
    assert not table.is_due(seconds - 1)
    assert table.is_due(seconds)
    # what a clock that was wrong has stored is brought within the same limits
    table.edit(deadline=table.at.now + 10 * DAY)
    limited = deadlines.within_limits(table.at, table.header)
    assert limited.deadline - table.at.now == seconds


async def test_a_lobby_that_is_opened_with_invitations_waits_for_them_and_for_its_start(world: World) -> None:
    hub = world.hub()
    table = await opened(hub, ANA, invited=(BEN.user_id,), time_control=TimeControl.SLOW)
    assert world.left(table) == DAY
    world.clock.now += DAY - 60
    await table.do(lobby.join, BEN)
    assert world.left(table) == DAY, "the host may be asleep by then"
    await table.do(lobby.leave, BEN.user_id)
    assert world.left(table) == DAY


# ---------------------------------------------------------------------- the reminder


@pytest.mark.parametrize("clock", TURNS)
def test_there_is_one_reminder_at_half_time_and_no_change_to_publish(clock: TimeControl) -> None:
    table = sketch.begun(time_control=clock)
    reports = table.reports
    table.wait(TURNS[clock] / 2 - 1)
    assert table.reminders == 0
    for _ in range(6):
        table.wait(1)
        assert table.reminders == 1
    assert (table.reports, table.ply) == (reports, 1)


def test_each_turn_has_a_reminder_of_its_own() -> None:
    table = sketch.begun(ANA, BEN)
    for turns in (1, 2, 3):
        table.wait(60)
        assert table.reminders == turns
        table.play()


def test_there_is_no_reminder_for_the_absent_or_between_deals() -> None:
    table = sketch.begun(ANA, BEN)
    table.do(presence.leave, table.in_turn.user_id)
    table.wait(1)
    assert table.reminders == 0
    table.wait(0.5)
    assert table.ply > 1
    other = with_options(ANA, BEN)
    other.play_deal()
    other.wait(14)
    assert table.reminders == 0


async def test_a_reminder_that_could_not_be_noted_comes_later_and_once(world: World, table: Table) -> None:
    with world.store.failing(), pytest.raises(StorageError):
        await world.wait(table, 60)
    assert world.reminded == []
    for _ in range(3):
        await world.wait(table, 1)
    assert world.reminded == [table]


def test_half_time_moves_with_time_that_is_given_back() -> None:
    table = sketch.begun(ANA, BEN)
    table.pass_time(500)
    table.do(deadlines.add_time, 500)
    table.wait(59)
    assert table.reminders == 0
    table.wait(1)
    assert table.reminders == 1


# ---------------------------------------------------------------------- the channel has not been told


def test_a_turn_does_not_run_out_before_the_channel_was_told_of_it() -> None:
    table = sketch.begun(ANA, BEN)
    table.mark_unpublished()
    table.wait(50_000)
    assert (table.ply, table.reminders) == (1, 0)
    assert not table.is_due()
    table.mark_published(1)
    assert table.left == 120
    table.wait(60)
    assert table.reminders == 1
    table.wait(60)
    assert table.ply == 2


def test_a_channel_that_was_told_in_time_gets_nothing_back() -> None:
    # a change without an action that is told late is not what the turn waited for
    table = sketch.begun(ANA, BEN)
    for seconds, so_far in ((2, 0), (30, 50)):
        table.pass_time(so_far)
        table.mark_unpublished()
        table.pass_time(seconds)
        table.mark_published(1)
        assert table.header.deadline == START + 120


def test_trying_again_and_again_to_tell_the_channel_loses_no_time() -> None:
    table = sketch.begun(ANA, BEN)
    for _ in range(10):
        table.mark_unpublished()
        table.pass_time(30)
    table.mark_published(1)
    assert table.left == 120


def test_news_of_an_earlier_moment_does_not_start_a_later_turn() -> None:
    table = sketch.begun(ANA, BEN)
    for seconds, act in ((30, True), (500, False)):
        table.mark_unpublished()
        table.pass_time(seconds)
        table.play() if act else None
    table.mark_published(1)
    table.wait(0)
    assert table.ply == 2
    table.mark_published(2)
    assert table.left == 120


def test_the_bot_plays_for_the_absent_before_the_channel_was_told_too() -> None:
    table = sketch.begun(ANA, BEN)
    table.do(presence.leave, table.in_turn.user_id)
    table.mark_unpublished()
    table.due()
    assert table.ply > 1


@pytest.mark.parametrize("used", [0, 60])
def test_a_pause_keeps_the_time_in_which_the_channel_was_not_told(used: float) -> None:
    table = sketch.begun(ANA, BEN)
    table.pass_time(used)
    table.mark_unpublished()
    table.pass_time(50)
    table.do(pauses.pause, ANA.user_id)
    table.pass_time(1000)
    table.do(pauses.resume, ANA.user_id)
    assert table.left == 120 - used
    table.pass_time(40)
    table.mark_published(1)
    assert table.left == 120 - used


# ---------------------------------------------------------------------- the bot was late, or down


async def tick(hub: Hub, world: World, *seconds: float) -> None:
    """Let a hub tick after so many seconds each."""
    for each in seconds:
        world.clock.now += each
        await hub.tick()
    await hub.drain()


async def test_only_ticks_that_are_far_apart_give_time_back(hub: Hub, world: World) -> None:
    table = await begun(hub, ANA, BEN)
    await table.do(votes.call_vote, ANA.user_id)
    vote = table.header.vote
    await tick(hub, world, 0, 10, 300, 10, 10.1)
    assert table.header.deadline == START + 120 + 300 + 10.1
    assert table.header.last_activity_at == START + 300 + 10.1
    assert table.header.vote.until == vote.until + 300 + 10.1
    await world.again(table)


async def test_the_first_tick_gives_nothing_back(hub: Hub, world: World) -> None:
    table = await begun(hub, ANA, BEN)
    await tick(hub, world, 100)
    assert table.header.deadline == START + 120


async def test_a_restart_gives_back_the_time_that_the_bot_was_down(hub: Hub, world: World) -> None:
    table = await begun(hub, ANA, BEN)
    world.clock.now += 50
    await table.do(votes.call_vote, BEN.user_id)
    vote = table.header.vote
    await hub.heartbeat()
    # down for a week: longer than a match without life may last
    world.clock.now += 7 * 86_400
    later = world.hub()
    await later.load()
    (again,) = later.tables
    await later.tick()
    assert (again.ply, world.left(again)) == (1, 70)
    assert again.header.last_activity_at == table.header.last_activity_at + 7 * 86_400
    assert again.header.vote.until == vote.until + 7 * 86_400
    assert again.header.vote.yes == (BEN.user_id,)


async def test_a_clock_that_does_not_run_is_not_put_off(world: World, table: Table) -> None:
    world.clock.now += 20
    await table.do(pauses.pause, ANA.user_id)
    pause = table.header.pause
    await world.store.shift_deadlines(500)
    kept = (await world.kept(table)).header
    assert (kept.deadline, kept.pause) == (None, replace(pause, since=pause.since + 500))


async def test_a_pause_that_began_while_the_clock_was_ahead_is_not_the_hosts_for_long(
    world: World, table: Table
) -> None:
    world.clock.now += 86_400
    await table.do(pauses.pause, ANA.user_id)
    world.clock.now -= 86_400
    (again,) = (each for each, _ in await world.hub().load())
    assert again.header.pause.since == world.clock.now


async def test_no_time_runs_while_nothing_can_be_kept(hub: Hub, world: World) -> None:
    table = await begun(hub, ANA, BEN)
    await hub.tick()
    await hub.heartbeat()
    with world.store.failing():
        for _ in range(100):
            await tick(hub, world, 10)
            with pytest.raises(StorageError):
                await play_one(table)
        assert (table.ply, table.header.deadline) == (1, START + 120)
    await tick(hub, world, 0)
    assert (table.ply, table.header.deadline) == (1, START + 120 + 1000)
    await tick(hub, world, *[10] * 12)
    assert table.ply == 2


async def test_time_that_could_not_be_given_back_at_once_is_given_back_later(hub: Hub, world: World) -> None:
    table = await begun(hub, ANA, BEN)
    await hub.tick()
    await hub.heartbeat()
    with world.store.failing():
        await tick(hub, world, 5000)
        assert table.header.deadline == START + 120
    await tick(hub, world, 0)
    # once, and not as an outage too
    assert (table.ply, table.header.deadline) == (1, START + 120 + 5000)


async def test_a_table_that_alone_can_not_be_kept_does_not_stop_the_others(
    hub: Hub, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = await begun(hub, ANA, BEN), await begun(hub, ANA, BEN, channel_id=71)

    async def unkept(_now: float) -> None:
        raise StorageError("a page of the file is damaged")

    monkeypatch.setattr(bad, "expire", unkept)
    for _ in range(13):
        await tick(hub, world, 10)
    assert (bad.ply, good.ply) == (1, 2)
