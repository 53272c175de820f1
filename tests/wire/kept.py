"""The newest table in the database, read while the bot runs or after its death."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from engine import match
from engine.actions import parse
from engine.game import State


class Kept(NamedTuple):
    """A table as the disk has it; each action of the log with its ply and who did it, None for the bot."""

    id: str
    status: str
    deadline: float | None
    rules: str
    options: dict[str, int | str | bool]
    log: list[tuple[int, str, int | None]]
    seated: list[int]

    def state(self) -> State:
        """Return the state that the log comes to."""
        state = match.new(self.rules, len(self.seated), self.options)
        for _, action, _ in self.log:
            state, _ = match.apply(state, parse(action))
        return state


def newest(database: Path) -> Kept | None:
    """Return the table that was opened last, or None where there is none yet."""
    if not database.exists():
        return None
    with closing(_opened(database)) as connection:
        try:
            row = connection.execute(
                "SELECT id, status, deadline, rules, options FROM tables ORDER BY opened_at DESC"
            ).fetchone()
        except sqlite3.OperationalError:
            return None  # it died before it could lay out its file
        if row is None:
            return None
        log = connection.execute("SELECT ply, action, user_id FROM log WHERE table_id = ? ORDER BY ply", row[:1])
        seats = connection.execute("SELECT user_id FROM seats WHERE table_id = ? ORDER BY seat", row[:1])
        *header, options = row
        return Kept(*header, json.loads(options), log.fetchall(), [user for (user,) in seats.fetchall()])


def results(database: Path) -> dict[str, list[tuple[int, int, bool]]]:
    """Return what the leaderboard is made of: each finished table with user, points and victory of every seat."""
    found: dict[str, list[tuple[int, int, bool]]] = {}
    with closing(_opened(database)) as connection:
        for (table,) in connection.execute("SELECT table_id FROM matches").fetchall():
            rows = connection.execute(
                "SELECT user_id, points, won FROM scores WHERE table_id = ? ORDER BY seat", (table,)
            )
            found[table] = [(user, points, bool(won)) for user, points, won in rows.fetchall()]
    return found


def _opened(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{database}?mode=ro", uri=True)
