"""Moves all rows of a database to another one, of the same kind or the other."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from graphlib import TopologicalSorter
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from engine.cli.commands import uninterrupted
from engine.cli.progress import Report, silent
from engine.live.database.address import DatabaseURL
from engine.live.database.connection import Connection
from engine.live.database.errors import DatabaseError, PackageMissing
from engine.live.database.lock import DatabaseInUse, reserve
from engine.live.database.migrate import NewerDatabase, scripts
from engine.live.database.session import Session
from engine.live.database.sqlite import PRAGMAS
from engine.live.model.errors import StorageError

Database = Path | DatabaseURL

OF_PROCESSES = frozenset({"leases", "identifies", "processes"})
"""The tables that are about processes which run on a database: they stay."""

BATCH = 1000
"""The number of rows that are in memory at a time."""

_BOTS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'dominoes' AND pid != pg_backend_pid()
"""


class CannotCopy(RuntimeError):
    """Nothing was moved; the text is a sentence for the owner."""


class Copied(NamedTuple):
    """The result of a move.

    Attributes:
        tables: the number of tables.
        rows: the number of their rows.

    """

    tables: int
    rows: int


class Table(NamedTuple):
    """A table of the database.

    Attributes:
        columns: the names of all columns.
        key: the columns of the primary key, in its order.

    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]


class _Sum(NamedTuple):
    """The number of rows, and a checksum over their values in the order of the primary key."""

    rows: int
    digest: str


class _Open(Session, Protocol):
    def close(self) -> None: ...


def tables() -> tuple[Table, ...]:
    """Return the tables of the present version to move, each after those that it refers to."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for script in scripts():
            connection.executescript(script)
        tables_by_name: dict[str, Table] = {}
        refers: dict[str, set[str]] = {}
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"):
            columns = connection.execute("SELECT name, pk FROM pragma_table_info(?)", (name,)).fetchall()
            key = tuple(column for column, place in sorted(columns, key=lambda each: each[1]) if place)
            tables_by_name[name] = Table(name, tuple(column for column, _ in columns), key)
            others = connection.execute('SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)', (name,))
            refers[name] = {other for (other,) in others}
    return tuple(tables_by_name[name] for name in TopologicalSorter(refers).static_order() if name not in OF_PROCESSES)


def copy_between(source: Database, target: Database, report: Report = silent) -> Copied:
    """Move all rows of a database to an empty one, which is made if it is a file, in one transaction.

    The source keeps its rows, and is migrated to the present version. The rows of both are counted and their values
    compared, table by table, before anything is committed. Ctrl-C ends it before that moment, and not later.

    Args:
        source: the database with the rows.
        target: the empty one.
        report: takes the rows that are copied and compared.

    Raises:
        CannotCopy: a bot uses one of them, one is of a later version, the target has rows or its rows differ, or one
            of them can't be used. The target has no rows then, or those that it had.

    """
    _require_two(source, target)
    made = isinstance(target, Path) and not target.exists()
    try:
        with ExitStack() as until_closed, ExitStack() as until_the_end:
            for each in (source, target):
                _reserve(each, until_the_end)
            asyncio.run(_prepare(source, target, made=made))
            return _copy_all(source, target, report, until_closed)
    except BaseException:
        with uninterrupted():
            if made and isinstance(target, Path):
                _remove(target)
        raise


def _require_two(source: Database, target: Database) -> None:
    """Require that there is a source, and that the target is another database."""
    if isinstance(source, Path) and not source.is_file():
        raise CannotCopy(f"{source} does not exist")
    if source == target or _is_file(source, target):
        raise CannotCopy(f"{target} is the database itself: name another one")


def _is_file(source: Database, target: Database) -> bool:
    """Whether the target is the file of the source under another name."""
    if not isinstance(source, Path) or not isinstance(target, Path):
        return False
    return target.exists() and source.samefile(target)


def _reserve(database: Database, until_the_end: ExitStack) -> None:
    """Keep bots from a file; the tables of PostgreSQL are locked when rows are moved."""
    if isinstance(database, DatabaseURL):
        return
    try:
        until_the_end.enter_context(closing(reserve(database)))
    except DatabaseInUse:
        raise _in_use(database) from None
    except (sqlite3.Error, OSError) as error:
        raise _unusable(database, error) from None


