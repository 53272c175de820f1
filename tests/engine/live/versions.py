"""Databases as earlier versions of the bot left them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from engine.live.database.migrate import scripts


@contextmanager
def of_version(file: Path, version: int) -> Iterator[sqlite3.Connection]:
    """Make an empty database of an earlier version, and keep the rows that are written to it meanwhile."""
    with closing(sqlite3.connect(file)) as connection:
        for script in scripts()[:version]:
            connection.executescript(script)
        connection.execute(f"PRAGMA user_version = {version}")
        yield connection
        connection.commit()


def put_table(connection: sqlite3.Connection, name: str, status: str, options: str = "{}") -> None:
    """Write down a table of Ana's, without people."""
    connection.execute(
        "INSERT INTO tables (id, guild_id, channel_id, host_id, rules, options, status, locale, invited, opened_at)"
        " VALUES (?, 7, 70, 101, 'express', ?, ?, 'fr', '[]', 1.0)",
        (name, options, status),
    )


def put_person(connection: sqlite3.Connection, table: str, seat: int, user: int, name: str) -> None:
    """Write down who sits on a seat."""
    values = (table, seat, user, name)
    connection.execute("INSERT INTO seats (table_id, seat, user_id, name, locale) VALUES (?, ?, ?, ?, 'fr')", values)
