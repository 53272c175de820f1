"""Migrates a database file to the present version."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from importlib.resources import files

import aiosqlite


class NewerDatabase(RuntimeError):
    """The file was written by a later version of the bot."""


def scripts() -> list[str]:
    """Return the SQL scripts of the migrations, in order."""
    found = [
        each for each in files("engine.live.database").joinpath("migrations").iterdir() if each.name.endswith(".sql")
    ]
    return [each.read_text(encoding="utf-8") for each in sorted(found, key=lambda each: each.name)]


async def check(connection: aiosqlite.Connection) -> int:
    """Return the number of migrations that a file has had.

    Raises:
        NewerDatabase: a later version of the bot wrote it.

    """
    async with connection.execute("PRAGMA user_version") as cursor:
        row = await cursor.fetchone()
    seen, known = int(row[0]) if row else 0, len(scripts())
    if seen > known:
        raise NewerDatabase(
            f"the database is of version {seen}, and this bot knows versions up to {known}: update the bot"
        )
    return seen


async def migrate(connection: aiosqlite.Connection) -> None:
    """Run the numbered migrations that the file has not had, all or none; ``user_version`` counts the others.

    Raises:
        NewerDatabase: a later version of the bot wrote the file.
        sqlite3.Error: the file can't be written, and is as it was.

    """
    known = scripts()
    if await check(connection) == len(known):
        return
    # count again with the file locked: another process may have been faster
    await connection.execute("BEGIN IMMEDIATE")
    try:
        for script in known[await check(connection) :]:
            for statement in _statements(script):
                await connection.execute(statement)
        await connection.execute(f"PRAGMA user_version = {len(known)}")
        await connection.execute("COMMIT")
    except BaseException:
        await connection.rollback()
        raise


def _statements(script: str) -> Iterator[str]:
    """Split a script into statements: SQLite's own way to run a script commits the transaction first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
