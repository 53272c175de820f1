"""A cup from its sign-up to its end."""

from __future__ import annotations

import pytest

from engine.cups import Phase
from tests.cogs.cups.flow import opened
from tests.support.in_memory.world import World


@pytest.mark.long
async def test_a_cup_is_played_to_its_end(world: World) -> None:
    club = await opened(world, *world.named("alice", "bruno", "chloe", "davide"))
    await club.begin()
    assert len(club.tables) == 2
    for number in (1, 2):
        await club.play_round()
        if number == 1:
            await club.wait(125)
            await club.show()
    assert club.at.phase is Phase.DONE
    # the organizer can correct the last round for a moment
    await club.wait(125)
    await club.tick()
    await club.tick()
    assert not club.is_open
    kept = await club.stored()
    assert kept.phase is Phase.ENDED
    assert sorted(club.mentions()) == sorted([each.id for each in world.named("alice", "bruno", "chloe", "davide")] * 2)
    assert len(club.nonces()) == len(set(club.nonces()))
