"""Messages about tables that were sent just before the bot died, and whose numbers were not stored."""

from __future__ import annotations

import logging

import discord

from cogs.core.bot import Bot
from cogs.core.components import custom_ids
from cogs.core.http.requests import FAILURES, UNKNOWN_MESSAGE, describe, is_forbidden_or_gone
from cogs.publishing.delivery import channel_of
from cogs.publishing.screen import Screen
from engine.live.model.table import Status

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
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def restored(self, screen: Screen) -> None:
        """Note that a table was restored at startup; an earlier life may have died in its search."""
        header = screen.header
        recent = self._bot.clock() - header.last_activity_at < ACTIVE_SECONDS
        screen.search = header.status in (Status.LOBBY, Status.PLAYING) and (recent or header.post is None)

    async def delete(self, screen: Screen) -> None:
        """Delete a table's stray messages; if that fails, they remain possible."""
        table = screen.table
        if not screen.search or not table.held:
            # what another process shows by now is no stray
            return
        known: set[int] = set()
        if (post := table.header.post) is not None:
            known = {post.message, post.reminder, *(each.message for each in post.older)}
        channel = channel_of(self._bot, table.header)
        try:
            async for message in channel.history(limit=MAX_SEARCHED):
                if message.author == self._bot.user and message.id not in known and _plays(message, table.id):
                    await _delete(message)
        except FAILURES as error:
            _log.info("stray messages of table %s could not be searched for: %s", table.id, describe(error))
            if not is_forbidden_or_gone(error):
                screen.search_failed = True
                return
        screen.search = screen.search_failed = False


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
