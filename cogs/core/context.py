"""Which table a command means: that of the channel where it is given."""

from __future__ import annotations

from typing import Any

import discord

from cogs.core.bot import Interaction
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Person
from engine.live.tables.table import Table


def table_here(interaction: Interaction) -> Table:
    """Give the table of the channel or thread where a command was given.

    Raises:
        TableError: there is none; whoever sits at a table elsewhere on the server is told where.

    """
    try:
        return interaction.client.hub.in_channel(interaction.channel_id or 0)
    except TableError:
        if not (mine := own_tables(interaction)):
            raise
        raise TableError(Code.ELSEWHERE, table=mine[0]) from None


def own_tables(interaction: Interaction) -> list[Table]:
    """Give the open tables of the server where somebody acts at which they sit."""
    return [
        table
        for table in interaction.client.hub.tables
        if table.header.guild == interaction.guild_id and table.seat_of(interaction.user.id) is not None
    ]


def person_of(interaction: discord.Interaction[Any]) -> Person:
    """Give the person behind an interaction, with their present name and language."""
    return Person(interaction.user.id, interaction.user.display_name, str(interaction.locale))


def manages_server(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether whoever acted may change the settings of the server where they act."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def manages(interaction: discord.Interaction[Any], channel: int) -> bool:
    """Tell whether whoever acted may manage messages in a channel; only where they act there is that known."""
    return interaction.channel_id == channel and interaction.permissions.manage_messages
