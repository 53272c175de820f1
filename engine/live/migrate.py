"""Brings a database file up to the present version."""

from __future__ import annotations

from importlib.resources import files

import aiosqlite


class NewerDatabase(RuntimeError):
    """The file was written by a later version of the bot."""


async def migrate(connection: aiosqlite.Connection) -> None:
    """Run the numbered migrations that the file has not seen; ``user_version`` counts those it has.

    Raises:
        NewerDatabase: a later version of the bot wrote it.

    """
    async with connection.execute("PRAGMA user_version") as cursor:
        row = await cursor.fetchone()
    seen = int(row[0]) if row else 0
    scripts = sorted(
        (each for each in files("engine.live").joinpath("migrations").iterdir() if each.name.endswith(".sql")),
        key=lambda each: each.name,
    )
    if seen > len(scripts):
        raise NewerDatabase(
            f"the database is of version {seen}, and this bot knows versions up to {len(scripts)}: update the bot"
        )
    for number, script in enumerate(scripts[seen:], start=seen + 1):
        text = script.read_text(encoding="utf-8")
        await connection.executescript(f"BEGIN;\n{text}\nPRAGMA user_version = {number};\nCOMMIT;")
