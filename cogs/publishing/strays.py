"""Messages about tables that were sent just before the bot died, and whose numbers were not stored."""

from __future__ import annotations

import logging

import discord

from cogs.core.bot import Bot
from cogs.core.components import custom_ids
from cogs.core.requests import FAILURES, UNKNOWN_MESSAGE, describe, is_forbidden_or_gone
from cogs.publishing.transports import channel_of
from engine.live.model.table import Status
from engine.live.tables.table import Table

_log = logging.getLogger(__name__)

ACTIVE_SECONDS = 15 * 60
"""A table may have a stray message if somebody did something there so shortly before the bot's end."""
MAX_SEARCHED = 50
"""How many messages of a channel are searched, the newest first."""
VERBS = frozenset({"flip", "hand", "join", "next", "pass"})
"""The verbs of the controls that only lobbies and boards have."""


class Strays:
    """Deletes stray messages after a start, and of new lobbies: only one message of a table has live controls.

    A message that is sent again is found by its nonce. This is for what is not sent again or has no nonce: the first
    message of a lobby, a board that was shown again at the bottom, and a board that is older than Discord remembers
    nonces.

    Attributes:
        failed: the tables whose stray messages could not be searched for.

    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        # the tables that may have stray messages, also before the newest: an earlier life may have died in its search
        self._expected: set[Table] = set()
        self.failed: set[Table] = set()

    def restored(self, table: Table) -> None:
        """Note that a table was restored at startup."""
        header = table.header
        recent = self._bot.clock() - header.last_activity_at < ACTIVE_SECONDS
        if header.status in (Status.LOBBY, Status.PLAYING) and (recent or header.post is None):
            self._expected.add(table)

    def expect(self, table: Table) -> None:
        """Note that a new lobby may have more messages than the one whose number is stored, or any at all."""
        self._expected.add(table)

    def forget(self, table: Table) -> None:
        """Search for no messages of a table."""
        self._expected.discard(table)
        self.failed.discard(table)

    def is_overdue(self, table: Table) -> bool:
        """Whether a table's stray messages are to be searched for now: a search failed, or no start would do it."""
        ended = table.header.status in (Status.FINISHED, Status.CLOSED)
        return table in self.failed or (ended and table in self._expected)

    @property
    def possible(self) -> list[Table]:
        """The tables that may have stray messages, the most recently active first."""
        return sorted(self._expected, key=lambda table: table.header.last_activity_at, reverse=True)

    async def delete(self, table: Table) -> None:
        """Delete a table's stray messages; if that fails, they remain possible."""
        if table not in self._expected or not table.held:
            # what another process shows by now is no stray
            return
        header = table.header
        known: set[int] = set()
        if (post := header.post) is not None:
            known = {post.message, post.reminder, *(each.message for each in post.older)}
        channel = channel_of(self._bot, header)
        try:
            async for message in channel.history(limit=MAX_SEARCHED):
                if message.author == self._bot.user and message.id not in known and _plays(message, table.id):
                    await _delete(message)
        except FAILURES as error:
            _log.info("stray messages of table %s could not be searched for: %s", table.id, describe(error))
            if table in self._expected and not is_forbidden_or_gone(error):
                self.failed.add(table)
                return
        self.forget(table)


async def _delete(message: discord.Message) -> None:
    try:
        await message.delete()
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise


def _plays(message: discord.Message, table_id: str) -> bool:
    """Whether a message has the controls of a lobby or a board of a table."""
    parts = (each.split(":") for each in custom_ids(message.components))
    return any(len(part) > 2 and part[1] in VERBS and part[2] == table_id for part in parts)
