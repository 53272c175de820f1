"""What a bot has in its database, read while the bot runs or after its death."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from engine import match
from engine.actions import parse
from engine.game import State
from engine.live.database.address import DatabaseURL
from engine.live.database.errors import DatabaseError
from engine.live.database.postgres_session import connect
from engine.live.database.session import Session

Place = Path | DatabaseURL
"""Where a database is: a file, or on a server."""

UNDEFINED_TABLE = "42P01"
"""PostgreSQL's code for a table that is not there."""


class Row(NamedTuple):
    """An action of the log; ``user`` is who did it, None for the bot."""

    ply: int
    action: str
    user: int | None
    at: float


class Kept(NamedTuple):
    """A table as the disk has it; of each seat who sits there, and the level of a computer."""

    id: str
    channel: int
    status: str
    deadline: float | None
    rules: str
    options: dict[str, int | str | bool]
    seed: str
    post: str
    seated: list[int]
    levels: list[str | None]
    log: list[Row]

    def state(self) -> State:
        """Return the state that the log comes to."""
        state = match.new(self.rules, len(self.seated), self.options)
        for row in self.log:
            state, _ = match.apply(state, parse(row.action))
        return state


TABLES = """
SELECT id, channel_id, status, deadline, rules, options, coalesce(seed, ''), coalesce(post, '') FROM tables
ORDER BY opened_at DESC
"""


def newest(database: Place) -> Kept | None:
    """Return the table that was opened last, or None where there is none yet."""
    return next(iter(read(database, 1)), None)


def read(database: Place, most: int = 2**31) -> list[Kept]:
    """Return the tables, the newest first."""
    if isinstance(database, Path) and not database.exists():
        return []
    with _reading(database) as connection:
        try:
            rows = connection.execute(f"{TABLES} LIMIT {most}").fetchall()
        except (sqlite3.OperationalError, DatabaseError) as error:
            # it died before it could make its tables
            if isinstance(error, DatabaseError) and error.code != UNDEFINED_TABLE:
                raise
            return []
        return [_kept(connection, *row) for row in rows]


def _kept(connection: Session, table: str, *header: Any) -> Kept:
    log = connection.execute("SELECT ply, action, user_id, at FROM log WHERE table_id = ? ORDER BY ply", (table,))
    seats = connection.execute("SELECT user_id, level FROM seats WHERE table_id = ? ORDER BY seat", (table,)).fetchall()
    *first, options, seed, post = header
    people, levels = [user for user, _ in seats], [level for _, level in seats]
    return Kept(table, *first, json.loads(options), seed, post, people, levels, [Row(*row) for row in log.fetchall()])


def alive_at(database: Path) -> float:
    """Return when the bot noted last that it was alive, by its own clock."""
    with _opened(database) as connection:
        ((found,),) = connection.execute("SELECT value FROM notes WHERE name = 'alive_at'").fetchall()
    return float(found)


def results(database: Place) -> dict[str, list[tuple[int, int, bool]]]:
    """Return what the leaderboard is made of: each finished table with user, points and victory of every seat."""
    found: dict[str, list[tuple[int, int, bool]]] = {}
    with _reading(database) as connection:
        for (table,) in connection.execute("SELECT table_id FROM matches").fetchall():
            rows = connection.execute(
                "SELECT user_id, points, won FROM scores WHERE table_id = ? ORDER BY seat", (table,)
            )
            found[table] = [(user, points, bool(won)) for user, points, won in rows.fetchall()]
    return found


def at_rest(database: Place) -> bool:
    """Return whether nothing is under way any more that a dead process has asked for; a server goes on with it."""
    if isinstance(database, Path):
        return True
    others = "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    with _opened(database) as connection:
        return not connection.execute(f"SELECT 1 FROM pg_stat_activity WHERE {others}").fetchall()


def set_clock(database: Place, ahead: float) -> None:
    """Have the clock of a database that :func:`with_clock` made go so many seconds ahead; a file has none."""
    if not isinstance(database, Path):
        _set_clock(database, f"SELECT pg_catalog.clock_timestamp() + make_interval(secs => {ahead})")


def stop_clock(database: DatabaseURL, at: float) -> None:
    """Have the clock of a database that :func:`with_clock` made stand at a time, in seconds since 1970."""
    _set_clock(database, f"SELECT to_timestamp({at})")


def _set_clock(database: DatabaseURL, clock: str) -> None:
    with _opened(database) as connection:
        connection.execute(
            f"CREATE OR REPLACE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql AS '{clock}'"
        )


def with_clock(database: DatabaseURL) -> DatabaseURL:
    """Return the address at which a database may have a clock of its own, in place of PostgreSQL's."""
    return DatabaseURL(f"{database.reveal()}&options=-csearch_path%3Dpublic,pg_catalog")


@contextmanager
def _opened(database: Place) -> Iterator[Session]:
    if isinstance(database, Path):
        opened = closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=10))
    else:
        opened = closing(connect(database))
    with opened as connection:
        yield connection


@contextmanager
def _reading(database: Place) -> Iterator[Session]:
    """Open a database to read it as it is at one moment, whatever the bot writes meanwhile."""
    with _opened(database) as connection:
        connection.execute("BEGIN" if isinstance(database, Path) else "BEGIN ISOLATION LEVEL REPEATABLE READ")
        yield connection
