"""The duration of matches, and the people who have finished one, for lobbies."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Any

from engine.live.database.connection import Connection

SHIPPED = Path(__file__).with_name("match_lengths.json")
"""The median of the moves of a match by rule set and number of players; ``tools.match_lengths`` writes it."""

MOVES: Mapping[str, Mapping[int, int]] = MappingProxyType(
    {
        rules: {int(players): moves for players, moves in lengths.items()}
        for rules, lengths in json.loads(SHIPPED.read_text(encoding="utf-8")).items()
    }
)

SECONDS_A_MOVE = 10
"""The seconds of a move among people, about: a forced pass takes less, and a hard choice more."""

MIN_MATCHES = 5
"""The number of matches from which their median counts more than the shipped figure."""
MAX_MATCHES = 200
"""The number of newest matches of a rule set that count."""
MAX_SECONDS = 6 * 3600.0
"""The longest match that counts: others were interrupted."""
MAX_KNOWN_USERS = 10_000
"""The number of users in memory before they are dropped."""

_DURATIONS = """
SELECT players, finished_at - began FROM (
    SELECT
        found.finished_at, found.computers,
        (SELECT count(*) FROM seats WHERE seats.table_id = found.table_id) AS players,
        (SELECT at FROM log WHERE log.table_id = found.table_id ORDER BY ply LIMIT 1) AS began
    FROM (
        SELECT table_id, computers, finished_at FROM matches WHERE rules = ? ORDER BY finished_at DESC LIMIT ?
    ) AS found
    JOIN tables ON tables.id = found.table_id AND tables.clock != 'slow'
) AS timed WHERE players - computers >= 2 AND finished_at - began <= ?
"""
"""The numbers of players and the seconds of the newest matches of people without the slow clock."""


def estimate(rules: str, players: int) -> float:
    """Return the seconds that a match takes, about, from its moves; for the nearest number of players that is known."""
    moves = MOVES[rules]
    return moves[min(moves, key=lambda each: abs(each - players))] * SECONDS_A_MOVE


def medians(rows: Iterable[tuple[int, float]]) -> dict[int, float]:
    """Return the median seconds by the number of players, of those with enough matches.

    Args:
        rows: the number of players and the seconds of each match.

    """
    seconds: defaultdict[int, list[float]] = defaultdict(list)
    for players, each in rows:
        seconds[players].append(each)
    return {players: median(each) for players, each in seconds.items() if len(each) >= MIN_MATCHES}


class Experience:
    """Remembers the durations of the matches of a rule set, and whether the hosts of lobbies have finished one.

    Other processes may finish matches, too. A process learns their durations with its own next match of that rule set,
    and of their players with the next lobby of each.

    Args:
        connection: the database.

    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._seconds: dict[str, dict[int, float]] = {}
        self._has_finished: dict[int, bool] = {}

    async def read(self, rules: str, user_id: int, *, anew: bool = False) -> None:
        """Read a rule set's durations and whether a user has finished a match, unless they are known.

        Args:
            rules: the rule set.
            user_id: the user, the host of a lobby.
            anew: whether the user is read again, for a new lobby.

        """
        if rules not in self._seconds:
            rows: list[Any] = await self._connection.rows(_DURATIONS, (rules, MAX_MATCHES, MAX_SECONDS))
            self._seconds[rules] = medians(rows)
        if anew or user_id not in self._has_finished:
            rows = await self._connection.rows("SELECT EXISTS (SELECT 1 FROM scores WHERE user_id = ?)", (user_id,))
            if len(self._has_finished) >= MAX_KNOWN_USERS:
                self._has_finished.clear()
            self._has_finished[user_id] = bool(rows[0][0])

    def forget(self, rules: str) -> None:
        """Drop the durations of a rule set."""
        self._seconds.pop(rules, None)

    def seconds(self, rules: str, players: int) -> float:
        """Return the seconds that a match takes, about: measured, or else the shipped figure."""
        return self._seconds.get(rules, {}).get(players) or estimate(rules, players)

    def has_finished(self, user_id: int) -> bool:
        """Whether a user is known to have finished a match."""
        return self._has_finished.get(user_id, False)
