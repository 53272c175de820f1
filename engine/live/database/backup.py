"""Copies a database. The copy gets its name only when it is complete and checked."""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
from contextlib import suppress
from pathlib import Path

import aiosqlite

from engine.live.database.health import Cause, cause_of

MAGIC = b"SQLite format 3\0"

PRIVATE_FOLDER = 0o700
"""The permissions of a new folder of a database: nobody but its owner sees what is in it."""


class DamagedDatabase(RuntimeError):
    """The database to copy is damaged."""

    def __init__(self, details: str) -> None:
        super().__init__(f"the database is damaged, so it was not copied: restore a backup ({details})")


async def copy(connection: aiosqlite.Connection, file: Path) -> None:
    """Copy a database, in use or not, to ``file``; an older copy of that name is replaced.

    The copy is written beside ``file``, checked, and renamed when it is on the disk: neither a crash nor a full disk
    leaves half a copy, or loses the older one.

    Raises:
        DamagedDatabase: the database is damaged.
        OSError: ``file`` can't be written, or is something other than an unused database.
        sqlite3.Error: the copy can't be written, or the database can't be read.

    """
    file = await asyncio.to_thread(_place, file)
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    try:
        await asyncio.to_thread(make_private, part)
        async with aiosqlite.connect(part) as target:
            await connection.backup(target)
        # a new connection reads the file itself, not a cache
        async with aiosqlite.connect(part) as target:
            await _look_over(target)
        await asyncio.to_thread(_rename, part, file)
    except sqlite3.DatabaseError as error:
        if cause_of(error) is Cause.DAMAGED:
            raise DamagedDatabase(str(error)) from error
        raise
    finally:
        await asyncio.to_thread(_remove, part)


def make_private(file: Path) -> None:
    """Create an empty database file that only its owner can read; an existing file stays as it is.

    An error is left to SQLite, which reports it on opening the file. SQLite gives its files beside the database the
    same permissions.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _place(file: Path) -> Path:
    """Return the resolved path of ``file``; raise OSError if it is something other than an unused database."""
    file = file.resolve()
    if file.is_dir():
        raise IsADirectoryError(f"{file} is a folder")
    if not file.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {file.parent}")
    if file.exists() and file.stat().st_size:
        with file.open("rb") as old:
            if old.read(len(MAGIC)) != MAGIC:
                raise OSError("there is a file of that name that is no database")
    log = Path(f"{file}-wal")
    if log.exists() and log.stat().st_size:
        raise OSError(f"a database of that name is in use, or {log.name} was left beside it")
    return file


async def _look_over(copied: aiosqlite.Connection) -> None:
    async with copied.execute("PRAGMA integrity_check(1)") as cursor:
        (verdict,) = (await cursor.fetchone()) or ("nothing was found",)
    if verdict != "ok":
        raise DamagedDatabase(" ".join(str(verdict).split()))
    async with copied.execute("PRAGMA foreign_key_check") as cursor:
        if await cursor.fetchone() is not None:
            raise DamagedDatabase("rows are missing that others name")


def _rename(part: Path, file: Path) -> None:
    _sync(part)
    part.replace(file)
    _sync(file.parent)


def _sync(path: Path) -> None:
    """Wait until a file or a folder is on the disk. Windows can't open a folder, and need not sync it."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove(part: Path) -> None:
    for ending in ("", "-journal", "-wal", "-shm"):
        Path(f"{part}{ending}").unlink(missing_ok=True)
