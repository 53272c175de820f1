"""One connection to a database. Concurrent writes share a commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, Protocol, Self, TypeVar

from engine.cli.progress import Report, silent
from engine.live.database.address import DatabaseURL
from engine.live.database.errors import Cause, ConstraintError, DatabaseError, PackageMissing
from engine.live.database.health import StorageHealth, cause_of
from engine.live.database.session import Batch, Session, Statement, Step
from engine.live.database.sqlite import SQLiteDriver
from engine.live.model.errors import StorageError

__all__ = ["Connection", "Statement", "Step", "set_note"]

P = ParamSpec("P")
T = TypeVar("T")

INSTALL = "PostgreSQL needs the package psycopg, which is not installed: uv sync --no-default-groups --extra postgres"
"""The error text without the package."""

UNVACUUMED = "unswept"
"""The note that deleted data may still be in unused parts of the file."""


class Driver(Protocol):
    """Runs the calls of a :class:`Connection` one after the other, and raises the errors of the database.

    Attributes:
        overwrites: whether deleted data is overwritten at once; otherwise it stays until :meth:`rewrite`.

    """

    overwrites: bool

    async def commit(self, batches: Sequence[Batch], *, hasty: bool) -> list[Exception | None]:
        """Write batches in one transaction. Return the exception of each, or None; raise an error of the database.

        Args:
            batches: the callers' writes, in order.
            hasty: whether to wait for other processes for a moment only.

        """
        ...

    async def read(self, function: Callable[[Session], T]) -> T:
        """Call a function that reads in a transaction of its own."""
        ...

    async def rows(self, sql: str, parameters: Any) -> list[Any]:
        """Return the rows of a single statement."""
        ...

    async def size(self) -> int:
        """Return the bytes that :meth:`rewrite` would write."""
        ...

    async def rewrite(self) -> bool:
        """Remove deleted data from unused parts of a file, or free its space; return whether that is all of it."""
        ...

    async def close(self) -> None:
        """Close the connection."""
        ...


def set_note(name: str, value: str) -> Statement:
    """Return the statement that stores a value under a name."""
    upsert = "INSERT INTO notes (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    return Statement(upsert, (name, value))


class _Waiting(NamedTuple):
    batch: Batch
    done: asyncio.Future[None]


class Connection:
    """Reads and writes through one connection, in its own thread.

    The steps of one caller are written all or none. While a commit waits for the disk, further callers gather and share
    the next commit. Each caller has a savepoint, which keeps its failure from the others.

    Attributes:
        driver: the database.

    """

    def __init__(self, driver: Driver, health: StorageHealth) -> None:
        self.driver = driver
        self._health = health
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(
        cls, database: Path | str | DatabaseURL, *, only_to_copy: bool = False, report: Report = silent
    ) -> Self:
        """Open a database: a file, which is created if needed, ``":memory:"``, or an address. Migrate it.

        Args:
            database: the path or the address.
            only_to_copy: don't migrate: an older bot may be using the database.
            report: takes the steps of the migration.

        Raises:
            NewerDatabase: a later version of the bot wrote the database.
            PackageMissing: the package for PostgreSQL is not installed.
            DatabaseError: PostgreSQL can't be reached, or refuses the bot.
            sqlite3.Error: the file can't be opened, or is not a database.
            OSError: the folder of the file can't be made.

        """
        driver: Driver
        if isinstance(database, DatabaseURL):
            # imported here alone: with a file nobody needs the package
            try:
                from engine.live.database.postgres import PostgresDriver
            except ImportError as error:
                # without its compiled part psycopg names no module
                if error.name not in (None, "psycopg"):
                    raise
                raise PackageMissing(INSTALL) from None
            driver = await PostgresDriver.open(database, only_to_copy=only_to_copy, report=report)
        else:
            driver = await SQLiteDriver.open(database, only_to_copy=only_to_copy, report=report)
        return cls(driver, StorageHealth(str(database)))

    async def write(self, *steps: Step, servers: Collection[int] = (), everywhere: bool = False) -> None:
        """Write all steps or none. The change is durable when this returns.

        Args:
            steps: the writes, in order.
            servers: the ids of the servers, or other owners, whose rows the steps read and then write by what they
                read: nobody else who names one of them writes meanwhile.
            everywhere: nobody else writes anything meanwhile.

        Raises:
            StorageError: the database can't be written.
            ConstraintError: a statement breaks a constraint.
            DatabaseError: a statement is wrong.
            Exception: a statement's ``otherwise_raise``, or an exception that a function among the steps raised.

        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(Batch(steps, frozenset(servers), everywhere), done))
        # a task that is cancelled before its first step doesn't reach its end
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        await done

    async def _write_all(self) -> None:
        """Write until no caller waits."""
        try:
            while self._waiting:
                # callers cancelled meanwhile want nothing written
                waiting = [each for each in self._waiting if not each.done.done()]
                self._waiting = []
                if waiting:
                    await self._write_together(waiting)
        finally:
            self._writing = None

    async def _write_together(self, waiting: Sequence[_Waiting]) -> None:
        try:
            self._require_open()
            results = await self.driver.commit([each.batch for each in waiting], hasty=self._health.cause is Cause.HELD)
        except BaseException as error:
            if not isinstance(error, Exception):
                for each in waiting:
                    each.done.cancel()
                raise
            results = [error] * len(waiting)
        else:
            if self._health.cause is not None:
                self._health.recovered()
        for each, result in zip(waiting, results, strict=True):
            if each.done.done():
                continue
            if result is None:
                each.done.set_result(None)
            else:
                each.done.set_exception(self._named(result))

    async def read(self, function: Callable[[Session], T]) -> T:
        """Call a function that reads, in a transaction of its own: it sees the data as of one moment.

        Raises:
            StorageError: the database can't be read.
            DatabaseError: a statement is wrong.

        """
        return await self._ask(lambda: self.driver.read(function))

    async def rows(self, sql: str, parameters: Any = ()) -> list[Any]:
        """Return the rows of a single statement; raise as :meth:`read` does."""
        return await self._ask(self.driver.rows, sql, parameters)

    async def size(self) -> int:
        """Return how many bytes :meth:`rewrite` would write; raise as :meth:`read` does."""
        return await self._ask(self.driver.size)

    async def rewrite(self) -> bool:
        """Rewrite a whole file, to remove deleted data from its unused parts; other writers wait for that.

        Returns:
            Whether all deleted data is gone, also from the log beside the file.

        Raises:
            StorageError: the disk has no room, or another process uses the file; the file is as it was.

        """
        return await self._ask(self.driver.rewrite)

    async def _ask(self, do: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        self._require_open()
        try:
            return await do(*args, **kwargs)
        except (DatabaseError, sqlite3.DatabaseError) as error:
            raise self._named(error) from error

    def _require_open(self) -> None:
        if self._closed:
            raise StorageError("the database is closed")

    def _named(self, error: Exception) -> Exception:
        """Return the exception to raise for an error: a StorageError if the database is to blame."""
        cause = cause_of(error)
        if cause is not None:
            self._health.failed(cause, error)
            unkept = StorageError(f"{cause.text} ({error})")
            unkept.__cause__ = error
            return unkept
        if isinstance(error, sqlite3.IntegrityError):
            name = error.sqlite_errorname
            return ConstraintError(
                str(error), primary=name == "SQLITE_CONSTRAINT_PRIMARYKEY", unique=name == "SQLITE_CONSTRAINT_UNIQUE"
            )
        return DatabaseError(str(error)) if isinstance(error, sqlite3.DatabaseError) else error

    async def close(self) -> None:
        """Finish pending writes and close the connection; later calls raise :class:`StorageError`."""
        while self._writing is not None and not self._writing.done():
            await asyncio.gather(self._writing, return_exceptions=True)
        self._closed = True
        for each in self._waiting:
            each.done.cancel()
        await self.driver.close()
