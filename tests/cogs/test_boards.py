"""Messages about tables, in the library's eyes."""

from __future__ import annotations

from tests.cogs.conftest import World
from tests.cogs.playing import take_turn


async def test_nothing_is_kept_of_messages_once_they_are_sent(world: World) -> None:
    table = await world.sit("alice", "bruno")
    for _ in range(3):
        await take_turn(world, table)
    assert list(world.bot.persistent_views) == []
