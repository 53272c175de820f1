"""Many requests at once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable
from pathlib import Path

from engine.live.model.errors import Code
from engine.live.tables import lobby, playing
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, DIA, FOUR, World
from tests.engine.live.playing import came_of, in_turn, play_deal, turn
from tests.engine.live.stores import FragileStore, open_store


async def outcomes(*requests: Awaitable[object]) -> Counter[object]:
    """Count what came of requests at once."""
    return Counter(came_of(each) for each in await asyncio.gather(*requests, return_exceptions=True))


async def test_presses_of_everyone_at_once_leave_a_log_without_gap_or_doubles(world: World, quartet: Table) -> None:
    source = random.Random(8)
    for _ in range(12):
        if quartet.view(None).turn is None:
            break
        ply = quartet.ply
        people = [source.choice(FOUR) for _ in range(100)]
        presses = [
            quartet.do(playing.play, person.user_id, source.randrange(4), ply, 0)
            if source.random() < 0.8
            else quartet.do(playing.pass_turn, person.user_id, ply)
            for person in people
        ]
        counted = await outcomes(*presses, quartet.expire())
        assert quartet.ply <= ply + 1
        # the expiry that had nothing to do is done as well
        assert counted["done"] == quartet.ply - ply + 1
    assert [entry.ply for entry in (await world.kept(quartet)).log] == list(range(quartet.ply))
    assert (await world.again(quartet)).view(None) == quartet.view(None)


async def test_many_starts_at_once_begin_one_match(world: World) -> None:
    table = await world.lobby(*FOUR)
    assert await outcomes(*(table.do(lobby.start, person.user_id) for person in FOUR * 25)) == {
        "done": 1,
        Code.STARTED: 99,
    }
    assert table.ply == 1


async def test_many_requests_for_the_next_deal_get_one(table: Table) -> None:
    await play_deal(table)
    asked = [table.do(playing.next_deal, person.user_id, 1) for person in (ANA, BEN) * 50]
    assert await outcomes(*asked) == {"done": 1, Code.STALE: 99}
    assert table.view(None).deal == 2


async def test_the_same_table_in_two_processes_writes_each_ply_once(kept: FragileStore, file: Path) -> None:
    world = World(kept)
    one = await world.match(*FOUR)
    async with open_store(file) as other_store:
        other = await World(other_store).again(one)
        for _ in range(10):
            ahead = max(one, other, key=lambda table: table.ply)
            if ahead.view(None).turn is None:
                break
            user, seat, ply = in_turn(ahead).user_id, turn(ahead), ahead.ply
            done = await outcomes(
                *(table.do(playing.play, user, seat, ply, 0) for table in (one, other) for _ in range(3))
            )
            assert done["done"] <= 1
            log = (await world.kept(one)).log
            assert [entry.ply for entry in log] == list(range(max(one.ply, other.ply)))
        assert max(one.ply, other.ply) > 5


async def test_of_people_who_join_in_two_processes_none_is_lost(kept: FragileStore, file: Path) -> None:
    world = World(kept)
    one = await world.lobby(ANA)
    async with open_store(file) as other_store:
        other = await World(other_store).again(one)
        assert await outcomes(one.do(lobby.join, BEN), other.do(lobby.join, CEM)) == {"done": 1, Code.STALE: 1}
        late = CEM if BEN in one.people else BEN
        # told so, the other process knows the newest table: a second press is enough
        behind = other if late is CEM else one
        await behind.do(lobby.join, late)
        assert set((await world.kept(one)).header.people) == {ANA, BEN, CEM}
        # whichever is behind now learns of it with its next change, and undoes nothing
        left = one if behind is other else other
        assert await outcomes(left.do(lobby.join, DIA)) == {Code.STALE: 1}
        await left.do(lobby.join, DIA)
    assert [each.user_id for each in (await world.kept(one)).header.people] == [each.user_id for each in left.people]
    assert len(left.people) == 4
