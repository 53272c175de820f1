"""A full disk, a file that another process holds, or that is damaged or read-only: refused, said once, and over."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path

import aiosqlite
import pytest
import pytest_asyncio

from engine.live.database import migrate as migrating
from engine.live.database.connection import Statement
from engine.live.database.errors import ConstraintError, DatabaseError
from engine.live.database.migrate import migrate, scripts
from engine.live.database_store import DatabaseStore
from engine.live.model.errors import StorageError
from engine.live.model.table import LogEntry, SentMessage
from engine.live.tables import presence, votes
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, EVE, World, header
from tests.engine.live.playing import play_one, snapshot
from tests.engine.live.stores import FragileStore, open_store
from tests.engine.live.versions import of_version, put_person, put_table
from tests.support.full_disk import files_no_larger_than

pytestmark = pytest.mark.sqlite

Content = tuple[object, ...]
SHORT = 20
"""Milliseconds to wait for a lock here, so that the tests are not slow for it."""


class Owner:
    """Reads the log."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self._caplog = caplog
        self.forget = caplog.clear

    def read(self) -> list[tuple[str, str]]:
        return [(each.levelname, each.getMessage()) for each in self._caplog.records if each.name.startswith("engine")]

    def levels(self) -> list[str]:
        return [level for level, _ in self.read()]

    def read_one_line_each(self, file: Path, *words: str) -> None:
        """See that the owner read one error, with these words, and that it is over, and no secret."""
        assert self.levels() == ["ERROR", "INFO"]
        (_, error), (_, over) = self.read()
        assert all(each in error for each in (str(file), *words, "docs/errors.md"))
        assert "\n" not in error
        assert str(file) in over
        told = error.replace(str(file), "")
        assert not [secret for secret in ("INSERT", "deal", "play", "-6", "x" * 10) if secret in told]


@pytest.fixture
def owner(caplog: pytest.LogCaptureFixture) -> Owner:
    caplog.set_level(logging.INFO)
    return Owner(caplog)


class Disk(World):
    """A match on the disk, and its store with failing writes."""

    table: Table

    async def sql(self, statement: str) -> list[tuple[object, ...]]:
        return [tuple(each) for each in await self.store.connection.rows(statement)]

    async def hurry(self) -> None:
        """Wait for a lock for a short time only."""
        await self.sql(f"PRAGMA busy_timeout={SHORT}")

    async def patience(self) -> object:
        return (await self.sql("PRAGMA busy_timeout"))[0][0]

    async def refuses(self, reason: str) -> None:
        """See that moves are refused, and have changed nothing, for one reason that begins like this."""
        before, told, table = snapshot(self.table), len(self.told), self.table
        new, reasons = header(identity="new", channel=99, people=(EVE,)), set[str]()
        moves = play_one(table), table.do(votes.call_vote, ANA.user_id), play_one(table)
        for attempt in (*moves, self.store.set_meta("alive_at", "x" * 10_000), self.store.create(new)):
            with pytest.raises(StorageError, match=reason) as caught:
                await attempt
            reasons.add(str(caught.value))
        assert (snapshot(table), len(self.told)) == (before, told)
        assert len(reasons) == 1

    async def goes_on(self) -> None:
        """See that play goes on, and that the disk has just what was not refused."""
        for _ in range(2):
            ply = self.table.ply
            kept = await self.again(self.table)
            assert (kept.ply, kept.situation.state) == (ply, self.table.situation.state)
            await play_one(self.table)
            assert self.table.ply > ply
        assert await self.store.find("new") is None

    async def fill(self) -> None:
        """Fill what room there is left in the pages of the log, of small facts and of messages."""
        other = header(identity="full", channel=98)
        await self.store.create(other)
        ((size,),) = await self.sql("PRAGMA page_count")
        await self.sql(f"PRAGMA max_page_count={size}")
        for length in (500, 50, 5):
            full = await self.store.find("full")
            await until_full(
                self.store.append(
                    replace(other, revision=full.header.revision + at), [LogEntry(ply, "x" * length, None, 1.0)]
                )
                for at, ply in enumerate(count(len(full.log)))
            )
        await until_full(self.store.set_meta(f"fill {at}", "x" * 200) for at in range(500))
        await until_full(
            self.store.save_post(full.header, SentMessage(1, text="x" * 10 * length)) for length in range(1, 500)
        )
        await until_full([self.store.set_meta("alive_at", "x" * 10_000)])


async def until_full(writes: Iterable[Awaitable[None]]) -> None:
    """Write until the disk is full."""
    with pytest.raises(StorageError, match="the disk is full"):  # noqa: PT012
        for write in writes:
            await write


@pytest_asyncio.fixture
async def disk(kept: FragileStore) -> Disk:
    disk = Disk(kept)
    disk.table = await disk.match(ANA, BEN, CEM)
    await play_one(disk.table)
    return disk


# ---------------------------------------------------------------------- a full disk


