"""The upkeep of tables: their time, and retries after refusals."""

from __future__ import annotations

import logging
from contextlib import suppress

import discord
from discord.ext import commands, tasks

from cogs.core.bot import Bot
from cogs.core.cog import Cog
from cogs.publishing.hands import Hands
from cogs.publishing.publisher import Publisher
from cogs.publishing.watchers import Watchers
from cogs.sharding import Sharding
from engine.live.model.errors import StorageError, TableError

_log = logging.getLogger(__name__)

BEAT_SECONDS = 5
RETRY_SECONDS = 30


class Upkeep(Cog):
    """Lets time pass at tables, and retries refused messages, at once where something may have changed."""

    def __init__(self, bot: Bot, sharding: Sharding, publisher: Publisher, hands: Hands, watchers: Watchers) -> None:
        super().__init__(bot)
        self._sharding = sharding
        self._publisher = publisher
        self._hands = hands
        self._watchers = watchers

    # ------------------------------------------------------------------ time

    @tasks.loop(seconds=1)
    async def tick(self) -> None:
        """Let the hub and the publisher do their due work."""
        if await self.bot.hub.apply_clock_step():
            self._restart_loops()
            self.bot.dispatch("clock_step")
        # where no press can arrive time stands still: the hub gives it back to the players later
        await self.bot.hub.tick(self._sharding.connected_shards)
        self._publisher.schedule.hide_misses(self.bot.monotonic())
        self._publisher.schedule.clean_up()
        self._watchers.update()

    def _restart_loops(self) -> None:
        self.beat.restart()
        self.retry.restart()
        ticking = self.tick.get_task()
        if ticking is not None:
            # this call comes from the tick itself, which has to finish first
            self.tick.stop()
            ticking.add_done_callback(lambda done: done.cancelled() or self.tick.start())

    @commands.Cog.listener()
    async def on_clock_step(self) -> None:
        """Do nothing: the tick has restarted these loops."""

    @tasks.loop(seconds=BEAT_SECONDS)
    async def beat(self) -> None:
        """Store the time."""
        try:
            await self.save()
        except StorageError:
            # the store has logged it; a full disk may have room again in a moment
            _log.debug("the time could not be noted")
        except Exception:
            # an error would end the loop for good
            _log.exception("the time could not be noted")

    async def save(self) -> None:
        """Store the time, and how hands are shown.

        Raises:
            StorageError: the database can't be written.

        """
        await self.bot.hub.heartbeat()
        await self._hands.save_fingerprints()

    @tasks.loop(seconds=RETRY_SECONDS)
    async def retry(self) -> None:
        """Retry due messages."""
        self._publisher.schedule.retry(self.bot.monotonic())

    # ------------------------------------------------------------------ Discord's events

    @commands.Cog.listener()
    async def on_shard_connect(self, shard_id: int) -> None:
        """Delete untracked messages, and not before: a start with thousands of tables has to answer first."""
        del shard_id
        self.start_soon(self._publisher.schedule.delete_untracked())

    def _retry_on(self, guild_id: int) -> None:
        self._publisher.schedule.retry(self.bot.monotonic(), guild_id=guild_id)

    @commands.Cog.listener("on_guild_channel_update")
    @commands.Cog.listener("on_guild_role_update")
    async def on_permissions(self, before: object, after: discord.abc.GuildChannel | discord.Role) -> None:
        """Retry, since permissions may have changed."""
        del before
        self._retry_on(after.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Retry, since a thread may be open again; archived threads are in no cache."""
        self._retry_on(payload.guild_id)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Retry, since the bot may now be a member of a private thread."""
        self._retry_on(thread.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: object, after: discord.Member) -> None:
        """Retry, since the bot may have a new role; this event comes for the bot alone."""
        del before
        if self.bot.user is not None and after.id == self.bot.user.id:
            self._retry_on(after.guild.id)

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    async def on_guild(self, guild: discord.Guild) -> None:
        """Go on with the tables of a server that the bot had left, or after an outage."""
        self._retry_on(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Show in the players' hands that a table's channel was deleted."""
        self._show_as_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Show in the players' hands that a table's thread was deleted."""
        self._show_as_gone(payload.thread_id)

    def _show_as_gone(self, channel_id: int) -> None:
        with suppress(TableError, StorageError):
            self._publisher.channel_deleted(self.bot.hub.in_channel(channel_id))
