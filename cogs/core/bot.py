"""An interaction as this bot gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import discord

if TYPE_CHECKING:
    from cogs.client import Client

    Interaction: TypeAlias = discord.Interaction[Client]
else:
    # at runtime the class alone: naming the client here would go round in a circle
    Interaction = discord.Interaction
