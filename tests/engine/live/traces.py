"""The values in a database, and the people that left them there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

HOLDERS = {
    *("tables", "seats", "log", "hand_messages", "scores"),
    *("ratings", "tallies", "preferences", "replaced", "saved_rules"),
    *("challenges", "challenge_players"),
    *("cups", "cup_log", "cup_people", "cup_tables"),
}
"""The tables of the database that hold something about people, by their ids."""


TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"


def opened(file: Path) -> Any:
    """Return a connection to a database past the store; it takes SQLite's statements, and ``TABLES``."""
    return connect(file)


def connect(file: Path) -> Any:
    """Connect to a file; with ``--store=postgres``, another function has the place of this one."""
    return sqlite3.connect(file, isolation_level=None)


def rows(file: Path, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
    """Return the rows of a query in a database, past the store."""
    with closing(opened(file)) as connection:
        return connection.execute(sql, parameters).fetchall()


def cells(file: Path) -> Iterator[tuple[str, str, object]]:
    """Return every value in a database, with its table and column."""
    with closing(opened(file)) as connection:
        for (table,) in connection.execute(TABLES).fetchall():
            rows = connection.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in rows.description]
            for row in rows:
                yield from ((table, name, value) for name, value in zip(names, row, strict=True))


def traces(file: Path, *told: object) -> set[tuple[str, str]]:
    """Return the tables and columns where anything of these is written."""
    texts = [str(each) for each in told]
    return {(table, name) for table, name, value in cells(file) if any(text in str(value) for text in texts)}


def bytes_of(file: Path) -> bytes:
    """Return all that is on the disk of a database, its log, too."""
    return b"".join(each.read_bytes() for each in sorted(file.parent.glob(f"{file.name}*")))
