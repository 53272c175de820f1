"""Data retention: purge unneeded data, and delete the data of servers that removed the bot."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress

from cogs.core.bot import Bot
from engine.errors import redacted_traceback
from engine.live.model.errors import StorageError, TableError
from engine.live.privacy.service import PrivacyService, StillOpen

_log = logging.getLogger(__name__)

RETENTION_SECONDS = 30 * 86_400.0
"""The seconds for which a server's data is kept after the server has removed the bot."""

HOUR = 3600.0


class Retention:
    """Runs data retention for a client; failures are logged and retried an hour later."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @property
    def _privacy(self) -> PrivacyService:
        return self._bot.hub.store.privacy

    async def start(self) -> None:
        """Vacuum the database before anyone plays, since that would keep players waiting."""
        try:
            await self._privacy.vacuum(sys.maxsize)
        except StorageError as error:
            _log.warning("could not vacuum the database, which may still hold deleted data: %s", error)

    async def guild_left(self, guild: int) -> None:
        """Note that a server has removed the bot."""
        try:
            await self._privacy.guild_left(frozenset({guild}), self._bot.clock())
        except StorageError as error:
            # the next start will notice that the server is missing
            _log.warning("could not note that a server removed the bot: %s", error)

    async def guilds_joined(self, guilds: frozenset[int]) -> None:
        """Note that servers have the bot."""
        try:
            await self._privacy.guild_joined(guilds)
        except StorageError as error:
            _log.warning("could not note which servers have the bot: %s", error)

    async def compare_guilds(self, shard: int | None = None) -> None:
        """Note which servers removed the bot while it was offline, once Discord has sent the list; then purge.

        Discord's list includes servers that are temporarily unavailable, so they don't count as missing.

        Args:
            shard: the only shard whose list is complete here; None for all.

        """
        present = frozenset(guild.id for guild in self._bot.guilds if shard in (None, guild.shard_id))
        await self.guilds_joined(present)
        try:
            known = await self._privacy.guilds()
            missing = frozenset(each for each in known - present if shard in (None, self._bot.shard_of(each)))
            await self._privacy.guild_left(missing, self._bot.clock())
        except StorageError as error:
            _log.warning("could not note which servers removed the bot: %s", error)
        await self.purge()

    async def purge(self) -> None:
        """Purge unneeded data, once for all processes, and delete the servers whose retention period is over."""
        try:
            if self._bot.holds(0):
                await self._privacy.purge(self._bot.clock())
            await self._delete_departed()
            await self._privacy.vacuum()
        except StorageError as error:
            _log.warning("could not purge unneeded data: %s", error)
        except Exception as error:
            # an error would end the loop for good
            _log.error("what is not needed any more could not be cleared:\n%s", redacted_traceback(error))

    async def _delete_departed(self) -> None:
        for guild in await self._privacy.guilds_left_before(self._bot.clock() - RETENTION_SECONDS):
            if not self._bot.lists(guild):
                continue
            if self._bot.get_guild(guild) is not None:
                # the server is there after all
                await self._privacy.guild_joined(frozenset({guild}))
                continue
            for table in self._bot.hub.tables:
                if table.header.guild == guild:
                    with suppress(TableError):
                        await (table.end(0, manager=True) if table.playing else table.cancel(0, manager=True))
            with suppress(StillOpen):
                await self._privacy.delete_guild(guild)
                _log.info("deleted the data of a server that removed the bot")
