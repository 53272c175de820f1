"""Which table a command means: that of the channel where it is given."""

from __future__ import annotations

from cogs.interaction import Interaction
from engine.live.declined import Declined, Why
from engine.live.table import Table


def table_here(interaction: Interaction) -> Table:
    """Give the table of the channel or thread where a command was given.

    Raises:
        Declined: there is none; whoever sits at a table elsewhere on the server is told where.

    """
    try:
        return interaction.client.hub.in_channel(interaction.channel_id or 0)
    except Declined:
        if not (mine := own_tables(interaction)):
            raise
        raise Declined(Why.ELSEWHERE, table=mine[0]) from None


def own_tables(interaction: Interaction) -> list[Table]:
    """Give the open tables of the server where somebody acts at which they sit."""
    return [
        table
        for table in interaction.client.hub.tables
        if table.header.guild == interaction.guild_id and table.seat_of(interaction.user.id) is not None
    ]
