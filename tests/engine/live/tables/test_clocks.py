"""What a turn's clock gives, when it reminds, and whose time is given back."""

from __future__ import annotations

import pytest

from engine.live.hub import Hub
from engine.live.model.errors import StorageError, TableError
from engine.live.model.news import TimedOut
from engine.live.model.pace import TimeControl
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, CHANNEL, GUILD, START, World, exactly, play_deal, play_one, turn
from tests.engine.live.stores import FragileStore

TURNS = {TimeControl.CASUAL: 120.0, TimeControl.SLOW: 86_400.0}


def left(world: World, table: Table) -> float:
    """Return how many seconds are left of what runs."""
    return table.header.deadline - world.clock.now


async def wait(world: World, table: Table, seconds: float) -> None:
    world.clock.now += seconds
    await table.expire(world.clock.now)


# ---------------------------------------------------------------------- three clocks


@pytest.mark.parametrize("clock", TURNS)
async def test_a_clock_gives_each_turn_its_time_and_then_the_bot_plays(clock: TimeControl, world: World) -> None:
    table = await world.clocked(clock, ANA, BEN)
    for act in (True, False, True):
        assert left(world, table) == TURNS[clock]
        seat, ply = turn(table), table.ply
        if act:
            world.clock.now += 1
            await play_one(table)
            continue
        await wait(world, table, TURNS[clock] - 0.5)
        assert table.ply == ply
        await wait(world, table, 0.5)
        assert table.ply == ply + 1
        assert exactly(TimedOut(seat))[0] in exactly(*table.news)


async def test_without_a_clock_a_turn_takes_as_long_as_it_likes(world: World) -> None:
    table = await world.clocked(TimeControl.NONE, ANA, BEN)
    assert table.header.deadline is None
    for _ in range(47):
        await wait(world, table, 3600)
    assert (table.ply, world.reminded) == (1, [])
    await play_one(table)
    assert table.header.deadline is None


async def test_without_a_clock_deals_still_follow_and_the_bot_still_plays_for_those_who_left(world: World) -> None:
    table = await world.clocked(TimeControl.NONE, ANA, BEN)
    await play_deal(table)
    assert left(world, table) == 15
    await world.due(table)
    assert table.view(None).deal == 2
    await table.leave_match(table.people[turn(table)].user)
    assert left(world, table) == 1.5
    await world.due(table)
    assert table.header.deadline is None


