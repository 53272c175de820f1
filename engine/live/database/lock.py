"""Keeps a second bot from a database. Other programs may use the file: to copy it, or to recompute figures."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from engine.live.database.copies.backup import PRIVATE_FOLDER, make_private
from engine.live.database.copies.restore import finish
from engine.live.database.health import Cause, cause_of


class DatabaseInUse(RuntimeError):
    """Another bot uses the database."""


def reserve(file: Path) -> sqlite3.Connection:
    """Reserve a database for one bot until the returned connection is closed, or the process ends in any way.

    The lock is SQLite's own, on an empty file beside the database; so it works on every system. A restore whose process
    was killed is finished first.

    Raises:
        DatabaseInUse: another bot has reserved the database.
        OSError: the folder can't be made, or a restore can't be finished.
        sqlite3.Error: the file beside the database can't be used.

    """
    beside = _beside(file)
    beside.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    make_private(beside)
    connection = sqlite3.connect(beside, timeout=0, isolation_level=None)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        connection.close()
        if cause_of(error) is Cause.HELD:
            raise DatabaseInUse from None
        raise
    try:
        finish(file)
    except BaseException:
        connection.close()
        raise
    return connection


def is_reserved(file: Path) -> bool:
    """Return whether a bot has reserved a database. Nothing is created.

    Raises:
        sqlite3.Error: the file beside the database can't be read.

    """
    beside = _beside(file)
    if not beside.exists():
        return False
    with closing(sqlite3.connect(f"{beside.as_uri()}?mode=ro", uri=True, timeout=0)) as connection:
        try:
            connection.execute("SELECT 1 FROM sqlite_master").fetchall()
        except sqlite3.Error as error:
            if cause_of(error) is Cause.HELD:
                return True
            raise
    return False


def _beside(file: Path) -> Path:
    return Path(f"{file.resolve()}.lock")
