"""Cups that are under way know of deletions at once."""

from __future__ import annotations

import pytest

from cogs.cups.open_cups import cups_of
from engine.live.cups import signing
from engine.live.cups.errors import CupDeclined
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import CupPerson
from engine.live.cups.tempo import Tempo
from engine.live.model.deleted_users import is_deleted
from tests.cogs.privacy import SERVERS, delete
from tests.engine.cups.cups import SWISS
from tests.engine.live.traces import traces
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World


@pytest.fixture
async def cup(world: World) -> LiveCup:
    """A cup that Alice opened, and that she and Bruno have entered."""
    people = [CupPerson(each.id, each.name, "en-US") for each in (world.alice, world.bruno)]
    opened = await cups_of(world.bot).create(
        people[0],
        guild_id=world.guild.id,
        channel_id=world.channel.id,
        name="Friday",
        locale="en-US",
        settings=SWISS,
        tempo=Tempo.TONIGHT,
    )
    for each in people:
        await opened.do(signing.sign_up, each)
    return opened


async def test_a_cup_in_memory_has_a_former_player_at_once(world: World, cup: LiveCup) -> None:
    await delete(world.alice)
    assert not traces(world.database, world.alice.id)
    assert is_deleted(cup.header.organizer_id)
    assert sorted(map(is_deleted, cup.situation.people)) == [False, True]
    assert (await world.bruno.run("settings privacy")).ephemeral


async def test_a_server_whose_data_is_deleted_has_no_cups(world: World, admin: Player, cup: LiveCup) -> None:
    await delete(admin, SERVERS)
    assert cups_of(world.bot).of_guild(world.guild.id) == []
    with pytest.raises(CupDeclined):
        await cups_of(world.bot).look(cup.id)
