"""An empty database, migrated once for all tests: migrations take as long as many of the tests."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

import aiosqlite

from engine.live.database import migrate

EMPTY = "SELECT count(*) = 0 AND (SELECT file = '' FROM pragma_database_list) FROM sqlite_master"


async def up_to_date(connection: aiosqlite.Connection, *how: Any) -> None:
    """Do what :func:`engine.live.database.migrate.migrate` does, with an empty database in memory by a copy."""
    if list(await connection.execute_fetchall(EMPTY)) == [(1,)]:
        await connection._execute(connection._conn.deserialize, await asyncio.to_thread(migrated))
    else:
        await migrate.migrate(connection, *how)


async def begin(file: Path) -> None:
    """Have a database at ``file``, where there is none, that needs no migration."""
    await asyncio.to_thread(_begin, file)


def _begin(file: Path) -> None:
    if not file.exists():
        file.write_bytes(migrated())


@cache
def migrated() -> bytes:
    """Return a database without anything in it, as a bot leaves it."""
    return asyncio.run(_migrated())


async def _migrated() -> bytes:
    async with aiosqlite.connect(":memory:", isolation_level=None) as connection:
        await migrate.migrate(connection)
        return await connection._execute(connection._conn.serialize)
