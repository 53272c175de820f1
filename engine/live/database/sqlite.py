"""One connection to a SQLite file, in aiosqlite's thread."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite

from engine.cli.progress import Report, silent
from engine.live.database.copies.backup import PRIVATE_FOLDER, make_private
from engine.live.database.copies.kept import remove_kept
from engine.live.database.errors import Cause
from engine.live.database.health import cause_of
from engine.live.database.migrate import check, migrate
from engine.live.database.session import Batch, Session, run_steps

T = TypeVar("T")

BUSY_MILLISECONDS = 1500
"""The seconds to wait for another process's lock; an interaction has to be answered within Discord's 3 s."""

HASTY_MILLISECONDS = 50
"""The same after a first wait in vain: the waits of queued callers must not add up."""

PRAGMAS = (
    f"busy_timeout={BUSY_MILLISECONDS}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    # overwrite deleted data
    "secure_delete=ON",
)

PATIENCE_SECONDS, PAUSE_SECONDS = 5.0, 0.05
"""The seconds of patience, and of a pause between attempts, while another process sets up the same file."""


class SQLiteDriver:
    """Reads and writes a SQLite file.

    Attributes:
        connection: the connection.

    """

    overwrites = True

    def __init__(self, connection: aiosqlite.Connection, file: Path | None = None) -> None:
        self.connection = connection
        self._file = file
        self._hasty = False

    @classmethod
    async def open(cls, file: Path | str, *, only_to_copy: bool = False, report: Report = silent) -> Self:
        """Open ``file`` (or ``":memory:"``), created if needed, and migrate it unless it is ``only_to_copy``.

        Reports the steps of the migration.

        Raises:
            NewerDatabase: a later version of the bot wrote it.
            DamagedDatabase: it would be migrated, and is damaged.
            sqlite3.Error: the file can't be opened, or is not a database.

        """
        path = None if file == ":memory:" else Path(file)
        if path is not None:
            await asyncio.to_thread(path.parent.mkdir, PRIVATE_FOLDER, parents=True, exist_ok=True)
            if not only_to_copy:
                await asyncio.to_thread(make_private, path)
        connection = await aiosqlite.connect(file, isolation_level=None)
        try:
            await set_up(connection)
            if only_to_copy:
                await check(connection)
            else:
                await migrate(connection, path, report)
        except BaseException:
            await connection.close()
            raise
        return cls(connection, path)

    async def commit(self, batches: Sequence[Batch], *, hasty: bool) -> list[Exception | None]:
        """Write batches in one transaction. Return the exception of each, or None; raise an error of the file."""

        def commit(connection: sqlite3.Connection) -> list[Exception | None]:
            if hasty is not self._hasty:
                connection.execute(f"PRAGMA busy_timeout={HASTY_MILLISECONDS if hasty else BUSY_MILLISECONDS}")
                self._hasty = hasty
            try:
                connection.execute("BEGIN IMMEDIATE")
                results = [run_steps(connection, each.steps) for each in batches]
                connection.execute("COMMIT")
            except BaseException:
                # SQLite may have rolled back already after an error of the file
                with suppress(sqlite3.DatabaseError):
                    connection.rollback()
                raise
            return results

        return await self._run(commit)

    async def read(self, function: Callable[[Session], T]) -> T:
        """Call a function that reads in a transaction of its own."""

        def reading(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN")
            try:
                return function(connection)
            finally:
                with suppress(sqlite3.DatabaseError):
                    connection.rollback()

        return await self._run(reading)

    async def rows(self, sql: str, parameters: Any) -> list[Any]:
        """Return the rows of a single statement."""
        return await self._run(lambda connection: connection.execute(sql, parameters).fetchall())

    async def size(self) -> int:
        """Return the size of the file in bytes."""
        ((pages,),) = await self.rows("PRAGMA page_count", ())
        ((size,),) = await self.rows("PRAGMA page_size", ())
        return pages * size

    async def rewrite(self) -> bool:
        """Rewrite the whole file, and remove the copies from before its migration and restore.

        Returns:
            Whether the log beside the file is empty, and the copies gone.

        """

        def rewriting(connection: sqlite3.Connection) -> bool:
            if self._file is not None:
                try:
                    remove_kept(self._file)
                except OSError:
                    return False
            connection.execute("VACUUM")
            return connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0

        return await self._run(rewriting)

    async def close(self) -> None:
        """Close the file."""
        await self.connection.close()

    async def _run(self, function: Callable[[sqlite3.Connection], T]) -> T:
        """Call a function with the sqlite3 connection, in its thread, in turn with the other calls."""

        def called() -> T:
            return function(self.connection._conn)  # pyright: ignore

        # one thread switch for a whole transaction: aiosqlite's own methods switch for each statement, and they log
        # their arguments, but hands and seeds don't belong in the log
        return await self.connection._execute(called)  # type: ignore[no-any-return]  # pyright: ignore


async def set_up(connection: aiosqlite.Connection) -> None:
    """Set up a new connection for durable writes.

    Raises:
        sqlite3.Error: the file is not a database, or another process locks it.

    """
    until = asyncio.get_running_loop().time() + PATIENCE_SECONDS
    left = list(PRAGMAS)
    while left:
        try:
            await connection.execute(f"PRAGMA {left[0]}")
        except sqlite3.OperationalError as error:
            # when two processes switch to a write-ahead log at once, SQLite refuses one despite its busy timeout
            if cause_of(error) is not Cause.HELD or asyncio.get_running_loop().time() > until:
                raise
            await asyncio.sleep(PAUSE_SECONDS)
        else:
            del left[0]