def _remove(file: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        Path(f"{file}{ending}").unlink(missing_ok=True)


def _in_use(database: Database) -> CannotCopy:
    return CannotCopy(f"a bot is running with {database}: stop it first")


def _unusable(database: Database, error: BaseException) -> CannotCopy:
    return CannotCopy(f"{database} can't be used: {error}")


@contextmanager
def _named(database: Database) -> Generator[None]:
    """Raise errors of a database as a :class:`CannotCopy` that names it."""
    try:
        yield
    except NewerDatabase as error:
        raise CannotCopy(f"{database}: {error}") from None
    except PackageMissing as error:
        raise CannotCopy(str(error)) from None
    except (DatabaseError, StorageError, sqlite3.Error, OSError) as error:
        raise _unusable(database, error) from None


async def _prepare(source: Database, target: Database, *, made: bool) -> None:
    """Migrate both, unless the target has rows."""
    await _migrate(source)
    if not made:
        await _require_empty(target)
    await _migrate(target)


async def _migrate(database: Database) -> None:
    with _named(database):
        await (await Connection.open(database)).close()


async def _require_empty(target: Database) -> None:
    """Require that a target of any version has no rows, before it is migrated."""
    with _named(target):
        connection = await Connection.open(target, only_to_copy=True)
        try:
            for each in tables():
                try:
                    rows = await connection.rows(f"SELECT 1 FROM {each.name} LIMIT 1")
                except DatabaseError:
                    # earlier versions have fewer tables
                    continue
                if rows:
                    raise _not_empty(target)
        finally:
            await connection.close()


def _not_empty(target: Database) -> CannotCopy:
    return CannotCopy(f"{target} has data already: name an empty database")


# ---------------------------------------------------------------------- in one transaction of each


class _Progress:
    """Counts rows: half a row is done when it is copied, the other half when it is compared."""

    def __init__(self, of: int, report: Report) -> None:
        self._halves, self._of, self._report = 0, of, report

    def watch(self, batches: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        for each in batches:
            yield each
            self._halves += len(each)
            self._report(self._halves / 2, self._of)


def _copy_all(source: Database, target: Database, report: Report, until_closed: ExitStack) -> Copied:
    known = tables()
    sums: dict[str, _Sum] = {}
    # PostgreSQL takes no NUL in a text
    carried = _without_nul if isinstance(target, DatabaseURL) else _unchanged
    with ExitStack() as until_the_end:
        with _named(target):
            writing = until_the_end.enter_context(closing(_session(target)))
            _begin(writing, target, known)
            if any(writing.execute(f"SELECT 1 FROM {each.name} LIMIT 1").fetchall() for each in known):
                raise _not_empty(target)
        with _named(source):
            reading = until_the_end.enter_context(closing(_session(source)))
            _begin(reading, source, known)
            count = sum(reading.execute(f"SELECT count(*) FROM {each.name}").fetchone()[0] for each in known)
        progress = _Progress(count, report)
        for each in known:
            sums[each.name] = _summed(progress.watch(_copied(each, source, reading, target, writing, carried)))
        with _named(target):
            for each in known:
                if _summed(progress.watch(_batches(writing, each))) != sums[each.name]:
                    raise CannotCopy(f"the rows of {each.name} are not the same in {target}: nothing was moved")
            until_closed.enter_context(uninterrupted())
            writing.execute("COMMIT")
    return Copied(len(known), sum(each.rows for each in sums.values()))


def _session(database: Database) -> _Open:
    if isinstance(database, DatabaseURL):
        # imported here alone: with files nobody needs the package
        from engine.live.database.postgres_session import connect

        return connect(database, patient=True)
    connection = sqlite3.connect(database, isolation_level=None)
    for each in PRAGMAS:
        connection.execute(f"PRAGMA {each}")
    return connection


def _begin(session: Session, database: Database, known: Sequence[Table]) -> None:
    """Begin a transaction, and keep everybody else from writing."""
    if isinstance(database, Path):
        session.execute("BEGIN IMMEDIATE")
        return
    _require_unused(session, database)
    session.execute("BEGIN")
    session.execute("SET LOCAL lock_timeout = 1500")
    session.execute(f"LOCK TABLE {', '.join(each.name for each in known)} IN EXCLUSIVE MODE")


def _require_unused(session: Session, database: Database) -> None:
    """Require that no bot is connected to a database. The connection that migrated it may take a moment to end."""
    for _ in range(20):
        if not session.execute(_BOTS).fetchone()[0]:
            return
        time.sleep(0.1)
    raise _in_use(database)


def _copied(
    table: Table, source: Database, reading: Session, target: Database, writing: Session, carried: Callable[[Any], Any]
) -> Iterator[Sequence[Any]]:
    """Write all rows of a table to the target, and yield them, some at a time."""
    places = ", ".join("?" * len(table.columns))
    insert = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({places})"
    batches = _batches(reading, table)
    while True:
        with _named(source):
            batch = [tuple(map(carried, row)) for row in next(batches, ())]
        if not batch:
            return
        with _named(target):
            writing.executemany(insert, batch)
        yield batch


def _batches(session: Session, table: Table) -> Iterator[Sequence[Any]]:
    """Return the rows of a table in the order of its primary key, some at a time."""
    columns, key = ", ".join(table.columns), ", ".join(table.key)
    at = [table.columns.index(each) for each in table.key]
    rows = session.execute(f"SELECT {columns} FROM {table.name} ORDER BY {key} LIMIT {BATCH}").fetchall()
    following = (
        f"SELECT {columns} FROM {table.name} WHERE ({key}) > ({', '.join('?' * len(at))}) ORDER BY {key} LIMIT {BATCH}"
    )
    while rows:
        yield rows
        rows = session.execute(following, [rows[-1][each] for each in at]).fetchall()


def _summed(batches: Iterator[Sequence[Any]]) -> _Sum:
    count, digest = 0, sha256()
    for row in chain.from_iterable(batches):
        count += 1
        # SQLite keeps no sign of zero
        digest.update(repr([value + 0.0 if isinstance(value, float) else value for value in row]).encode())
    return _Sum(count, digest.hexdigest())


def _without_nul(value: Any) -> Any:
    return value.replace("\0", "") if isinstance(value, str) else value


def _unchanged(value: Any) -> Any:
    return value
