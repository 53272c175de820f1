"""One connection to a SQLite file: what several callers write at a time is made durable by one commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import aiosqlite

from engine.live.database.health import Cause, StorageHealth, cause_of
from engine.live.model.errors import StorageError

T = TypeVar("T")

BUSY_MILLISECONDS = 1500
"""How long to wait for another process's lock; whoever pressed a button is to hear of it within Discord's 3 s."""

HASTY_MILLISECONDS = 50
"""The same once somebody has waited in vain: people in a queue must not wait for each other's waiting."""

PRAGMAS = (
    f"busy_timeout={BUSY_MILLISECONDS}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    # what is deleted is overwritten
    "secure_delete=ON",
)

PATIENCE_SECONDS, PAUSE_SECONDS = 5.0, 0.05
"""For how long, and how far apart, it is tried to set up a file that another process sets up, too."""


class Statement(NamedTuple):
    """Something to write.

    Attributes:
        sql: the statement.
        parameters: what stands in its places.
        must: what is raised where it does not change exactly one row; None where it may change any number.

    """

    sql: str
    parameters: Any = ()
    otherwise_raise: type[Exception] | None = None


Step = Statement | Callable[[sqlite3.Connection], object]
"""A statement, or what writes by what it finds at that moment: between its reading and writing nobody else writes."""


class _Batch(NamedTuple):
    steps: Sequence[Step]
    done: asyncio.Future[None]


class Connection:
    """Reads and writes through one connection, in its own thread.

    What one caller writes is done whole or not at all. While a commit waits for the disk, further callers gather, and
    share the next one: each is a savepoint of it, so that one's failure is nobody else's.
    """

    def __init__(self, connection: aiosqlite.Connection, outage: StorageHealth) -> None:
        self.inner = connection
        self._outage = outage
        self._waiting: list[_Batch] = []
        self._writing: asyncio.Task[None] | None = None
        self._hasty = False
        self._closed = False

    async def write(self, *steps: Step) -> None:
        """Write, all or nothing; it is on the disk when this returns.

        Raises:
            StorageError: the file can't be written.
            sqlite3.Error: a statement is wrong, or breaks a constraint.
            Exception: what a statement's ``must`` says, or a function among the steps raised.

        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Batch(steps, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await done

    async def _write_all(self) -> None:
        """Write until nobody waits."""
        try:
            while self._waiting:
                # whoever has gone meanwhile wants nothing written
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
            self._outage.recovered()
        for each, result in zip(batches, results, strict=True):
            if each.done.done():
                continue
            if result is None:
                each.done.set_result(None)
            else:
                each.done.set_exception(self._named(result))

    def _commit(self, connection: sqlite3.Connection, batches: Sequence[Sequence[Step]]) -> list[Exception | None]:
        """Write batches in one transaction; give what went wrong with each. Raise what went wrong with them all."""
        hasty = self._outage.cause is Cause.HELD
        if hasty is not self._hasty:
            connection.execute(f"PRAGMA busy_timeout={HASTY_MILLISECONDS if hasty else BUSY_MILLISECONDS}")
            self._hasty = hasty
        try:
            connection.execute("BEGIN IMMEDIATE")
            results = [_do(connection, each) for each in batches]
            connection.execute("COMMIT")
        except BaseException:
            # a file that fails may have undone it by itself
            with suppress(sqlite3.DatabaseError):
                connection.rollback()
            raise
        return results

    async def read(self, function: Callable[[sqlite3.Connection], T]) -> T:
        """Call a function that reads, in a transaction of its own: it sees everything as it was at one moment.

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
        """Give the rows that a single statement finds; raise as :meth:`read` does."""

        def fetch(connection: sqlite3.Connection) -> list[Any]:
            return connection.execute(sql, parameters).fetchall()

        try:
            return await self._call(fetch)
        except sqlite3.DatabaseError as error:
            raise self._named(error) from error

    async def rewrite(self) -> bool:
        """Write the whole file anew, so that unused parts of it hold nothing; whoever else writes waits for that.

        Returns:
            Whether nothing is left of what was there before, also in the log beside the file.

        Raises:
            StorageError: there is no room for it, or another process is at it; the file is as it was.

        """

        def rewriting(connection: sqlite3.Connection) -> bool:
            connection.execute("VACUUM")
            return connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0

        try:
            return await self._call(rewriting)
        except sqlite3.DatabaseError as error:
            raise self._named(error) from error

    def _named(self, error: Exception) -> Exception:
        """Give what is raised for an error: StorageError, if it is the fault of the file."""
        cause = cause_of(error)
        if cause is None:
            return error
        self._outage.failed(cause, error)
        unkept = StorageError(f"{cause.text} ({error})")
        unkept.__cause__ = error
        return unkept

    async def _call(self, function: Callable[..., T], *arguments: object) -> T:
        """Call a function with the connection itself, in its thread, in turn with everything else there."""

        def called() -> T:
            return function(self.inner._conn, *arguments)  # pyright: ignore

        if self._closed:
            raise StorageError("the database is closed")
        # one hop for a whole transaction: aiosqlite's own methods take one for each statement; and what they are called
        # with it writes to the log, where hands and seeds don't belong
        return await self.inner._execute(called)  # type: ignore[no-any-return]  # pyright: ignore

    async def close(self) -> None:
        """Finish what is being written and close the file; later calls raise :class:`StorageError`."""
        while self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)
        self._closed = True
        await self.inner.close()


async def set_up(connection: aiosqlite.Connection) -> None:
    """Make a new connection lose nothing.

    Raises:
        sqlite3.Error: the file is no database, or another process keeps it.

    """
    until = asyncio.get_running_loop().time() + PATIENCE_SECONDS
    left = list(PRAGMAS)
    while left:
        try:
            await connection.execute(f"PRAGMA {left[0]}")
        except sqlite3.OperationalError as error:
            # of two who turn to a write-ahead log at once SQLite sends one away, whatever its patience
            if cause_of(error) is not Cause.HELD or asyncio.get_running_loop().time() > until:
                raise
            await asyncio.sleep(PAUSE_SECONDS)
        else:
            del left[0]


def _do(connection: sqlite3.Connection, steps: Sequence[Step]) -> Exception | None:
    """Do what one caller writes, or none of it; give what went wrong with it, raise what is wrong with the file."""
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
