"""The newest table in the database, read while the bot runs or after its death."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

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


class Kept(NamedTuple):
    """A table as the disk has it; each action of the log with its ply and who did it, None for the bot."""

    id: str
    status: str
    deadline: float | None
    rules: str
    options: dict[str, int | str | bool]
    log: list[tuple[int, str, int | None]]
    seated: list[int]

    def state(self) -> State:
        """Return the state that the log comes to."""
        state = match.new(self.rules, len(self.seated), self.options)
        for _, action, _ in self.log:
            state, _ = match.apply(state, parse(action))
        return state


def newest(database: Place) -> Kept | None:
    """Return the table that was opened last, or None where there is none yet."""
    if isinstance(database, Path) and not database.exists():
        return None
    with _reading(database) as connection:
        try:
            row = connection.execute(
                "SELECT id, status, deadline, rules, options FROM tables ORDER BY opened_at DESC"
            ).fetchone()
        except (sqlite3.OperationalError, DatabaseError) as error:
            # it died before it could make its tables
            if isinstance(error, DatabaseError) and error.code != UNDEFINED_TABLE:
                raise
            return None
        if row is None:
            return None
        log = connection.execute("SELECT ply, action, user_id FROM log WHERE table_id = ? ORDER BY ply", row[:1])
        seats = connection.execute("SELECT user_id FROM seats WHERE table_id = ? ORDER BY seat", row[:1])
        *header, options = row
        return Kept(*header, json.loads(options), log.fetchall(), [user for (user,) in seats.fetchall()])


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
    if isinstance(database, Path):
        return
    clock = f"SELECT pg_catalog.clock_timestamp() + make_interval(secs => {ahead})"
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
        opened = closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True))
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
