"""A full disk, a file that another process holds, or that is damaged or read-only: refused, said once, and over."""

# ruff: noqa: PT012

from __future__ import annotations

import asyncio
import json
import logging
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import aiosqlite
import pytest
import pytest_asyncio

from engine.live.database import migrate as migrating
from engine.live.database.connection import Statement
from engine.live.database.migrate import migrate, scripts
from engine.live.hub import Hub
from engine.live.model.errors import StorageError
from engine.live.model.table import LogEntry, Post
from engine.live.sqlite import SQLiteStore
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, EVE, World, header, play_one
from tests.engine.live.stores import FragileStore, open_store

SHORT = 20
"""Milliseconds to wait for a lock here, so that the tests are not slow for it."""


class Owner:
    """What the owner reads in the log."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self._caplog = caplog

    def read(self) -> list[tuple[str, str]]:
        return [(each.levelname, each.getMessage()) for each in self._caplog.records if each.name.startswith("engine")]

    def forget(self) -> None:
        self._caplog.clear()

    def levels(self) -> list[str]:
        return [level for level, _ in self.read()]


@pytest.fixture
def owner(caplog: pytest.LogCaptureFixture) -> Owner:
    caplog.set_level(logging.INFO)
    return Owner(caplog)


@pytest_asyncio.fixture
async def playing(kept: FragileStore) -> AsyncGenerator[tuple[World, Table]]:
    """A match on the disk."""
    world = World(kept)
    table = await world.match(ANA, BEN, CEM)
    await play_one(table)
    yield world, table


async def run(store: SQLiteStore, sql: str) -> None:
    await store._connection.inner.execute(sql)  # pyright: ignore[reportPrivateUsage]


async def is_refused(world: World, table: Table) -> str:
    """See that a move is refused, several times, and has changed nothing; return why."""
    before = table.header, table.ply, list(table.news), table.view(0), table.view(1)
    told = len(world.told)
    reasons = set[str]()
    for attempt in (lambda: play_one(table), lambda: table.call_vote(ANA.user), lambda: play_one(table)):
        with pytest.raises(StorageError) as caught:
            await attempt()
        reasons.add(str(caught.value))
    with pytest.raises(StorageError):
        await world.store.set_meta("alive_at", "x" * 10_000)
    with pytest.raises(StorageError):
        await world.store.create(header(identity="new", channel=99, people=(EVE,)))
    assert (table.header, table.ply, list(table.news), table.view(0), table.view(1)) == before
    assert len(world.told) == told
    (reason,) = reasons
    return reason


async def goes_on(world: World, table: Table) -> None:
    """See that play goes on, and that the disk has just what was not refused."""
    ply = table.ply
    kept = await world.again(table)
    assert (kept.header, kept.ply, kept.view(0)) == (table.header, ply, table.view(0))
    await play_one(table)
    assert table.ply > ply
    kept = await world.again(table)
    assert (kept.header, kept.ply, kept.view(0)) == (table.header, table.ply, table.view(0))
    assert await world.store.find("new") is None


def one_line_each(owner: Owner, file: Path, *words: str) -> None:
    """See that the owner read one error, with these words, and that it is over, and no secret."""
    assert owner.levels() == ["ERROR", "INFO"]
    (_, error), (_, over) = owner.read()
    for each in (str(file), *words, "docs/hosting.md"):
        assert each in error
    assert "\n" not in error
    assert str(file) in over
    for secret in ("INSERT", "deal", "play", "-6", "x" * 10):
        assert secret not in error.replace(str(file), "")


# ---------------------------------------------------------------------- a full disk


async def test_a_database_that_may_not_grow_refuses_moves_and_goes_on_when_it_may(
    playing: tuple[World, Table], file: Path, owner: Owner
) -> None:
    world, table = playing
    store = world.store
    await store.create(header(identity="table2", channel=98))
    (size,) = (await store._connection.rows("PRAGMA page_count"))[0]  # pyright: ignore[reportPrivateUsage]
    await run(store, f"PRAGMA max_page_count={size}")
    # fill what room there is left in the pages of the log, and of small facts
    ply = 0
    for length in (500, 50, 5):
        with pytest.raises(StorageError, match="the disk is full"):
            while True:
                await store.append(header(identity="table2", channel=98), [LogEntry(ply, "x" * length, None, 1.0)])
                ply += 1
    with pytest.raises(StorageError, match="the disk is full"):
        for at in range(500):
            await store.set_meta(f"fill {at}", "x" * 200)
    with pytest.raises(StorageError, match="the disk is full"):
        for length in range(1, 500):
            await store.save_post("table2", Post(1, text="x" * 10 * length))
    owner.forget()
    with pytest.raises(StorageError):
        await store.set_meta("alive_at", "x" * 10_000)
    reason = await is_refused(world, table)
    assert reason.startswith("the disk is full")
    assert owner.levels() == [], "it was said when it began"
    await run(store, "PRAGMA max_page_count=1073741823")
    await goes_on(world, table)
    assert owner.levels() == ["INFO"]


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """Let the system refuse what would make a file larger, as it does when a quota is used up."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_log_that_can_not_be_written_refuses_moves_and_goes_on_when_it_can(
    playing: tuple[World, Table], file: Path, owner: Owner
) -> None:
    world, table = playing
    size = Path(f"{file}-wal").stat().st_size  # noqa: ASYNC240
    with files_no_larger_than(size + 100):
        reason = await is_refused(world, table)
    assert reason.startswith("the disk failed")
    await goes_on(world, table)
    one_line_each(owner, file, "the disk failed", "quota")


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


