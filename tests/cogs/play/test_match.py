"""A match played by people, from the lobby to the leaderboard."""

from __future__ import annotations

from tests.cogs.world import World


async def test_a_match_goes_from_the_lobby_to_the_leaderboard(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", target=50)
    await world.play_out(table)
    assert not table.playing
    print(world.board)
