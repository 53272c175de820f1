"""One connection to a SQLite file. Concurrent writes share a commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import aiosqlite

from engine.live.database.health import Cause, StorageHealth, cause_of
from engine.live.database.session import Session
from engine.live.model.errors import StorageError

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


class Statement(NamedTuple):
    """A statement that writes.

    Attributes:
        parameters: the values of the placeholders.
        otherwise_raise: raised if the statement changes any number of rows but one; None to allow any number.

    """

    sql: str
    parameters: Any = ()
    otherwise_raise: type[Exception] | None = None


Step = Statement | Callable[[Session], object]
"""A statement, or a function that reads and writes; no other writer comes in between."""


def set_note(name: str, value: str) -> Statement:
    """Return the statement that stores a value under a name."""
    upsert = "INSERT INTO notes (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    return Statement(upsert, (name, value))


class _Batch(NamedTuple):
    steps: Sequence[Step]
    done: asyncio.Future[None]


class Connection:
    """Reads and writes through one connection, in its own thread.

    The steps of one caller are written all or none. While a commit waits for the disk, further callers gather and share
    the next commit. Each caller has a savepoint, which keeps its failure from the others.
    """

    def __init__(self, connection: aiosqlite.Connection, outage: StorageHealth) -> None:
        self.inner = connection
        self._outage = outage
        self._waiting: list[_Batch] = []
        self._writing: asyncio.Task[None] | None = None
        self._hasty = False
        self._closed = False

    async def write(self, *steps: Step) -> None:
        """Write all steps or none. The change is on the disk when this returns.

        Raises:
            StorageError: the file can't be written.
            sqlite3.Error: a statement is wrong, or breaks a constraint.
            Exception: a statement's ``otherwise_raise``, or an exception that a function among the steps raised.

        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Batch(steps, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await done

    async def _write_all(self) -> None:
        """Write until no caller waits."""
        try:
            while self._waiting:
                # callers cancelled meanwhile want nothing written
                batches = [each for each in self._waiting if not each.done.done()]
                self._waiting = []
                if batches:
                    await self._write_together(batches)
        finally:
            self._writing = None

    async def _write_together(self, batches: Sequence[_Batch]) -> None:
        try:
            results = await self._call(self._commit, [each.steps for each in batches])
        except BaseException as error:
            if not isinstance(error, Exception):
                for each in batches:
                    each.done.cancel()
                raise
            results = [error] * len(batches)
        else:
            if self._outage.cause is not None:
                self._outage.recovered()
        for each, result in zip(batches, results, strict=True):
            if each.done.done():
                continue
            if result is None:
                each.done.set_result(None)
            else:
                each.done.set_exception(self._named(result))

    def _commit(self, connection: sqlite3.Connection, batches: Sequence[Sequence[Step]]) -> list[Exception | None]:
        """Write batches in one transaction. Return the exception of each, or None; raise an error of the file."""
        hasty = self._outage.cause is Cause.HELD
        if hasty is not self._hasty:
            connection.execute(f"PRAGMA busy_timeout={HASTY_MILLISECONDS if hasty else BUSY_MILLISECONDS}")
            self._hasty = hasty
        try:
            connection.execute("BEGIN IMMEDIATE")
            results = [_run_steps(connection, each) for each in batches]
            connection.execute("COMMIT")
        except BaseException:
            # SQLite may have rolled back already after an error of the file
            with suppress(sqlite3.DatabaseError):
                connection.rollback()
            raise
        return results

    async def read(self, function: Callable[[Session], T]) -> T:
        """Call a function that reads, in a transaction of its own: it sees the data as of one moment.

        Raises:
            StorageError: the file can't be read.
            sqlite3.Error: a statement is wrong.

        """

        def reading(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN")
            try:
                return function(connection)
            finally:
                with suppress(sqlite3.DatabaseError):
                    connection.rollback()

        try:
            return await self._call(reading)
        except sqlite3.DatabaseError as error:
            raise self._named(error) from error

    async def rows(self, sql: str, parameters: Any = ()) -> list[Any]:
        """Return the rows of a single statement; raise as :meth:`read` does."""

        def fetch(connection: sqlite3.Connection) -> list[Any]:
            return connection.execute(sql, parameters).fetchall()

        try:
            return await self._call(fetch)
        except sqlite3.DatabaseError as error:
            raise self._named(error) from error

    async def rewrite(self) -> bool:
        """Rewrite the whole file, to remove deleted data from its unused parts; other writers wait for that.

        Returns:
            Whether all deleted data is gone, also from the log beside the file.

        Raises:
            StorageError: the disk has no room, or another process uses the file; the file is as it was.

        """

        def rewriting(connection: sqlite3.Connection) -> bool:
            connection.execute("VACUUM")
            return connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0

        try:
            return await self._call(rewriting)
        except sqlite3.DatabaseError as error:
            raise self._named(error) from error

    def _named(self, error: Exception) -> Exception:
        """Return the exception to raise for an error: a StorageError if the file is to blame."""
        cause = cause_of(error)
        if cause is None:
            return error
        self._outage.failed(cause, error)
        unkept = StorageError(f"{cause.text} ({error})")
        unkept.__cause__ = error
        return unkept

    async def _call(self, function: Callable[..., T], *arguments: object) -> T:
        """Call a function with the sqlite3 connection, in its thread, in turn with the other calls."""

        def called() -> T:
            return function(self.inner._conn, *arguments)  # pyright: ignore

        if self._closed:
            raise StorageError("the database is closed")
        # one thread switch for a whole transaction: aiosqlite's own methods switch for each statement, and they log
        # their arguments, but hands and seeds don't belong in the log
        return await self.inner._execute(called)  # type: ignore[no-any-return]  # pyright: ignore

    async def close(self) -> None:
        """Finish pending writes and close the file; later calls raise :class:`StorageError`."""
        while self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)
        self._closed = True
        await self.inner.close()


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


def _run_steps(connection: sqlite3.Connection, steps: Sequence[Step]) -> Exception | None:
    """Write all steps of one caller or none. Return the caller's exception, or None; raise an error of the file."""
    connection.execute("SAVEPOINT batch")
    try:
        for step in steps:
            if not isinstance(step, Statement):
                step(connection)
                continue
            cursor = connection.execute(step.sql, step.parameters)
            if step.otherwise_raise is not None and cursor.rowcount != 1:
                raise step.otherwise_raise
    except Exception as error:
        if cause_of(error) is not None or not connection.in_transaction:
            raise
        connection.execute("ROLLBACK TO batch")
        connection.execute("RELEASE batch")
        return error
    connection.execute("RELEASE batch")
    return None
