"""A table does by itself what is due."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from engine.bots.choose import choose_move
from engine.bots.level import Level
from engine.live.model.news import Closed, TimedOut
from engine.live.model.table import Status
from engine.live.tables import deadlines, lobby, presence
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, DIA, START, World
from tests.engine.live.playing import expire_at, in_turn, news_of, play_deal, play_match, play_one, snapshot, tell, turn
from tests.support.thinking import SEED

AWAY = 1.5


async def test_a_table_does_nothing_before_its_time(table: Table) -> None:
    before, ply = table.header, table.ply
    await expire_at(table, START + 59.9)
    assert table.header is before
    await expire_at(table, START + 119.9)
    assert (table.header, table.ply) == (replace(before, reminded=True), ply)


# ---------------------------------------------------------------------- the lobby


async def test_a_lobby_without_life_closes(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await world.wait(table, 899)
    assert table.header.status is Status.LOBBY
    await world.due(table)
    assert (table.header.status, table.header.deadline) == (Status.CLOSED, None)
    assert table.untold == (Closed("idle"),)


@pytest.mark.parametrize(
    "live",
    [
        lambda table: table.do(lobby.join, CEM),
        lambda table: table.do(lobby.leave, BEN.user),
        lambda table: table.do(lobby.configure, ANA.user, options={"target": 50}),
        lambda table: table.do(lobby.choose_partner, ANA.user, BEN.user),
    ],
    ids=["join", "leave", "configure", "choose a partner"],
)
async def test_life_in_a_lobby_puts_its_end_off(live: Callable[[Table], Awaitable[None]], world: World) -> None:
    table = await world.lobby(ANA, BEN, DIA)
    world.clock.now = START + 600
    await live(table)
    assert world.left(table) == 900


async def test_a_greeting_is_no_life(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    world.clock.now = START + 600
    await table.do(presence.refresh_person, replace(BEN, name="Benno"))
    assert table.header.deadline == START + 900


# ---------------------------------------------------------------------- turns and deals


async def test_every_turn_has_its_time(world: World, trio: Table) -> None:
    assert world.left(trio) == 120
    world.clock.now = START + 50
    await play_one(trio)
    assert world.left(await world.again(trio)) == 120


async def test_the_bot_plays_for_a_player_whose_time_ran_out(world: World, trio: Table) -> None:
    await play_one(trio)
    seat = turn(trio)
    expected = choose_move(trio.view(seat), (), Level.NORMAL, SEED).move
    tell(trio)
    await world.due(trio)
    assert trio.view(None).history[-1] == expected
    assert trio.untold[0] == TimedOut(seat)
    assert world.left(trio) == 120
    assert (await world.kept(trio)).log[-1].user is None


async def test_a_deal_follows_by_itself(world: World, table: Table) -> None:
    await play_deal(table)
    assert world.left(table) == 15
    await world.due(table)
    assert table.view(None).deal == 2
    assert not news_of(table, TimedOut)


async def test_the_bot_plays_soon_for_a_player_who_left(world: World, table: Table) -> None:
    seat = turn(table)
    await table.do(presence.leave, in_turn(table).user)
    assert world.left(table) == AWAY
    await world.due(table)
    assert (turn(table), world.left(table)) == (1 - seat, 120)
    await play_one(table)
    assert world.left(table) == AWAY


async def test_a_player_who_leaves_gives_another_no_more_time(world: World, trio: Table) -> None:
    world.clock.now = START + 100
    await trio.do(presence.leave, trio.people[(turn(trio) + 1) % 3].user)
    assert trio.header.deadline == START + 120


async def test_nothing_is_due_at_a_table_that_is_over(world: World) -> None:
    finished = await world.match(ANA, BEN, target=50)
    await play_match(finished)
    closed = await world.lobby(ANA)
    await closed.do(lobby.cancel, ANA.user)
    for table in (finished, closed):
        before = snapshot(table)
        await expire_at(table, START + 10**9)
        assert snapshot(table) == before


async def test_time_granted_is_added_to_the_time_left(world: World, table: Table) -> None:
    world.told.clear()
    world.clock.now += 3600
    await table.do(deadlines.add_time, 3600)
    assert world.left(table) == 120
    assert world.told == []
    for nothing in (0, -5):
        await table.do(deadlines.add_time, nothing)
    assert world.left(table) == 120
