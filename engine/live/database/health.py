"""Logs once that the database can't be used, and once that it can be used again."""

from __future__ import annotations

import logging
import sqlite3

from engine.live.database.errors import Cause, DatabaseError

_log = logging.getLogger(__name__)


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
    """Return the fault of the database; None if the caller is to blame."""
    if isinstance(error, DatabaseError):
        return error.cause
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

        SQLite's message contains neither values nor statements, and PostgreSQL's is not passed on: nothing secret gets
        into the log.
        """
        if cause is self.cause:
            return
        self.cause = cause
        _log.error(
            "the database %s can't be used: %s (%s). Nothing is lost, but moves are refused. %s See docs/errors.md.",
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
