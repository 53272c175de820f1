"""The cups of this process that are not over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import cast

from discord.ext import commands

from cogs.bot import DominoBot, Gauge
from cogs.core.cog import Cog
from engine.live.cups.cups import Cups
from engine.live.cups.live_cup import LiveCup
from engine.live.database.shards import Shards
from engine.live.model.errors import StorageError


class OpenCups(Cog):
    """Keeps the cups of the shards that this process has.

    Attributes:
        cups: the cups.
        listeners: called after each change of a cup; must return at once.

    """

    bot: DominoBot

    def __init__(self, bot: DominoBot) -> None:
        super().__init__(bot)
        self.listeners: list[Callable[[LiveCup], None]] = []
        self.cups = Cups(bot.hub.store.cups, clock=bot.clock, changed=self._changed)
        # the shards whose cups are read, where several processes share them
        self._taken: set[int] = set()

    async def cog_load(self) -> None:
        """Read the cups, unless this process takes shards one by one; add their metrics."""
        await super().cog_load()
        self.bot.gauges |= self._gauges
        if not self.bot.is_shared:
            await self.cups.load()

    async def cog_unload(self) -> None:
        """Take the metrics away."""
        for name in self._gauges:
            del self.bot.gauges[name]
        await super().cog_unload()

    @property
    def _gauges(self) -> dict[str, Gauge]:
        return {
            "domino_cups_open": Gauge("Tournaments that are not over.", lambda: len(self.cups.open)),
            "domino_cup_tables_unshown": Gauge("Tables of tournaments that wait for a place.", self._unshown),
        }

    def _unshown(self) -> int:
        return sum(not live.message_id for cup in self.cups.open for _, live in cup.situation.waiting)

    async def follow_shards(self) -> None:
        """Read the cups of the shards that this process has by now, and forget those of others.

        Raises:
            StorageError: they can't be read.

        """
        bot, count = self.bot, self.bot.shard_count
        if not bot.is_shared:
            return
        owned = {shard for shard in range(count) if bot.owns(shard)}
        for shard in self._taken - owned:
            self.cups.drop(partial(self._is_on, shard))
            self._taken.discard(shard)
        for shard in owned - self._taken:
            await self.cups.load(Shards((shard,), count))
            self._taken.add(shard)

    @commands.Cog.listener()
    async def on_shard_taken(self, shard_id: int) -> None:
        """Read the cups of a shard that this process has now, before presses arrive; a failure is left to the loop."""
        del shard_id
        with suppress(StorageError):
            await self.follow_shards()

    @commands.Cog.listener()
    async def on_person_deleted(self, user_id: int) -> None:
        """Read the cups of a person anew whose data was deleted; other processes do so at their next change."""
        for cup in self.cups.open:
            if user_id in (*cup.situation.people, cup.header.organizer_id):
                with suppress(StorageError):
                    await cup.reload()

    @commands.Cog.listener()
    async def on_server_deleted(self, guild_id: int) -> None:
        """Forget the cups of a server whose data was deleted."""
        self.cups.drop(lambda each: each == guild_id)

    def _is_on(self, shard: int, guild_id: int) -> bool:
        return self.bot.shard_of(guild_id) == shard

    def _changed(self, cup: LiveCup) -> None:
        for listener in self.listeners:
            listener(cup)


def open_cups_of(bot: DominoBot) -> OpenCups:
    """Return the keeper of a bot's cups."""
    return cast("OpenCups", bot.cogs[OpenCups.__name__])


def cups_of(bot: DominoBot) -> Cups:
    """Return the cups of a bot."""
    return open_cups_of(bot).cups
