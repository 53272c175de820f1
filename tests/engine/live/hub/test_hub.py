"""All open tables."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.dealing import random_deal
from engine.errors import Illegal
from engine.game import State
from engine.live.hub import ALPHABET, MAX_TICK_GAP_SECONDS, Hub
from engine.live.model.errors import Code, TableError
from engine.live.model.pace import Timeouts
from engine.live.model.table import LogEntry, Person, Presence, Status
from engine.live.store import Store
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, CHANNEL, GUILD, START, Clock, header, play_match, play_one, refused
from tests.engine.live.stores import FragileStore, open_store


class House:
    """A hub with its clock and what it was told."""

    def __init__(self, store: Store, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.told: list[Table] = []
        self._source = random.Random(9)
        self.hub = Hub(store, changed=self.told.append, clock=self.clock, dealer=self._deal)

    def _deal(self, state: State) -> Any:
        return random_deal(state, self._source)

    async def open(
        self,
        host: Person = ANA,
        *,
        channel: int = CHANNEL,
        rules: str = "express",
        options: Mapping[str, object] | None = None,
        invited: tuple[int, ...] = (),
    ) -> Table:
        return await self.hub.open(
            guild=GUILD, channel=channel, host=host, rules=rules, options=options or {}, locale="fr", invited=invited
        )

    async def wait(self, seconds: float) -> None:
        """Let time pass while the bot is awake: with a tick every ten seconds, as far apart as they may be."""
        until = self.clock.now + seconds
        while self.clock.now < until:
            self.clock.now = min(until, self.clock.now + MAX_TICK_GAP_SECONDS)
            await self.hub.tick()
            await self.hub.drain()


@pytest.fixture
def house(store: FragileStore) -> House:
    return House(store)


# ---------------------------------------------------------------------- opening


async def test_a_table_is_opened_with_its_host_seated_and_every_option_known(house: House) -> None:
    table = await house.open(options={"target": 50}, invited=(BEN.user,))
    assert table.header.seed is not None
    assert replace(table.header, seed=None) == header(
        identity=table.id,
        people=(ANA,),
        options={"target": 50, "pairs": False, "blocked_pairs": "all"},
        invited=(BEN.user,),
        deadline=START + 900,
        last_activity_at=START,
    )
    found = await house.hub.store.find(table.id)
    assert found.header == table.header


async def test_a_table_is_found_by_its_channel_and_by_its_name(house: House) -> None:
    table = await house.open()
    assert house.hub.in_channel(CHANNEL) is table
    assert house.hub.find(table.id) is table
    assert house.hub.tables == (table,)


async def test_what_is_not_there_is_declined(house: House) -> None:
    with pytest.raises(TableError) as caught:
        house.hub.in_channel(CHANNEL)
    assert caught.value.code is Code.NO_TABLE
    with pytest.raises(TableError) as caught:
        house.hub.find("nowhere")
    assert caught.value.code is Code.CLOSED


async def test_a_second_table_in_a_channel_is_declined_with_the_first(house: House) -> None:
    table = await house.open()
    await refused(house.open(BEN), Code.CHANNEL_TAKEN, table=table)
    await house.open(BEN, channel=CHANNEL + 1)
    assert len(house.hub.tables) == 2


async def test_of_many_who_open_a_table_at_once_one_does(house: House) -> None:
    results = await asyncio.gather(*(house.open(Person(n, "x", "fr")) for n in range(50)), return_exceptions=True)
    opened = [each for each in results if isinstance(each, Table)]
    declined = [each for each in results if isinstance(each, TableError)]
    assert (len(opened), len(declined)) == (1, 49)
    assert {each.code for each in declined} == {Code.CHANNEL_TAKEN}
    assert all(each.facts["table"] is opened[0] for each in declined)
    assert len(await house.hub.store.open_tables()) == 1


async def test_a_channel_that_another_process_took_is_declined(store: FragileStore, house: House) -> None:
    await store.create(header())
    await refused(house.open(), Code.CHANNEL_TAKEN)
    assert house.hub.tables == ()


async def test_a_table_that_could_not_be_written_never_was(store: FragileStore, house: House) -> None:
    store.fails = OSError("disk full")
    with pytest.raises(OSError, match="disk full"):
        await house.open()
    assert house.hub.tables == ()
    with pytest.raises(TableError):
        house.hub.in_channel(CHANNEL)
    store.fails = None
    await house.open()


@pytest.mark.parametrize(
    ("rules", "options", "reason"),
    [
        ("chess", {}, Illegal.UNKNOWN_RULES),
        ("express", {"target": 5}, Illegal.BAD_OPTION),
        ("express", {"x": 5}, Illegal.UNKNOWN_OPTION),
    ],
)
async def test_rules_and_options_that_are_not_offered_open_nothing(
    rules: str, options: dict[str, object], reason: Illegal, house: House
) -> None:
    await refused(house.open(rules=rules, options=options), reason)
    await house.open()


async def test_names_of_tables_are_short_and_never_the_same(house: House) -> None:
    tables = [await house.open(channel=n) for n in range(40)]
    names = {table.id for table in tables}
    assert len(names) == 40
    assert all(len(name) == 8 and set(name) <= set(ALPHABET) for name in names)


# ---------------------------------------------------------------------- leaving the hub


async def test_a_table_that_is_over_leaves_and_its_channel_is_free(house: House) -> None:
    lobby = await house.open()
    await lobby.cancel(ANA.user)
    match_ = await house.open(options={"target": 50})
    await match_.join(BEN)
    await match_.start(ANA.user)
    await play_match(match_)
    assert house.hub.tables == ()
    assert house.told.count(match_) == match_.ply + 1
    for table in (lobby, match_):
        with pytest.raises(TableError):
            house.hub.find(table.id)
        past = await house.hub.saved(table.id)
        assert past.header == table.header
    with pytest.raises(TableError):
        await house.hub.saved("nowhere")
    await house.open(CEM)


async def test_a_table_that_another_process_finished_leaves_too(house: House, store: FragileStore) -> None:
    table = await house.open(options={"target": 50})
    await table.join(BEN)
    await table.start(ANA.user)
    other = House(store)
    await other.hub.load()
    await play_match(other.hub.find(table.id))
    with pytest.raises(TableError):
        await play_one(table)
    assert house.hub.tables == ()
    await house.open(CEM)


# ---------------------------------------------------------------------- the clock


async def test_what_is_due_is_done_and_nothing_else(house: House) -> None:
    first = await house.open(channel=1)
    house.clock.now += 500
    second = await house.open(channel=2)
    await house.hub.tick()
    assert house.hub.tables == (first, second)
    await house.wait(390)
    assert house.hub.tables == (first, second)
    await house.wait(10)
    assert house.clock.now == START + 900
    assert house.hub.tables == (second,)
    assert first.header.status is Status.CLOSED


async def test_one_table_in_trouble_does_not_hold_up_the_others(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await house.open(channel=1), await house.open(channel=2)

    async def broken(_now: float) -> None:
        await asyncio.sleep(0)
        raise RuntimeError("broken")

    monkeypatch.setattr(first, "expire", broken)
    house.clock.now += 900
    with caplog.at_level(logging.ERROR):
        await house.hub.tick()
    assert second.header.status is Status.CLOSED
    assert first.id in caplog.text


async def test_a_table_plays_on_by_ticks_and_by_those_who_say_that_they_are_back_alone(house: House) -> None:
    table = await house.open(options={"target": 50})
    await table.join(BEN)
    await table.start(ANA.user)
    for _ in range(2000):
        await house.wait(120)
        if table.header.status is Status.FINISHED:
            break
        for person in table.people:
            if person.presence is Presence.HELD:
                await table.come_back(person)
    assert table.header.status is Status.FINISHED
    assert house.hub.tables == ()


# ---------------------------------------------------------------------- a restart


async def test_after_a_restart_every_open_table_is_there_with_its_time_granted(store: FragileStore) -> None:
    before = House(store)
    lobby = await before.open(channel=1)
    playing = await before.open(channel=2)
    await playing.join(BEN)
    await playing.start(ANA.user)
    await play_one(playing)
    closed = await before.open(channel=3)
    await closed.cancel(ANA.user)
    before.clock.now += 60
    await before.hub.heartbeat()

    # down for a night; of each deadline just the sixty seconds before are gone
    house = House(store, Clock(START + 60 + 30_000))
    await house.hub.load()
    assert {table.id for table in house.hub.tables} == {lobby.id, playing.id}
    again = house.hub.in_channel(2)
    assert again.view(None) == playing.view(None)
    assert again.header.deadline == START + 120 + 30_000
    assert house.hub.find(lobby.id).header.deadline == START + 900 + 30_000
    await house.hub.tick()
    assert len(house.hub.tables) == 2
    assert again.ply == playing.ply
    await house.wait(50)
    assert again.ply == playing.ply
    await house.wait(10)
    assert again.ply == playing.ply + 1


async def test_the_first_start_finds_nothing_and_notes_that_it_is_awake(house: House) -> None:
    await house.hub.load()
    assert house.hub.tables == ()
    assert float(await house.hub.store.get_meta("alive_at") or 0) == START


async def test_a_second_start_does_not_grant_the_time_again(store: FragileStore) -> None:
    table = await House(store).open()
    first = House(store, Clock(START))
    await first.hub.heartbeat()
    for _ in range(3):
        await House(store, Clock(START + 100)).hub.load()
    found = await store.find(table.id)
    assert found.header.deadline == START + 900 + 100


async def test_a_clock_that_was_set_back_takes_no_time_away(store: FragileStore) -> None:
    house = House(store)
    table = await house.open()
    await house.hub.heartbeat()
    later = House(store, Clock(START - 5000))
    await later.hub.load()
    assert later.hub.find(table.id).header.deadline == START + 900


async def test_a_table_whose_log_is_broken_does_not_hold_up_the_others(
    store: FragileStore, caplog: pytest.LogCaptureFixture
) -> None:
    house = House(store)
    broken, fine = await house.open(channel=1), await house.open(channel=2)
    for table in (broken, fine):
        await table.join(BEN)
        await table.start(ANA.user)
    secret = "0 play 9-9 left"
    await store.append(broken.header, [LogEntry(1, secret, None, START)])
    later = House(store)
    with caplog.at_level(logging.ERROR):
        await later.hub.load()
    assert [table.id for table in later.hub.tables] == [fine.id]
    assert broken.id in caplog.text


async def test_a_backup_holds_the_open_tables(store: FragileStore, tmp_path: Path) -> None:
    house = House(store)
    table = await house.open()
    await house.hub.backup(tmp_path / "backup.sqlite3")
    async with open_store(tmp_path / "backup.sqlite3") as copy:
        assert [each.header for each in await copy.open_tables()] == [table.header]


async def test_the_pace_is_the_one_that_was_given(store: FragileStore) -> None:
    hub = Hub(store, changed=lambda _table: None, clock=Clock(), pace=Timeouts(lobby=5))
    assert hub.pace.lobby == 5
    table = await hub.open(guild=1, channel=2, host=ANA, rules="express", options={}, locale="fr")
    assert table.header.deadline == START + 5
