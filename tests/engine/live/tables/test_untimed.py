"""Tables at which people may take any time: nothing is done by time alone, but computers move."""

from __future__ import annotations

import pytest

from engine.live.model.errors import Code, TableError
from engine.live.model.table import Delivery, Presence
from engine.live.tables import lobby, nudging
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, World, opened
from tests.engine.live.playing import due_at

DAY = 86_400


async def begun(world: World, delivery: Delivery = Delivery.ANSWERS) -> Table:
    table = await opened(world.hub(), ANA, guild_id=70, channel_id=70, delivery=delivery)
    await table.do(lobby.join, BEN)
    await table.do(lobby.start, ANA.user)
    return table


async def refused(table: Table, user: int, *, play: bool = False, ply: int | None = None) -> Code:
    """Return why a nudge, or the bot's move, is refused."""
    at = table.ply if ply is None else ply
    try:
        if play:
            await table.do(nudging.play_for, user, at)
        else:
            await table.do(nudging.nudge, user, at)
    except TableError as error:
        return error.code
    raise AssertionError("it was allowed")


def slow_and_other(table: Table) -> tuple[int, int]:
    turn = table.view(None).turn
    assert turn is not None
    return table.people[turn].user, table.people[1 - turn].user


@pytest.mark.parametrize("delivery", [Delivery.DIRECT, Delivery.ANSWERS])
async def test_nobody_runs_out_of_time_and_a_year_later_the_table_closes(world: World, delivery: Delivery) -> None:
    table = await begun(world, delivery)
    assert table.header.deadline is None
    assert not due_at(table, world.clock.now + 364 * DAY)
    assert due_at(table, world.clock.now + 366 * DAY)


async def test_a_lobby_stays_open_for_two_days(world: World) -> None:
    table = await opened(world.hub(), ANA, guild_id=70, channel_id=70, delivery=Delivery.ANSWERS)
    assert not due_at(table, world.clock.now + 2 * DAY - 1)
    assert due_at(table, world.clock.now + 2 * DAY)


async def test_who_is_in_turn_is_nudged_by_another_player_once_in_a_while(world: World) -> None:
    table = await begun(world)
    slow, other = slow_and_other(table)
    assert nudging.require_waiting(table.situation, other, table.ply).user == slow
    await table.do(nudging.nudge, other, table.ply)
    assert await refused(table, other) is Code.NUDGED
    world.clock.now += 601
    assert nudging.require_waiting(table.situation, other, table.ply).user == slow
    await table.do(nudging.nudge, other, table.ply)
    world.clock.now += 601
    assert await refused(table, slow) is Code.NOT_WAITING
    assert await refused(table, CEM.user) is Code.NOT_SEATED
    assert await refused(table, other, ply=table.ply + 1) is Code.STALE


async def test_after_an_hour_another_player_lets_the_bot_play(world: World) -> None:
    table = await begun(world)
    slow, other = slow_and_other(table)
    world.clock.now += 3599
    assert await refused(table, other, play=True) is Code.TOO_EARLY
    world.clock.now += 1
    assert await refused(table, slow, play=True) is Code.NOT_WAITING
    ply = table.ply
    await table.do(nudging.play_for, other, table.ply)
    await table.mark_published(table.ply)
    await table.expire()
    assert table.ply > ply
    seat = table.header.seat_of(slow)
    assert seat is not None
    assert table.people[seat].presence is Presence.HELD


async def test_at_a_servers_table_nobody_is_nudged(world: World) -> None:
    table = await begun(world, Delivery.SERVER)
    _, other = slow_and_other(table)
    assert await refused(table, other) is Code.STALE
    world.clock.now += 7200
    assert await refused(table, other, play=True) is Code.STALE
