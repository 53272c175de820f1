"""Puts a backup in the place of the database."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from engine.cli.progress import shown
from engine.live.database.address import DatabaseURL
from engine.live.database.copies.backup import DamagedDatabase, is_database
from engine.live.database.copies.restore import LOGS, Replaced, is_unfinished, open_copy, put_back
from engine.live.database.health import Cause, cause_of
from engine.live.database.migrate import NewerDatabase, missing, scripts
from hosting.database import hold_database
from settings import CannotStart, OwnerNeeded, Settings


class Contents(NamedTuple):
    """The contents of a backup.

    Attributes:
        version: the migrations that it has had.
        matches: the number of finished matches.
        newest: when the last of them finished, in seconds since 1970; None without any.

    """

    version: int
    matches: int
    newest: float | None


def restore(settings: Settings, backup: Path) -> str:
    """Put a backup in the place of the database, and keep the database from before beside it.

    Raises:
        CannotStart: the backup can't be restored, and the database is as it was; or the next start finishes it.

    """
    database = settings.domino_database
    if isinstance(database, DatabaseURL):
        raise CannotStart(
            "DOMINO_DATABASE: --restore takes a file. Restore PostgreSQL by pg_restore: see docs/postgresql.md."
        )
    _require_complete(backup, database)
    try:
        contents = _look_at(backup)
        with hold_database(settings):
            _require_room(backup, database)
            old = _put_back(backup, database)
    except NewerDatabase as error:
        raise OwnerNeeded(f"{backup}: {error}") from None
    except DamagedDatabase as error:
        raise OwnerNeeded(f"{backup} is damaged: restore another backup ({error.details})") from None
    return _summary(backup, database, contents, old)


def _require_complete(backup: Path, database: Path) -> None:
    """Require a database file that is complete without its logs, and is not the bot's own."""
    try:
        if backup.is_dir():
            raise CannotStart(f"{backup} is a folder: name one of the files in it")
        if not backup.is_file():
            raise CannotStart(f"{backup} does not exist")
        if not is_database(backup):
            raise CannotStart(f"{backup} is no backup: it is not a database")
        logs = [log for ending in LOGS if (log := Path(f"{backup}{ending}")).exists() and log.stat().st_size]
    except OSError as error:
        raise CannotStart(f"{backup} can't be read: {error.strerror}") from None
    with suppress(OSError):
        if backup.samefile(database):
            raise CannotStart(f"{backup} is the database itself: name a backup")
    if logs:
        raise CannotStart(
            f"{backup} is in use, or incomplete without {logs[0].name}. Run DOMINO_DATABASE={backup} bot.py --backup"
            " COPY, and restore the copy."
        )


def _look_at(backup: Path) -> Contents:
    """Return the contents of a backup; raise as :func:`restore` does, or NewerDatabase or DamagedDatabase."""
    try:
        with closing(open_copy(backup)) as source:
            ((version,),) = source.execute("PRAGMA user_version")
            if not version or not _tables_of(version) <= _tables(source):
                raise CannotStart(f"{backup} is a database of another program")
            missing(version)
            ((matches, newest),) = source.execute("SELECT count(*), max(finished_at) FROM matches")
    except sqlite3.Error as error:
        if cause_of(error) is Cause.DAMAGED:
            raise DamagedDatabase(str(error)) from None
        raise CannotStart(f"{backup} can't be read: {error}") from None
    return Contents(version, matches, newest)


def _tables_of(version: int) -> set[str]:
    """Return the names of the tables of a version, or of the present one if that is earlier."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in scripts()[:version]:
            connection.executescript(script)
        return _tables(connection)


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _require_room(backup: Path, database: Path) -> None:
    folder = database.resolve().parent
    size, free = backup.stat().st_size, shutil.disk_usage(folder).free
    if free < size:
        room = f"{backup} has {tqdm.format_sizeof(size, 'B')}, and {tqdm.format_sizeof(free, 'B')} are free"
        raise CannotStart(f"{folder} has no room: {room}. Nothing was changed.")


def _put_back(backup: Path, database: Path) -> Replaced | None:
    try:
        return put_back(backup, database, shown)
    except (sqlite3.Error, OSError) as error:
        if cause_of(error) is Cause.HELD:
            text = f"another program uses {database}: stop it first"
        elif is_unfinished(database):
            text = f"{database} can't be replaced now, and the next start tries again: {error}"
        else:
            text = f"{database} can't be replaced, and is as it was: {error}"
        raise CannotStart(f"DOMINO_DATABASE: {text}") from None


def _summary(backup: Path, database: Path, contents: Contents, old: Replaced | None) -> str:
    """Return the result and the owner's next steps, in a line."""
    matches = "1 finished match" if contents.matches == 1 else f"{contents.matches} finished matches"
    if contents.newest is not None:
        matches += f", the last of {datetime.fromtimestamp(contents.newest, UTC):%Y-%m-%d %H:%M} UTC"
    parts = [f"Restored {backup} to {database}: {matches}."]
    if old is not None:
        damaged = ", which is damaged," if old.damaged else ""
        parts.append(f"The database from before{damaged} is {old.kept}.")
    parts.append("Data that people deleted since the backup is back: ask them to delete it again.")
    update = "" if contents.version == len(scripts()) else ", which brings the database up to date"
    parts.append(f"Now start the bot{update}.")
    return " ".join(parts)
