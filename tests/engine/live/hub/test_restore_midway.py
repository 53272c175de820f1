"""What is told again after a restart of a turn that its player left in the middle."""

from __future__ import annotations

import pytest

from engine.live.model.news import TimedOut
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, World, play_one, turn


@pytest.mark.parametrize("rules", ["memory", "no-boneyard"])
async def test_that_the_bot_played_the_rest_of_a_turn_is_news_again(world: World, rules: str) -> None:
    table = await world.lobby(ANA, BEN, rules=rules)
    await table.start(ANA.user)
    while not table.view(None).mid_turn:
        await play_one(table)
    seat = turn(table)
    await table.expire(world.clock.now + 1000)
    found = await world.store.find(table.id)
    assert found is not None
    again = Table.restore(found, world.around).news
    assert again == table.news
    assert again.count(TimedOut(seat)) == 1