async def test_a_file_that_another_process_holds_refuses_moves_and_goes_on_when_it_is_let_go(
    playing: tuple[World, Table], file: Path, owner: Owner
) -> None:
    world, table = playing
    await run(world.store, f"PRAGMA busy_timeout={SHORT}")
    with held_by_another(file):
        reason = await is_refused(world, table)
        assert reason.startswith("another process holds it")
        # what was written can be read all the same
        assert (await world.again(table)).header == table.header
        assert owner.levels() == ["ERROR"]
    await goes_on(world, table)
    one_line_each(owner, file, "another process holds it")


async def test_only_the_first_waits_for_another_process_and_the_next_do_not(
    playing: tuple[World, Table], file: Path
) -> None:
    world, table = playing
    store = world.store

    async def patience() -> object:
        return (await store._connection.rows("PRAGMA busy_timeout"))[0][0]  # pyright: ignore[reportPrivateUsage]

    assert await patience() == 1500
    await run(store, f"PRAGMA busy_timeout={SHORT}")
    with held_by_another(file):
        for _ in range(2):
            with pytest.raises(StorageError):
                await play_one(table)
        assert await patience() == 50
    # somebody else may hold it for a moment again: then it is worth waiting
    await play_one(table)
    await play_one(table)
    assert await patience() == 1500


async def test_a_file_that_is_held_for_a_moment_is_waited_for_and_nobody_hears_of_it(
    playing: tuple[World, Table], file: Path, owner: Owner
) -> None:
    _, table = playing
    holding = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    holding.execute("BEGIN IMMEDIATE")
    try:
        moving = asyncio.create_task(play_one(table))
        await asyncio.sleep(0.05)
        assert not moving.done()
        holding.execute("ROLLBACK")
        await moving
    finally:
        holding.close()
    assert table.ply == 3
    assert owner.read() == []


async def test_what_is_only_noted_keeps_nobody_from_what_they_came_for(
    playing: tuple[World, Table], file: Path
) -> None:
    world, table = playing
    await run(world.store, f"PRAGMA busy_timeout={SHORT}")
    people = table.people
    with held_by_another(file):
        # a name that changed, by someone who looks at their hand
        await table.refresh_person(replace(BEN, name="Benno"))
        assert table.people == people
        # a message that has been sent, and would be sent again
        await table.set_post(Post(7, ply=table.ply))
        assert table.header.post == Post(7, ply=table.ply)
    await table.set_post(Post(8, ply=table.ply))
    await table.refresh_person(replace(BEN, name="Benno"))
    assert table.people[1].name == "Benno"
    assert (await world.again(table)).header == table.header


