"""The shards of this process: their connections and their tables."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Sequence

import discord
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from cogs.core.bot import Bot
from cogs.core.cog import Cog
from cogs.core.discord_private import forget_guild
from cogs.invite import invite_links
from engine.live.model.table import SavedTable
from engine.live.tables.table import Table

_log = logging.getLogger(__name__)

Restored = Sequence[tuple[Table, SavedTable]]
"""Tables that this process goes on with, each with its stored form."""


class Sharding(Cog):
    """Follows the connections of a bot's shards, and takes and leaves shards where several processes share them.

    It dispatches ``primary`` once this process does the jobs of one for all, and ``servers_listed``, with the shard or
    None for all, once Discord has named the servers.

    Args:
        bot: the bot.
        restore: shows the tables that the bot goes on with.
        forget: ends the showing of a table that another process plays.

    """

    def __init__(self, bot: Bot, restore: Callable[[Restored], None], forget: Callable[[Table], None]) -> None:
        super().__init__(bot)
        self._restore = restore
        self._forget = forget
        # by shard, the servers that it had before it introduced itself again
        self._known: dict[int, list[discord.Guild]] = {}
        # since when the connection of each shard stands
        self._connected: dict[int, float] = {}

    @property
    def connected(self) -> bool:
        """Whether presses arrive: Discord has sent the servers, and the connections of all shards stand."""
        bot = self.bot
        owned = [shard for shard in bot.shards if bot.owns(shard)]
        ready = bot.listed_shards.issuperset(owned) if bot.is_shared else bot.is_ready()
        return ready and not bot.is_closed() and all(map(self.is_connected, owned))

    def is_connected(self, shard: int) -> bool:
        """Whether events of a shard's servers arrive; direct messages arrive by shard 0."""
        connection = self.bot.get_shard(shard)
        # a connection that broke is known to be closed before its turn comes to be made anew
        stands = shard in self._connected and connection is not None and not connection.is_closed()
        return stands and self.bot.owns(shard)

    @property
    def connected_shards(self) -> list[int]:
        """The shards that are connected."""
        return [shard for shard in self.bot.shards if self.is_connected(shard)]

    @property
    def connected_for(self) -> dict[int, float]:
        """For how many seconds each connection stands that does."""
        now = self.bot.monotonic()
        return {shard: now - since for shard, since in self._connected.items() if self.is_connected(shard)}

    # ------------------------------------------------------------------ beginning

    async def begin(self) -> None:
        """Restore every table, unless this process takes shards one by one."""
        if not self.bot.is_shared:
            self._restore(await self.bot.hub.load())
            self.bot.dispatch("primary")

    async def take(self, shard: int) -> None:
        """Go on with the tables of a shard that this process has now, and connect it to Discord.

        Raises:
            StorageError: the tables can't be read.

        """
        bot = self.bot
        assert bot.shard_count is not None
        self._restore(await bot.hub.take_shard(shard, bot.shard_count))
        if shard == 0:
            bot.dispatch("primary")
        bot.dispatch("shard_taken", shard)
        connection = bot.get_shard(shard)
        if connection is not None:
            await connection.connect()
            return

        async def launch() -> None:
            await bot.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)

        bot.connections.begin(shard, launch, identifies=False)

    async def drop(self, shard: int) -> None:
        """Leave a shard to another process: forget its tables, and close its connection."""
        for table in self.bot.hub.drop_shard(shard):
            self._forget(table)
        self._connected.pop(shard, None)
        self.bot.listed_shards.discard(shard)
        self.bot.connections.stop(shard)
        await self._close_if_lost(shard)
        for guild in [guild for guild in self.bot.guilds if guild.shard_id == shard]:
            # nothing tells this process of its changes any more
            forget_guild(self.bot, guild)

    async def take_turn(self, shard: int) -> None:
        """Wait until a shard may identify itself."""
        await self.bot.connections.take_turn(shard)
        self._known[shard] = [guild for guild in self.bot.guilds if guild.shard_id == shard]

    # ------------------------------------------------------------------ connections

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that no interactions arrive on a shard."""
        self._connected.pop(shard_id, None)

    @commands.Cog.listener()
    async def on_shard_connect(self, shard_id: int) -> None:
        """Note that the connection of a shard is there."""
        await self._note_connection(shard_id)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that the connection of a shard is back."""
        await self._note_connection(shard_id)

    async def _note_connection(self, shard: int) -> None:
        self._connected[shard] = self.bot.monotonic()
        self.bot.connections.stands(self.bot.get_shard(shard))
        await self._close_if_lost(shard)

    async def _close_if_lost(self, shard: int) -> None:
        connection = self.bot.get_shard(shard)
        if connection is not None and not self.bot.owns(shard):
            await self.bot.connections.leave(connection)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Note which servers removed the bot while a shard was not connected; the library keeps them."""
        bot = self.bot
        for guild in self._known.pop(shard_id, ()):
            # Discord has named all servers of the shard, and each is another object since
            if bot.get_guild(guild.id) is guild:
                forget_guild(bot, guild)
                bot.dispatch("guild_remove", guild)
        if bot.is_shared and bot.owns(shard_id):
            bot.listed_shards.add(shard_id)
            servers = sum(guild.shard_id == shard_id for guild in bot.guilds)
            _log.info("shard %d is ready; servers: %d, open tables: %d", shard_id, servers, len(bot.hub.tables))
            self._log_link()
            _freeze()
            bot.dispatch("servers_listed", shard_id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Log that the bot is ready; by now Discord has sent its servers."""
        bot = self.bot
        _log.info("%s is ready; servers: %d, open tables: %d", bot.user, len(bot.guilds), len(bot.hub.tables))
        self._log_link()
        _freeze()
        bot.dispatch("servers_listed", None)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Log how to add the bot to a server, after the last one has removed it."""
        del guild
        self._log_link()

    def _log_link(self) -> None:
        """Log the link that adds the bot to a server, if this process knows that no server has it."""
        bot = self.bot
        knows_all = bot.listed_shards.issuperset(range(bot.shard_count or 1)) if bot.is_shared else bot.is_ready()
        if knows_all and not bot.guilds and bot.application_id is not None:
            _log.info("no server has the bot; add it to one with %s", invite_links(bot.application_id)[0])


def _freeze() -> None:
    """Let the garbage collector skip all present objects, once: modules, commands, servers.

    To look through it again would hold the loop for 20 ms.
    """
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()
