"""A whole copy of a database, under its name only when it is complete and sound."""

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


class DamagedDatabase(RuntimeError):
    """What was to be copied is damaged."""

    def __init__(self, details: str) -> None:
        super().__init__(f"the database is damaged, so it was not copied: restore a backup ({details})")


async def copy(connection: aiosqlite.Connection, file: Path) -> None:
    """Write a copy of a database, in use or not, to ``file``; an older copy of that name is replaced.

    It is written beside ``file``, looked over, and renamed when it is on the disk, so that neither a crash nor a full
    disk leaves half a copy, or none where there was one.

    Raises:
        DamagedDatabase: the database is damaged.
        OSError: there is no place for ``file``, or something that is no copy has its name.
        sqlite3.Error: it can't be written, or the database not be read.

    """
    file = await asyncio.to_thread(_place, file)
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    try:
        await asyncio.to_thread(make_private, part)
        async with aiosqlite.connect(part) as target:
            await connection.backup(target)
        # another connection, which reads what was written and not what is remembered
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
    """Make an empty file for a database that nobody else may read; one that is there already stays as it is.

    Where that can't be done SQLite says why when it opens it. Its files beside a database are as private as that.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _place(file: Path) -> Path:
    """Make sure that nothing but an older copy would be replaced; give where it really is."""
    file = file.resolve()
    if file.is_dir():
        raise IsADirectoryError(f"{file} is a folder")
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
    """Wait until a file or a folder is on the disk; Windows can't open a folder, and needs it for none."""
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
