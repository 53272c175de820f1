"""One connection to a PostgreSQL database, in a thread of its own. It is made again after it was lost."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Self, TypeVar

import psycopg
from psycopg import conninfo, errors
from psycopg.adapt import Dumper, Loader
from psycopg.pq import TransactionStatus
from psycopg.types import numeric, string

from engine.live.database.address import DatabaseURL
from engine.live.database.dialect import FUNCTIONS, as_set, definition, numbered, translated
from engine.live.database.errors import Cause, ConstraintError, DatabaseError
from engine.live.database.migrate import missing, scripts, statements
from engine.live.database.session import Batch, Session, Statement, run_steps

T = TypeVar("T")

STATEMENT_SECONDS = 1.5
"""How long a statement may take; an interaction has to be answered within Discord's 3 s."""

SILENCE_SECONDS = STATEMENT_SECONDS + 0.2
"""After how long a server counts as gone that neither ends a statement nor cancels it."""

CONNECT_SECONDS, RETRY_SECONDS = 2, 0.5
"""How long connecting may take, and the pause before the next attempt."""

HASTY_SECONDS = 0.05
"""How long a statement waits for another process after a first wait in vain: the waits of callers must not add up."""

TRIES = 3
"""How often a transaction is tried that others got in the way of."""

ONE_BY_ONE = 3
"""For up to so many callers at a time a statement is sent for each; for more, one statement does for all."""

VERSION = "schema_version"
"""The table that holds the number of migrations that a database has had."""

_CHANGE = re.compile(r"\s*UPDATE\b")

_REFUSAL = re.compile(
    r"authentication failed|FATAL:.*does not exist|pg_hba\.conf|permission denied|not permitted to log in|no password"
    r"|SSL was required|SSL error|certificate|invalid \w+ value|invalid connection option|invalid URI"
)
"""What is said about a connection if trying again won't help. In another language it is tried again."""

_PYTHON: dict[str, Callable[[Any], Any]] = {"bigint": int, "double precision": float, "text": str}
"""The types of values for PostgreSQL's, of which a list holds one only."""

MIGRATING = -1
"""The key of the lock of whoever migrates the database."""

EVERYWHERE = 0
"""The key of the lock that all writers share. The other keys are those of servers."""

CHANGED_TYPES = "0A000"
"""The code for a statement that was prepared before another process migrated the database."""

RETRIED = frozenset({"40001", "40P01"})
"""Serialization failure, deadlock."""

PARAMETERS = {
    "connect_timeout": CONNECT_SECONDS,
    "tcp_user_timeout": int(1000 * STATEMENT_SECONDS),
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "fallback_application_name": "dominoes",
}
"""Parameters of a connection, where its address has no others."""

SETTINGS = f"""
SELECT set_config('statement_timeout', '{1000 * STATEMENT_SECONDS:.0f}', false),
       -- less, so that who waits for another process is told so
       set_config('lock_timeout', '{900 * STATEMENT_SECONDS:.0f}', false),
       set_config('idle_in_transaction_session_timeout', '5000', false),
       set_config('client_min_messages', 'error', false),
       -- a commit is durable when it returns, however the server is set up
       set_config('synchronous_commit', CASE setting WHEN 'off' THEN 'on' ELSE setting END, false)
FROM current_setting('synchronous_commit') AS setting
""".encode()

_TABLES = "SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables WHERE schemaname = current_schema()"

PATIENT = b"SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0"

CAUSES = {
    "53100": Cause.FULL,
    "25006": Cause.READ_ONLY,
    "55P03": Cause.HELD,
    "57014": Cause.SLOW,
    "40001": Cause.HELD,
    "40P01": Cause.HELD,
    "42501": Cause.REFUSED,
    "3D000": Cause.REFUSED,
    "58": Cause.DISK,
    "53": Cause.EXHAUSTED,
    "XX": Cause.DAMAGED,
    "28": Cause.REFUSED,
    "08": Cause.UNREACHABLE,
    "57": Cause.UNREACHABLE,
    "25P03": Cause.UNREACHABLE,
    CHANGED_TYPES: Cause.HELD,
}
"""Causes by PostgreSQL's codes, or the classes that they begin with. Any other code is the caller's fault."""


