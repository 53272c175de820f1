"""Private matches: beside the table of their channel, and one of each person there."""

from __future__ import annotations

import asyncio

import pytest

from engine.bots.level import Level
from engine.live.hub import Hub
from engine.live.model.computers import new_computer
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.pace import TimeControl
from engine.live.model.table import Delivery, Person, SentMessage
from engine.live.tables import lifecycle
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, CHANNEL, World, begun, opened
from tests.engine.live.playing import play_one, refused

COMPUTERS = (new_computer((), Level.EASY),)


async def alone(hub: Hub, person: Person = ANA, **changes: object) -> Table:
    """Begin a private match of a person and a computer."""
    return await begun(hub, person, **{"delivery": Delivery.PRIVATE, "computers": COMPUTERS} | changes)


async def test_any_number_of_people_play_alone_beside_the_table_of_their_channel(hub: Hub) -> None:
    shared = await opened(hub, ANA)
    private = [await alone(hub, person) for person in (ANA, BEN, CEM)]
    assert hub.in_channel(CHANNEL) is shared
    assert [hub.in_channel(CHANNEL, each.user_id) for each in (ANA, BEN, CEM)] == private
    assert hub.tables == (shared, *private)


async def test_a_person_has_one_private_match_in_a_channel(hub: Hub) -> None:
    table = await alone(hub)
    await refused(alone(hub), Code.CHANNEL_TAKEN, table=table)
    await alone(hub, channel_id=CHANNEL + 1)
    await table.do(lifecycle.end, ANA.user_id)
    await alone(hub)


async def test_a_private_match_leaves_the_channel_free(hub: Hub) -> None:
    await alone(hub)
    with pytest.raises(TableError, match=Code.NO_TABLE.value):
        hub.in_channel(CHANNEL)
    table = await opened(hub, BEN)
    assert hub.in_channel(CHANNEL) is table


async def test_private_matches_are_back_after_a_restart_each_in_its_place(hub: Hub, world: World) -> None:
    shared, private = await opened(hub, ANA), await alone(hub)
    await play_one(private)
    hub = world.hub()
    await hub.load()
    assert hub.in_channel(CHANNEL).id == shared.id
    assert hub.in_channel(CHANNEL, ANA.user_id).view(0) == private.view(0)


async def test_one_that_was_stored_in_spite_of_an_error_is_found_by_the_next_try(hub: Hub, world: World) -> None:
    with world.store.in_doubt(), pytest.raises(StorageError):
        await alone(hub)
    with pytest.raises(TableError) as taken:
        await alone(hub)
    assert taken.value.facts == {"table": hub.in_channel(CHANNEL, ANA.user_id)}
    await alone(hub, BEN)


@pytest.mark.parametrize(
    ("private", "shared", "clock"),
    [
        (Delivery.PRIVATE, Delivery.SERVER, TimeControl.CASUAL),
        (Delivery.PRIVATE_ANSWERS, Delivery.ANSWERS, TimeControl.NONE),
    ],
)
async def test_one_that_is_shown_to_all_goes_on_as_the_table_of_its_channel(
    private: Delivery, shared: Delivery, clock: TimeControl, hub: Hub, world: World
) -> None:
    table = await alone(hub, delivery=private)
    await table.set_post(SentMessage(message_id=5, ply=table.ply))
    view, world.told[:] = table.view(0), []
    await hub.show_to_all(table, ANA.user_id, "de", TimeControl.CASUAL)
    assert (table.header.delivery, table.header.time_control, table.header.locale) == (shared, clock, "de")
    assert table.header.post is None, "nobody else sees its message"
    assert table.view(0) == view
    assert hub.in_channel(CHANNEL) is table
    with pytest.raises(TableError):
        hub.in_channel(CHANNEL, ANA.user_id)
    assert world.told == [table]
    await world.again(table)
    await alone(hub)
    await refused(hub.show_to_all(table, ANA.user_id, "de"), Code.CHANNEL_TAKEN, table=table)


async def test_a_turn_at_a_table_that_is_shown_to_all_has_its_clock(hub: Hub, world: World) -> None:
    table = await alone(hub)
    while table.view(None).turn != 0:
        await world.due(table)
    assert table.header.deadline is None
    await hub.show_to_all(table, ANA.user_id, "fr", TimeControl.CASUAL)
    assert world.left(table) == world.pace.for_turn(TimeControl.CASUAL)


async def test_one_is_not_shown_to_all_where_the_channel_has_a_table(hub: Hub) -> None:
    table, shared = await alone(hub), await opened(hub, BEN)
    header = table.header
    await refused(hub.show_to_all(table, ANA.user_id, "fr"), Code.CHANNEL_TAKEN, table=shared)
    assert (table.header, hub.in_channel(CHANNEL, ANA.user_id)) == (header, table)


async def test_of_two_at_once_one_is_shown_to_all(hub: Hub) -> None:
    tables = [await alone(hub, person) for person in (ANA, BEN)]
    shown = (hub.show_to_all(table, table.header.host_id, "fr") for table in tables)
    results = await asyncio.gather(*shown, return_exceptions=True)
    assert [getattr(each, "code", None) for each in results] == [None, Code.CHANNEL_TAKEN]
    assert hub.in_channel(CHANNEL) is tables[0]
    assert hub.in_channel(CHANNEL, BEN.user_id) is tables[1]


async def test_only_its_player_shows_a_match_to_all_and_only_while_it_runs(hub: Hub) -> None:
    table = await alone(hub)
    await refused(hub.show_to_all(table, BEN.user_id, "fr"), Code.NOT_SEATED)
    await table.do(lifecycle.end, ANA.user_id)
    await refused(hub.show_to_all(table, ANA.user_id, "fr"), Code.CLOSED)
    with pytest.raises(TableError):
        hub.in_channel(CHANNEL)


async def test_one_that_could_not_be_shown_to_all_stays_private(hub: Hub, world: World) -> None:
    table = await alone(hub)
    with world.store.failing(), pytest.raises(StorageError):
        await hub.show_to_all(table, ANA.user_id, "fr")
    assert hub.in_channel(CHANNEL, ANA.user_id) is table
    with pytest.raises(TableError):
        hub.in_channel(CHANNEL)


async def test_one_that_another_process_showed_to_all_is_found_there(hub: Hub, world: World) -> None:
    table, other = await alone(hub), world.hub()
    await other.load()
    await other.show_to_all(other.find(table.id), ANA.user_id, "fr")
    await hub.reload_changed()
    assert hub.in_channel(CHANNEL) is table
    with pytest.raises(TableError):
        hub.in_channel(CHANNEL, ANA.user_id)


async def test_a_private_match_is_of_the_shard_of_its_server(world: World) -> None:
    hub = world.hub(shard_of=lambda guild: guild)
    server, elsewhere = await alone(hub, BEN), await alone(hub, CEM, delivery=Delivery.PRIVATE_ANSWERS)
    assert (hub.shard_of(server.header), hub.shard_of(elsewhere.header)) == (server.header.guild_id, 0)
