"""The one command that all others stand under: ``/domino``."""

from __future__ import annotations

from discord import app_commands

domino = app_commands.Group(
    name=app_commands.locale_str("domino"),
    description=app_commands.locale_str("Play dominoes with friends"),
    guild_only=True,
)