async def test_the_host_chooses_the_clock_in_the_lobby(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    assert table.header.time_control is TimeControl.CASUAL
    with pytest.raises(TableError):
        await table.configure(BEN.user, time_control=TimeControl.SLOW)
    await table.configure(ANA.user, time_control=TimeControl.SLOW)
    await table.configure(ANA.user, rules="classic-draw")
    assert table.header.time_control is TimeControl.SLOW
    await table.start(ANA.user)
    assert left(world, await world.again(table)) == 86_400


# ---------------------------------------------------------------------- the reminder


@pytest.mark.parametrize("clock", TURNS)
async def test_at_half_time_there_is_one_reminder_and_no_change_to_publish(clock: TimeControl, world: World) -> None:
    table = await world.clocked(clock, ANA, BEN)
    half = TURNS[clock] / 2
    told = len(world.told)
    await wait(world, table, half - 1)
    assert world.reminded == []
    await wait(world, table, 1)
    assert world.reminded == [table]
    for _ in range(5):
        await wait(world, table, 1)
    # nor after a restart
    again = await world.again(table)
    await again.expire(world.clock.now)
    assert world.reminded == [table]
    assert (len(world.told), table.ply) == (told, 1)


async def test_each_turn_has_a_reminder_of_its_own(world: World) -> None:
    table = await world.match(ANA, BEN)
    for turns in (1, 2, 3):
        await wait(world, table, 60)
        assert len(world.reminded) == turns
        await play_one(table)


async def test_for_the_absent_and_between_deals_nobody_is_reminded(world: World) -> None:
    table = await world.match(ANA, BEN)
    await table.leave_match(table.people[turn(table)].user)
    await wait(world, table, 1)
    assert world.reminded == []
    await wait(world, table, 0.5)
    assert table.ply > 1
    other = await world.lobby(ANA, BEN, identity="t2", channel=71)
    await other.start(ANA.user)
    await play_deal(other)
    await wait(world, other, 14)
    assert world.reminded == []


async def test_a_reminder_that_could_not_be_noted_comes_later_and_once(world: World) -> None:
    table = await world.match(ANA, BEN)
    world.store.fails = StorageError("full")
    with pytest.raises(StorageError):
        await wait(world, table, 60)
    assert world.reminded == []
    world.store.fails = None
    for _ in range(3):
        await wait(world, table, 1)
    assert world.reminded == [table]


# ---------------------------------------------------------------------- nobody has been told


async def test_while_nobody_has_been_told_of_a_turn_its_time_does_not_run_out(world: World) -> None:
    table = await world.match(ANA, BEN)
    table.mark_unpublished()
    await wait(world, table, 50_000)
    assert (table.ply, world.reminded) == (1, [])
    assert not table.due(world.clock.now)
    await table.mark_published(1)
    assert left(world, table) == 120
    await wait(world, table, 60)
    assert world.reminded == [table]
    await wait(world, table, 60)
    assert table.ply == 2


async def test_a_channel_that_was_told_in_time_gets_nothing_back(world: World) -> None:
    table = await world.match(ANA, BEN)
    table.mark_unpublished()
    world.clock.now += 2
    await table.mark_published(1)
    assert table.header.deadline == START + 120
    world.clock.now += 50
    # what changes later without an action, and is told late, is not what the turn waited for
    table.mark_unpublished()
    world.clock.now += 30
    await table.mark_published(1)
    assert table.header.deadline == START + 120


async def test_trying_to_tell_again_and_again_loses_none_of_the_time(world: World) -> None:
    table = await world.match(ANA, BEN)
    for _ in range(10):
        table.mark_unpublished()
        world.clock.now += 30
    await table.mark_published(1)
    assert left(world, table) == 120


async def test_what_was_told_of_an_earlier_moment_does_not_start_a_later_turn(world: World) -> None:
    table = await world.match(ANA, BEN)
    table.mark_unpublished()
    world.clock.now += 30
    await play_one(table)
    table.mark_unpublished()
    world.clock.now += 500
    await table.mark_published(1)
    await table.expire(world.clock.now)
    assert table.ply == 2
    await table.mark_published(2)
    assert left(world, table) == 120


async def test_for_the_absent_the_bot_plays_whether_anybody_was_told_or_not(world: World) -> None:
    table = await world.match(ANA, BEN)
    await table.leave_match(table.people[turn(table)].user)
    table.mark_unpublished()
    await world.due(table)
    assert table.ply > 1


async def test_time_before_a_pause_in_which_nobody_was_told_is_nobodys_either(world: World) -> None:
    table = await world.match(ANA, BEN)
    table.mark_unpublished()
    world.clock.now += 100
    await table.pause(ANA.user)
    world.clock.now += 1000
    await table.resume(ANA.user)
    assert left(world, table) == 120
    world.clock.now += 40
    await table.mark_published(1)
    assert left(world, table) == 120


# ---------------------------------------------------------------------- the bot was late, or down


async def opened(store: FragileStore, world: World) -> tuple[Hub, Table]:
    """Begin a match in a hub whose clock is the world's."""
    hub = Hub(store, changed=world.told.append, clock=world.clock, dealer=world.dealer, remind=world.reminded.append)
    table = await hub.open(guild=GUILD, channel=CHANNEL, host=ANA, rules="express", options={}, locale="fr")
    await table.join(BEN)
    await table.start(ANA.user)
    return hub, table


async def test_ticks_that_are_far_apart_charge_nobody_and_those_that_are_not_do(
    store: FragileStore, world: World
) -> None:
    hub, table = await opened(store, world)
    await table.call_vote(ANA.user)
    vote = table.header.vote
    await hub.tick()
    for seconds in (10.0, 300.0, 10.0, 10.1):
        world.clock.now += seconds
        await hub.tick()
    assert table.header.deadline == START + 120 + 300 + 10.1
    assert table.header.last_activity_at == START + 300 + 10.1
    assert table.header.vote.until == vote.until + 300 + 10.1
    assert (await world.again(table)).header == table.header


async def test_the_first_tick_gives_nothing_back(store: FragileStore, world: World) -> None:
    hub, table = await opened(store, world)
    world.clock.now += 100
    await hub.tick()
    assert table.header.deadline == START + 120


async def test_the_half_time_of_a_turn_moves_with_what_is_given_back(world: World) -> None:
    table = await world.match(ANA, BEN)
    await table.add_time(500)
    await wait(world, table, 559)
    assert world.reminded == []
    await wait(world, table, 1)
    assert world.reminded == [table]


async def test_a_restart_charges_nobody_for_the_time_that_the_bot_was_down(store: FragileStore, world: World) -> None:
    hub, table = await opened(store, world)
    world.clock.now += 50
    await table.call_vote(BEN.user)
    vote = table.header.vote
    await hub.heartbeat()
    # down for a week: longer than a match without life may last
    world.clock.now += 7 * 86_400
    later = Hub(store, changed=world.told.append, clock=world.clock, dealer=world.dealer)
    await later.load()
    (again,) = later.tables
    await later.tick()
    assert again.ply == 1
    assert left(world, again) == 70
    assert again.header.last_activity_at == table.header.last_activity_at + 7 * 86_400
    assert again.header.vote.until == vote.until + 7 * 86_400
    assert again.header.vote.yes == (BEN.user,)


async def test_a_clock_that_does_not_run_is_not_put_off(store: FragileStore, world: World) -> None:
    table = await world.clocked(TimeControl.NONE, ANA, BEN, CEM)
    paused = await world.lobby(ANA, BEN, identity="t2", channel=71)
    await paused.start(ANA.user)
    world.clock.now += 20
    await paused.pause(ANA.user)
    await store.shift_deadlines(500)
    for before in (table, paused):
        after = (await world.again(before)).header
        assert (after.deadline, after.pause) == (None, before.header.pause)


async def test_while_nothing_can_be_kept_no_time_runs(store: FragileStore, world: World) -> None:
    hub, table = await opened(store, world)
    await hub.tick()
    await hub.heartbeat()
    store.fails = StorageError("full")
    for _ in range(100):
        world.clock.now += 10
        await hub.tick()
        with pytest.raises(StorageError):
            await play_one(table)
    assert (table.ply, table.header.deadline) == (1, START + 120)
    store.fails = None
    await hub.tick()
    assert (table.ply, table.header.deadline) == (1, START + 120 + 1000)
    for _ in range(12):
        world.clock.now += 10
        await hub.tick()
    await hub.drain()
    assert table.ply == 2


async def test_time_that_could_not_be_given_back_at_once_is_given_back_later(store: FragileStore, world: World) -> None:
    hub, table = await opened(store, world)
    await hub.tick()
    await hub.heartbeat()
    store.fails = StorageError("full")
    world.clock.now += 5000
    await hub.tick()
    assert table.header.deadline == START + 120
    store.fails = None
    await hub.tick()
    # once, and not as an outage too
    assert (table.ply, table.header.deadline) == (1, START + 120 + 5000)


async def test_a_table_that_alone_can_not_be_kept_does_not_stop_the_others(
    store: FragileStore, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, bad = await opened(store, world)
    good = await hub.open(guild=GUILD, channel=71, host=ANA, rules="express", options={}, locale="fr")
    await good.join(BEN)
    await good.start(ANA.user)

    async def unkept(_now: float) -> None:
        raise StorageError("a page of the file is damaged")

    monkeypatch.setattr(bad, "expire", unkept)
    for _ in range(13):
        await hub.tick()
        await hub.drain()
        world.clock.now += 10
    assert (bad.ply, good.ply) == (1, 2)