# its warnings quote what PostgreSQL said
logging.getLogger("psycopg").setLevel(logging.CRITICAL)


class _Connection(psycopg.Connection):
    """A connection that is cut if the server does not answer in time.

    Attributes:
        silence: after how many seconds; None for never.

    """

    silence: float | None = SILENCE_SECONDS

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, self.silence if timeout is None else timeout)
        except errors._WaitTimeout:  # pyright: ignore
            pass
        # what follows, such as the end of a pipeline, must not wait again
        with suppress(OSError), socket.socket(fileno=os.dup(self.fileno())) as shared:
            shared.shutdown(socket.SHUT_RDWR)
        raise errors.ConnectionTimeout


class _Bool(Dumper):
    """Writes a bool as SQLite does."""

    oid = psycopg.postgres.types["int8"].oid

    def dump(self, obj: Any) -> bytes:
        return b"1" if obj else b"0"


class _Text(string.StrDumperUnknown):
    """Writes text without NUL, which PostgreSQL does not take."""

    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "") if "\0" in obj else str(obj))


class _IntOfBool(Loader):
    def load(self, data: Any) -> int:
        return int(bytes(data) == b"t")


class _IntOfNumeric(Loader):
    """Reads a sum of integers."""

    def load(self, data: Any) -> int | float:
        text = bytes(data)
        return float(text) if b"." in text else int(text)


def _adapt(connection: psycopg.Connection) -> None:
    """Let values come and go as they do with SQLite."""
    connection.adapters.register_dumper(int, numeric.Int8Dumper)
    connection.adapters.register_dumper(bool, _Bool)
    connection.adapters.register_dumper(str, _Text)
    connection.adapters.register_dumper("enum.StrEnum", _Text)
    connection.adapters.register_loader("bool", _IntOfBool)
    connection.adapters.register_loader("numeric", _IntOfNumeric)


def _error(error: psycopg.Error) -> DatabaseError:
    """Return an error without PostgreSQL's text, which quotes rows and parameters."""
    code = error.sqlstate or ""
    found = error.diag
    where = (found.constraint_name, found.table_name, found.column_name)
    text = " ".join(filter(None, (type(error).__name__, code, *dict.fromkeys(where))))
    if code.startswith("23"):
        primary = code == "23505" and (found.constraint_name or "").endswith("_pkey")
        return ConstraintError(text, code, primary=primary, unique=code == "23505" and not primary)
    # without a code the error is psycopg's own: of a connection that is lost, or of a pipeline that stopped
    gone = not code and isinstance(error, psycopg.OperationalError) and not isinstance(error, errors.PipelineAborted)
    cause = Cause.UNREACHABLE if gone else CAUSES.get(code, CAUSES.get(code[:2]))
    return DatabaseError(text, cause, code)


def _without_values(do: Callable[[], T]) -> T:
    """Do something; raise errors of PostgreSQL as errors of ours, which neither quote nor hold what it said."""
    try:
        return do()
    except psycopg.Error as error:
        raised = _error(error)
    # outside of the handler, so that it is not the context either
    raise raised


