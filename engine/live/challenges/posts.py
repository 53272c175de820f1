"""The messages with the deal of the day in the channels that servers chose, in the database."""

from __future__ import annotations

from typing import NamedTuple

from engine.live.database.connection import Connection, Statement
from engine.live.database.session import Session

_WAITING = """
SELECT whose, value FROM preferences LEFT JOIN challenge_posts ON guild_id = whose AND number = ?
WHERE kind = 'server' AND name = 'daily_channel' AND value <> '0' AND number IS NULL
ORDER BY whose
"""
_CLAIM = """
INSERT INTO challenge_posts (guild_id, number, channel_id, message_id) VALUES (?, ?, ?, 0)
ON CONFLICT (guild_id, number) DO NOTHING
"""


class Waiting(NamedTuple):
    """A server without today's message: its id, and the id of the channel that it chose."""

    guild_id: int
    channel_id: int


class PostStore:
    """Stores which servers have got the message of which day. A server keeps its newest one alone."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def waiting(self, number: int) -> list[Waiting]:
        """Return the servers that chose a channel, and have no message of a day yet."""
        rows = await self._connection.rows(_WAITING, (number,))
        return [Waiting(guild_id, int(channel_id)) for guild_id, channel_id in rows]

    async def claim(self, guild_id: int, number: int, channel_id: int) -> bool:
        """Store that a server gets the message of a day from this process; return False if somebody has stored that.

        Whoever claims it sends it, or nobody does: it is never sent twice.
        """
        claimed: list[bool] = []

        def claim(session: Session) -> None:
            claimed[:] = [session.execute(_CLAIM, (guild_id, number, channel_id)).rowcount == 1]
            session.execute("DELETE FROM challenge_posts WHERE guild_id = ? AND number < ?", (guild_id, number))

        await self._connection.write(claim)
        return claimed[0]

    async def sent(self, guild_id: int, number: int, message_id: int) -> None:
        """Store the id of a message that was sent."""
        update = "UPDATE challenge_posts SET message_id = ? WHERE guild_id = ? AND number = ?"
        await self._connection.write(Statement(update, (message_id, guild_id, number)))