async def test_a_database_that_may_not_grow_refuses_moves_and_goes_on_when_it_may(disk: Disk, owner: Owner) -> None:
    await disk.fill()
    owner.forget()
    await disk.refuses("^the disk is full")
    assert owner.levels() == [], "it was said when it began"
    await disk.sql("PRAGMA max_page_count=1073741823")
    await disk.goes_on()
    assert owner.levels() == ["INFO"]


async def test_a_log_that_can_not_be_written_refuses_moves_until_it_can(disk: Disk, file: Path, owner: Owner) -> None:
    size = Path(f"{file}-wal").stat().st_size  # noqa: ASYNC240
    with files_no_larger_than(size + 100):
        await disk.refuses("^the disk failed")
    await disk.goes_on()
    owner.read_one_line_each(file, "the disk failed", "quota")


# ---------------------------------------------------------------------- held by another process

HOLD = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
"""


@contextmanager
def held_by_another(file: Path) -> Iterator[None]:
    """Let another process begin to write, and not end."""
    process = subprocess.Popen(
        [sys.executable, "-S", "-c", HOLD, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    try:
        assert process.stdout.readline() == b"held\n"
        yield
    finally:
        process.communicate(b"\n", timeout=20)


async def test_a_file_that_another_process_holds_refuses_moves_meanwhile(disk: Disk, file: Path, owner: Owner) -> None:
    await disk.hurry()
    with held_by_another(file):
        await disk.refuses("^another process holds it")
        # rows can be read all the same
        await disk.again(disk.table)
        assert owner.levels() == ["ERROR"]
    await disk.goes_on()
    owner.read_one_line_each(file, "another process holds it")


async def test_only_the_first_waits_for_another_process_and_the_next_do_not(disk: Disk, file: Path) -> None:
    assert await disk.patience() == 1500
    await disk.hurry()
    with held_by_another(file):
        for _ in range(2):
            with pytest.raises(StorageError):
                await play_one(disk.table)
        assert await disk.patience() == 50
    # somebody else may hold it for a moment again: then it is worth waiting
    await play_one(disk.table)
    await play_one(disk.table)
    assert await disk.patience() == 1500


async def test_a_file_that_is_held_for_a_moment_is_waited_for_in_silence(disk: Disk, file: Path, owner: Owner) -> None:
    # however slow the machine is
    await disk.sql("PRAGMA busy_timeout=60000")
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as holding:
        holding.execute("BEGIN IMMEDIATE")
        moving = asyncio.create_task(play_one(disk.table))
        await asyncio.sleep(0.05)
        assert not moving.done()
        holding.execute("ROLLBACK")
        await moving
    assert disk.table.ply == 3
    assert owner.read() == []


async def test_a_note_that_can_not_be_written_stops_no_player(disk: Disk, file: Path) -> None:
    await disk.hurry()
    table, people = disk.table, disk.table.people
    with held_by_another(file):
        # a name that changed, by someone who looks at their hand
        with pytest.raises(StorageError):
            await table.do(presence.refresh_person, replace(BEN, name="Benno"))
        assert table.people == people
        # a message that has been sent, and would be sent again
        await table.set_post(SentMessage(7, ply=table.ply))
        assert table.header.post == SentMessage(7, ply=table.ply)
    await table.set_post(SentMessage(8, ply=table.ply))
    await table.do(presence.refresh_person, replace(BEN, name="Benno"))
    assert table.people[1].name == "Benno"
    await disk.again(table)


# ---------------------------------------------------------------------- read-only


async def test_a_read_only_file_refuses_moves_until_it_can_be_written(disk: Disk, file: Path, owner: Owner) -> None:
    await disk.sql("PRAGMA query_only=ON")
    await disk.refuses("^it is read-only")
    await disk.sql("PRAGMA query_only=OFF")
    await disk.goes_on()
    owner.read_one_line_each(file, "it is read-only", "write to the file and to its folder")


# ---------------------------------------------------------------------- damaged


async def damage(disk: Disk, file: Path) -> bytes:
    """Write nonsense over what all tables and indexes begin with, and return the file as it was.

    Which tables there are stays readable, and the connection reads the file again.
    """
    await disk.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    await disk.sql("PRAGMA shrink_memory")
    whole = file.read_bytes()  # noqa: ASYNC240
    ((size,),) = await disk.sql("PRAGMA page_size")
    with closing(sqlite3.connect(file)) as connection:
        roots = connection.execute("SELECT rootpage FROM sqlite_schema WHERE rootpage > 1").fetchall()
    with file.open("r+b") as raw:
        for (page,) in roots:
            raw.seek((page - 1) * size)
            raw.write(os.urandom(size))
    return whole


async def test_a_file_damaged_under_a_running_bot_refuses_moves(disk: Disk, file: Path, owner: Owner) -> None:
    whole = await damage(disk, file)
    before = snapshot(disk.table)
    for _ in range(3):
        for attempt in (play_one(disk.table), disk.store.find(disk.table.id)):
            with pytest.raises(StorageError, match="it is damaged"):
                await attempt
    assert snapshot(disk.table) == before
    ((level, error),) = owner.read()
    assert (level, "restore a backup" in error) == ("ERROR", True)
    # restored in place, as by a copy over it, with what SQLite remembers of the nonsense forgotten
    file.write_bytes(whole)  # noqa: ASYNC240
    await disk.sql("PRAGMA shrink_memory")
    await disk.goes_on()
    assert owner.levels() == ["ERROR"], "that damage is gone is for a start to tell"


async def test_a_file_that_is_damaged_at_the_start_is_refused_in_words(disk: Disk, file: Path, owner: Owner) -> None:
    await damage(disk, file)
    async with open_store(file) as store:
        with pytest.raises(StorageError, match="it is damaged"):
            await World(store).hub().load()
    assert owner.levels() == ["ERROR"]


async def test_a_mistake_of_the_bots_own_is_no_outage(store: FragileStore, owner: Owner) -> None:
    for sql in ("SELECT nonsense FROM tables", "SELEKT 1"):
        with pytest.raises(DatabaseError):
            await store.connection.rows(sql)
    with pytest.raises(ConstraintError):
        await store.connection.write(Statement("INSERT INTO log VALUES ('nowhere', 0, 'x', NULL, 1.0, NULL)"))
    assert owner.read() == []


# ---------------------------------------------------------------------- a migration that is cut short


def described(file: Path) -> Content:
    """Return the version of a file, its schema, whether it is sound, and its tables."""
    wanted = "PRAGMA user_version", "SELECT name, sql FROM sqlite_master ORDER BY name", "PRAGMA integrity_check"
    with closing(sqlite3.connect(file)) as connection:
        return tuple(connection.execute(sql).fetchall() for sql in (*wanted, "SELECT * FROM tables"))


@pytest.fixture(params=[1, 2])
def old(request: pytest.FixtureRequest, file: Path) -> Content:
    """A file of an earlier version, with as many tables as fill some pages; what is in it."""
    with of_version(file, request.param) as connection:
        put_table(connection, "table1", "lobby")
        put_person(connection, "table1", 0, 101, "Ana")
        for number in range(200):
            put_table(connection, f"old{number}", "closed")
    return described(file)


async def opens(file: Path) -> None:
    """See that a start brings the file up to date, with what was in it."""
    async with open_store(file) as store:
        (found,) = await store.open_tables()
        assert [person.name for person in found.header.people] == ["Ana"]
        assert (await store.connection.rows("PRAGMA user_version"))[0][0] == len(scripts())


@pytest.mark.long
async def test_a_disk_full_in_mid_migration_leaves_the_file_at_its_version(old: Content, file: Path) -> None:
    failures: list[str] = []
    for pages in range(60):
        async with aiosqlite.connect(file, isolation_level=None) as connection:
            ((now,),) = await connection.execute_fetchall("PRAGMA page_count")
            await connection.execute(f"PRAGMA max_page_count={now + pages}")
            try:
                await migrate(connection)
                break
            except sqlite3.OperationalError as error:
                failures.append(error.sqlite_errorname)
        assert described(file) == old
    assert set(failures) == {"SQLITE_FULL"}
    await opens(file)


@pytest.mark.long
async def test_a_migration_that_is_cut_short_at_any_statement_leaves_the_file_at_its_version(
    old: Content, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = migrating.statements
    ((version,),) = old[0]
    count = sum(1 for script in scripts()[version:] for _ in whole(script))
    assert count > 10
    for done in range(count):
        left = iter(range(done))

        def cut(script: str, left: Iterator[int] = left) -> Iterator[str]:
            for statement in whole(script):
                yield statement if next(left, None) is not None else "SELECT nonsense"

        monkeypatch.setattr(migrating, "statements", cut)
        with pytest.raises(sqlite3.OperationalError):
            await DatabaseStore.open(file)
        assert described(file) == old
    monkeypatch.undo()
    await opens(file)


DIE = """
import asyncio, os, sys
from engine.live.database import migrate
from engine.live.database_store import DatabaseStore
whole = migrate.statements
def cut(script):
    for number, statement in enumerate(whole(script)):
        if number == 6:
            os._exit(9)
        yield statement
migrate.statements = cut
asyncio.run(DatabaseStore.open(sys.argv[1]))
"""


@pytest.mark.sampled(1)
async def test_a_bot_that_dies_in_mid_migration_leaves_the_file_at_its_version(old: Content, file: Path) -> None:
    died = await asyncio.create_subprocess_exec(sys.executable, "-c", DIE, str(file))
    assert await died.wait() == 9
    assert described(file) == old
    await opens(file)


@pytest.mark.usefixtures("old")
async def test_bots_that_start_at_once_migrate_once(file: Path) -> None:
    for store in await asyncio.gather(*(DatabaseStore.open(file) for _ in range(4))):
        await store.close()
    await opens(file)


async def test_migrations_taken_apart_statement_by_statement_make_what_their_scripts_say(tmp_path: Path) -> None:
    apart, whole = tmp_path / "apart.sqlite3", tmp_path / "whole.sqlite3"
    await (await DatabaseStore.open(apart)).close()
    with of_version(whole, len(scripts())):
        pass
    assert json.dumps(described(apart)[1]) == json.dumps(described(whole)[1])
