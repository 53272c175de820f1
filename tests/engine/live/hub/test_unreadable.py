"""A table that can't be read is closed, its log is kept, and its channel is free."""

from __future__ import annotations

import logging

import pytest

from engine.live.database.session import Statement
from engine.live.hub import Hub
from engine.live.model.errors import Code, StorageError
from engine.live.model.news import Closed
from engine.live.model.table import LogEntry, Status
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, CHANNEL, World, begun, opened
from tests.engine.live.playing import play_one, refused

DAMAGE = {
    "a tile that nobody holds": "UPDATE log SET action = '0 play 9-9 left' WHERE ply = 1",
    "an unknown action": "UPDATE log SET action = '0 jump' WHERE ply = 1",
    "a deal without tiles": "UPDATE log SET action = 'deal 6-6' WHERE ply = 0",
    "an empty action": "UPDATE log SET action = '' WHERE ply = 1",
    "a word of no form": "UPDATE log SET words = '{' WHERE ply = 0",
    "an unknown rule set": "UPDATE tables SET rules = 'poker'",
    "options of no form": "UPDATE tables SET options = '{'",
    "options that the rule set lacks": "UPDATE tables SET options = '{\"x\": 1}'",
    "a list for options": "UPDATE tables SET options = '[1]'",
    "a vote of no form": "UPDATE tables SET vote = '{\"number\": 1}'",
    "a message of no form": "UPDATE tables SET post = '{\"x\": 1}'",
    "a message that is no JSON": "UPDATE tables SET post = 'x'",
    "a seed of no form": "UPDATE tables SET seed = 'xyz'",
    "a missing seat": "DELETE FROM seats WHERE seat = 1",
}
every_damage = pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)


async def damaged(world: World, damage: str) -> Table:
    """Begin a match of two, play a move, and damage what is stored of it."""
    table = await begun(world.hub(), ANA, BEN)
    await play_one(table)
    await spoil(world, damage)
    return table


async def spoil(world: World, damage: str) -> None:
    await world.store.connection.write(Statement(damage))


async def log_of(world: World) -> list[object]:
    return await world.store.connection.rows("SELECT * FROM log ORDER BY table_id, ply")


@every_damage
async def test_a_start_closes_it_and_the_others_go_on(
    damage: str, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    table = await damaged(world, damage)
    good = await opened(world.hub(), CEM, channel_id=CHANNEL + 1)
    before = await log_of(world)
    hub = world.hub()
    loaded = [each for each, _ in await hub.load()]
    assert hub.tables == (hub.in_channel(CHANNEL + 1),)
    assert hub.find(good.id).people == (CEM,)
    (closed,) = [each for each in loaded if each.id == table.id]
    assert (closed.header.status, closed.untold) == (Status.CLOSED, (Closed("unreadable"),))
    assert (closed.header.guild_id, closed.header.channel_id) == (table.header.guild_id, table.header.channel_id)
    assert ANA.user_id in [each.user_id for each in closed.people]
    assert await log_of(world) == before, "the log stays for whoever mends it"
    (told,) = [each.getMessage() for each in caplog.records]
    assert told.startswith("tables that can't be read: 1;")
    assert table.id in told
    assert "9-9" not in caplog.text
    again = await opened(hub, ANA)
    assert hub.in_channel(CHANNEL) is again
    # nor is the next start held up
    await world.hub().load()


@every_damage
async def test_who_opens_a_table_in_its_channel_gets_one(damage: str, world: World) -> None:
    hub = world.hub()
    table = await damaged(world, damage)
    opened_now = await opened(hub, BEN)
    assert hub.in_channel(CHANNEL) is opened_now
    (told,) = [each for each in world.told if each.id == table.id and each.unreadable]
    assert told.header.status is Status.CLOSED


async def test_what_is_stored_of_it_plays_on_once_it_is_mended(world: World) -> None:
    table = await damaged(world, "UPDATE tables SET rules = 'poker'")
    await world.hub().load()
    await spoil(world, "UPDATE tables SET rules = 'express', status = 'playing'")
    hub = world.hub()
    await hub.load()
    mended = hub.find(table.id)
    assert (mended.ply, mended.situation.state) == (table.ply, table.situation.state)
    await play_one(mended)


async def test_its_people_can_delete_their_data(world: World) -> None:
    await damaged(world, "UPDATE tables SET options = '{'")
    await world.hub().load()
    assert await world.store.open_tables_of(ANA.user_id) == []
    await world.store.privacy.delete(ANA.user_id)


@pytest.mark.parametrize("damage", [DAMAGE["an unknown action"], DAMAGE["options of no form"]])
async def test_its_people_still_get_their_data_as_a_file(damage: str, world: World) -> None:
    await damaged(world, damage)
    await world.hub().load()
    written = (await world.store.privacy.export(ANA.user_id, world.clock.now)).written()
    assert '"status": "closed"' in written


async def test_a_table_that_another_writer_has_spoilt_closes_when_it_is_loaded_anew(world: World) -> None:
    hub = world.hub()
    table = await begun(hub, ANA, BEN)
    await world.store.append(table.header, [LogEntry(1, "0 jump", None, 1.0)])
    await refused(play_one(table), Code.STALE)
    assert hub.tables == ()
    assert table.untold == (Closed("unreadable"),)
    assert (await world.kept(table)).header.status is Status.CLOSED


async def test_one_that_could_not_be_closed_at_once_is_closed_by_a_tick(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = world.hub()
    table = await begun(hub, ANA, BEN)
    await world.store.append(table.header, [LogEntry(1, "0 jump", None, 1.0)])

    async def fails(_: object) -> None:
        raise StorageError("full")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(world.store, "close_unreadable", fails)
        with pytest.raises(StorageError):
            await play_one(table)
    assert hub.tables == (table,)
    await hub.tick()
    assert hub.tables == ()
    assert (await world.kept(table)).header.status is Status.CLOSED


async def test_the_end_of_a_counted_match_is_not_told_as_a_closing(world: World, hub: Hub) -> None:
    table = await damaged(world, "UPDATE tables SET status = 'finished', rules = 'poker', post = '{\"message\": 1}'")
    assert table.id not in [each.id for each, _ in await hub.load()]
    assert hub.tables == ()