# ---------------------------------------------------------------------- read-only


async def test_a_file_that_is_read_only_refuses_moves_and_goes_on_when_it_is_not(
    playing: tuple[World, Table], file: Path, owner: Owner
) -> None:
    world, table = playing
    await run(world.store, "PRAGMA query_only=ON")
    assert (await is_refused(world, table)).startswith("it is read-only")
    await run(world.store, "PRAGMA query_only=OFF")
    await goes_on(world, table)
    one_line_each(owner, file, "it is read-only", "write to the file and to its folder")


# ---------------------------------------------------------------------- damaged


def damage(file: Path) -> None:
    """Write nonsense over what all tables and indexes begin with; which there are stays readable."""
    with closing(sqlite3.connect(file)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        roots = connection.execute("SELECT rootpage FROM sqlite_schema WHERE rootpage > 1").fetchall()
    with file.open("r+b") as raw:
        for (page,) in roots:
            raw.seek((page - 1) * size)
            raw.write(os.urandom(size))


async def forget_pages(store: SQLiteStore) -> None:
    """Let the connection read from the file again what it remembers of it."""
    await run(store, "PRAGMA wal_checkpoint(TRUNCATE)")
    await run(store, "PRAGMA shrink_memory")


async def test_a_file_that_is_damaged_under_a_running_bot_refuses_moves_and_is_said_once(
    playing: tuple[World, Table], file: Path, owner: Owner
) -> None:
    world, table = playing
    await forget_pages(world.store)
    whole = file.read_bytes()  # noqa: ASYNC240
    damage(file)
    before = table.header, table.ply, table.view(0)
    for _ in range(3):
        with pytest.raises(StorageError, match="it is damaged"):
            await play_one(table)
        with pytest.raises(StorageError, match="it is damaged"):
            await world.store.find(table.id)
    assert (table.header, table.ply, table.view(0)) == before
    assert owner.levels() == ["ERROR"]
    (_, error) = owner.read()[0]
    assert "restore a backup" in error
    # restored in place, as by a copy over it, with what SQLite remembers of the nonsense forgotten
    file.write_bytes(whole)  # noqa: ASYNC240
    await run(world.store, "PRAGMA shrink_memory")
    await goes_on(world, table)
    assert owner.levels() == ["ERROR"], "that damage is gone is for a start to tell"


async def test_a_file_that_is_damaged_at_the_start_is_refused_in_words(
    playing: tuple[World, Table], file: Path, owner: Owner
) -> None:
    world, _ = playing
    await forget_pages(world.store)
    damage(file)
    async with open_store(file) as store:
        with pytest.raises(StorageError, match="it is damaged"):
            await Hub(store, changed=world.told.append, clock=world.clock).load()
    assert owner.levels() == ["ERROR"]


async def test_a_mistake_of_the_bots_own_is_no_outage(store: FragileStore, owner: Owner) -> None:
    for sql in ("SELECT nonsense FROM tables", "SELEKT 1"):
        with pytest.raises(sqlite3.OperationalError):
            await store._connection.rows(sql)  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(sqlite3.IntegrityError):
        await store._connection.write(  # pyright: ignore[reportPrivateUsage]
            Statement("INSERT INTO log VALUES ('nowhere', 0, 'x', NULL, 1.0, NULL)")
        )
    assert owner.read() == []


# ---------------------------------------------------------------------- a migration that is cut short


def at_version(file: Path, version: int) -> None:
    with suppress(FileNotFoundError):
        file.unlink()
    connection = sqlite3.connect(file)
    for script in scripts()[:version]:
        connection.executescript(script)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.execute(
        "INSERT INTO tables (id, guild_id, channel_id, host_id, rules, options, status, locale, invited, opened_at)"
        " VALUES ('table1', 7, 70, 101, 'express', '{}', 'lobby', 'fr', '[]', 5.0)"
    )
    # as many old ones as fill some pages
    connection.executemany(
        "INSERT INTO tables (id, guild_id, channel_id, host_id, rules, options, status, locale, invited, opened_at)"
        " VALUES (?, 7, 70, 101, 'express', '{}', 'closed', 'fr', '[]', 5.0)",
        [(f"old{number}",) for number in range(200)],
    )
    connection.execute(
        "INSERT INTO seats (table_id, seat, user_id, name, locale) VALUES ('table1', 0, 101, 'Ana', 'fr')"
    )
    connection.commit()
    connection.close()


def described(file: Path) -> tuple[object, ...]:
    connection = sqlite3.connect(file)
    try:
        schema = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        version = connection.execute("PRAGMA user_version").fetchone()
        sound = connection.execute("PRAGMA integrity_check").fetchone()
        return version, schema, sound, connection.execute("SELECT * FROM tables").fetchall()
    finally:
        connection.close()


async def opens(file: Path) -> None:
    """See that a start brings the file up to date, with what was in it."""
    async with open_store(file) as store:
        (found,) = await store.open_tables()
        assert [person.name for person in found.header.people] == ["Ana"]
        assert (await store._connection.rows("PRAGMA user_version"))[0][0] == len(scripts())  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("version", [1, 2])
async def test_a_disk_that_is_full_in_mid_migration_leaves_the_file_at_its_version(version: int, file: Path) -> None:
    at_version(file, version)
    before = described(file)
    failures: list[str] = []
    for pages in range(1, 60):
        connection = await aiosqlite.connect(file, isolation_level=None)
        try:
            async with connection.execute("PRAGMA page_count") as cursor:
                (now,) = await cursor.fetchone() or (0,)
            await connection.execute(f"PRAGMA max_page_count={now + pages - 1}")
            await migrate(connection)
        except sqlite3.OperationalError as error:
            failures.append(error.sqlite_errorname)
        else:
            break
        finally:
            await connection.close()
        assert described(file) == before
    assert set(failures) == {"SQLITE_FULL"}
    await opens(file)


@pytest.mark.parametrize("version", [1, 2])
async def test_a_migration_that_is_cut_short_at_any_statement_leaves_the_file_at_its_version(
    version: int, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_version(file, version)
    before = described(file)
    whole = migrating._statements  # pyright: ignore[reportPrivateUsage]
    count = sum(1 for script in scripts()[version:] for _ in whole(script))
    assert count > 10
    for done in range(count):
        left = iter(range(done))

        def cut(script: str, left: Iterator[int] = left) -> Iterator[str]:
            for statement in whole(script):
                yield statement if next(left, None) is not None else "SELECT nonsense"

        monkeypatch.setattr(migrating, "_statements", cut)
        with pytest.raises(sqlite3.OperationalError):
            await SQLiteStore.open(file)
        assert described(file) == before
    monkeypatch.undo()
    await opens(file)


DIE = """
import asyncio, os, sys
from engine.live.database import migrate
from engine.live.sqlite import SQLiteStore
whole = migrate._statements
def cut(script):
    for number, statement in enumerate(whole(script)):
        if number == 6:
            os._exit(9)
        yield statement
migrate._statements = cut
asyncio.run(SQLiteStore.open(sys.argv[1]))
"""


async def test_a_bot_that_dies_in_mid_migration_leaves_the_file_at_its_version(file: Path) -> None:
    at_version(file, 2)
    before = described(file)
    died = await asyncio.create_subprocess_exec(sys.executable, "-c", DIE, str(file))
    assert await died.wait() == 9
    assert described(file) == before
    await opens(file)


async def test_two_bots_that_start_at_once_migrate_once(file: Path) -> None:
    at_version(file, 1)
    stores = await asyncio.gather(*(SQLiteStore.open(file) for _ in range(4)))
    for store in stores:
        await store.close()
    await opens(file)


async def test_what_migrations_make_is_what_their_scripts_say(tmp_path: Path) -> None:
    # taken apart statement by statement, nothing is lost
    store = await SQLiteStore.open(tmp_path / "apart.sqlite3")
    await store.close()
    whole = sqlite3.connect(tmp_path / "whole.sqlite3")
    for script in scripts():
        whole.executescript(script)
    whole.close()
    names = ("apart.sqlite3", "whole.sqlite3")
    apart, together = (json.dumps(described(tmp_path / name)[1]) for name in names)
    assert apart == together
