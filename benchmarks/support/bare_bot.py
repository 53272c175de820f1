"""A discord.py client without a game: it answers each press with requests of the sizes in a recipe.

Started by :mod:`benchmarks.table` in place of the bot; ``BARE_RECIPE`` names the file with the recipe.
"""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import discord
import orjson

from benchmarks.support.bare_people import BARE
from benchmarks.support.recipe import Kind, Recipe

FRAME = 260
"""About how many bytes the JSON of a message has beside its components."""
TEXT_LIMIT = 3800


class Bare(discord.Client):
    """The client, with the settings of the bot."""

    def __init__(self, recipe: Recipe) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
        )
        self._recipe = recipe
        self._pictures = {kind.name: os.urandom(kind.picture) for kind in recipe.kinds}
        self._views: dict[str, discord.ui.LayoutView] = {}
        self._newest: dict[int, int] = {}

    async def setup_hook(self) -> None:
        """Create the views, once."""
        self._views = {kind.name: _view(kind) for kind in self._recipe.kinds}

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press with all that the bot would send."""
        assert interaction.data is not None
        assert interaction.message is not None
        _, press, channel = str(interaction.data.get("custom_id")).split(":")
        answer, *others = self._recipe.requests(int(press))
        places = {"channel": int(channel), "dm": interaction.message.channel.id}
        self._newest[places["dm"]] = interaction.message.id
        shown = [each for each in others if "_channel_" in each.name]
        hands = [each for each in others if "_dm_" in each.name]
        await asyncio.gather(
            self._answer(interaction, answer),
            self._in_order(shown, places["channel"]),
            *(self._in_order([each], places["dm"]) for each in hands),
        )

    async def _answer(self, interaction: discord.Interaction[Any], kind: Kind) -> None:
        if kind.body < 100:
            await interaction.response.defer()
        else:
            await interaction.response.edit_message(view=self._views[kind.name], attachments=self._files(kind))

    async def _in_order(self, kinds: Sequence[Kind], place: int) -> None:
        """Send to one place: new messages first, then edits."""
        old = self._newest.get(place)
        channel = self.get_partial_messageable(place)
        for kind in sorted(kinds, key=lambda each: each.name, reverse=True):
            view, files = self._views[kind.name], self._files(kind)
            if kind.name.startswith("post") or old is None:
                sent = await channel.send(view=view, files=files)
                self._newest[place] = sent.id
            else:
                await channel.get_partial_message(old).edit(view=view, attachments=files)

    def _files(self, kind: Kind) -> list[discord.File]:
        return [discord.File(io.BytesIO(self._pictures[kind.name]), "table.png")] if kind.picture else []


def _view(kind: Kind) -> discord.ui.LayoutView:
    """Return a framed message like the bot's, whose JSON has about that many bytes."""
    view, size = _made(kind, 1, 1), 0
    size = len(orjson.dumps(view.to_components()))
    room = max(kind.body - size - FRAME, 0)
    view = _made(kind, 1 + min(room, TEXT_LIMIT), 1 + min(max(room - TEXT_LIMIT, 0), 1000))
    view.stop()  # else discord.py would keep it for every message
    return view


def _made(kind: Kind, text: int, alt: int) -> discord.ui.LayoutView:
    box: discord.ui.Container[Any] = discord.ui.Container(accent_colour=discord.Colour(0x1F6B4A))
    if kind.picture:
        gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://table.png", description="a" * alt)
        box.add_item(gallery)
    box.add_item(discord.ui.TextDisplay("t" * text))
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    for number in range(3 if kind.picture else 1):
        row.add_item(discord.ui.Button(label="Play this", custom_id=f"{BARE}:{number}:0"))
    box.add_item(row)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(box)
    return view


def main(argv: Sequence[str] | None = None) -> int:
    """Run until stopped."""
    del argv
    recipe = Recipe.load(Path(os.environ["BARE_RECIPE"]))
    Bare(recipe).run(os.environ["DISCORD_TOKEN"], log_level=30)
    return 0
