"""The finished matches of a server, in pages, newest first."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from engine.bots.level import Level
from engine.live.database.connection import Connection
from engine.live.database.rows import OPEN
from engine.live.database.session import Session
from engine.live.database.shards import EPHEMERAL
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Status

_FOUND = """
SELECT found.table_id, matches.rules, matches.deals, matches.finished_at, tables.options
FROM (SELECT table_id, finished_at FROM {} ORDER BY finished_at DESC, table_id DESC LIMIT ? OFFSET ?) AS found
JOIN matches USING (table_id) JOIN tables ON tables.id = found.table_id
ORDER BY found.finished_at DESC, found.table_id DESC
"""
"""A page of matches. SQLite skips the rows before the page within an index."""

_OF_SERVER, _OF_PERSON = "matches WHERE guild_id = ?", "scores WHERE user_id = ? AND guild_id = ?"

_PEOPLE = """
SELECT seats.user_id, coalesce(scores.name, seats.name), seats.level, scores.points, scores.place, preferences.value
FROM seats LEFT JOIN scores USING (table_id, seat)
LEFT JOIN preferences ON kind = 'person' AND whose = seats.user_id AND preferences.name = 'shown'
WHERE seats.table_id = ? ORDER BY seats.seat
"""


@dataclass(frozen=True, slots=True)
class Finisher:
    """A player at the end of a match.

    Attributes:
        user_id: the Discord id; negative for a computer or a former player.
        name: the name at that time.
        level: a computer's level; None for a person.
        points: the points of the player or their pair; None for a computer.
        won: whether the player's side won; False for a computer, whose result is not stored.
        visibility: the player's visibility to others.

    """

    user_id: int
    name: str
    level: Level | None
    points: int | None
    won: bool
    visibility: Visibility = Visibility.NAMED


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match.

    Attributes:
        id: the table's id.
        rules: the rule set's id.
        deals: the number of deals played.
        at: when the match ended, in seconds since 1970.
        pairs: whether it was played in pairs, the first and third seat against the others.
        people: the players in seat order.

    """

    id: str
    rules: str
    deals: int
    at: float
    pairs: bool
    people: tuple[Finisher, ...]

    @property
    def computers(self) -> int:
        """The number of computers among the players."""
        return sum(each.level is not None for each in self.people)


class MatchHistory:
    """Finds finished matches in a SQLite file. They hold all names; the caller has to respect ``shown``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def page(
        self, guild_id: int, limit: int, offset: int = 0, *, user_id: int | None = None
    ) -> list[FinishedMatch]:
        """Return matches of a server, or of one person there, newest first.

        Args:
            guild_id: the server's id.
            limit: the greatest number of matches.
            offset: the number of newer matches to skip.
            user_id: only this user's matches; None for all.

        """
        which, whose = (_OF_SERVER, (guild_id,)) if user_id is None else (_OF_PERSON, (user_id, guild_id))
        parameters = (*whose, limit, offset)
        return await self._connection.read(lambda read: _matches(read, _FOUND.format(which), parameters))

    async def count(self, guild_id: int, *, user_id: int | None = None) -> int:
        """Return the number of finished matches of a server, or of one person there."""
        which, whose = (_OF_SERVER, (guild_id,)) if user_id is None else (_OF_PERSON, (user_id, guild_id))
        rows = await self._connection.rows(f"SELECT count(*) FROM {which}", whose)
        return int(rows[0][0])

    async def status(self, guild_id: int, table_id: str, user_id: int) -> Status | None:
        """Return the status of a server's table as a user may know it.

        None if the server has no such table, even if another has, or if it is a private match that somebody else plays.
        """
        known = f"NOT {EPHEMERAL} OR host_id = ? OR NOT {OPEN}"
        rows = await self._connection.rows(
            f"SELECT status FROM tables WHERE id = ? AND guild_id = ? AND ({known})", (table_id, guild_id, user_id)
        )
        return Status(rows[0][0]) if rows else None


def _matches(connection: Session, sql: str, parameters: Sequence[object]) -> list[FinishedMatch]:
    return [_match(connection, *row) for row in connection.execute(sql, parameters).fetchall()]


def _match(connection: Session, table_id: str, rules: str, deals: int, at: float, options: str) -> FinishedMatch:
    people = tuple(_finisher(*row) for row in connection.execute(_PEOPLE, (table_id,)))
    return FinishedMatch(table_id, rules, deals, at, bool(json.loads(options).get("pairs")), people)


def _finisher(
    user_id: int, name: str, level: str | None, points: int | None, place: int | None, visibility: str | None
) -> Finisher:
    wish = PersonPreferences.read(f'{{"shown": {visibility}}}').shown if visibility else Visibility.NAMED
    return Finisher(user_id, name, None if level is None else Level(level), points, place == 1, wish)
