"""Watching a table without a seat."""

from __future__ import annotations

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button
from engine.live.tables.table import Table


class Watching(Cog):
    """Shows tables to people without a seat."""

    @on_button("look")
    async def watch(self, interaction: Interaction, table: Table) -> None:
        """Handle Watch: show the table, kept up to date; players see their hand."""
        if table.header.seat_of(interaction.user.id) is not None:
            await interaction.client.publisher.answers.show_hand(interaction, table)
        else:
            await interaction.client.watchers.open(interaction, table)
