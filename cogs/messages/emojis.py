"""Pictures of the tiles for buttons: application emojis, uploaded once and found again by name."""

from __future__ import annotations

import asyncio
import logging

import discord

import render
from cogs.core.bot import Bot
from engine.tiles import MAX_PIPS, Tile, full_set

_log = logging.getLogger(__name__)

PAUSE = 0.05
"""Seconds between two uploads: 91 at once would use up what Discord allows a bot in a second, play included."""


def emoji_name(tile: Tile) -> str:
    """Give the name of a tile's emoji at Discord."""
    return f"domino_{tile.high}_{tile.low}"


class TileEmojis:
    """The emojis of all tiles that buttons can show; where there is none, a button has its text alone."""

    def __init__(self) -> None:
        self._found: dict[str, discord.PartialEmoji] = {}

    def get(self, tile: Tile) -> discord.PartialEmoji | None:
        """Give a tile's emoji, or None where there is none."""
        return self._found.get(emoji_name(tile))

    async def load(self, bot: Bot, top: int = MAX_PIPS) -> None:
        """Find the emojis of the double-``top`` set, and upload those that are missing. Failures are logged only."""
        try:
            for emoji in await bot.fetch_application_emojis():
                self._found[emoji.name] = discord.PartialEmoji(name=emoji.name, id=emoji.id)
            for tile in full_set(top):
                if emoji_name(tile) in self._found:
                    continue
                image = await bot.rendering.draw(render.tile_icon, tile)
                await asyncio.sleep(PAUSE)
                emoji = await bot.create_application_emoji(name=emoji_name(tile), image=image)
                self._found[emoji.name] = discord.PartialEmoji(name=emoji.name, id=emoji.id)
        except discord.HTTPException as error:
            _log.warning("tiles on buttons stay text: %s", error)
