"""The database, which is a file here. No file is made beside it, and nothing is migrated."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tqdm import tqdm

from engine.live.database.copies.backup import open_existing
from engine.live.database.copies.kept import MIGRATION
from engine.live.database.copies.restore import LOGS, is_unfinished
from engine.live.database.errors import Cause
from engine.live.database.health import cause_of
from engine.live.database.lock import is_reserved
from engine.live.database.migrate import scripts
from hosting.checks.line import Line, fault, hint, ok, sentence

DATABASE: Final = "database"

MIN_FREE_BYTES: Final = 64 * 1000**2
"""The free space below which the disk counts as full."""

MIN_POSTGRES: Final = 15

FIRST_TABLE: Final = "tables"
"""A table that every version has."""


LOOK_SECONDS: Final = 3.0
"""The seconds for the integrity of a file: a hundred MB take a quarter of a second."""

OPCODES: Final = 10_000
"""The steps of SQLite between two looks at the clock."""

ADVICE: Final = "Check DOMINO_DATABASE, and the user who runs this."


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseSeen:
    """A database as it was observed.

    Attributes:
        name: the path in the settings, or the address without its password.
        error: why it can't be used.
        advice: what helps against the error.
        version: the migrations that it has had; 0 for an empty one, None if it was not read.
        foreign: whether another program made it.
        running: the number of bots that run with it.
        file: the absolute path of a file; None on PostgreSQL, as all down to ``unfinished``.
        size: bytes; None if there is no file.
        free: free bytes on its disk; None if they could not be counted.
        locked: paths that this user can't write.
        damage: the first damage that was found.
        looked_over: whether all of it was looked over.
        unfinished: whether a restore has to be finished, so that the file was not read.
        server: the version of PostgreSQL, as 15.
        encoding: how PostgreSQL stores texts.
        read_only: whether PostgreSQL takes no writes, as a replica does.
        forbidden: rights that PostgreSQL's user lacks, in words.
        ahead: seconds by which PostgreSQL's clock is ahead of this machine's; None if it was not asked.

    """

    name: str
    error: str = ""
    advice: str = ""
    version: int | None = None
    foreign: bool = False
    running: int = 0
    file: Path | None = None
    size: int | None = None
    free: int | None = None
    locked: tuple[Path, ...] = ()
    damage: str = ""
    looked_over: bool = True
    unfinished: bool = False
    server: int = MIN_POSTGRES
    encoding: str = "UTF8"
    read_only: bool = False
    forbidden: tuple[str, ...] = ()
    ahead: float | None = None


def look(path: Path) -> DatabaseSeen:
    """Observe the file at the path of a database."""
    file = path.absolute()
    seen = DatabaseSeen(name=str(path), file=file)
    try:
        folder = next(each for each in file.parents if each.exists())
        free, error = shutil.disk_usage(folder).free, _barrier(file, folder)
        written = (
            () if error else (folder, *(each for each in _with(file, "", "-wal", "-shm", ".lock") if each.exists()))
        )
        locked = tuple(each for each in written if not _is_writable(each))
        seen = replace(seen, free=free, error=error, advice=ADVICE, locked=locked, unfinished=is_unfinished(file))
        if seen.error or seen.unfinished or not file.exists():
            return seen
        size = sum(each.stat().st_size for each in _with(file, "", "-wal") if each.exists())
        return _looked_into(file, replace(seen, size=size, running=int(is_reserved(file))))
    except (sqlite3.Error, OSError) as error:
        cause = cause_of(error)
        text = error.strerror if isinstance(error, OSError) else None
        return replace(seen, error=text or str(error), advice=cause.advice if cause else ADVICE)


def _with(file: Path, *endings: str) -> list[Path]:
    return [Path(f"{file}{each}") for each in endings]


def _is_writable(path: Path) -> bool:
    return os.access(path, os.W_OK | os.X_OK if path.is_dir() else os.W_OK)


def _barrier(file: Path, folder: Path) -> str:
    """Return the obstacle to a database; empty without one."""
    if not folder.is_dir():
        return f"{folder} is a file, and no folder"
    if file.is_dir():
        return "it is a folder"
    return "this user may not read it" if file.exists() and not os.access(file, os.R_OK) else ""


def _looked_into(file: Path, seen: DatabaseSeen) -> DatabaseSeen:
    """Read a file with the log beside it."""
    beside = _with(file, "-wal", "-shm")
    # without both, SQLite would make them and leave them there
    found = None if all(each.exists() for each in beside) else _read(file, seen, "immutable=1")
    if found is None or all(each.exists() for each in beside):
        # a bot may have started meanwhile
        return _read(file, seen, "mode=ro")
    # with a log alone, the file may be incomplete without it
    rest = any(each.exists() and each.stat().st_size for each in _with(file, *LOGS))
    return replace(found, damage="", looked_over=False) if rest else found


def _read(file: Path, seen: DatabaseSeen, how: str) -> DatabaseSeen:
    with closing(open_existing(file, how)) as connection:
        ((version,),) = connection.execute("PRAGMA user_version")
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        damage = _damage(connection)
    foreign, whole = FIRST_TABLE not in names if version else bool(names), damage is not None
    return replace(seen, version=version, foreign=foreign, damage=damage or "", looked_over=whole)


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


def lines(seen: DatabaseSeen) -> list[Line]:
    """Return the lines about the database."""
    faults = list(_faults(seen))
    if seen.unfinished:
        text = f"{seen.name}: a restore was killed, and the next start of the bot finishes it"
        return [hint(DATABASE, text), *faults]
    one = "a bot is running with it; that is no fault"
    bots = "1 bot is" if seen.running == 1 else f"{seen.running} bots are"
    running = [hint(DATABASE, one if seen.file else one.replace("a bot is", bots))] if seen.running else []
    return [*faults, *running] if faults else [ok(DATABASE, _right(seen)), *running, *_hints(seen)]


def _faults(seen: DatabaseSeen) -> Iterator[Line]:
    name, version, known = seen.name, seen.version or 0, len(scripts())
    if seen.error:
        yield fault(DATABASE, f"{name} can't be opened: {sentence(seen.error)} {seen.advice}")
    if seen.damage:
        yield fault(DATABASE, f"{name} is damaged ({seen.damage}). {Cause.DAMAGED.advice}")
    if seen.server < MIN_POSTGRES:
        yield fault(DATABASE, f"{name} is PostgreSQL {seen.server}: the bot needs {MIN_POSTGRES} or later")
    if seen.encoding != "UTF8":
        yield fault(DATABASE, f"{name} has the encoding {seen.encoding}: make a database with UTF8")
    if seen.read_only:
        yield fault(DATABASE, f"{name} is read-only, perhaps a replica: name the primary in DOMINO_DATABASE")
    if seen.foreign:
        yield fault(DATABASE, f"{name} was made by another program: name another database in DOMINO_DATABASE")
    elif version > known:
        known_text = f"this bot knows versions up to {known}"
        yield fault(DATABASE, f"{name} is of version {version}, and {known_text}: update the bot")
    if seen.forbidden:
        yield fault(DATABASE, f"the user of {name} may not {' or '.join(seen.forbidden)}: grant it that right")
    for each in seen.locked:
        remedy = "let the bot's user write it, and run this as that user"
        yield fault(DATABASE, f"{each} can't be written by this user: {remedy}")
    if seen.free is not None and seen.free < MIN_FREE_BYTES:
        yield fault(DATABASE, f"{_bytes(seen.free)} free for {name}: the disk is full. {Cause.FULL.advice}")


def _hints(seen: DatabaseSeen) -> Iterator[Line]:
    """Yield the hints about a database without a fault."""
    needed, known = (seen.size or 0) + MIN_FREE_BYTES, len(scripts())
    if seen.version and seen.version < known:
        copy = f"and keeps a copy in {seen.file.name}{MIGRATION}" if seen.file else "so copy it with pg_dump before"
        yield hint(DATABASE, f"the next start migrates it from version {seen.version} to {known}, {copy}")
    if not seen.looked_over:
        yield hint(DATABASE, "its integrity was not looked over to the end; bot.py --backup does so")
    if seen.size and seen.free is not None and seen.free < needed:
        use = "to remove deleted data from the file, or to copy it before a migration"
        yield hint(DATABASE, f"{_bytes(seen.free)} free: {use}, takes {_bytes(needed)}")


def _right(seen: DatabaseSeen) -> str:
    free = f"{_bytes(seen.free)} free"
    name, after = (seen.name, f"; {free}") if seen.file else (f"{seen.name}: PostgreSQL {seen.server},", "")
    if seen.file and seen.size is None:
        return f"{seen.file} is not there yet, and the bot makes it at its start; {free}"
    if not seen.version:
        return f"{name} {'is ' if seen.file else ''}empty, and the bot makes its tables at its start{after}"
    if not seen.file:
        return f"{name} version {seen.version}, writable; the free space of its disk is not known here"
    intact = "intact, " if seen.looked_over else ""
    return f"{name}: version {seen.version}, {_bytes(seen.size)}, {intact}writable; {free}"


def _bytes(count: int | None) -> str:
    return tqdm.format_sizeof(count or 0, "B")
