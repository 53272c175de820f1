"""Leases of shards, as several processes hold them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

import pytest
import pytest_asyncio

from engine.live.cluster import identify_slots, sharing
from engine.live.cluster import leases as module
from engine.live.cluster.identify_slots import NotOwned
from engine.live.cluster.identifying import ASKED_SECONDS, PATIENCE_SECONDS, PAUSE_SECONDS, SLOT_SECONDS
from engine.live.cluster.leases import Changes, Leases, OtherShards
from engine.live.database.address import DatabaseURL
from engine.live.database.connection import Statement
from engine.live.database.timestamps import NOW, server_time
from engine.live.database_store import DatabaseStore
from engine.live.model.errors import Conflict
from engine.live.model.table import HandMessage, Header, Person, SentMessage, Status
from tests.support.bots.kept import stop_clock, with_clock
from tests.support.postgres import Cluster

pytestmark = pytest.mark.long

SECONDS, BEGIN = 1.0, 1_700_000_000.0
"""How long a lease is good, and when a test begins."""
NOTHING = Changes(frozenset(), frozenset())


class House:
    """Processes on one database. Time passes when a test waits, and at no other moment."""

    def __init__(self, database: DatabaseURL, stack: AsyncExitStack) -> None:
        self.database = with_clock(database)
        self.time = 0.0
        self.wait(BEGIN)
        self.stores: dict[str, DatabaseStore] = {}
        self._stack = stack

    def wait(self, seconds: float) -> None:
        """Let time pass, for the processes and for the database."""
        self.time += seconds
        stop_clock(self.database, self.time)

    async def store(self, name: str) -> DatabaseStore:
        self.stores[name] = await DatabaseStore.open(self.database)
        self._stack.push_async_callback(self.stores[name].close)
        return self.stores[name]

    async def process(self, name: str, *, shards: int = 3, processes: int = 2, seconds: float = SECONDS) -> Leases:
        store = await self.store(name)
        made = Leases(
            store.connection,
            owner=name,
            address=f"http://{name}",
            processes=processes,
            seconds=seconds,
            clock=lambda: self.time - BEGIN,
        )
        await made.learn_time()
        assert await made.join(shards, fixed=True) == shards
        return made


@asynccontextmanager
async def _house(database: DatabaseURL) -> AsyncGenerator[House]:
    async with AsyncExitStack() as stack:
        yield House(database, stack)


@pytest_asyncio.fixture
async def house(database: DatabaseURL) -> AsyncGenerator[House]:
    async with _house(database) as made:
        yield made


def header(shard: int, number: int = 1, shards: int = 3) -> Header:
    """Return a lobby on a server of a shard."""
    return Header(
        id=f"table{number}", guild_id=(number * shards + shard) << 22, channel_id=number, host_id=1, rules="express",
        options={}, people=(Person(1, "Ana", "en-US"),), status=Status.LOBBY, locale="en-US", invited=(), opened_at=1.0,
        deadline=1000.0,
    )  # fmt: skip


async def test_each_process_gets_its_share_and_a_second_one_the_rest(house: House) -> None:
    first, second = await house.process("a"), await house.process("b")
    assert await first.renew() == Changes(frozenset({0, 1}), frozenset())
    assert await second.renew() == Changes(frozenset({2}), frozenset())
    assert (first.owned, second.owned) == ((0, 1), (2,))
    assert await first.renew() == await second.renew() == NOTHING
    assert await first.address_of(2) == "http://b"
    assert not await first.any_to_take()


async def test_untaken_shards_go_to_the_processes_that_are_there_after_a_while(house: House) -> None:
    alone = await house.process("a")
    await alone.renew()
    assert alone.owned == (0, 1)
    for _ in range(4):
        house.wait(SECONDS / 3)
        await alone.renew()
    assert alone.owned == (0, 1, 2)


async def test_a_lease_ends_by_the_own_clock_without_asking_anybody(house: House) -> None:
    first = await house.process("a")
    await first.renew()
    await house.stores["a"].close()
    house.wait(SECONDS + 0.05)
    assert first.owned == ()
    assert not first.owns(0)
    assert first.expire() == {0, 1}
    assert first.expire() == frozenset()


async def test_the_shards_of_a_dead_process_are_taken_and_counted_and_those_given_up_at_once(house: House) -> None:
    first, second = await house.process("a"), await house.process("b")
    await first.renew()
    await second.renew()
    await first.release()
    assert first.owned == ()
    assert (await second.renew()).gained == {0}
    assert second.takeovers == 0
    third = await house.process("c")
    assert (await third.renew()).gained == {1}
    house.wait(SECONDS + 0.05)
    await third.renew()
    # b had shards 0 and 2
    assert 0 in third.owned
    assert third.takeovers >= 1


async def test_a_late_write_of_the_owner_before_is_refused_and_time_without_an_owner_is_given_back(
    house: House,
) -> None:
    first, second = await house.process("a"), await house.process("b", processes=1)
    await first.renew()
    old, new = house.stores["a"], house.stores["b"]
    await old.create(header(0))
    await old.create(header(2, 2))
    house.wait(SECONDS * 2 + 0.1)
    assert (await second.renew()).gained == {0, 1, 2}
    (taken,) = [each for each in await new.open_tables() if each.header.id == "table1"]
    (free,) = [each for each in await new.open_tables() if each.header.id == "table2"]
    assert taken.header.revision == free.header.revision == 1 << 32
    assert taken.header.deadline == pytest.approx(1000 + 2 * SECONDS + 0.1)
    with pytest.raises(Conflict):
        await old.save(replace(header(0), deadline=5.0))
    ana = header(0).people[0].user_id
    for store, known, message in ((new, taken.header, 7), (old, header(0), 8)):
        await store.save_post(known, SentMessage(message_id=message))
        await store.save_hand_message(known, HandMessage(ana, 1, 1, message))
    after = await new.find("table1")
    assert after is not None
    assert after.header.post == SentMessage(message_id=7)
    assert after.hands == (HandMessage(ana, 1, 1, 7),)
    await new.save(replace(taken.header, deadline=7.0))
    assert [each.header.id for each in await new.open_tables(module.Shards((2,), 3))] == ["table2"]


# ---------------------------------------------------------------------- giving shards to processes that come later


ALL = dict.fromkeys(range(100), 60.0)
"""All shards, connected for a minute."""


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let shards be given one directly after the other."""
    monkeypatch.setattr(sharing, "RENEW_SECONDS", 0.0)


