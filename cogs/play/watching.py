"""Watching a table without a seat."""

from __future__ import annotations

from cogs.core.bot import Interaction
from cogs.core.components import on_button
from engine.live.tables.table import Table


@on_button("look")
async def watch(interaction: Interaction, table: Table) -> None:
    """Handle Watch: show the table, kept up to date; players see their hand."""
    if table.seat_of(interaction.user.id) is not None:
        await interaction.client.hands.open(interaction, table)
    else:
        await interaction.client.watchers.open(interaction, table)
