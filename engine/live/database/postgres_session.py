"""A connection to a PostgreSQL database that takes SQL written for SQLite, and passes on no value in an error."""

from __future__ import annotations

import logging
import os
import re
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg import conninfo, errors
from psycopg.adapt import Dumper, Loader
from psycopg.pq import TransactionStatus
from psycopg.types import numeric, string

from engine.live.database.address import DatabaseURL
from engine.live.database.dialect import as_set, numbered, translated
from engine.live.database.errors import Cause, ConstraintError, DatabaseError
from engine.live.database.session import Statement

T = TypeVar("T")

STATEMENT_SECONDS = 1.5
"""How long a statement may take; an interaction has to be answered within Discord's 3 s."""

SILENCE_SECONDS = STATEMENT_SECONDS + 0.2
"""After how long a server counts as gone that neither ends a statement nor cancels it."""

CONNECT_SECONDS = 2
"""How long connecting may take."""

ONE_BY_ONE = 3
"""Up to this number of callers at a time get a statement each; for more, one statement does for all."""

_REFUSAL = re.compile(
    r"authentication failed|FATAL:.*does not exist|pg_hba\.conf|permission denied|not permitted to log in|no password"
    r"|SSL was required|SSL error|certificate|invalid \w+ value|invalid connection option|invalid URI"
)
"""PostgreSQL's texts for a connection that retries won't help. Texts in another language are retried."""

_PYTHON: dict[str, Callable[[Any], Any]] = {"bigint": int, "double precision": float, "text": str}
"""The types of values for PostgreSQL's, of which a list holds one only."""

CHANGED_TYPES = "0A000"
"""The code for a statement that was prepared before another process migrated the database."""

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

PATIENT = b"SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0"

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
    "XX001": Cause.DAMAGED,
    "XX002": Cause.DAMAGED,
    "28": Cause.REFUSED,
    "08": Cause.UNREACHABLE,
    "57": Cause.UNREACHABLE,
    "25P03": Cause.UNREACHABLE,
    CHANGED_TYPES: Cause.HELD,
}
"""Causes by PostgreSQL's codes, or the classes that they begin with. Any other code is the caller's fault."""


# its warnings quote PostgreSQL's texts
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
        # further calls, such as the end of a pipeline, must not wait again
        _cut(self)
        raise errors.ConnectionTimeout


def _cut(connection: psycopg.Connection) -> None:
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as shared:
        shared.shutdown(socket.SHUT_RDWR)


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
    diagnostic = error.diag
    where = (diagnostic.constraint_name, diagnostic.table_name, diagnostic.column_name)
    text = " ".join(filter(None, (type(error).__name__, code, *dict.fromkeys(where))))
    if code.startswith("23"):
        primary = code == "23505" and (diagnostic.constraint_name or "").endswith("_pkey")
        return ConstraintError(text, code, primary=primary, unique=code == "23505" and not primary)
    # without a code the error is psycopg's own: of a connection that is lost, or of a pipeline that stopped
    gone = not code and isinstance(error, psycopg.OperationalError) and not isinstance(error, errors.PipelineAborted)
    cause = Cause.UNREACHABLE if gone else CAUSES.get(code, CAUSES.get(code[:2]))
    return DatabaseError(text, cause, code)


def _without_values(do: Callable[[], T]) -> T:
    """Do something; raise errors of PostgreSQL as errors of ours, without its texts."""
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
        # for statements without rows and without a reader of their count
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
        """Yield statements with their parameters and the number of rows to change; 0 for any number."""
        shapes: dict[tuple[str, ...], list[Statement]] = {}
        for each in callers:
            shapes.setdefault(tuple(dict.fromkeys(statement.sql for statement in each)), []).extend(each)
        for shape, several in shapes.items():
            if len(several) > ONE_BY_ONE * len(shape) and all(each.as_set for each in several):
                yield from (self._set([each for each in several if each.sql == sql]) for sql in shape)
            else:
                yield from map(_piece, several)

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
        """Return ``sql`` as a statement for many parameters, with the types that PostgreSQL has for it."""
        if sql not in self._sets:
            name = f"typed_{len(self._sets)}"
            select = "SELECT CAST(unnest(parameter_types) AS text) FROM pg_prepared_statements WHERE name = ?"
            self.execute(f"PREPARE {name} AS {numbered(sql)}")
            types = [each for (each,) in self.execute(select, (name,)).fetchall()]
            self.execute(f"DEALLOCATE {name}")
            self._sets[sql] = as_set(sql, types), [_PYTHON[each] for each in types]
        return self._sets[sql]

    def cut(self) -> None:
        """Cancel the statement under way, in whatever thread, and cut the connection: further statements fail."""
        with suppress(psycopg.Error):
            self._connection.cancel_safe(timeout=SILENCE_SECONDS)
        _cut(self._connection)

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


def _piece(statement: Statement) -> tuple[bytes, Any, int]:
    return translated(statement.sql), statement.parameters, int(statement.otherwise_raise is not None)


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
        # no statement has run before there is a session: the text is no secret, and says more than the code
        cause = Cause.REFUSED if _REFUSAL.search(str(error)) else Cause.UNREACHABLE
        raised = DatabaseError(url.redacted(str(error)), cause, error.sqlstate or "")
    raise raised
