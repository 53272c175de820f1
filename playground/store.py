"""The playground's file: the world's state and its pictures in one SQLite database, written in one transaction."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

_log = logging.getLogger(__name__)

_SCHEMA = """
CREATE TABLE IF NOT EXISTS format (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY CHECK (id = 1), data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS picture (url TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Saved:
    """The contents of a file: the state as bytes, and the pictures by address."""

    state: bytes
    pictures: dict[str, bytes]


class Store:
    """Reads and writes one file. The methods block: call them in a thread."""

    def __init__(self, path: Path, format_name: str) -> None:
        self.path = path
        self._format = format_name

    def load(self) -> Saved | None:
        """Return the last saved state; None without a file. A file that can't be read is renamed, with a warning."""
        if not self.path.exists():
            return None
        self._make_private()
        try:
            with closing(sqlite3.connect(self.path)) as db:
                found = db.execute("SELECT name FROM format").fetchone()
                if found is None or found[0] != self._format:
                    self.put_aside(f"it was written in another format ({found[0] if found else 'none'})")
                    return None
                state = db.execute("SELECT data FROM state").fetchone()
                if state is None:
                    return None
                return Saved(bytes(state[0]), {url: bytes(data) for url, data in db.execute("SELECT * FROM picture")})
        except sqlite3.DatabaseError as error:
            self.put_aside(f"it can't be read ({error})")
            return None

    def put_aside(self, why: str) -> Path:
        """Rename the file to make way for a new one, log it and return the new path."""
        aside = self.path.with_name(f"{self.path.name}.{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.old")
        self.path.rename(aside)
        _log.warning("The playground starts afresh: %s was put aside as %s, since %s.", self.path, aside.name, why)
        return aside

    def save(self, state: bytes, fresh: dict[str, bytes], dropped: set[str]) -> None:
        """Save the state, the added pictures and the removal of others: everything or, on an error, nothing.

        Raises:
            sqlite3.Error: the file can't be written.
            OSError: the folder can't be made.

        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._make_private()
        with closing(sqlite3.connect(self.path)) as db, db:
            db.executescript(_SCHEMA)
            db.execute("INSERT OR REPLACE INTO format VALUES (1, ?)", (self._format,))
            db.execute("INSERT OR REPLACE INTO state VALUES (1, ?)", (state,))
            db.executemany("INSERT OR REPLACE INTO picture VALUES (?, ?)", fresh.items())
            db.executemany("DELETE FROM picture WHERE url = ?", ((url,) for url in dropped))

    def _make_private(self) -> None:
        """Let only its owner read the file, which holds hands; SQLite's files beside it get the same permissions."""
        # an error is left to SQLite, which reports it
        with suppress(OSError):
            self.path.touch(0o600)
            self.path.chmod(0o600)