class PostgresSession:
    """Runs statements written for SQLite; a :class:`~engine.live.database.session.Session`."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        # for what returns no rows, and whose count nobody reads
        self._cursor = connection.cursor()
        self._sets: dict[str, tuple[bytes, Sequence[Callable[[Any], Any]]]] = {}

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.info.transaction_status in (TransactionStatus.INTRANS, TransactionStatus.INERROR)

    @property
    def lost(self) -> bool:
        """Whether the connection can't be used any more."""
        return self._connection.closed or self._connection.info.transaction_status in (
            TransactionStatus.UNKNOWN,
            TransactionStatus.ACTIVE,
        )

    def execute(self, sql: str, parameters: Any = (), /) -> psycopg.Cursor:
        """Run a statement."""
        return _without_values(lambda: self._connection.execute(translated(sql), parameters))

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> psycopg.Cursor:
        """Run a statement that writes once for each of the parameters."""
        cursor = self._connection.cursor()
        _without_values(lambda: cursor.executemany(translated(sql), list(parameters)))
        return cursor

    def begin(self, *statements: str) -> None:
        """Run some statements without parameters, as those that begin a transaction."""

        def begin() -> None:
            with self._connection.pipeline():
                for each in statements:
                    self._cursor.execute(each.encode())

        _without_values(begin)

    def write_together(self, callers: Sequence[Sequence[Statement]], *first: str) -> bool:
        """Write statements of several callers in as few steps as possible, after the statements ``first``.

        Returns:
            Whether each statement changed as many rows as it has to.

        """
        counted: list[tuple[psycopg.Cursor, int]] = []
        pieces = list(self._pieces(callers))

        def write() -> None:
            with self._connection.pipeline():
                for each in first:
                    self._cursor.execute(each.encode())
                for text, parameters, count in pieces:
                    cursor = self._connection.cursor() if count else self._cursor
                    cursor.execute(text, parameters)
                    if count:
                        counted.append((cursor, count))

        _without_values(write)
        return all(cursor.rowcount == count for cursor, count in counted)

    def _pieces(self, callers: Sequence[Sequence[Statement]]) -> Iterator[tuple[bytes, Any, int]]:
        """Return what to run, with its parameters, and how many rows it has to change; 0 for any number."""
        shapes: dict[tuple[str, ...], list[Statement]] = {}
        for each in callers:
            shapes.setdefault(tuple(dict.fromkeys(statement.sql for statement in each)), []).extend(each)
        for shape, several in shapes.items():
            if len(several) > ONE_BY_ONE * len(shape) and all(each.as_set for each in several):
                for sql in shape:
                    yield self._set([each for each in several if each.sql == sql])
            else:
                for each in several:
                    yield translated(each.sql), each.parameters, int(each.otherwise_raise is not None)

    def _set(self, alike: Sequence[Statement]) -> tuple[bytes, Any, int]:
        """Return one statement for all these, with a list for each placeholder."""
        text, types = self._known_set(alike[0].sql)
        columns = [
            # a list holds values of one type
            [None if value is None else of(value) for value in column]
            for of, column in zip(types, zip(*(each.parameters for each in alike), strict=True), strict=True)
        ]
        return text, columns, 0 if alike[0].otherwise_raise is None else len(alike)

    def _known_set(self, sql: str) -> tuple[bytes, Sequence[Callable[[Any], Any]]]:
        """Return a statement that does for many what ``sql`` does for one, after PostgreSQL has told its types."""
        if sql not in self._sets:
            name = f"typed_{len(self._sets)}"
            select = "SELECT CAST(unnest(parameter_types) AS text) FROM pg_prepared_statements WHERE name = ?"
            self.execute(f"PREPARE {name} AS {numbered(sql)}")
            types = [each for (each,) in self.execute(select, (name,)).fetchall()]
            self.execute(f"DEALLOCATE {name}")
            self._sets[sql] = as_set(sql, types), [_PYTHON[each] for each in types]
        return self._sets[sql]

    def commit(self) -> None:
        """Commit; if this raises, nobody knows whether it was."""
        _without_values(lambda: self._cursor.execute(b"COMMIT"))

    def rollback(self) -> None:
        """Roll back, unless the connection is lost."""
        with suppress(psycopg.Error):
            self._connection.rollback()

    def close(self) -> None:
        """Close the connection."""
        with suppress(psycopg.Error):
            self._connection.close()


def connect(url: DatabaseURL, *, patient: bool = False) -> PostgresSession:
    """Connect to a database.

    Args:
        url: its address.
        patient: whether statements and pauses between them may take as long as they do.

    Raises:
        DatabaseError: the server can't be reached, or refuses the connection.

    """
    raised: DatabaseError | None = None
    try:
        given = conninfo.conninfo_to_dict(url.reveal())
        address = conninfo.make_conninfo(**{**PARAMETERS, **given})  # pyright: ignore
        connection = _Connection.connect(address, autocommit=True)
        _adapt(connection)
        connection.execute(SETTINGS)
        if patient:
            connection.silence = None
            connection.execute(PATIENT)
        return PostgresSession(connection)
    except psycopg.Error as error:
        # before there is a session no statement has run: the text may be told, and says what the code does not
        cause = Cause.REFUSED if _REFUSAL.search(str(error)) else Cause.UNREACHABLE
        raised = DatabaseError(url.redacted(str(error)), cause, error.sqlstate or "")
    raise raised