async def alone_with_all(house: House, name: str, shards: int, seconds: float = 30) -> Leases:
    """Start a process that takes all shards."""
    first = await house.process(name, shards=shards, processes=1, seconds=seconds)
    await first.renew()
    assert first.owned == tuple(range(shards))
    return first


async def test_a_process_that_comes_later_is_given_a_shard_which_nobody_has_taken_over(house: House) -> None:
    first = await alone_with_all(house, "a", 4)
    await house.stores["a"].create(header(3, shards=4))
    second = await house.process("b", shards=4)
    assert not await second.any_to_take()
    assert await second.renew() == NOTHING
    assert await first.renew(ALL) == Changes(frozenset(), frozenset(), given=frozenset({3}))
    assert (first.owned, second.owned) == ((0, 1, 2), ())
    assert await second.any_to_take()
    assert not await first.any_to_take()
    # as long as it is under way, nobody is asked to do anything there
    assert await first.address_of(3) == ""
    assert await second.renew() == Changes(frozenset({3}), frozenset())
    assert (first.owned, second.owned, second.takeovers) == ((0, 1, 2), (3,), 0)
    assert (second.epochs, await first.address_of(3)) == ({3: 2}, "http://b")
    with pytest.raises(Conflict):
        await house.stores["a"].save(replace(header(3, shards=4), deadline=5.0))
    ((kept,),) = [await house.stores["b"].open_tables()]
    assert kept.header.deadline == 1000, "it has not been without an owner"


