"""Keeps the pictures of tiles on buttons up to date; without them buttons show text."""

from __future__ import annotations

from discord.ext import commands, tasks

from cogs.bot import DominoBot
from cogs.core.cog import Cog
from cogs.core.http.budget import Urgency
from cogs.messages.emojis import TileEmojis

HOURS = 1


class Tiles(Cog):
    """Loads the emojis of the tiles, and uploads the missing ones in one of the processes."""

    def __init__(self, bot: DominoBot, tiles: TileEmojis) -> None:
        super().__init__(bot)
        self._tiles = tiles

    @commands.Cog.listener()
    async def on_primary(self) -> None:
        """Load and upload: the first start uploads dozens of pictures, which no turn waits for."""
        self.start_soon(self.load(upload=True))

    @commands.Cog.listener("on_join")
    async def on_joining(self) -> None:
        """Load the emojis that another process has uploaded."""
        self.start_soon(self.load(upload=False))

    @tasks.loop(hours=HOURS)
    async def reload(self) -> None:
        """Load the emojis that Discord refused, which may be there again."""
        if self.reload.current_loop:
            await self.load(upload=self.bot.owns(0))

    async def load(self, *, upload: bool) -> None:
        """Load the emojis, and upload the missing ones if asked to."""
        with self.bot.budget.spending(Urgency.CLEANUP):
            await self._tiles.load(self.bot, upload=upload)


async def setup(bot: DominoBot) -> None:
    """Add the cog."""
    await bot.add_cog(Tiles(bot, bot.tiles))
