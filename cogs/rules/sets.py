"""All the tiles of a set, to view or to print."""

from __future__ import annotations

import io
from typing import Literal

import discord

import render
from cogs.bot import Interaction
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog, on_button
from cogs.core.commands import former_command
from cogs.core.components import number
from cogs.core.frame import Picture, picture_message
from cogs.core.preferences import appearance_of_answer
from engine.live.model.errors import Code, TableError
from engine.tiles import full_set
from render.i18n import translations


class Sets(Cog):
    """Shows sets of tiles."""

    @former_command("domino set", now="domino rules")
    async def set_command(self, interaction: Interaction, highest: Literal[6, 9, 12] = 6) -> None:
        """Show a set."""
        await _show_set(interaction, highest)

    @on_button("set")
    async def set_button(self, interaction: Interaction, top: str) -> None:
        """Handle All the tiles, below the rules of a game."""
        if number(top) not in render.TILE_SETS:
            raise TableError(Code.STALE)
        await _show_set(interaction, number(top))


async def _show_set(interaction: Interaction, top: int) -> None:
    """Send a picture of a set, or text in its place, and a sheet for a printer."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    t, drawing = translations(interaction.locale), interaction.client.rendering
    as_text, theme = await appearance_of_answer(interaction, private=True)
    picture: Picture | str = render.tile_set_alt(top, t)
    if not as_text:
        picture = Picture(await drawing.draw(render.tile_set, top, t, theme=theme), f"double-{top}.png", picture)
    sheet = discord.File(io.BytesIO(await drawing.draw_long(render.tile_set_sheet, top, t)), f"double-{top}-a4.png")
    explanation = t.gettext(
        "{count} tiles: each number from 0 to {top} paired once with every other number and once with itself."
    )
    lines = [
        f"## {t.gettext(render.TILE_SETS[top])}",
        explanation.format(count=len(full_set(top)), top=top),
        t.gettext("The file is an A4 sheet to print."),
    ]
    files, components = picture_message("\n".join(lines), picture, more=(discord.ui.File(sheet),))
    await edit_answer(interaction, view=components, attachments=[*files, sheet])
