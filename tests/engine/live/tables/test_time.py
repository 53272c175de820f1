"""What a table does by itself when something is due."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import match
from engine.bots.choose import choose_move
from engine.bots.level import Level
from engine.live.model.news import Closed, TimedOut
from engine.live.model.pace import Timeouts
from engine.live.model.table import Presence, Status
from tests.engine.live.people import ANA, BEN, CEM, START, World, play_deal, play_match, play_one, turn
from tests.support.thinking import SEED

PACE = Timeouts(lobby=900, turn=120, deal=15, computer=(1.5, 1.5))
AWAY = 1.5


async def test_nothing_happens_before_its_time(world: World) -> None:
    table = await world.match(ANA, BEN)
    before, ply = table.header, table.ply
    await table.expire(START + 59.9)
    assert table.header is before
    await table.expire(START + 119.9)
    assert (table.header, table.ply) == (replace(before, reminded=True), ply)


# ---------------------------------------------------------------------- the lobby


async def test_a_lobby_without_life_closes(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    world.clock.now = START + 899
    await table.expire(world.clock.now)
    assert table.header.status is Status.LOBBY
    await world.due(table)
    assert table.header.status is Status.CLOSED
    assert table.news == [Closed("idle")]
    assert table.header.deadline is None


@pytest.mark.parametrize("life", ["join", "leave", "configure", "partner"])
async def test_life_in_a_lobby_puts_its_end_off(life: str, world: World) -> None:
    table = await world.lobby(ANA, BEN, CEM)
    world.clock.now = START + 600
    if life == "join":
        await table.leave(CEM.user)
        world.clock.now += 100
        await table.join(CEM)
    elif life == "leave":
        await table.leave(BEN.user)
    elif life == "configure":
        await table.configure(ANA.user, options={"target": 50})
    else:
        await table.choose_partner(ANA.user, BEN.user)
    assert table.header.deadline == world.clock.now + 900


async def test_a_greeting_is_no_life(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    world.clock.now = START + 600
    await table.refresh_person(replace(BEN, name="Benno"))
    assert table.header.deadline == START + 900


# ---------------------------------------------------------------------- turns and deals


async def test_every_turn_has_its_time(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    assert table.header.deadline == START + PACE.turn
    world.clock.now = START + 50
    await play_one(table)
    assert table.header.deadline == START + 50 + PACE.turn
    found = await world.store.find(table.id)
    assert found.header.deadline == START + 50 + PACE.turn


async def test_for_one_whose_time_ran_out_the_bot_plays(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    await play_one(table)
    seat = turn(table)
    expected = choose_move(table.view(seat), (), Level.NORMAL, SEED).move
    table.news.clear()
    await world.due(table)
    assert table.view(None).history[-1] == expected
    assert table.news[0] == TimedOut(seat)
    assert table.header.deadline == world.clock.now + PACE.turn
    found = await world.store.find(table.id)
    assert found.log[-1].user is None


async def test_a_player_who_was_late_plays_on(world: World) -> None:
    table = await world.match(ANA, BEN)
    for _ in range(3):
        await world.due(table)
    await play_one(table)


async def test_a_deal_follows_by_itself(world: World) -> None:
    table = await world.match(ANA, BEN)
    await play_deal(table)
    assert table.header.deadline == START + PACE.deal
    await world.due(table)
    assert table.view(None).deal == 2
    assert not any(isinstance(each, TimedOut) for each in table.news)


async def test_for_one_who_walked_away_the_bot_plays_soon(world: World) -> None:
    table = await world.match(ANA, BEN)
    seat = turn(table)
    await table.leave_match(table.people[seat].user)
    assert table.header.deadline == START + AWAY
    await world.due(table)
    assert turn(table) == 1 - seat
    assert table.header.deadline == START + AWAY + PACE.turn
    await play_one(table)
    assert table.header.deadline == START + 2 * AWAY


async def test_someone_who_leaves_gives_another_no_more_time(world: World) -> None:
    table = await world.match(ANA, BEN, CEM)
    seat = turn(table)
    world.clock.now = START + 100
    await table.leave_match(table.people[(seat + 1) % 3].user)
    assert table.header.deadline == START + PACE.turn


async def test_a_match_in_which_nobody_ever_plays_is_played_to_its_end(world: World) -> None:
    table = await world.match(ANA, BEN, CEM, target=50)
    while table.playing:
        await world.due(table)
        for person in table.people:
            # without anybody there the table would rest
            if table.playing and person.presence is Presence.HELD:
                await table.come_back(person)
    assert table.header.status is Status.FINISHED
    assert table.header.deadline is None
    await table.expire(world.clock.now + 1_000_000)
    state = table.final_state()
    assert match.outcome(state) == state.winners


async def test_nothing_is_due_at_a_table_that_is_over(world: World) -> None:
    finished = await world.match(ANA, BEN, target=50)
    await play_match(finished)
    closed = await world.lobby(ANA, identity="t2")
    await closed.cancel(ANA.user)
    for table in (finished, closed):
        before = table.header, table.ply, list(table.news)
        await table.expire(START + 10**9)
        assert (table.header, table.ply, table.news) == before


async def test_time_granted_is_added_to_what_is_left(world: World) -> None:
    table = await world.match(ANA, BEN)
    world.told.clear()
    await table.add_time(3600)
    assert table.header.deadline == START + PACE.turn + 3600
    assert world.told == []
    for nothing in (0, -5):
        await table.add_time(nothing)
    assert table.header.deadline == START + PACE.turn + 3600