async def test_one_shard_is_given_at_a_time_by_all_together(house: House) -> None:
    processes = [await alone_with_all(house, "a", 9)]
    for name in ("b", "c"):
        processes.append(await house.process(name, shards=9, seconds=30))
        await processes[-1].renew()
    for count in range(1, 7):
        given = [each.given for each in await asyncio.gather(*(each.renew(ALL) for each in processes))]
        assert sum(map(len, given)) == 1, "one"
        given = [each.given for each in await asyncio.gather(*(each.renew(ALL) for each in processes))]
        assert sum(map(len, given)) == 0, "none until it has settled"
        for each in processes:
            assert not (await each.renew(ALL)).given, "what has been given is connected now"
        assert 9 - len(processes[0].owned) == count
        house.wait(sharing.RENEW_SECONDS)
    for each in processes * 2:
        assert not (await each.renew(ALL)).given
    assert [len(each.owned) for each in processes] == [3, 3, 3]


@pytest.mark.parametrize("seed", range(8))
async def test_shards_are_even_after_any_coming_and_going_with_the_fewest_moves(
    seed: int, house: House, quick: None
) -> None:
    rng = random.Random(seed)
    shards = rng.randint(1, 12)
    processes = [await alone_with_all(house, "0", shards)]
    for number in range(1, 7):
        if len(processes) > 1 and rng.random() < 0.3:
            await processes.pop(rng.randrange(len(processes))).release()
        else:
            processes.append(await house.process(str(number), shards=shards, processes=1, seconds=30))
        # free shards are taken first
        for each in processes:
            await each.renew()
        before = sorted(len(each.owned) for each in processes)
        most, more = divmod(shards, len(processes))
        even = [most] * (len(processes) - more) + [most + 1] * more
        given = 0
        for _ in range(3 * shards):
            process = rng.choice(processes)
            given += len((await process.renew(ALL)).given)
            held = [shard for each in processes for shard in each.owned]
            assert len(held) == len(set(held)), "no shard has two owners"
        for each in processes * shards:
            given += len((await each.renew(ALL)).given)
        assert sorted(len(each.owned) for each in processes) == even
        assert given == sum(max(0, was - new) for was, new in zip(before, even, strict=True))


async def test_nothing_is_given_where_nobody_would_gain_by_it(house: House, quick: None) -> None:
    first = await alone_with_all(house, "a", 3)
    assert await first.renew(ALL) == NOTHING
    second = await house.process("b")
    await second.renew()
    assert (await first.renew({})).given == frozenset(), "what is not connected itself is not passed on"
    assert (await first.renew({1: 60.0})).given == {1}
    await second.renew()
    for _ in range(3):
        assert await first.renew(ALL) == await second.renew(ALL) == NOTHING
    assert (first.owned, second.owned) == ((0, 2), (1,))
    await second.release()
    assert await first.renew(ALL) == Changes(frozenset({1}), frozenset())
    assert await first.renew(ALL) == NOTHING, "it has ended"


async def test_a_shard_whose_new_owner_dies_before_it_takes_it_comes_back(house: House, quick: None) -> None:
    first = await alone_with_all(house, "a", 3, seconds=SECONDS)
    second = await house.process("b")
    await second.renew()
    assert (await first.renew(ALL)).given == {2}
    assert await first.renew(ALL) == NOTHING, "nobody takes it from the new owner while that may live"
    for _ in range(4):
        house.wait(SECONDS / 3)
        await first.renew(ALL)
    assert first.owned == (0, 1, 2)


