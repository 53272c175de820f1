"""Data retention: purge unneeded data, and delete the data of servers that removed the bot."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from http import HTTPStatus

import discord
from discord.ext import commands, tasks

from cogs.core.cog import Cog
from cogs.core.http.budget import Urgency
from cogs.privacy.server_data import end_tables
from engine.errors import redacted_traceback
from engine.live.model.errors import StorageError
from engine.live.privacy.service import PrivacyService, StillOpen

_log = logging.getLogger(__name__)

DAY = 86_400.0

RETENTION_SECONDS = 30 * DAY
"""The seconds for which a server's data is kept after the server has removed the bot."""

ASKED_EARLIER_SECONDS = 2 * DAY
"""The seconds before that time from which on the bot asks Discord whether the server has really removed it."""

NOT_THERE = {(HTTPStatus.NOT_FOUND, 10004), (HTTPStatus.FORBIDDEN, 50001)}
"""The status and code of the answers to a question about a server without the bot: Unknown Guild, Missing Access."""


class Retention(Cog):
    """Purges unneeded data once an hour; failures are logged and retried then."""

    @property
    def _privacy(self) -> PrivacyService:
        return self.bot.hub.store.privacy

    async def cog_load(self) -> None:
        """Vacuum the database before anyone plays, since that would keep players waiting."""
        try:
            await self._privacy.vacuum(sys.maxsize)
        except StorageError as error:
            _log.warning("could not vacuum the database, which may still hold deleted data: %s", error)
        await super().cog_load()

    @tasks.loop(hours=1)
    async def purging(self) -> None:
        """Purge."""
        await self.purge()

    @commands.Cog.listener()
    async def on_servers_listed(self, shard: int | None) -> None:
        """Compare the servers that have the bot with those that are stored."""
        self.start_soon(self.compare_guilds(shard))

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    async def on_guild(self, guild: discord.Guild) -> None:
        """Note that a server has the bot, or has it again: its data is kept."""
        await self.guilds_joined(frozenset({guild.id}))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that a server has removed the bot; a temporary outage of the server does not count."""
        await self.guild_left(guild.id)

    async def guild_left(self, guild_id: int) -> None:
        """Note that a server has removed the bot."""
        try:
            await self._privacy.guild_left(frozenset({guild_id}), self.bot.clock())
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
        present = frozenset(guild.id for guild in self.bot.guilds if shard in (None, guild.shard_id))
        await self.guilds_joined(present)
        try:
            known = await self._privacy.guilds()
            missing = frozenset(each for each in known - present if shard in (None, self.bot.shard_of(each)))
            await self._privacy.guild_left(missing, self.bot.clock())
        except StorageError as error:
            _log.warning("could not note which servers removed the bot: %s", error)
        await self.purge()

    async def purge(self) -> None:
        """Purge unneeded data, once for all processes, and delete the servers whose retention period is over."""
        try:
            if self.bot.owns(0):
                await self._privacy.purge(self.bot.clock())
            await self._delete_departed()
            await self._privacy.vacuum()
        except StorageError as error:
            _log.warning("could not purge unneeded data: %s", error)
        except Exception as error:
            # an error would end the loop for good
            _log.error("unneeded data could not be cleared:\n%s", redacted_traceback(error))

    async def _delete_departed(self) -> None:
        """Delete the data of servers where the bot is not, as Discord has said twice, a day or more apart.

        One list of servers alone, which may be incomplete and good for weeks, deletes nothing.
        """
        now = self.bot.clock()
        for guild_id, left_at, asked_at in await self._privacy.departures(
            now - RETENTION_SECONDS + ASKED_EARLIER_SECONDS
        ):
            due = left_at <= now - RETENTION_SECONDS and asked_at is not None and asked_at <= now - DAY
            if not self.bot.lists(guild_id) or (asked_at is not None and not due):
                continue
            there = await self._is_there(guild_id)
            if there:
                await self._privacy.guild_joined(frozenset({guild_id}))
            elif there is not None:
                await (self._delete(guild_id) if due else self._privacy.departure_asked(guild_id, now))

    async def _is_there(self, guild_id: int) -> bool | None:
        """Return whether the bot is in a server, by asking Discord if needed; None if that is unknown now."""
        if self.bot.get_guild(guild_id) is None:
            try:
                with self.bot.budget.spending(Urgency.CLEANUP):
                    await self.bot.fetch_guild(guild_id, with_counts=False)
            except discord.HTTPException as error:
                # during the request, another process may have taken the shard, or the server the bot
                if (error.status, error.code) not in NOT_THERE or not self.bot.lists(guild_id):
                    return None
                return self.bot.get_guild(guild_id) is not None
            except Exception as error:
                _log.debug("Discord could not be asked about a server: %s", type(error).__name__)
                return None
        return True

    async def _delete(self, guild_id: int) -> None:
        await end_tables(self.bot.hub, guild_id)
        with suppress(StillOpen):
            await self._privacy.delete_guild(guild_id)
            self.bot.dispatch("server_deleted", guild_id)
            _log.info("deleted the data of a server that removed the bot")
