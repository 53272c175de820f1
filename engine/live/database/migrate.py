"""The numbered migrations of a database, and how a SQLite file gets them."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from importlib.resources import files
from pathlib import Path

import aiosqlite

from engine.cli.progress import Report, silent
from engine.live.database.copies.backup import copy_file
from engine.live.database.copies.kept import before_migration

_log = logging.getLogger(__name__)


CHECKED_STEPS = 10_000
"""The instructions of SQLite after which a migration looks whether it has been cancelled: a fraction of a second."""


class NewerDatabase(RuntimeError):
    """The database was written by a later version of the bot."""


def scripts() -> list[str]:
    """Return the SQL scripts of the migrations, in order."""
    resources = [
        each for each in files("engine.live.database").joinpath("migrations").iterdir() if each.name.endswith(".sql")
    ]
    return [each.read_text(encoding="utf-8") for each in sorted(resources, key=lambda each: each.name)]


def missing(seen: int) -> list[str]:
    """Return the scripts that a database needs which has had ``seen`` of them.

    Raises:
        NewerDatabase: a later version of the bot wrote it.

    """
    known = scripts()
    if seen > len(known):
        raise NewerDatabase(
            f"the database is of version {seen}, and this bot knows versions up to {len(known)}: update the bot"
        )
    return known[seen:]


def statements(script: str) -> Iterator[str]:
    """Split a script into statements: SQLite's own way to run a script commits the transaction first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def log_migration(seen: int, seconds: float, copied: str) -> None:
    """Log that a database was migrated; a new one was not.

    Args:
        seen: the migrations that it had had.
        seconds: how long it took.
        copied: where a copy of the database before is, or why there is none.

    """
    if seen:
        message = "migrated the database from version %d to %d in %.1f s; %s"
        _log.info(message, seen, len(scripts()), seconds, copied)


async def check(connection: aiosqlite.Connection) -> int:
    """Return the number of migrations that a file has had.

    Raises:
        NewerDatabase: a later version of the bot wrote it.
        FileExistsError: another program made it.

    """
    # one statement, so that a migration by another process is seen as a whole
    async with connection.execute(
        "SELECT user_version, EXISTS (SELECT 1 FROM sqlite_master) FROM pragma_user_version"
    ) as cursor:
        ((seen, filled),) = await cursor.fetchall()
    if filled and not seen:
        raise FileExistsError("another program made this database")
    missing(seen)
    return int(seen)


async def migrate(connection: aiosqlite.Connection, file: Path | None = None, report: Report = silent) -> None:
    """Run the numbered migrations that a file has not had, all or none; ``user_version`` counts the others.

    Args:
        connection: a connection to the file.
        file: its path, for a copy of the file as it is before; None makes no copy.
        report: takes the steps: the copy and each migration.

    Raises:
        NewerDatabase: a later version of the bot wrote the file.
        FileExistsError: another program made the file.
        DamagedDatabase: the file is damaged, and is as it was.
        sqlite3.Error: the file can't be written, and is as it was.

    """
    seen = await check(connection)
    steps = 1 + len(missing(seen))
    if steps == 1:
        return
    began, stopped = time.monotonic(), False
    copied = await _copy(file, steps, report) if seen and file is not None else ""
    # count again with the file locked: another process may have been faster
    await connection.execute("BEGIN IMMEDIATE")
    # a cancelled caller does not wait for the end of a long statement
    await connection.set_progress_handler(lambda: stopped, CHECKED_STEPS)
    try:
        await _run(connection, missing(await check(connection)), report)
        await connection.execute(f"PRAGMA user_version = {len(scripts())}")
        await connection.execute("COMMIT")
    except BaseException:
        stopped = True
        await connection.rollback()
        raise
    finally:
        await connection.set_progress_handler(lambda: 0, 0)
    log_migration(seen, time.monotonic() - began, copied)


async def _run(connection: aiosqlite.Connection, migrations: Sequence[str], report: Report) -> None:
    for number, script in enumerate(migrations, 1):
        parts = list(statements(script))
        for done, statement in enumerate(parts):
            report(number + done / len(parts), 1 + len(migrations))
            await connection.execute(statement)


async def _copy(file: Path, steps: int, report: Report) -> str:
    """Copy a file before its migration, the first step; return where the copy is, or why there is none."""
    stopped = threading.Event()

    def copying(done: float, of: int) -> None:
        if stopped.is_set():
            raise InterruptedError
        report(min(1.0, done / max(of, 1)), steps)

    try:
        await asyncio.to_thread(copy_file, file, before_migration(file), lambda _task, _unit: nullcontext(copying))
    except asyncio.CancelledError:
        stopped.set()
        raise
    except (sqlite3.Error, OSError) as error:
        # all or nothing is migrated, so that a full disk must not keep the bot from an update
        return f"no copy was made before: {error}"
    return f"a copy from before is {before_migration(file)}"
