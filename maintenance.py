"""Commands for operators: copy the database, move it, migrate it, recompute the figures of the league."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from engine.live import logs
from engine.live.database.address import DatabaseURL
from engine.live.database.copy_between import CannotCopy
from engine.live.database.copy_between import copy_between as move_rows
from engine.live.database.errors import Cause, DatabaseError, PackageMissing
from engine.live.database.health import cause_of
from engine.live.database_store import DamagedDatabase, DatabaseStore, NewerDatabase
from engine.live.league.recompute import Recomputed
from engine.live.model.errors import StorageError
from settings import CannotStart, OwnerNeeded, Settings


def set_up_log(settings: Settings) -> None:
    """Set up logging as the settings have it."""
    logs.set_up(getattr(logging, settings.domino_log_level), settings.domino_log_format)


async def open_store(settings: Settings, *, only_to_copy: bool = False) -> DatabaseStore:
    """Open the database, to play or only to copy it.

    Raises:
        CannotStart: the database can't be opened, or a later version wrote it.

    """
    try:
        return await DatabaseStore.open(settings.domino_database, only_to_copy=only_to_copy)
    except (NewerDatabase, DamagedDatabase) as error:
        raise OwnerNeeded(f"{settings.domino_database}: {error}") from None
    except PackageMissing as error:
        raise OwnerNeeded(f"DOMINO_DATABASE: {error}") from None
    except (DatabaseError, sqlite3.Error, OSError) as error:
        raise unopened(settings, error) from None


FINAL_CAUSES = (Cause.REFUSED, Cause.DAMAGED, Cause.READ_ONLY)
FINAL_ERRORS = (FileExistsError, FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError)
"""Causes and errors after which only the owner can open a database."""


def unopened(settings: Settings, error: Exception) -> CannotStart:
    """Return an error as one that tells the owner why the database can't be opened."""
    code = error.sqlite_errorcode & 0xFF if isinstance(error, sqlite3.OperationalError) else None
    final = isinstance(error, FINAL_ERRORS) or cause_of(error) in FINAL_CAUSES or code == sqlite3.SQLITE_CANTOPEN
    return (OwnerNeeded if final else CannotStart)(
        f"DOMINO_DATABASE: {settings.domino_database} can't be opened: {error}"
    )


def _check_copy(settings: Settings, file: Path) -> None:
    """Check that there is a file to copy, and that the copy would not overwrite it; raise as :func:`backup` does."""
    if isinstance(settings.domino_database, DatabaseURL):
        raise CannotStart("DOMINO_DATABASE: --backup copies a file. Copy PostgreSQL with pg_dump: see docs/hosting.md.")
    if not settings.domino_database.is_file():
        raise CannotStart(f"DOMINO_DATABASE: {settings.domino_database} does not exist")
    if file.exists() and file.samefile(settings.domino_database):
        raise CannotStart(f"{file} is the database itself: name another file")


async def backup(settings: Settings, file: Path) -> str:
    """Copy the database to ``file``; the bot may be running.

    Raises:
        CannotStart: there is no file to copy, the copy would overwrite it or can't be written, or the database is
            damaged.

    """
    _check_copy(settings, file)
    store = await open_store(settings, only_to_copy=True)
    try:
        await store.backup(file)
    except DamagedDatabase as error:
        raise OwnerNeeded(f"{settings.domino_database}: {error}") from None
    except (sqlite3.Error, OSError) as error:
        raise CannotStart(f"{file} can't be written: {error}") from None
    finally:
        await store.close()
    return f"Copied {settings.domino_database} to {file}."


async def migrate(settings: Settings) -> str:
    """Create the database, or bring it up to date.

    Raises:
        CannotStart: the database can't be opened, or a later version wrote it.

    """
    store = await open_store(settings)
    await store.close()
    return f"{settings.domino_database} is up to date."


def move(settings: Settings, target: Path | DatabaseURL) -> str:
    """Move everything to another database, which has to be empty.

    Raises:
        CannotStart: nothing was moved.

    """
    try:
        moved = move_rows(settings.domino_database, target)
    except CannotCopy as error:
        raise CannotStart(f"--move-to: {error}") from None
    rows = "1 row" if moved.rows == 1 else f"{moved.rows} rows"
    return f"Moved {rows} in {moved.tables} tables to {target}: set DOMINO_DATABASE to it."


PROGRESS_SECONDS = 20.0
"""The seconds between two reports of progress."""


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
    """Recompute all figures of the league, and print the progress.

    Raises:
        CannotStart: the database can't be opened or written to.

    """
    if isinstance(settings.domino_database, Path) and not settings.domino_database.is_file():
        raise CannotStart(f"DOMINO_DATABASE: {settings.domino_database} does not exist")
    store = await open_store(settings)
    try:
        return summary(await store.league.recompute(progress_reporter(lambda text: print(text, flush=True))))
    except (DatabaseError, StorageError) as error:
        raise CannotStart(f"DOMINO_DATABASE: {settings.domino_database} can't be used: {error}") from None
    finally:
        await store.close()


def progress_reporter(say: Callable[[str], None]) -> Callable[[int, int], None]:
    """Return a function that reports the progress of recomputing from time to time."""
    said = time.monotonic()

    def report(done: int, of: int) -> None:
        nonlocal said
        if time.monotonic() - said >= PROGRESS_SECONDS:
            said = time.monotonic()
            say(f"recomputing figures: {done} of {of} matches replayed")

    return report
