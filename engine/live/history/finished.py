"""The matches that were finished on a server: pages of them, newest first, and the way to one by its id."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from engine.bots.level import Level
from engine.live.database.connection import Connection
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Status

_FOUND = """
SELECT found.table_id, matches.rules, matches.deals, matches.finished_at, tables.options
FROM (SELECT table_id, finished_at FROM {} ORDER BY finished_at DESC, table_id DESC LIMIT ? OFFSET ?) AS found
JOIN matches USING (table_id) JOIN tables ON tables.id = found.table_id
ORDER BY found.finished_at DESC, found.table_id DESC
"""
"""What is left out before a page is only looked at in an index."""

_OF_SERVER, _OF_PERSON = "matches WHERE guild_id = ?", "scores WHERE user_id = ? AND guild_id = ?"

_PEOPLE = """
SELECT seats.user_id, coalesce(scores.name, seats.name), seats.level, scores.points, scores.place, preferences.value
FROM seats LEFT JOIN scores USING (table_id, seat)
LEFT JOIN preferences ON kind = 'person' AND whose = seats.user_id AND preferences.name = 'shown'
WHERE seats.table_id = ? ORDER BY seats.seat
"""


@dataclass(frozen=True, slots=True)
class Finisher:
    """Someone who sat at a table when its match was finished.

    Attributes:
        user: their Discord id; a computer's, and a former player's, is negative.
        name: the name they had then.
        level: how well a computer plays; None for a person.
        points: the points they made, or their pair; None for a computer.
        won: whether their side won; False for a computer, of which it is not kept.
        shown: how they want to stand in what others ask about.

    """

    user: int
    name: str
    level: Level | None
    points: int | None
    won: bool
    shown: Visibility = Visibility.NAMED


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that was finished.

    Attributes:
        id: its name, that of its table.
        rules: the rule set's id.
        deals: how many deals it took.
        at: when it ended, in seconds since 1970.
        pairs: whether it was played in pairs, the first and third seat against the others.
        people: who sat there, in seat order.

    """

    id: str
    rules: str
    deals: int
    at: float
    pairs: bool
    people: tuple[Finisher, ...]

    @property
    def computers(self) -> int:
        """How many computers sat there."""
        return sum(each.level is not None for each in self.people)


class MatchHistory:
    """Finds finished matches in a SQLite file. What it gives has everybody's name; whoever shows it minds ``shown``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def page(self, guild: int, limit: int, offset: int = 0, *, user: int | None = None) -> list[FinishedMatch]:
        """Give matches of a server, or of one person there, the newest first.

        Args:
            guild: the server.
            limit: how many at most.
            offset: how many newer ones are left out.
            user: whose matches; None for everybody's.

        """
        which, whose = (_OF_SERVER, (guild,)) if user is None else (_OF_PERSON, (user, guild))
        parameters = (*whose, limit, offset)
        return await self._connection.read(lambda read: _matches(read, _FOUND.format(which), parameters))

    async def count(self, guild: int, *, user: int | None = None) -> int:
        """Give how many matches were finished on a server, or by one person there."""
        which, whose = (_OF_SERVER, (guild,)) if user is None else (_OF_PERSON, (user, guild))
        rows = await self._connection.rows(f"SELECT count(*) FROM {which}", whose)
        return int(rows[0][0])

    async def status(self, guild: int, table: str) -> Status | None:
        """Give where a server's table is in its life; None where that server never had it, whoever else has."""
        rows = await self._connection.rows("SELECT status FROM tables WHERE id = ? AND guild_id = ?", (table, guild))
        return Status(rows[0][0]) if rows else None


def _matches(connection: sqlite3.Connection, sql: str, parameters: Sequence[object]) -> list[FinishedMatch]:
    return [_match(connection, *row) for row in connection.execute(sql, parameters).fetchall()]


def _match(
    connection: sqlite3.Connection, table: str, rules: str, deals: int, at: float, options: str
) -> FinishedMatch:
    people = tuple(_finisher(*row) for row in connection.execute(_PEOPLE, (table,)))
    return FinishedMatch(table, rules, deals, at, bool(json.loads(options).get("pairs")), people)


def _finisher(
    user: int, name: str, level: str | None, points: int | None, place: int | None, shown: str | None
) -> Finisher:
    wish = PersonPreferences.read(f'{{"shown": {shown}}}').shown if shown else Visibility.NAMED
    return Finisher(user, name, None if level is None else Level(level), points, place == 1, wish)
