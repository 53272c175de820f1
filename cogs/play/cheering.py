"""Cheering at the end of a deal."""

from __future__ import annotations

from cogs.core.bot import Interaction
from cogs.core.components import on_button


@on_button("cheer")
async def cheer(interaction: Interaction, table_id: str, deal: str, which: str) -> None:
    """Handle the buttons with cheers, for players and spectators; the match may be over."""
    await interaction.client.cheers.press(interaction, table_id, deal, which)
