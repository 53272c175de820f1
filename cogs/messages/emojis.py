"""Pictures of the tiles for buttons: application emojis, uploaded once and found again by name."""

from __future__ import annotations

import asyncio
import logging

import discord

import render
from cogs.core.bot import Bot
from cogs.core.http.requests import FAILURES, describe
from engine.tiles import MAX_PIPS, Tile, full_set

_log = logging.getLogger(__name__)

UPLOAD_PAUSE_SECONDS = 0.05
"""Seconds between two uploads: 91 at once would use up the rate limit that play shares."""


def emoji_name(tile: Tile) -> str:
    """Return the name of a tile's emoji on Discord."""
    return f"domino_{tile.high}_{tile.low}"


class TileEmojis:
    """The emojis of the tiles; a button whose tile has none shows text alone."""

    def __init__(self) -> None:
        self._found: dict[str, discord.PartialEmoji] = {}

    def get(self, tile: Tile) -> discord.PartialEmoji | None:
        """Return a tile's emoji, or None if there is none."""
        return self._found.get(emoji_name(tile))

    def forget(self, ids: frozenset[int]) -> None:
        """Show no emoji that Discord refused, until it is found again."""
        self._found = {name: emoji for name, emoji in self._found.items() if emoji.id not in ids}

    async def load(self, bot: Bot, top: int = MAX_PIPS, *, upload: bool = True) -> None:
        """Fetch the emojis of the double-``top`` set, and upload the missing ones; log failures instead of raising."""
        try:
            there = await bot.fetch_application_emojis()
            self._found = {each.name: discord.PartialEmoji(name=each.name, id=each.id) for each in there}
            for tile in full_set(top) if upload else ():
                if emoji_name(tile) in self._found:
                    continue
                image = await bot.rendering.draw(render.tile_icon, tile)
                await asyncio.sleep(UPLOAD_PAUSE_SECONDS)
                emoji = await bot.create_application_emoji(name=emoji_name(tile), image=image)
                self._found[emoji.name] = discord.PartialEmoji(name=emoji.name, id=emoji.id)
        except FAILURES as error:
            _log.warning("could not load tile emojis, buttons show text: %s", describe(error))
