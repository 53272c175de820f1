"""A table that goes to another channel, and events in between."""

from __future__ import annotations

import pytest

from engine.live.hub import Hub
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.table import SentMessage, Status
from engine.live.tables import lifecycle, lobby, presence
from tests.engine.live.people import ANA, BEN, CEM, CHANNEL, EVE, World, begun, header, opened
from tests.engine.live.playing import play_one, refused

OTHER = CHANNEL + 1


def is_free(hub: Hub, channel: int) -> bool:
    """Return whether a hub has no table in a channel."""
    with pytest.raises(TableError, match=Code.NO_TABLE.value):
        hub.in_channel(channel)
    return True


@pytest.mark.parametrize("begin", [opened, begun], ids=["lobby", "match"])
async def test_a_player_takes_the_table_to_another_channel(begin: object, hub: Hub, world: World) -> None:
    table = await begin(hub, ANA, BEN)
    if table.playing:
        await play_one(table)
    await table.set_post(SentMessage(message_id=5, ply=table.ply))
    deadline = table.header.deadline
    world.clock.now += 10
    await hub.move(table, BEN.user_id, OTHER)
    assert hub.in_channel(OTHER) is hub.find(table.id) is table
    assert is_free(hub, CHANNEL)
    assert (table.header.channel_id, table.header.deadline) == (OTHER, deadline)
    assert table.header.post_here is None, "its message stayed where it was"
    assert table.header.post == SentMessage(message_id=5, ply=table.ply, channel_id=CHANNEL)
    await world.again(table)
    # the channel that it left is free, and the one where it is has a table
    await opened(hub, ANA)
    await refused(opened(hub, ANA, channel_id=OTHER), Code.CHANNEL_TAKEN, table=table)
    if table.playing:
        await play_one(table)


async def test_a_table_can_come_back_again(hub: Hub) -> None:
    table = await opened(hub, ANA, BEN)
    for channel in (OTHER, CHANNEL, OTHER, CHANNEL):
        await hub.move(table, ANA.user_id, channel)
        assert hub.in_channel(channel) is table
    assert len(hub.tables) == 1


async def test_a_channel_with_a_table_takes_no_other(hub: Hub, world: World) -> None:
    table, there = await opened(hub, ANA), await opened(hub, BEN, channel_id=OTHER)
    # a table of another process, which this one does not know
    await world.store.create(header(identity="unknown", channel=OTHER + 1))
    await refused(hub.move(table, ANA.user_id, OTHER), Code.CHANNEL_TAKEN, table=there)
    moves = [hub.move(table, ANA.user_id, channel) for channel in (CHANNEL, OTHER, OTHER + 1)]
    await world.declined(table, Code.CHANNEL_TAKEN, *moves)
    assert (hub.in_channel(CHANNEL), hub.in_channel(OTHER)) == (table, there)
    assert is_free(hub, OTHER + 1)


async def test_strangers_and_players_who_left_move_no_table(hub: Hub, world: World) -> None:
    table = await opened(hub, ANA, BEN, CEM)
    await world.declined(table, Code.JOIN_FIRST, hub.move(table, EVE.user_id, OTHER))
    await table.do(lobby.start, ANA.user_id)
    await table.do(presence.leave, BEN.user_id)
    await table.do(presence.remove, ANA.user_id, CEM.user_id)
    for person, why in ((EVE, Code.NOT_SEATED), (BEN, Code.LEFT), (CEM, Code.REMOVED)):
        await world.declined(table, why, hub.move(table, person.user_id, OTHER))
    assert hub.in_channel(CHANNEL) is table
    assert is_free(hub, OTHER)


async def test_a_table_that_is_over_goes_nowhere(hub: Hub, world: World) -> None:
    table = await opened(hub, ANA)
    await table.do(lobby.cancel, ANA.user_id)
    await world.declined(table, Code.CLOSED, hub.move(table, ANA.user_id, OTHER))
    assert is_free(hub, OTHER)


async def test_a_table_stays_with_its_message_where_nothing_can_be_kept(hub: Hub, world: World) -> None:
    table = await opened(hub, ANA)
    await table.set_post(SentMessage(message_id=5))
    before = table.header
    with world.store.failing(), pytest.raises(StorageError):
        await hub.move(table, ANA.user_id, OTHER)
    assert table.header is before
    assert hub.in_channel(CHANNEL) is table
    assert is_free(hub, OTHER)
    await world.again(table)
    await hub.move(table, ANA.user_id, OTHER)


async def test_a_table_that_moved_and_ended_leaves_both_channels_free(hub: Hub) -> None:
    table = await begun(hub, ANA, BEN)
    await hub.move(table, ANA.user_id, OTHER)
    await table.do(lifecycle.end, ANA.user_id)
    assert table.header.status is Status.CLOSED
    for channel in (CHANNEL, OTHER):
        await opened(hub, ANA, channel_id=channel)
