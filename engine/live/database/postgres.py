"""One connection to a PostgreSQL database, in a thread of its own. It is made again after it was lost."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Self, TypeVar, cast

from engine.cli.progress import Report, silent
from engine.live.database import daemon_thread
from engine.live.database.address import DatabaseURL
from engine.live.database.dialect import FUNCTIONS, definition
from engine.live.database.errors import Cause, DatabaseError
from engine.live.database.migrate import log_migration, missing, scripts, statements
from engine.live.database.postgres_cleaning import clean
from engine.live.database.postgres_session import CHANGED_TYPES, STATEMENT_SECONDS, PostgresSession, connect
from engine.live.database.session import Batch, Session, Statement, run_steps

T = TypeVar("T")

RETRY_SECONDS = 0.5
"""The pause before the next attempt to connect."""

HASTY_SECONDS = 0.05
"""How long a statement waits for another process after a first wait in vain: the waits of callers must not add up."""

TRIES = 3
"""How often a transaction is tried that others got in the way of."""

MIGRATING = -1
"""The key of the lock for migrations."""

EVERYWHERE = 0
"""The key of the lock that all writers share. The other keys are those of servers."""

RETRIED = frozenset({"40001", "40P01"})
"""Serialization failure, deadlock."""

VERSION = "schema_version"
"""The table that holds the number of migrations that a database has had."""

_CHANGE = re.compile(r"\s*UPDATE\b")


class PostgresDriver:
    """Reads and writes a PostgreSQL database, in a thread of its own; connects again when the connection is lost."""

    overwrites = False

    def __init__(self, url: DatabaseURL, session: PostgresSession, thread: ThreadPoolExecutor) -> None:
        self._url = url
        self._session: PostgresSession | None = session
        self._thread = thread
        self._reconnecting: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self._slow_at = 0.0

    @classmethod
    async def open(cls, url: DatabaseURL, *, only_to_copy: bool = False, report: Report = silent) -> Self:
        """Connect to a database and migrate it to the present version, unless it is ``only_to_copy``.

        Reports the steps of the migration.

        Raises:
            NewerDatabase: a later version of the bot wrote it.
            DatabaseError: it can't be reached, or can't be written.

        """
        thread = ThreadPoolExecutor(1, "postgres")
        call = partial(asyncio.get_running_loop().run_in_executor, thread)
        try:
            # Ctrl-C does not wait for a server that does not answer
            session = await asyncio.wrap_future(daemon_thread.begin(partial(connect, url)))
            try:
                if missing(await call(version_of, session)) and not only_to_copy:
                    await _migrate(url, call, report)
            except BaseException:
                await call(session.close)
                raise
        except BaseException:
            thread.shutdown(wait=False)
            raise
        return cls(url, session, thread)

    async def commit(self, batches: Sequence[Batch], *, hasty: bool) -> list[Exception | None]:
        """Write batches in one transaction. Return the exception of each, or None; raise an error of the database."""
        return await self._run(lambda session: _commit(session, batches, hasty=hasty))

    async def read(self, function: Callable[[Session], T]) -> T:
        """Call a function that reads in a transaction of its own."""

        def reading(session: PostgresSession) -> T:
            session.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try:
                return function(session)
            finally:
                session.rollback()

        return await self._run(reading)

    async def rows(self, sql: str, parameters: Any) -> list[Any]:
        """Return the rows of a single statement."""
        return await self._run(lambda session: session.execute(sql, parameters).fetchall())

    async def size(self) -> int:
        """Return 0: deleted rows are PostgreSQL's to clean up."""
        return 0

    async def rewrite(self) -> bool:
        """Free the space of deleted rows, and make statistics of those that are left; nobody waits for that."""
        return await asyncio.to_thread(clean, self._url)

    async def close(self) -> None:
        """Close the connection."""
        self._closing.set()
        if self._reconnecting is not None:
            await asyncio.gather(self._reconnecting, return_exceptions=True)
        if self._session is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._session.close)
        self._session = None
        self._thread.shutdown(wait=False)

    # ------------------------------------------------------------------ inside

    async def _run(self, function: Callable[[PostgresSession], T]) -> T:
        """Call a function with the session, in its thread, in turn with the other calls."""
        session, loop = self._session, asyncio.get_running_loop()
        if session is None:
            raise DatabaseError("the connection is lost", Cause.UNREACHABLE)

        asked_at = time.monotonic()

        def called() -> T:
            if session.lost:
                # a call before this one lost it
                raise DatabaseError("the connection is lost", Cause.UNREACHABLE)
            if asked_at < self._slow_at:
                # it waited for one that took too long: waits must not add up
                raise DatabaseError("a statement before this one was too slow", Cause.SLOW)
            try:
                return function(session)
            except DatabaseError as error:
                if error.code == CHANGED_TYPES:
                    session.close()
                if error.cause is Cause.SLOW:
                    self._slow_at = time.monotonic()
                raise
            finally:
                if session.lost:
                    loop.call_soon_threadsafe(self._connect_again, session)

        return await loop.run_in_executor(self._thread, called)

    def _connect_again(self, lost: PostgresSession) -> None:
        if self._session is lost and not self._closing.is_set():
            self._session = None
            self._reconnecting = asyncio.create_task(self._reconnect(lost))

    async def _reconnect(self, lost: PostgresSession) -> None:
        """Connect again as soon as the server can be reached."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, lost.close)
        while self._session is None and not self._closing.is_set():
            try:
                self._session = await loop.run_in_executor(self._thread, connect, self._url)
            except DatabaseError:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._closing.wait(), RETRY_SECONDS)


def _commit(session: PostgresSession, batches: Sequence[Batch], *, hasty: bool) -> list[Exception | None]:
    begin = ["BEGIN", *_locks(batches)]
    if hasty:
        begin.insert(1, f"SET LOCAL lock_timeout = {1000 * HASTY_SECONDS:.0f}")
    for left in reversed(range(TRIES)):
        try:
            return _tried(session, batches, begin)
        except DatabaseError as error:
            session.rollback()
            if error.code not in RETRIED or not left:
                raise
        except BaseException:
            session.rollback()
            raise
    raise AssertionError


def _tried(session: PostgresSession, batches: Sequence[Batch], begin: Sequence[str]) -> list[Exception | None]:
    """Write batches in one transaction: plain ones together, or after an error each by itself."""
    results: list[Exception | None] = [None] * len(batches)
    together = [each for each in batches if _is_plain(each)]
    written = False
    try:
        written = session.write_together([cast("Sequence[Statement]", each.steps) for each in together], *begin)
    except DatabaseError as error:
        if error.cause is not None:
            raise
    if not written:
        session.rollback()
        session.begin(*begin)
    for at, each in enumerate(batches):
        if not (written and _is_plain(each)):
            results[at] = run_steps(session, each.steps)
    session.commit()
    return results


def _is_plain(batch: Batch) -> bool:
    """Whether a batch has statements alone: no step reads before it writes."""
    return all(isinstance(step, Statement) for step in batch.steps)


def _locks(batches: Sequence[Batch]) -> list[str]:
    """Return the statements that keep other writers away until the transaction ends, in one order for everybody."""
    if any(each.everywhere for each in batches):
        return [f"SELECT pg_advisory_xact_lock({EVERYWHERE})"]
    servers = sorted({server for each in batches for server in each.servers})
    return [
        f"SELECT pg_advisory_xact_lock_shared({EVERYWHERE})",
        *(f"SELECT pg_advisory_xact_lock({server})" for server in servers),
    ]


async def _migrate(url: DatabaseURL, call: Callable[..., Awaitable[Any]], report: Report) -> None:
    """Run the numbered migrations that the database has not had, all or none; a table counts the others.

    Args:
        url: the address of the database.
        call: calls a function in the thread of the connection.
        report: takes the migrations.

    Raises:
        NewerDatabase: a later version of the bot wrote the database.
        DatabaseError: the database can't be written, and is as it was.

    """
    # moving the rows of years takes longer than a move
    session = await call(partial(connect, url, patient=True))
    began = time.monotonic()
    try:
        await call(
            session.begin,
            "BEGIN",
            f"SELECT pg_advisory_xact_lock({MIGRATING})",
            # bots that play would wait behind a change of a table that waits for them
            f"SET LOCAL lock_timeout = {1000 * STATEMENT_SECONDS:.0f}",
        )
        # count again: another process may have been faster
        seen = await call(version_of, session)
        if not seen:
            count = f"CREATE TABLE {VERSION} (version bigint NOT NULL)", f"INSERT INTO {VERSION} VALUES (0)"
            await call(session.begin, *FUNCTIONS, *count)
        known = missing(seen)
        for done, script in enumerate(known):
            report(done, len(known))
            # an empty database has no rows to change
            changes = (each for each in map(definition, statements(script)) if seen or not _CHANGE.match(each))
            await call(session.begin, *changes)
        await call(session.execute, f"UPDATE {VERSION} SET version = ?", (len(scripts()),))
        await call(session.commit)
    except asyncio.CancelledError:
        # nobody waits for the end of a long statement
        await asyncio.to_thread(session.cut)
        raise
    finally:
        # without a commit, the database is as it was
        await call(session.close)
    log_migration(seen, time.monotonic() - began, "a copy of PostgreSQL is made by pg_dump")


def version_of(session: PostgresSession) -> int:
    """Return the number of migrations that a database has had; raise DatabaseError if it can't be read."""
    # to_regclass may remember, after waiting for a lock, that there was no such table
    sql = "SELECT 1 FROM pg_tables WHERE tablename = ? AND schemaname = ANY (current_schemas(false))"
    if not session.execute(sql, (VERSION,)).fetchall():
        return 0
    ((version,),) = session.execute(f"SELECT version FROM {VERSION}").fetchall()
    return version
