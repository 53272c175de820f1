"""What people made of the deals of the day over time: averages of a month, and streaks; read from the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from engine.live.challenges.calendar import DAY_SECONDS
from engine.live.challenges.standing import MIN_DAYS, Average, streak, was_up
from engine.live.database.connection import Connection
from engine.live.database.parameters import several

_AVERAGES = """
SELECT user_id, avg(percentage), count(*) FROM challenge_players JOIN challenges ON challenges.id = challenge_id
WHERE challenges.kind = 'daily' AND number BETWEEN :first AND :last AND percentage IS NOT NULL AND user_id > 0
  AND user_id IN (SELECT user_id FROM challenge_players WHERE guild_id = :guild)
  AND (user_id = :reader OR user_id NOT IN (
      SELECT whose FROM preferences WHERE preferences.kind = 'person' AND name = 'shown' AND value = '"hidden"'
  ))
GROUP BY user_id HAVING count(*) >= :days ORDER BY avg(percentage) DESC, count(*) DESC, user_id
"""

_PLAYED = """
SELECT user_id, number, void FROM challenge_players JOIN challenges ON challenges.id = challenge_id
WHERE kind = 'daily' AND number <= :today AND user_id IN {users}
"""
_UP = "SELECT number, up_minutes FROM challenges WHERE kind = 'daily' AND number <= ?"


class MonthStore:
    """Reads what people made of the deals of the day. Each method raises StorageError if the database fails."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def averages(self, guild_id: int, days: range, reader_id: int) -> list[Average]:
        """Return the averages of the people who have begun any challenge in a place, the best first.

        Hidden people are left out, but not the reader.
        """
        values = {"guild": guild_id, "first": days.start, "last": days.stop - 1, "reader": reader_id, "days": MIN_DAYS}
        return [Average(*row) for row in await self._connection.rows(_AVERAGES, values)]

    async def streaks(self, users: Sequence[int], today: int) -> dict[int, int]:
        """Return how many days in a row people have played, by their ids; a day counts from its beginning on."""
        if not users:
            return {}
        listed, values = several("user", users)
        up = await self._connection.rows(_UP, (today,))
        rows = await self._connection.rows(_PLAYED.format(users=listed), {**values, "today": today})
        counted = {number for number, minutes in up if was_up(minutes * 60, DAY_SECONDS)}
        played: defaultdict[int, set[int]] = defaultdict(set)
        void: defaultdict[int, set[int]] = defaultdict(set)
        for user_id, number, is_void in rows:
            (void if is_void else played)[user_id].add(number)
        return {each: streak(played[each], counted - void[each], today) for each in users}
