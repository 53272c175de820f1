"""Asking for an expert's hint."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.bot import Interaction
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog, on_button
from cogs.core.commands import command
from cogs.core.context import table_here
from cogs.messages.advice import advice
from cogs.messages.names import name
from engine.live.model.errors import Code, TableError
from engine.live.tables.table import Table
from engine.view import View
from render.i18n import translations


async def _send_hint(interaction: Interaction, table: Table) -> None:
    """Send a hint to the player who asked; the search may take longer than Discord waits for an answer."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    hint = await table.bot_turns.hint(interaction.user.id)
    if not _unchanged(table, hint.view):
        # their time ran out, or they have moved since
        raise TableError(Code.STALE)
    t = translations(interaction.locale)
    people = [name(person) for person in table.people]
    text = advice(hint.decision, hint.view, people, t)
    await edit_answer(interaction, content=text, allowed_mentions=discord.AllowedMentions.none())


def _unchanged(table: Table, view: View) -> bool:
    """Whether a table has not changed since a player saw it."""
    now = table.view(view.seat)
    return (now.deal, now.turn, now.history) == (view.deal, view.turn, view.history)


class Hints(Cog):
    """Gives an expert's hints."""

    @command(name=app_commands.locale_str("hint"), description=app_commands.locale_str("Ask what an expert would play"))
    async def hint_command(self, interaction: Interaction) -> None:
        """Handle ``/domino hint``, for the player in turn if the table allows hints."""
        await _send_hint(interaction, table_here(interaction))

    @on_button("hint")
    async def hint(self, interaction: Interaction, table: Table) -> None:
        """Handle Hint, in a hand."""
        await _send_hint(interaction, table)
