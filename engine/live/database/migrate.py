"""The numbered migrations of a database, and how a SQLite file gets them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from importlib.resources import files

import aiosqlite


class NewerDatabase(RuntimeError):
    """The database was written by a later version of the bot."""


def scripts() -> list[str]:
    """Return the SQL scripts of the migrations, in order."""
    found = [
        each for each in files("engine.live.database").joinpath("migrations").iterdir() if each.name.endswith(".sql")
    ]
    return [each.read_text(encoding="utf-8") for each in sorted(found, key=lambda each: each.name)]


def missing(seen: int) -> list[str]:
    """Return the scripts that a database needs which has had ``seen`` of them.

    Raises:
        NewerDatabase: a later version of the bot wrote it.

    """
    known = scripts()
    if seen > len(known):
        raise NewerDatabase(
            f"the database is of version {seen}, and this bot knows versions up to {len(known)}: update the bot"
        )
    return known[seen:]


def statements(script: str) -> Iterator[str]:
    """Split a script into statements: SQLite's own way to run a script commits the transaction first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


async def check(connection: aiosqlite.Connection) -> list[str]:
    """Return the scripts that a file needs.

    Raises:
        NewerDatabase: a later version of the bot wrote it.

    """
    async with connection.execute("PRAGMA user_version") as cursor:
        row = await cursor.fetchone()
    return missing(int(row[0]) if row else 0)


async def migrate(connection: aiosqlite.Connection) -> None:
    """Run the numbered migrations that a file has not had, all or none; ``user_version`` counts the others.

    Raises:
        NewerDatabase: a later version of the bot wrote the file.
        sqlite3.Error: the file can't be written, and is as it was.

    """
    if not await check(connection):
        return
    # count again with the file locked: another process may have been faster
    await connection.execute("BEGIN IMMEDIATE")
    try:
        for script in await check(connection):
            for statement in statements(script):
                await connection.execute(statement)
        await connection.execute(f"PRAGMA user_version = {len(scripts())}")
        await connection.execute("COMMIT")
    except BaseException:
        await connection.rollback()
        raise