async def test_the_shards_of_a_leaving_process_are_taken_evenly_and_at_once_by_others_that_have_run_for_a_while(
    house: House,
) -> None:
    processes = [await house.process(name, shards=6, processes=3) for name in "abc"]
    for each in processes:
        await each.renew()
    assert [each.owned for each in processes] == [(0, 1), (2, 3), (4, 5)]
    first, second, third = processes
    for _ in range(4):
        house.wait(SECONDS / 3)
        for each in processes:
            assert await each.renew() == NOTHING
    await third.release()
    assert [(await each.renew()).gained for each in (first, second)] == [{4}, {5}]
    await second.renew()
    house.wait(SECONDS * 2 / 3)
    await first.renew()
    house.wait(SECONDS / 2)
    # the second one is dead
    assert (await first.renew()).gained == {2, 3, 5}


async def test_after_an_outage_of_the_database_others_are_waited_for(house: House) -> None:
    first, second = await house.process("a"), await house.process("b")
    await first.renew()
    await second.renew()
    for _ in range(3):
        house.wait(SECONDS / 2)
        await first.renew()
        await second.renew()
    house.wait(SECONDS + 0.05)
    first._missed = True
    for _ in range(3):
        changes = await first.renew()
        assert 2 not in changes.gained
        house.wait(SECONDS / 4)
    assert (await second.renew()).gained == {2}


async def test_a_process_that_overslept_its_lease_takes_it_anew_if_it_is_free(house: House) -> None:
    first = await house.process("a", processes=1)
    await first.renew()
    epochs = dict(first.epochs)
    house.wait(SECONDS + 0.05)
    changes = await first.renew()
    assert changes == Changes(frozenset({0, 1, 2}), frozenset({0, 1, 2}))
    assert first.epochs == {shard: epoch + 1 for shard, epoch in epochs.items()}


async def test_a_process_with_another_number_of_shards_is_refused_while_others_run(house: House) -> None:
    first = await house.process("a")
    await first.renew()
    with pytest.raises(OtherShards, match="among 3 shards, this one among 4"):
        await house.process("b", shards=4)
    late = Leases(house.stores["b"].connection, owner="b", address="", processes=2)
    assert await late.join(4, fixed=False) == 3
    await first.release()
    other = await house.process("c", shards=4, processes=1)
    await other.renew()
    assert other.owned == (0, 1, 2, 3)


# ---------------------------------------------------------------------- shards that introduce themselves to Discord


async def in_line(house: House, shards: int = 3, processes: int = 2) -> tuple[Leases, ...]:
    """Start processes that share shards, all of which wait."""
    made = [await house.process(name, shards=shards, processes=processes, seconds=30) for name in "abc"[:processes]]
    for each in made:
        await each.renew()
    return tuple(made)


async def test_shards_stand_in_line_over_all_processes(house: House) -> None:
    first, second = await in_line(house)
    assert await first.slots.ask(0, 1, take=True) == 0
    assert await first.slots.ask(1, 1, take=True) == pytest.approx(SLOT_SECONDS + PATIENCE_SECONDS), (
        "the first may yet send"
    )
    await first.slots.used(0, 1)
    assert await second.slots.ask(2, 1, take=True) == pytest.approx(PAUSE_SECONDS + PATIENCE_SECONDS), (
        "behind another one"
    )
    assert await first.slots.ask(1, 1, take=True) == pytest.approx(PAUSE_SECONDS)


async def test_each_bucket_has_a_line_of_its_own(house: House) -> None:
    first, second = await in_line(house)
    assert [await first.slots.ask(0, 2, take=True), await first.slots.ask(1, 2, take=True)] == [0, 0]
    assert await second.slots.ask(2, 2, take=True) == pytest.approx(SLOT_SECONDS + PATIENCE_SECONDS)


async def test_a_shard_whose_process_asks_no_more_keeps_nobody_waiting(house: House) -> None:
    first, second = await in_line(house)
    for shard in (0, 1):
        assert await first.slots.ask(shard, 1, take=False) == pytest.approx(shard * PATIENCE_SECONDS)
    assert await second.slots.ask(2, 1, take=False) == pytest.approx(2 * PATIENCE_SECONDS)
    house.wait(ASKED_SECONDS)
    assert await second.slots.ask(2, 1, take=True) == 0


