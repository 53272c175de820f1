"""Cups that are under way know of deletions at once."""

from __future__ import annotations

import pytest

from cogs.cups.open_cups import cups_of
from engine.cups import How, Phase
from engine.live.cups.errors import CupDeclined
from engine.live.model.deleted_users import is_deleted
from tests.cogs.cups.flow import Club, opened
from tests.cogs.privacy import SERVERS, delete
from tests.engine.live.traces import traces
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World


@pytest.fixture
async def club(world: World) -> Club:
    """A cup of four people that Alice organizes."""
    return await opened(world, *world.named("alice", "bruno", "chloe", "davide"))


async def test_a_cup_in_memory_has_a_former_player_at_once_and_lets_them_out_before_its_beginning(
    world: World, club: Club
) -> None:
    await club.tick()
    assert "Alice" in (await club.post("cup")).text
    await delete(world.alice)
    await club.tick()
    assert not traces(world.database, world.alice.id, "Alice")
    assert is_deleted(club.at.header.organizer_id)
    assert [each.members for each in club.at.cup.entrants.values()] == [
        (each.id,) for each in world.named("bruno", "chloe", "davide")
    ]
    assert "Alice" not in (await club.post("cup")).text


@pytest.mark.long
async def test_a_cup_goes_on_without_a_player_whose_data_is_deleted_in_the_middle(world: World, club: Club) -> None:
    await club.begin()
    await club.play_round()
    await club.wait(125)
    await club.show()
    (lost,) = [live for live in club.tables if world.alice in club.people(live)]
    await delete(world.alice)
    assert not traces(world.database, world.alice.id, "Alice")
    for live in club.tables:
        await club.come(live, [each for each in world.named("bruno", "chloe", "davide") if each.id in club.ids(live)])
    await club.tick()
    for live in club.tables:
        await club.play(live)
    await club.tick()
    await club.wait(125)
    await club.show()
    kept = await club.stored()
    assert kept.phase is Phase.ENDED
    table = next(each for each in kept.cup.rounds[1].tables if each.number == lost.number)
    assert table.result is not None
    assert table.result.how is How.ABSENT
    assert "a former player" in (await club.post("round-2")).text
    assert "Alice" not in (await club.post("end")).text
    assert not traces(world.database, world.alice.id, "Alice")


async def test_a_server_whose_data_is_deleted_has_no_cups(world: World, admin: Player, club: Club) -> None:
    await delete(admin, SERVERS)
    assert cups_of(world.bot).of_guild(world.guild.id) == []
    with pytest.raises(CupDeclined):
        await cups_of(world.bot).look(club.cup_id)
