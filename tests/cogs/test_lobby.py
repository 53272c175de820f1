"""Opening a table, sitting down, starting."""

from __future__ import annotations

from tests.cogs.conftest import World


async def test_play_opens_a_lobby_with_its_host_seated(world: World) -> None:
    result = await world.alice.slash(world.channel, "domino play", rules="express")
    assert result.response is not None
    assert not result.ephemeral
    assert [person.name for person in world.table.people] == ["Alice"]
