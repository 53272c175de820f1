"""What people made of the deals of the day over time: averages of a month, and streaks; read from the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from engine.live.challenges.calendar import DAY_SECONDS
from engine.live.challenges.standing import MIN_DAYS, Average, streak, was_up
from engine.live.database.connection import Connection
from engine.live.database.parameters import several

_AVERAGES = """
SELECT user_id, avg(percentage), count(*) FROM challenge_players JOIN challenges ON challenges.id = challenge_id
WHERE challenges.kind = 'daily' AND number BETWEEN :first AND :last AND percentage IS NOT NULL AND user_id > 0
  AND (user_id = :reader OR user_id NOT IN (
      SELECT whose FROM preferences WHERE preferences.kind = 'person' AND name = 'shown' AND value = '"hidden"'
  ))
GROUP BY user_id HAVING count(*) >= :days AND EXISTS (
    SELECT 1 FROM challenge_players AS here WHERE here.guild_id = :guild AND here.user_id = challenge_players.user_id
) ORDER BY avg(percentage) DESC, count(*) DESC, user_id
"""

_DAYS = "SELECT id, number, up_minutes FROM challenges WHERE kind = 'daily' AND number BETWEEN :first AND :today"
_PLAYED = """
SELECT user_id, challenge_id, void FROM challenge_players WHERE user_id = :{user} AND challenge_id IN (
    SELECT id FROM challenges WHERE kind = 'daily' AND number BETWEEN :first AND :today
)
"""
"""A person's attempts at some days. For several people at once, SQLite would read the whole field of each day."""

STREAK_DAYS: Final = 400
"""The days that are read for a streak, the newest ones: no streak is longer."""


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
        """Return how many days in a row people have played, by their ids; a day counts from its beginning on.

        Only the newest :data:`STREAK_DAYS` days are read, so that the work does not grow with the bot's age.
        """
        if not users:
            return {}
        _, people = several("user", users)
        days = {"first": today - STREAK_DAYS + 1, "today": today}
        rows = await self._connection.rows(
            " UNION ALL ".join(_PLAYED.format(user=each) for each in people), people | days
        )
        # after the attempts, so that the days of all of them are there
        up = await self._connection.rows(_DAYS, days)
        numbers = {challenge_id: number for challenge_id, number, _ in up}
        counted = {number for _, number, minutes in up if was_up(minutes * 60, DAY_SECONDS)}
        played: defaultdict[int, set[int]] = defaultdict(set)
        void: defaultdict[int, set[int]] = defaultdict(set)
        for user_id, challenge_id, is_void in rows:
            (void if is_void else played)[user_id].add(numbers[challenge_id])
        return {each: streak(played[each], counted - void[each], today) for each in users}
