"""Commands for operators: copy the database, move it, migrate it, recompute the figures of the league."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from engine.cli.progress import shown
from engine.live import logs
from engine.live.database.address import DatabaseURL
from engine.live.database.copies.backup import PRIVATE_FOLDER, DamagedDatabase, copy, open_existing, remove_left_over
from engine.live.database.copy_between import CannotCopy
from engine.live.database.copy_between import copy_between as move_rows
from engine.live.database.errors import DatabaseError
from engine.live.database.migrate import NewerDatabase, missing
from engine.live.database_store import DatabaseStore
from engine.live.league.recompute import Recomputed
from engine.live.model.errors import StorageError
from hosting.database import finish_restore, open_store, unopened
from hosting.rotation import PATTERN, name_of, outdated
from settings import CannotStart, OwnerNeeded, Settings


def set_up_log(settings: Settings) -> None:
    """Set up logging as the settings have it."""
    logs.set_up(getattr(logging, settings.domino_log_level), settings.domino_log_format)


def backup(settings: Settings, file: Path, keep: int | None = None) -> str:
    """Copy the database; the bot may be running.

    Args:
        settings: the settings, with the path of the database.
        file: the path of the copy; with ``keep`` a folder, in which the copy gets a name by its time.
        keep: how many copies stay in the folder.

    Raises:
        CannotStart: there is no file to copy, the copy would overwrite it or can't be written, or the database is
            damaged.

    """
    database = settings.domino_database
    if isinstance(database, DatabaseURL):
        raise CannotStart(
            "DOMINO_DATABASE: --backup copies a file. Copy PostgreSQL with pg_dump: see docs/postgresql.md."
        )
    finish_restore(settings)
    if not database.is_file():
        raise CannotStart(f"DOMINO_DATABASE: {database} does not exist")
    try:
        if keep is not None:
            return _copy_and_keep(settings, database, file, keep)
        if file.is_dir():
            raise CannotStart(f"{file} is a folder: name a file, or add --keep for the number of backups to keep there")
        _copy(settings, database, file)
        return f"Copied {database} to {file}."
    except OSError as error:
        raise CannotStart(f"{file} can't be written: {error}") from None


def _copy_and_keep(settings: Settings, database: Path, folder: Path, keep: int) -> str:
    """Copy the database into a folder, then delete the oldest copies; raise as :func:`backup` does, or OSError."""
    if folder.is_file():
        raise CannotStart(f"{folder} is a file: name a folder with --keep")
    if not folder.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {folder.parent}")
    folder.mkdir(PRIVATE_FOLDER, exist_ok=True)
    remove_left_over(folder, PATTERN)
    names = {each.name for each in folder.glob(PATTERN) if each.is_file() and not each.samefile(database)}
    copy = folder / name_of(datetime.now(UTC), names)
    _copy(settings, database, copy)
    old = outdated(names, copy.name, keep)
    for each in old:
        (folder / each).unlink(missing_ok=True)
    return f"Copied {database} to {copy}." + (f" Deleted {', '.join(old)}." if old else "")


def _copy(settings: Settings, database: Path, file: Path) -> None:
    """Copy the database of any version up to the present one; raise as :func:`backup` does, or OSError."""
    if file.exists() and file.samefile(database):
        raise CannotStart(f"{file} is the database itself: name another file")
    try:
        with closing(open_existing(database)) as source:
            ((version,),) = source.execute("PRAGMA user_version")
            missing(version)
            _write(source, file)
    except (DamagedDatabase, NewerDatabase) as error:
        raise OwnerNeeded(f"{database}: {error}") from None
    except sqlite3.Error as error:
        raise unopened(settings, error) from None


def _write(source: sqlite3.Connection, file: Path) -> None:
    try:
        copy(source, file, shown)
    except sqlite3.Error as error:
        raise CannotStart(f"{file} can't be written: {error}") from None


async def migrate(settings: Settings) -> str:
    """Create the database, or bring it up to date.

    Raises:
        CannotStart: the database can't be opened, or a later version wrote it.

    """
    store = await _migrated(settings)
    await store.close()
    return f"{settings.domino_database} is up to date."


async def _migrated(settings: Settings) -> DatabaseStore:
    """Open the database, and show the progress of its migration."""
    with shown("migrate", "steps") as report:
        return await open_store(settings, report=report)


def move(settings: Settings, target: Path | DatabaseURL) -> str:
    """Move everything to another database, which has to be empty.

    Raises:
        CannotStart: nothing was moved.

    """
    try:
        with shown("move", "rows") as report:
            moved = move_rows(settings.domino_database, target, report)
    except CannotCopy as error:
        raise CannotStart(f"--move-to: {error}") from None
    rows = "1 row" if moved.rows == 1 else f"{moved.rows} rows"
    return f"Moved {rows} in {moved.tables} tables to {target}: set DOMINO_DATABASE to it."


def summary(done: Recomputed) -> str:
    """Return a summary of recomputed figures, in lines."""
    lines = [
        f"{done.matches} matches of {done.servers} servers played again, and {done.changed} scores changed;",
        f"{done.rated} matches rated, which makes {done.people} ratings.",
    ]
    if done.unreadable:
        lines.append(f"Logs that can't be played again: {', '.join(done.unreadable)}. What was kept of them stays.")
    return "\n".join(lines)


async def recompute(settings: Settings) -> str:
    """Recompute all figures of the league, and show the progress.

    After Ctrl-C, each server has old figures or new ones, and a line says how to go on.

    Raises:
        CannotStart: the database can't be opened or written to.

    """
    if isinstance(settings.domino_database, Path) and not settings.domino_database.is_file():
        raise CannotStart(f"DOMINO_DATABASE: {settings.domino_database} does not exist")
    store = await _migrated(settings)
    try:
        with shown("recompute", "matches") as report:
            return summary(await store.league.recompute(report))
    except (DatabaseError, StorageError) as error:
        raise CannotStart(f"DOMINO_DATABASE: {settings.domino_database} can't be used: {error}") from None
    except asyncio.CancelledError:
        print("Some figures are recomputed, others not yet: run --recompute again, or start the bot.", file=sys.stderr)
        raise
    finally:
        await store.close()
