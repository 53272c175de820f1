"""Says once for the owner that nothing can be kept, and once when it can be again."""

from __future__ import annotations

import logging
import sqlite3
from enum import Enum

_log = logging.getLogger(__name__)


class Cause(Enum):
    """What keeps a database from being written or read: in words, and what its owner can do about it."""

    FULL = "the disk is full", "Free some space."
    HELD = "another process holds it", "Find out which, and end it: a second bot, a shell, a program that copies files."
    READ_ONLY = "it is read-only", "Let the bot's user write to the file and to its folder."
    DAMAGED = "it is damaged", "Stop the bot and restore a backup."
    DISK = "the disk failed", "Look at the disk: is it there, is it mounted, is a quota used up?"

    @property
    def text(self) -> str:
        """What is wrong."""
        return self.value[0]

    @property
    def advice(self) -> str:
        """What the owner can do."""
        return self.value[1]


CAUSES = {
    sqlite3.SQLITE_FULL: Cause.FULL,
    sqlite3.SQLITE_BUSY: Cause.HELD,
    sqlite3.SQLITE_LOCKED: Cause.HELD,
    sqlite3.SQLITE_PROTOCOL: Cause.HELD,
    sqlite3.SQLITE_READONLY: Cause.READ_ONLY,
    sqlite3.SQLITE_PERM: Cause.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Cause.DAMAGED,
    sqlite3.SQLITE_NOTADB: Cause.DAMAGED,
    sqlite3.SQLITE_IOERR: Cause.DISK,
    sqlite3.SQLITE_CANTOPEN: Cause.DISK,
    sqlite3.SQLITE_NOMEM: Cause.DISK,
    sqlite3.SQLITE_NOLFS: Cause.DISK,
}
"""By the lowest byte of SQLite's code. What is not here is the fault of whoever asked."""


def cause_of(error: BaseException) -> Cause | None:
    """Tell what is wrong with the file, or what it lies on; None where what was asked of it is to blame."""
    if not isinstance(error, sqlite3.DatabaseError):
        return None
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        # Python's own word for text that is none
        return Cause.DAMAGED if isinstance(error, sqlite3.OperationalError) else None
    return CAUSES.get(code & 0xFF)


class StorageHealth:
    """Whether a database can be written to.

    Attributes:
        cause: why it can't; None while it can.

    """

    def __init__(self, file: str) -> None:
        self.cause: Cause | None = None
        self._file = file

    def failed(self, cause: Cause, error: BaseException) -> None:
        """Note that something could not be written or read; the first time, and when it is for another cause, say so.

        SQLite's own message names neither values nor statements, so that nothing secret gets into the log.
        """
        if cause is self.cause:
            return
        self.cause = cause
        _log.error(
            "the database %s can't be used: %s (%s). Nothing is lost, but moves are refused. %s See docs/hosting.md.",
            self._file,
            cause.text,
            error,
            cause.advice,
        )

    def recovered(self) -> None:
        """Note that something was written; the first time after an outage, say so. Damage is for a restart to mend."""
        if self.cause not in (None, Cause.DAMAGED):
            _log.info("the database %s can be used again", self._file)
            self.cause = None
