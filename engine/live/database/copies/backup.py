"""Copies a database file. The copy gets its name only when it is complete and checked."""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from glob import escape
from pathlib import Path
from typing import Any, Final

from engine.cli.progress import Report, silent
from engine.live.database.health import Cause, cause_of

MAGIC: Final = b"SQLite format 3\0"

PRIVATE_FOLDER: Final = 0o700
"""The permissions of a new folder of databases: only its owner sees the files in it."""

PAGES: Final = 1000
"""The pages that are copied at a time; Ctrl-C and the report of progress wait for them."""

LEFT_OVER_SECONDS: Final = 3600.0
"""The seconds after which an unfinished copy that nobody wrote to was left by a process that died."""

PART: Final = f".{'?' * 8}.part"
"""The pattern of the endings of unfinished copies."""

SIDE_FILES: Final = ("-journal", "-wal", "-shm")
"""The endings of SQLite's files beside a database."""

Shows = Callable[[str, str], AbstractContextManager[Report]]
"""Shows the progress of a task in some unit, as :func:`engine.cli.progress.shown`. A report that raises ends it."""


class DamagedDatabase(RuntimeError):
    """A database is damaged.

    Attributes:
        details: the damage, in SQLite's words.

    """

    def __init__(self, details: str) -> None:
        super().__init__(f"the database is damaged, so it was not copied: restore a backup ({details})")
        self.details = details


def unshown(task: str, unit: str) -> AbstractContextManager[Report]:
    """Show nothing of a task."""
    del task, unit
    return nullcontext(silent)


def open_existing(file: Path, how: str = "mode=rw") -> sqlite3.Connection:
    """Open a database file that exists; ``how`` is the query of SQLite's URI.

    Raises:
        sqlite3.Error: the file can't be opened.

    """
    uri = f"{file.absolute().as_uri()}?{how}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)


def copy_file(source: Path, file: Path, shows: Shows = unshown) -> None:
    """Copy a database file, in use or not; see :func:`copy`."""
    with closing(open_existing(source)) as connection:
        copy(connection, file, shows)


def copy(source: sqlite3.Connection, file: Path, shows: Shows = unshown) -> None:
    """Copy a database, in use or not, to ``file``; an older copy of that name is replaced.

    The copy is written beside ``file``, checked, and renamed when it is on the disk: neither a crash nor a full disk
    leaves half a copy under that name, or loses the older one.

    Args:
        source: a connection to the database, as :func:`open_existing` returns it, outside any transaction.
        file: the path of the copy.
        shows: shows the progress.

    Raises:
        DamagedDatabase: the database is damaged.
        OSError: ``file`` can't be written, or is something other than an unused database.
        sqlite3.Error: the copy can't be written, or the database can't be read.

    """
    file = _place(file)
    remove_left_over(file.parent, escape(file.name))
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    try:
        write_copy(source, part, shows, "backup")
        _rename(part, file)
    finally:
        remove(part)


def write_copy(source: sqlite3.Connection, part: Path, shows: Shows, task: str) -> None:
    """Copy a database to a new file, check the copy, and wait until it is on the disk; raise as :func:`copy` does."""
    make_private(part)
    try:
        with shows(task, "pages") as report, closing(open_existing(part)) as target:
            _copy_pages(source, target, report)
        # a new connection reads the file itself, not a cache
        with shows("check the copy", "pages") as report, closing(open_existing(part)) as target:
            _look_over(target, report)
    except sqlite3.DatabaseError as error:
        if cause_of(error) is Cause.DAMAGED:
            raise DamagedDatabase(str(error)) from error
        raise
    sync(part)


def _copy_pages(source: sqlite3.Connection, target: sqlite3.Connection, report: Report) -> None:
    def progress(_status: int, left: int, of: int) -> None:
        report(of - left, of)

    # a transaction keeps the pages as of one moment: otherwise each write of others makes SQLite begin anew
    source.execute("BEGIN")
    try:
        source.execute("SELECT 1 FROM sqlite_master").fetchone()
        source.backup(target, pages=PAGES, progress=progress)
    finally:
        source.rollback()


def make_private(file: Path) -> None:
    """Create an empty database file that only its owner can read; an existing file stays as it is.

    A file that root creates belongs to the owner of its folder, who runs the bot. An error is left to SQLite, which
    reports it on opening the file. SQLite gives its files beside the database the same permissions and owner.
    """
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        if os.name == "posix" and os.geteuid() == 0:
            folder = file.parent.stat()
            os.chown(file, folder.st_uid, folder.st_gid)


def _place(file: Path) -> Path:
    """Return the resolved path of ``file``; raise OSError if it is something other than an unused database."""
    file = file.resolve()
    if file.is_dir():
        raise IsADirectoryError(f"{file} is a folder")
    if not file.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {file.parent}")
    if file.exists() and file.stat().st_size and not is_database(file):
        raise OSError("there is a file of that name that is no database")
    log = Path(f"{file}-wal")
    if log.exists() and log.stat().st_size:
        raise OSError(f"a database of that name is in use, or {log.name} was left beside it")
    return file


def is_database(file: Path) -> bool:
    """Return whether a file begins as SQLite's databases do; raise OSError if it can't be read."""
    with file.open("rb") as opened:
        return opened.read(len(MAGIC)) == MAGIC


def _look_over(copied: sqlite3.Connection, report: Report) -> None:
    verdict = interruptible(copied, "PRAGMA integrity_check(1)", report)
    if verdict != ("ok",):
        raise DamagedDatabase(" ".join(str(verdict and verdict[0]).split()))
    if interruptible(copied, "PRAGMA foreign_key_check", report) is not None:
        raise DamagedDatabase("rows are missing that others name")


def interruptible(connection: sqlite3.Connection, sql: str, report: Report) -> tuple[Any, ...] | None:
    """Return the first row of a statement that takes long. Ctrl-C, or a report that raises, ends it at once."""
    report(0, 0)
    with ThreadPoolExecutor(1) as pool:
        row = pool.submit(lambda: connection.execute(sql).fetchone())
        try:
            # with a limit: otherwise Ctrl-C would have to wait on Windows
            while not row.done():
                report(0, 0)
                with suppress(TimeoutError):
                    row.exception(timeout=0.1)
        except BaseException:
            # again and again: the statement may not have begun
            while not row.done():
                connection.interrupt()
                time.sleep(0.01)
            raise
    return row.result()


def _rename(part: Path, file: Path) -> None:
    part.replace(file)
    sync(file.parent)


def sync(path: Path) -> None:
    """Wait until a file or a folder is on the disk. Windows can't open a folder, and need not sync it."""
    try:
        # Windows syncs only files that can be written
        descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    except PermissionError:
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove(file: Path) -> None:
    """Delete a database file and SQLite's files beside it, where they are."""
    for ending in (*SIDE_FILES, ""):
        Path(f"{file}{ending}").unlink(missing_ok=True)


def remove_left_over(folder: Path, names: str) -> None:
    """Delete unfinished copies that processes left which died; those of others, which may be at work, stay.

    Args:
        folder: where the copies are.
        names: a pattern for the names that the copies would have got.

    """
    for part in folder.glob(f"{names}{PART}"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > LEFT_OVER_SECONDS:
                remove(part)
