"""A table that goes to another channel, and what comes in between."""

from __future__ import annotations

import pytest

from engine.live.hub import Hub
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.table import Post, Status
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, CHANNEL, EVE, GUILD, World, header, play_one, refused, turn
from tests.engine.live.stores import FragileStore

OTHER = CHANNEL + 1


@pytest.fixture
def hub(store: FragileStore, world: World) -> Hub:
    return Hub(store, changed=world.told.append, clock=world.clock, dealer=world.dealer)


async def opened(hub: Hub, channel: int = CHANNEL) -> Table:
    table = await hub.open(guild=GUILD, channel=channel, host=ANA, rules="express", options={}, locale="fr")
    await table.join(BEN)
    return table


async def is_declined(hub: Hub, table: Table, user: int, channel: int, why: Code) -> None:
    before = table.header
    await refused(hub.move(table, user, channel), why)
    assert table.header is before


@pytest.mark.parametrize("playing", [False, True])
async def test_anyone_at_the_table_takes_it_to_another_channel(
    playing: bool, hub: Hub, store: FragileStore, world: World
) -> None:
    table = await opened(hub)
    if playing:
        await table.start(ANA.user)
        await play_one(table)
    await table.set_post(Post(message=5, ply=table.ply))
    deadline = table.header.deadline
    world.clock.now += 10
    await hub.move(table, BEN.user, OTHER)
    assert hub.in_channel(OTHER) is table
    assert hub.find(table.id) is table
    with pytest.raises(TableError):
        hub.in_channel(CHANNEL)
    assert table.header.channel == OTHER
    assert table.header.post is None, "its message stayed where it was"
    assert table.header.deadline == deadline
    assert (await world.again(table)).header == table.header
    # the channel that it left is free, and the one where it is has a table
    await opened(hub)
    with pytest.raises(TableError) as caught:
        await opened(hub, OTHER)
    assert caught.value.facts["table"] is table
    if playing:
        await table.play(table.people[turn(table)].user, turn(table), table.ply, 0)


async def test_after_a_restart_it_is_where_it_went(hub: Hub, store: FragileStore, world: World) -> None:
    table = await opened(hub)
    await hub.move(table, ANA.user, OTHER)
    later = Hub(store, changed=world.told.append, clock=world.clock)
    await later.load()
    assert later.in_channel(OTHER).header == table.header


async def test_it_can_come_back_again(hub: Hub) -> None:
    table = await opened(hub)
    for channel in (OTHER, CHANNEL, OTHER, CHANNEL):
        await hub.move(table, ANA.user, channel)
        assert hub.in_channel(channel) is table
    assert len(hub.tables) == 1


async def test_a_channel_with_a_table_takes_no_other(hub: Hub, store: FragileStore) -> None:
    table, there = await opened(hub), await opened(hub, OTHER)
    await refused(hub.move(table, ANA.user, OTHER), Code.CHANNEL_TAKEN, table=there)
    await is_declined(hub, table, ANA.user, CHANNEL, Code.CHANNEL_TAKEN)
    assert (hub.in_channel(CHANNEL), hub.in_channel(OTHER)) == (table, there)
    # a table of another process, which this one does not know
    await store.create(header(identity="unknown", channel=OTHER + 1))
    await is_declined(hub, table, ANA.user, OTHER + 1, Code.CHANNEL_TAKEN)
    with pytest.raises(TableError):
        hub.in_channel(OTHER + 1)
    assert hub.in_channel(CHANNEL) is table


async def test_strangers_and_those_who_left_move_nothing(hub: Hub) -> None:
    table = await opened(hub)
    await is_declined(hub, table, EVE.user, OTHER, Code.JOIN_FIRST)
    await table.join(CEM)
    await table.start(ANA.user)
    await is_declined(hub, table, EVE.user, OTHER, Code.NOT_SEATED)
    await table.leave_match(BEN.user)
    await is_declined(hub, table, BEN.user, OTHER, Code.LEFT)
    await table.remove(ANA.user, CEM.user)
    await is_declined(hub, table, CEM.user, OTHER, Code.REMOVED)
    assert hub.in_channel(CHANNEL) is table
    await opened(hub, OTHER)


async def test_a_table_that_is_over_goes_nowhere(hub: Hub) -> None:
    table = await opened(hub)
    await table.cancel(ANA.user)
    await is_declined(hub, table, ANA.user, OTHER, Code.CLOSED)
    with pytest.raises(TableError):
        hub.in_channel(OTHER)


async def test_where_nothing_can_be_kept_it_stays_with_its_message(hub: Hub, store: FragileStore, world: World) -> None:
    table = await opened(hub)
    await table.set_post(Post(message=5))
    before = table.header
    store.fails = StorageError("full")
    with pytest.raises(StorageError):
        await hub.move(table, ANA.user, OTHER)
    assert table.header is before
    assert hub.in_channel(CHANNEL) is table
    with pytest.raises(TableError):
        hub.in_channel(OTHER)
    store.fails = None
    assert (await world.again(table)).header == before
    await hub.move(table, ANA.user, OTHER)


async def test_a_table_that_moved_and_ended_leaves_both_channels_free(hub: Hub) -> None:
    table = await opened(hub)
    await table.start(ANA.user)
    await hub.move(table, ANA.user, OTHER)
    await table.end(ANA.user)
    assert table.header.status is Status.CLOSED
    for channel in (CHANNEL, OTHER):
        await opened(hub, channel)