class PostgresDriver:
    """Reads and writes a PostgreSQL database, in a thread of its own; connects again when the connection is lost."""

    def __init__(self, url: DatabaseURL, session: PostgresSession, thread: ThreadPoolExecutor) -> None:
        self._url = url
        self._session: PostgresSession | None = session
        self._thread = thread
        self._reconnecting: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self._slow_at = 0.0

    @classmethod
    async def open(cls, url: DatabaseURL, *, only_to_copy: bool = False) -> Self:
        """Connect to a database and migrate it to the present version, unless it is ``only_to_copy``.

        Raises:
            NewerDatabase: a later version of the bot wrote it.
            DatabaseError: it can't be reached, or can't be written.

        """
        thread = ThreadPoolExecutor(1, "postgres")

        def opened() -> PostgresSession:
            session = connect(url)
            try:
                _migrate(session, only_check=only_to_copy)
            except BaseException:
                session.close()
                raise
            return session

        try:
            session = await asyncio.get_running_loop().run_in_executor(thread, opened)
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
        """Free the space of deleted rows, which later rows overwrite; nobody waits for that.

        PostgreSQL does so by itself only once many rows of a table are dead.
        """

        def vacuum() -> None:
            session = connect(self._url, patient=True)
            try:
                ((tables,),) = session.execute(_TABLES).fetchall()
                session.execute(f"VACUUM {tables}")
            finally:
                session.close()

        await asyncio.to_thread(vacuum)
        return True

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
    """Write batches in one transaction. If what can be written at once can't, each caller is asked in turn."""
    results: list[Exception | None] = [None] * len(batches)
    plain = {
        at: [step for step in each.steps if isinstance(step, Statement)]
        for at, each in enumerate(batches)
        if all(isinstance(step, Statement) for step in each.steps)
    }
    written = False
    try:
        written = session.write_together(list(plain.values()), *begin)
    except DatabaseError as error:
        if error.cause is not None:
            raise
    if not written:
        session.rollback()
        session.begin(*begin)
    for at, each in enumerate(batches):
        if not written or at not in plain:
            results[at] = run_steps(session, each.steps)
    session.commit()
    return results


def _locks(batches: Sequence[Batch]) -> list[str]:
    """Return the statements that keep other writers away until the transaction ends, in one order for everybody."""
    if any(each.everywhere for each in batches):
        return [f"SELECT pg_advisory_xact_lock({EVERYWHERE})"]
    servers = sorted({server for each in batches for server in each.servers})
    return [
        f"SELECT pg_advisory_xact_lock_shared({EVERYWHERE})",
        *(f"SELECT pg_advisory_xact_lock({server})" for server in servers),
    ]


def _migrate(session: PostgresSession, *, only_check: bool) -> None:
    """Run the numbered migrations that the database has not had, all or none; a table counts the others.

    Raises:
        NewerDatabase: a later version of the bot wrote the database.
        DatabaseError: the database can't be written, and is as it was.

    """
    if not missing(_version(session)) or only_check:
        return
    session.begin("BEGIN", "SET LOCAL statement_timeout = 0", f"SELECT pg_advisory_xact_lock({MIGRATING})")
    try:
        # count again: another process may have been faster
        seen = _version(session)
        if not seen:
            count = f"CREATE TABLE {VERSION} (version bigint NOT NULL)", f"INSERT INTO {VERSION} VALUES (0)"
            session.begin(*FUNCTIONS, *count)
        for script in missing(seen):
            # an empty database has no rows to change
            session.begin(*(each for each in map(definition, statements(script)) if seen or not _CHANGE.match(each)))
        session.execute(f"UPDATE {VERSION} SET version = ?", (len(scripts()),))
        session.commit()
    except BaseException:
        session.rollback()
        raise


def _version(session: PostgresSession) -> int:
    """Return the number of migrations that a database has had."""
    if session.execute("SELECT 1 WHERE to_regclass(?) IS NULL", (VERSION,)).fetchall():
        return 0
    ((version,),) = session.execute(f"SELECT version FROM {VERSION}").fetchall()
    return version