async def test_more_shards_in_line_than_there_are_in_all_wait_for_each_other(house: House) -> None:
    """As many stand there as processes have lost theirs on the way."""
    (first,) = await in_line(house, processes=1)
    taken = [await first.slots.ask(shard % 3, 1, take=True) for shard in range(12)]
    assert taken.count(0) == 1


async def test_a_shard_that_is_given_away_keeps_its_place_and_its_former_owner_gets_no_slot(
    house: House, quick: None
) -> None:
    first = await alone_with_all(house, "a", 3)
    second = await house.process("b")
    await second.renew()
    assert (await first.renew()).given == {2}, "the last in line"
    with pytest.raises(NotOwned):
        await first.slots.ask(2, 1, take=True)
    await second.renew()
    for shard in (0, 1):
        await first.slots.used(shard, 1)
    third = await house.process("c")
    await third.renew()
    assert await second.slots.ask(2, 1, take=True) == 0


async def test_a_process_that_is_connected_stands_in_no_line_even_if_that_was_not_noted(house: House) -> None:
    first, second = await in_line(house)
    await first.renew({0: 1.0, 1: 1.0})
    assert await second.slots.ask(2, 1, take=True) == 0


@pytest.mark.parametrize("bucket_taken", [True, False])
async def test_slots_that_a_process_of_an_earlier_version_has_reserved_are_left_to_it(
    bucket_taken: bool, house: House
) -> None:
    first, _ = await in_line(house)
    store = house.stores["a"]
    ((now,),) = await store.connection.rows(NOW)
    reserved = now + 10 if bucket_taken else now + 3600
    await store.connection.write(Statement("INSERT INTO identifies (bucket, free_at) VALUES (0, ?)", (reserved,)))
    # an hour is what a clock leaves that was set back
    assert await first.slots.ask(0, 1, take=True) == pytest.approx(10 if bucket_taken else SLOT_SECONDS)


async def test_after_the_clock_of_the_database_was_set_forward_a_slot_is_waited_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = await in_line(house)
    assert await first.slots.ask(0, 1, take=True) == 0
    monkeypatch.setattr(identify_slots, "server_time", lambda session: server_time(session) + 20)
    assert await first.slots.ask(1, 1, take=False) == pytest.approx(SLOT_SECONDS)


async def test_a_process_of_an_earlier_version_renews_and_takes_beside(house: House) -> None:
    """It knows nothing of lines: its shards stand where they stood."""
    first, second = await in_line(house)
    await house.stores["a"].connection.write(
        Statement("UPDATE leases SET owner = 'old', epoch = epoch + 1 WHERE shard = 2"),
        Statement("INSERT INTO processes (owner, until, gave_at) VALUES ('old', 1e12, 0)"),
    )
    assert (await second.renew()).lost == {2}
    assert await first.slots.ask(0, 1, take=True) == 0


async def test_while_the_database_stands_still_nothing_is_held_for_longer_and_the_same_have_it_afterwards(
    house: House, server: Cluster
) -> None:
    first, second = await house.process("a"), await house.process("b")
    await first.renew()
    await second.renew()
    server.freeze()
    try:
        for each in (first, second):
            with pytest.raises(module.StorageError):
                await each.renew()
        # the clock of the database stands still, too
        house.time += SECONDS
        assert first.owned == second.owned == ()
    finally:
        server.thaw()
    house.wait(0)
    for _ in range(600):
        await asyncio.sleep(0.1)
        try:
            await second.renew()
            await first.renew()
            break
        except module.StorageError:
            continue
    assert (first.owned, second.owned) == ((0, 1), (2,))
    assert first.now() == pytest.approx(second.now())


async def test_processes_that_start_at_once_on_an_empty_database_migrate_it_once(server: Cluster) -> None:
    for _ in range(4):
        database = DatabaseURL(server.create())
        for store in await asyncio.gather(*(DatabaseStore.open(database) for _ in range(4))):
            assert await store.open_tables() == []
            await store.close()
