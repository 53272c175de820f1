"""Opens the database of the settings; the errors have the reasons for the owner."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path

from engine.cli.progress import Report, silent
from engine.live.database.address import DatabaseURL
from engine.live.database.copies.restore import is_unfinished
from engine.live.database.errors import Cause, DatabaseError, PackageMissing
from engine.live.database.health import cause_of
from engine.live.database.lock import DatabaseInUse, reserve
from engine.live.database_store import DamagedDatabase, DatabaseStore, NewerDatabase
from settings import CannotStart, OwnerNeeded, Settings


def hold_database(settings: Settings) -> AbstractContextManager[object]:
    """Reserve a database file for this bot, until the context ends; PostgreSQL takes several bots.

    Raises:
        CannotStart: another bot runs on the database, or its folder can't be written.

    """
    if isinstance(settings.domino_database, DatabaseURL):
        return nullcontext()
    try:
        return closing(reserve(settings.domino_database))
    except DatabaseInUse:
        raise CannotStart(
            f"DOMINO_DATABASE: another bot is running with {settings.domino_database}. Stop it first."
        ) from None
    except (sqlite3.Error, OSError) as error:
        raise unopened(settings, error) from None


def finish_restore(settings: Settings) -> None:
    """Finish a restore that was killed, for commands that don't reserve the database; raise CannotStart."""
    try:
        unfinished = isinstance(settings.domino_database, Path) and is_unfinished(settings.domino_database)
    except OSError as error:
        raise unopened(settings, error) from None
    if unfinished:
        with hold_database(settings):
            pass


async def open_store(settings: Settings, *, report: Report = silent) -> DatabaseStore:
    """Open the database; report the steps of its migration.

    Raises:
        CannotStart: the database can't be opened, or a later version wrote it.

    """
    finish_restore(settings)
    try:
        return await DatabaseStore.open(settings.domino_database, report=report)
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
    """Return an error of a database that can't be opened, for the owner."""
    code = error.sqlite_errorcode & 0xFF if isinstance(error, sqlite3.OperationalError) else None
    final = isinstance(error, FINAL_ERRORS) or cause_of(error) in FINAL_CAUSES or code == sqlite3.SQLITE_CANTOPEN
    return (OwnerNeeded if final else CannotStart)(
        f"DOMINO_DATABASE: {settings.domino_database} can't be opened: {error}"
    )
