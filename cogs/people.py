"""Who acted, as a table keeps them."""

from __future__ import annotations

from typing import Any

import discord

from engine.live.store import Person


def person_of(interaction: discord.Interaction[Any]) -> Person:
    """Give the person behind an interaction, with their present name and language."""
    return Person(interaction.user.id, interaction.user.display_name, str(interaction.locale))


def manages_server(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether whoever acted may change the settings of the server where they act."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def manages(interaction: discord.Interaction[Any], channel: int) -> bool:
    """Tell whether whoever acted may manage messages in a channel; only where they act there is that known."""
    return interaction.channel_id == channel and interaction.permissions.manage_messages
