"""Many at once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from engine.errors import IllegalMove
from engine.live.model.errors import Code, TableError
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, FOUR, World, play_one, turn
from tests.engine.live.stores import FragileStore, open_store


def outcomes(results: Sequence[object]) -> Counter[str]:
    """Count what came of each call; whatever is neither done, declined nor refused is an error."""
    counted: Counter[str] = Counter()
    for result in results:
        if isinstance(result, TableError):
            counted[result.code.value] += 1
        elif isinstance(result, IllegalMove):
            counted["refused"] += 1
        elif isinstance(result, BaseException):
            raise result
        else:
            counted["done"] += 1
    return counted


async def test_presses_of_everyone_at_once_leave_a_log_without_gap_or_doubles(world: World) -> None:
    source = random.Random(8)
    table = await world.match(*FOUR)
    for _ in range(12):
        if table.view(None).turn is None:
            break
        ply = table.ply
        people = [source.choice(FOUR) for _ in range(100)]
        presses = [
            table.play(person.user, source.randrange(4), ply, 0)
            if source.random() < 0.8
            else table.pass_turn(person.user, ply)
            for person in people
        ]
        counted = outcomes(await asyncio.gather(*presses, table.expire(world.clock.now), return_exceptions=True))
        assert table.ply <= ply + 1
        # the expiry that had nothing to do is done as well
        assert counted["done"] == table.ply - ply + 1
    found = await world.store.find(table.id)
    assert [entry.ply for entry in found.log] == list(range(table.ply))
    rebuilt = Table.restore(found, world.around)
    assert rebuilt.view(None) == table.view(None)


async def test_many_starts_at_once_begin_one_match(world: World) -> None:
    table = await world.lobby(*FOUR)
    starts = [table.start(person.user) for person in FOUR * 25]
    counted = outcomes(await asyncio.gather(*starts, return_exceptions=True))
    assert counted == {"done": 1, Code.STARTED.value: 99}
    assert table.ply == 1


async def test_of_many_who_ask_for_the_next_deal_one_gets_it(world: World) -> None:
    table = await world.match(ANA, BEN)
    while table.view(None).turn is not None:
        await play_one(table)
    asked = [table.next_deal(person.user, 1) for person in (ANA, BEN) * 50]
    counted = outcomes(await asyncio.gather(*asked, return_exceptions=True))
    assert counted == {"done": 1, "stale": 99}
    assert table.view(None).deal == 2


async def test_the_same_table_in_two_processes_writes_each_ply_once(kept: FragileStore, file: Path) -> None:
    world = World(kept)
    one = await world.match(*FOUR)
    async with open_store(file) as other_store:
        found = await other_store.find(one.id)
        assert found is not None
        other_world = World(other_store)  # type: ignore[arg-type]
        other = Table.restore(found, other_world.around)
        for _ in range(10):
            ahead = max(one, other, key=lambda table: table.ply)
            if ahead.view(None).turn is None:
                break
            seat, ply = turn(ahead), ahead.ply
            user = ahead.people[seat].user
            results = await asyncio.gather(
                *(table.play(user, seat, ply, 0) for table in (one, other) for _ in range(3)), return_exceptions=True
            )
            assert outcomes(results)["done"] <= 1
            kept_now = await kept.find(one.id)
            assert [entry.ply for entry in kept_now.log] == list(range(max(one.ply, other.ply)))
        assert max(one.ply, other.ply) > 5
