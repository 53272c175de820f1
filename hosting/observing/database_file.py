"""Observes a database file without a change: no file is made beside it, and nothing is migrated."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from engine.live.database.copies.backup import open_existing
from engine.live.database.copies.restore import LOGS, is_unfinished
from engine.live.database.errors import Cause
from engine.live.database.health import cause_of
from engine.live.database.lock import is_reserved
from hosting.checks.database import Contents, FileSeen

LOOK_SECONDS: Final = 3.0
"""The seconds for the integrity of a file: a hundred MB take a quarter of a second."""

OPCODES: Final = 10_000
"""The steps of SQLite between two looks at the clock."""


def look_at_file(file: Path) -> FileSeen:
    """Observe the file at the path of a database."""
    seen = FileSeen(file=file, place=file.absolute())
    try:
        folder = _nearest_folder(seen.place)
        seen = replace(seen, free=shutil.disk_usage(folder).free, error=_barrier(seen.place, folder))
        if seen.error:
            return seen
        seen = replace(seen, locked=tuple(_locked(seen.place, folder)))
        if is_unfinished(seen.place):
            return replace(seen, unfinished=True)
        if not seen.place.exists():
            return seen
        seen = replace(seen, size=_size(seen.place), running=is_reserved(seen.place))
        return _looked_into(seen)
    except (sqlite3.Error, OSError) as error:
        text = error.strerror if isinstance(error, OSError) else None
        return replace(seen, error=text or str(error), cause=cause_of(error))


def _size(file: Path) -> int:
    """Return the bytes of a file and of the log beside it."""
    return sum(each.stat().st_size for each in (file, Path(f"{file}-wal")) if each.exists())


def _nearest_folder(file: Path) -> Path:
    """Return the folder of a file, or the nearest one above it that is there."""
    return next(each for each in file.parents if each.exists())


def _barrier(file: Path, folder: Path) -> str:
    """Return why there can't be a database; empty if there can."""
    if not folder.is_dir():
        return f"{folder} is a file, and no folder"
    if file.is_dir():
        return "it is a folder"
    if file.exists() and not os.access(file, os.R_OK):
        return "this user may not read it"
    return ""


def _locked(file: Path, folder: Path) -> Iterator[Path]:
    """Yield the paths that the bot has to write and this user can't."""
    if not os.access(folder, os.W_OK | os.X_OK):
        yield folder
    for ending in ("", "-wal", "-shm", ".lock"):
        each = Path(f"{file}{ending}")
        if each.exists() and not os.access(each, os.W_OK):
            yield each


def _looked_into(seen: FileSeen) -> FileSeen:
    """Read a file with the log beside it."""
    log, index = Path(f"{seen.place}-wal"), Path(f"{seen.place}-shm")
    if log.exists() and index.exists():
        return _read(seen, "mode=ro")
    # SQLite would make both, and leave them there
    found = _read(seen, "immutable=1")
    if log.exists() and index.exists():
        # a bot has started meanwhile
        return _read(seen, "mode=ro")
    # with a log alone, the file may be incomplete without it
    logs = [Path(f"{seen.place}{ending}") for ending in LOGS]
    rest = any(each.exists() and each.stat().st_size for each in logs)
    return replace(found, damage="", looked_over=False) if rest else found


def _read(seen: FileSeen, how: str) -> FileSeen:
    with closing(open_existing(seen.place, how)) as connection:
        ((version,),) = connection.execute("PRAGMA user_version")
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        damage = _damage(connection)
    contents = Contents.of(version, names)
    return replace(seen, contents=contents, damage=damage or "", looked_over=damage is not None)


def _damage(connection: sqlite3.Connection) -> str | None:
    """Return the first damage; empty without any, and None if there was no time to look everything over."""
    until = time.monotonic() + LOOK_SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > until, OPCODES)
    try:
        ((verdict,),) = connection.execute("PRAGMA quick_check(1)")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return None
        if cause_of(error) is Cause.DAMAGED:
            return str(error)
        raise
    return "" if verdict == "ok" else str(verdict)
