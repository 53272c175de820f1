"""Logs once that the database can't be used, and once that it can be used again."""

from __future__ import annotations

import logging
import sqlite3
from enum import Enum

_log = logging.getLogger(__name__)


class Cause(Enum):
    """Why a database can't be written or read: a text, and advice for the owner."""

    FULL = "the disk is full", "Free some space."
    HELD = "another process holds it", "Find out which, and end it: a second bot, a shell, a program that copies files."
    READ_ONLY = "it is read-only", "Let the bot's user write to the file and to its folder."
    DAMAGED = "it is damaged", "Stop the bot and restore a backup."
    DISK = "the disk failed", "Look at the disk: is it there, is it mounted, is a quota used up?"

    @property
    def text(self) -> str:
        """The problem, in words."""
        return self.value[0]

    @property
    def advice(self) -> str:
        """Advice for the owner."""
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
"""Causes by the lowest byte of SQLite's error code. Any other code is the caller's fault."""


def cause_of(error: BaseException) -> Cause | None:
    """Return what is wrong with the file or its disk; None if the caller is to blame."""
    if not isinstance(error, sqlite3.DatabaseError):
        return None
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        # Python's own error for text that is not valid UTF-8
        return Cause.DAMAGED if isinstance(error, sqlite3.OperationalError) else None
    return CAUSES.get(code & 0xFF)


class StorageHealth:
    """Whether a database can be written to.

    Attributes:
        cause: why the database can't be written to; None while it can.

    """

    def __init__(self, file: str) -> None:
        self.cause: Cause | None = None
        self._file = file

    def failed(self, cause: Cause, error: BaseException) -> None:
        """Note that a write or read failed; log it the first time, and when the cause changes.

        SQLite's message contains neither values nor statements: nothing secret gets into the log.
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
        """Note and log that a write succeeded after an outage. Damage lasts until a restart."""
        if self.cause is not Cause.DAMAGED:
            _log.info("the database %s can be used again", self._file)
            self.cause = None
