"""All open tables."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import pytest

from engine.errors import Illegal
from engine.live.hub import Hub
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.ids import ALPHABET
from engine.live.model.pace import Timeouts
from engine.live.model.table import Person, Presence, Status
from engine.live.owed_time import MAX_TICK_GAP_SECONDS
from engine.live.tables import lobby, presence
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, CHANNEL, START, Clock, World, begun, header, opened
from tests.engine.live.playing import play_match, play_one, refused
from tests.engine.live.stores import FragileStore


async def wait(world: World, hub: Hub, seconds: float) -> None:
    """Let time pass while the bot is awake: with a tick every ten seconds, as far apart as they may be."""
    until = world.clock.now + seconds
    while world.clock.now < until:
        world.clock.now = min(until, world.clock.now + MAX_TICK_GAP_SECONDS)
        await hub.tick()
        await hub.drain()


async def restarted(world: World, at: float = START) -> Hub:
    """Return the hub of a bot that starts at a time."""
    hub = world.hub(clock=Clock(at))
    await hub.load()
    return hub


# ---------------------------------------------------------------------- answers of the store that are lost


async def test_a_lobby_that_was_stored_in_spite_of_an_error_is_found_by_who_opens_the_next(
    hub: Hub, world: World
) -> None:
    with world.store.in_doubt(), pytest.raises(StorageError):
        await opened(hub, ANA)
    assert hub.tables == ()
    with pytest.raises(TableError) as taken:
        await opened(hub, BEN)
    (table,) = hub.tables
    assert taken.value.facts == {"table": table}
    assert hub.in_channel(CHANNEL) is hub.find(table.id) is table
    assert world.told == [table], "its channel has not seen it"
    await table.do(lobby.join, BEN)
    assert (await world.again(table)).people == (ANA, BEN)


async def test_a_table_that_moved_in_spite_of_an_error_is_found_in_its_channel_once_it_is_touched(
    hub: Hub, world: World
) -> None:
    table = await opened(hub, ANA)
    with world.store.in_doubt(), pytest.raises(StorageError):
        await hub.move(table, ANA.user_id, CHANNEL + 1)
    assert hub.in_channel(CHANNEL) is table
    await refused(table.do(lobby.join, BEN), Code.STALE)
    await table.do(lobby.join, BEN)
    assert hub.in_channel(CHANNEL + 1) is table
    await refused(asyncio.to_thread(hub.in_channel, CHANNEL), Code.NO_TABLE)


async def test_an_action_that_was_stored_in_spite_of_an_error_is_done_once(table: Table, world: World) -> None:
    ply = table.ply
    with world.store.in_doubt(), pytest.raises(StorageError):
        await play_one(table)
    assert table.ply == ply
    await refused(play_one(table), Code.STALE)
    assert table.ply > ply
    kept = await world.kept(table)
    assert [each.ply for each in kept.log] == list(range(table.ply))
    await play_one(await world.again(table))


# ---------------------------------------------------------------------- opening


async def test_a_table_is_opened_with_its_host_seated_and_every_option_known(hub: Hub, world: World) -> None:
    table = await opened(hub, ANA, options={"target": 50}, invited=(BEN.user_id,))
    assert table.header.seed is not None
    assert replace(table.header, seed=None) == header(
        identity=table.id,
        people=(ANA,),
        options={"target": 50, "pairs": False, "blocked_pairs": "all"},
        invited=(BEN.user_id,),
        deadline=START + 900,
        last_activity_at=START,
    )
    await world.again(table)


async def test_a_table_is_found_by_its_channel_and_by_its_name(hub: Hub) -> None:
    table = await opened(hub, ANA)
    assert hub.in_channel(CHANNEL) is hub.find(table.id) is table
    assert hub.tables == (table,)


async def test_a_table_that_is_not_there_is_declined(hub: Hub) -> None:
    with pytest.raises(TableError, match=Code.NO_TABLE.value):
        hub.in_channel(CHANNEL)
    with pytest.raises(TableError, match=Code.CLOSED.value):
        hub.find("nowhere")
    with pytest.raises(TableError):
        await hub.saved("nowhere")


async def test_a_second_table_in_a_channel_is_declined_with_the_first(hub: Hub) -> None:
    table = await opened(hub, ANA)
    await refused(opened(hub, BEN), Code.CHANNEL_TAKEN, table=table)
    await opened(hub, BEN, channel_id=CHANNEL + 1)
    assert len(hub.tables) == 2


async def test_one_of_many_requests_to_open_a_table_is_granted(hub: Hub) -> None:
    results = await asyncio.gather(*(opened(hub, Person(n, "x", "fr")) for n in range(50)), return_exceptions=True)
    (table,) = [each for each in results if isinstance(each, Table)]
    declined = [each for each in results if isinstance(each, TableError)]
    assert [(each.code, each.facts) for each in declined] == [(Code.CHANNEL_TAKEN, {"table": table})] * 49
    assert len(await hub.store.open_tables()) == 1


async def test_a_channel_that_another_process_took_is_declined_and_its_table_played_on(hub: Hub) -> None:
    await hub.store.create(header())
    await refused(opened(hub, ANA), Code.CHANNEL_TAKEN)
    assert [table.id for table in hub.tables] == [header().id]


async def test_a_table_whose_id_exists_gets_another(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await opened(hub, ANA)
    letters = iter(first.id * 2 + "newtable")
    monkeypatch.setattr("engine.live.model.ids.secrets.choice", lambda _: next(letters))
    second = await opened(hub, BEN, channel_id=CHANNEL + 1)
    assert second.id == second.header.id == "newtable"
    assert hub.in_channel(CHANNEL + 1) is hub.find("newtable") is second
    assert {kept.header.id: kept.header.channel_id for kept in await hub.store.open_tables()} == {
        first.id: CHANNEL,
        "newtable": CHANNEL + 1,
    }


async def test_a_table_that_could_not_be_written_never_was(store: FragileStore, hub: Hub) -> None:
    with store.failing(OSError("disk full")), pytest.raises(OSError, match="disk full"):
        await opened(hub, ANA)
    assert hub.tables == ()
    with pytest.raises(TableError):
        hub.in_channel(CHANNEL)
    await opened(hub, ANA)


@pytest.mark.parametrize(
    ("rules", "options", "reason"),
    [
        ("chess", {}, Illegal.UNKNOWN_RULES),
        ("express", {"target": 5}, Illegal.BAD_OPTION),
        ("express", {"x": 5}, Illegal.UNKNOWN_OPTION),
    ],
)
async def test_bad_options_open_no_table(rules: str, options: dict[str, object], reason: Illegal, hub: Hub) -> None:
    await refused(opened(hub, ANA, rules=rules, options=options), reason)
    await opened(hub, ANA)


async def test_names_of_tables_are_short_and_never_the_same(hub: Hub) -> None:
    names = {(await opened(hub, ANA, channel_id=n)).id for n in range(40)}
    assert len(names) == 40
    assert all(len(name) == 8 and set(name) <= set(ALPHABET) for name in names)


async def test_the_pace_is_the_one_that_was_given(world: World) -> None:
    hub = world.hub(pace=Timeouts(lobby=5))
    assert hub.pace.lobby == 5
    assert world.left(await opened(hub, ANA)) == 5


# ---------------------------------------------------------------------- leaving the hub


async def test_a_table_that_is_over_leaves_and_its_channel_is_free(hub: Hub, world: World) -> None:
    other = await opened(hub, ANA)
    await other.do(lobby.cancel, ANA.user_id)
    match = await begun(hub, ANA, BEN, options={"target": 50})
    await play_match(match)
    assert hub.tables == ()
    assert world.told.count(match) == match.ply + 1
    for table in (other, match):
        with pytest.raises(TableError):
            hub.find(table.id)
        assert (await hub.saved(table.id)).header == table.header
    await opened(hub, CEM)


async def test_a_table_that_another_process_finished_leaves_too(hub: Hub, world: World) -> None:
    table = await begun(hub, ANA, BEN, options={"target": 50})
    await play_match((await restarted(world)).find(table.id))
    await refused(play_one(table), Code.STALE)
    assert hub.tables == ()
    await opened(hub, CEM)


# ---------------------------------------------------------------------- the clock


async def test_the_hub_does_what_is_due_and_nothing_else(hub: Hub, world: World) -> None:
    first = await opened(hub, ANA, channel_id=1)
    world.clock.now += 500
    second = await opened(hub, ANA, channel_id=2)
    await hub.tick()
    await wait(world, hub, 390)
    assert hub.tables == (first, second)
    await wait(world, hub, 10)
    assert world.clock.now == START + 900
    assert hub.tables == (second,)
    assert first.header.status is Status.CLOSED


async def test_one_table_in_trouble_does_not_hold_up_the_others(
    hub: Hub, world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await opened(hub, ANA, channel_id=1), await opened(hub, ANA, channel_id=2)

    async def broken(_now: float) -> None:
        await asyncio.sleep(0)
        raise RuntimeError("broken")

    monkeypatch.setattr(first, "expire", broken)
    world.clock.now += 900
    with caplog.at_level(logging.ERROR):
        await hub.tick()
    assert second.header.status is Status.CLOSED
    assert first.id in caplog.text


async def test_a_match_plays_on_by_ticks_and_by_players_who_only_come_back(hub: Hub, world: World) -> None:
    table = await begun(hub, ANA, BEN, options={"target": 50})
    for _ in range(2000):
        await wait(world, hub, 120)
        if table.header.status is Status.FINISHED:
            break
        for person in table.people:
            if person.presence is Presence.KEPT:
                await table.do(presence.come_back, person.user_id)
    assert (table.header.status, table.header.deadline) == (Status.FINISHED, None)
    assert hub.tables == ()


# ---------------------------------------------------------------------- a restart


async def test_every_open_table_is_there_after_a_restart_with_its_time_granted(hub: Hub, world: World) -> None:
    other = await opened(hub, ANA, channel_id=1)
    playing = await begun(hub, ANA, BEN, channel_id=2)
    await play_one(playing)
    closed = await opened(hub, ANA, channel_id=3)
    await closed.do(lobby.cancel, ANA.user_id)
    world.clock.now += 60
    await hub.heartbeat()

    # down for a night; of each deadline just the sixty seconds before are gone
    world.clock.now += 30_000
    hub = world.hub()
    await hub.load()
    assert {table.id for table in hub.tables} == {other.id, playing.id}
    again = hub.in_channel(2)
    assert again.view(None) == playing.view(None)
    assert again.header.deadline == START + 120 + 30_000
    assert hub.find(other.id).header.deadline == START + 900 + 30_000
    await hub.tick()
    assert len(hub.tables) == 2
    await wait(world, hub, 50)
    assert again.ply == playing.ply
    await wait(world, hub, 10)
    assert again.ply == playing.ply + 1


async def test_the_first_start_finds_nothing_and_notes_that_it_is_awake(hub: Hub) -> None:
    await hub.load()
    assert hub.tables == ()
    assert float(await hub.store.get_meta("alive_at") or 0) == START


@pytest.mark.parametrize(("at", "granted"), [(START + 100, 100), (START - 5000, -5000)], ids=["later", "set back"])
async def test_a_turn_keeps_its_time_over_several_starts(at: float, granted: float, hub: Hub, world: World) -> None:
    table = await opened(hub, ANA)
    await hub.heartbeat()
    for _ in range(3):
        later = await restarted(world, at)
    assert later.find(table.id).header.deadline == START + 900 + granted
    assert (await world.kept(table)).header.deadline == START + 900 + granted
