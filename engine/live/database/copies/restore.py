"""Puts a copy in the place of a database file: all of it or nothing, at whatever moment the process is killed.

The copy is written beside the database, and the old database gets a second name. Until :func:`put_back` renames the
copy to ``.restore-ready``, the database is as it was. From that rename on, :func:`finish` does the rest, and can be
repeated from any point: each step skips files that are gone. Whoever reserves the database calls it before the
file is opened. So nobody sees the old file without its log, or the new file with the log of the old one, which SQLite
would apply to it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Final, NamedTuple

from engine.cli.commands import uninterrupted
from engine.cli.progress import Report
from engine.live.database.copies.backup import (
    PAGES,
    SIDE_FILES,
    Shows,
    interruptible,
    make_private,
    open_existing,
    remove,
    sync,
    unshown,
    write_copy,
)
from engine.live.database.copies.kept import before_restore, last_restore
from engine.live.database.health import Cause, cause_of

LOGS: Final = ("-journal", "-wal")
"""The endings of the files without which a database is incomplete."""


class Replaced(NamedTuple):
    """The database that a restore has replaced.

    Attributes:
        kept: the path at which it is now.
        damaged: whether it is damaged, so that the restore kept it unchanged.

    """

    kept: Path
    damaged: bool


def open_copy(copy: Path) -> sqlite3.Connection:
    """Return a connection to a copy that nobody writes to: no file is made beside it; raise sqlite3.Error."""
    return open_existing(copy, "immutable=1")


def put_back(copy: Path, file: Path, shows: Shows = unshown) -> Replaced | None:
    """Put a copy of a database in the place of a file, and keep the database that was there.

    Ctrl-C leaves the database as it was, and is ignored once the copy is ready.

    Args:
        copy: the copy, which stays as it is.
        file: the path of the database, which has to be reserved.
        shows: shows the progress.

    Returns:
        The database that was there; None if there was none.

    Raises:
        DamagedDatabase: the copy is damaged.
        OSError: a file can't be written.
        sqlite3.Error: a file can't be written or read, or another process uses the database.

    """
    file = file.resolve()
    incoming = _incoming(file)
    try:
        with closing(open_copy(copy)) as source:
            write_copy(source, incoming, shows, "restore")
        with _keeping(file, shows) as damaged, uninterrupted():
            sync(file.parent)
            incoming.replace(_ready(file))
            finish(file)
    finally:
        # does nothing after a success, and removes unfinished files after an error
        finish(file)
    return None if damaged is None else Replaced(before_restore(file, last_restore(file)), damaged)


def is_unfinished(file: Path) -> bool:
    """Return whether a restore has to be finished."""
    return _ready(file.resolve()).exists()


def finish(file: Path) -> None:
    """Finish a restore whose process was killed, or remove its unfinished files. The file has to be reserved.

    Raises:
        OSError: a file can't be written, or is in use; the next call goes on.

    """
    file = file.resolve()
    if _ready(file).exists():
        # nothing is deleted before the rename is on the disk
        sync(file.parent)
        _name_old(file)
        for ending in SIDE_FILES:
            Path(f"{file}{ending}").unlink(missing_ok=True)
        sync(file.parent)
        _ready(file).replace(file)
        sync(file.parent)
    for each in (_incoming(file), _keeping_at(file)):
        remove(each)


def _name_old(file: Path) -> None:
    """Rename the kept database to the next name, and then its logs: after a kill, they follow the last database."""
    at = _keeping_at(file)
    if at.exists():
        at.replace(before_restore(file, last_restore(file) + 1))
    for ending in LOGS:
        with suppress(FileNotFoundError):
            Path(f"{at}{ending}").replace(f"{before_restore(file, last_restore(file))}{ending}")


def _incoming(file: Path) -> Path:
    return Path(f"{file}.restore-part")


def _ready(file: Path) -> Path:
    # a name that nobody gives to a file by hand: it replaces the database
    return Path(f"{file}.restore-ready")


def _keeping_at(file: Path) -> Path:
    return Path(f"{before_restore(file)}.part")


@contextmanager
def _keeping(file: Path, shows: Shows) -> Generator[bool | None]:
    """Link the old database to a second name, and keep other processes from it until the context ends.

    The value is whether it is damaged; None if there is none.
    """
    if not file.exists():
        yield None
        return
    with shows("check the old database", "pages") as report:
        damaged = _is_damaged(file, report)
    with nullcontext() if damaged else closing(_in_one_file(file)) as held:
        for ending in ("", *LOGS):
            old = Path(f"{file}{ending}")
            if old.exists() and (old == file or old.stat().st_size):
                _link(old, Path(f"{_keeping_at(file)}{ending}"), held)
        if held is not None and os.name == "nt":
            # nothing open is replaced there; a process that opens it meanwhile makes that fail
            held.close()
        yield damaged


def _is_damaged(file: Path, report: Report) -> bool:
    """Return whether a database or its disk is damaged: it is kept as it is then, and SQLite must not write to it."""
    try:
        with closing(open_existing(file, "mode=ro")) as connection:
            return interruptible(connection, "PRAGMA quick_check(1)", report) != ("ok",)
    except sqlite3.DatabaseError as error:
        return cause_of(error) is Cause.DAMAGED or error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_IOERR


def _in_one_file(file: Path) -> sqlite3.Connection:
    """Write the log of a database into its file; return a connection that keeps other processes from it.

    Raises:
        sqlite3.Error: another process uses the database, or it can't be written.

    """
    connection = open_existing(file)
    try:
        connection.execute("PRAGMA journal_mode=DELETE")
        # without a transaction, so that the connection can also copy the database
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _link(old: Path, name: Path, held: sqlite3.Connection | None) -> None:
    """Link a file to a second name; copy it where the file system has no links.

    A database that a connection holds is copied by the connection: to close the file here would end SQLite's lock.
    """
    try:
        os.link(old, name)
    except FileExistsError:
        raise
    except OSError:
        make_private(name)
        if held is not None:
            with closing(open_existing(name)) as target:
                # piece by piece, and with a function to call: otherwise Ctrl-C would wait for the end
                held.backup(target, pages=PAGES, progress=lambda _status, _left, _of: None)
        else:
            shutil.copyfile(old, name)
        sync(name)
