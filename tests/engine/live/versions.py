"""Databases as earlier versions of the bot left them."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest

from engine.live.database import migrate, postgres
from engine.live.database.connection import Connection, Statement
from engine.live.database.migrate import scripts

TABLE = """
    INSERT INTO tables (id, guild_id, channel_id, host_id, rules, options, status, locale, invited, opened_at)
    VALUES (?, 7, 70, 101, 'express', ?, ?, 'fr', '[]', 1.0)
"""


@contextmanager
def of_version(file: Path, version: int) -> Iterator[sqlite3.Connection]:
    """Make an empty database of an earlier version, and keep the rows that are written to it meanwhile."""
    with closing(sqlite3.connect(file)) as connection:
        for script in scripts()[:version]:
            connection.executescript(script)
        connection.execute(f"PRAGMA user_version = {version}")
        yield connection
        connection.commit()


@asynccontextmanager
async def either_of_version(file: Path, version: int) -> AsyncIterator[Connection]:
    """Make an empty database of an earlier version, a file or a schema as the test says."""
    known = scripts()[:version]
    with pytest.MonkeyPatch.context() as patch:
        for module in (migrate, postgres):
            patch.setattr(module, "scripts", lambda: known)
        connection = await Connection.open(file)
    try:
        yield connection
    finally:
        await connection.close()


def put_table(connection: sqlite3.Connection, name: str, status: str, options: str = "{}") -> None:
    """Write down a table of Ana's, without people."""
    connection.execute(TABLE, (name, options, status))


def put_person(connection: sqlite3.Connection, table: str, seat: int, user: int, name: str) -> None:
    """Write down who sits on a seat."""
    values = (table, seat, user, name)
    connection.execute("INSERT INTO seats (table_id, seat, user_id, name, locale) VALUES (?, ?, ?, ?, 'fr')", values)


def table(name: str, status: str = "playing") -> Statement:
    """Return the statement that stores a table of Ana's, without people."""
    return Statement(TABLE, (name, "{}", status))
