"""Leaving a table and ending a match, with a confirmation in mid-match."""

from __future__ import annotations

from gettext import NullTranslations

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.commands import command, command_name
from cogs.core.components import button, on_button
from cogs.core.context import manages, table_here
from cogs.core.errors import UserError, reply_privately, sentence
from cogs.core.layout import layout
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Presence
from engine.live.tables.table import Table
from render.i18n import translations

_ = app_commands.locale_str


@command(name=_("leave"), description=_("Leave the table in this channel"))
async def leave_command(interaction: Interaction) -> None:
    """Handle ``/domino leave``: leave a lobby at once, a running match after a confirmation."""
    table = table_here(interaction)
    t = translations(interaction.locale)
    person = table.people[table.require_seat(interaction.user.id)]
    if not table.playing:
        await table.leave(interaction.user.id)
        await reply_privately(interaction, t.gettext("You have left the table."))
        return
    if person.gone:
        raise TableError(Code.REMOVED if person.presence is Presence.REMOVED else Code.LEFT)
    text = t.gettext("Leave this match for good? The bot will play for you.")
    if all(each.gone for each in table.people if each is not person):
        text = t.gettext(
            "Leave this match for good? No one else is left, so the match will end and won't count for anyone."
        )
    await _confirm(interaction, text, "walk", table, t.gettext("Leave"), t)


@command(name=_("end"), description=_("End the match in this channel"))
async def end_command(interaction: Interaction) -> None:
    """Handle ``/domino end``, after a confirmation: for the host and members who may manage messages."""
    table = table_here(interaction)
    t = translations(interaction.locale)
    if interaction.user.id != table.header.host and not manages(interaction, table.header.channel):
        declined = TableError(Code.NOT_HOST, host=table.header.host)
        if not table.playing or table.seat_of(interaction.user.id) is None:
            raise declined
        command = command_name(t, "vote")
        instead = t.gettext("{command} asks everyone at the table.").format(command=command)
        raise UserError(f"{sentence(declined, t)} {instead}")
    if not table.playing:
        await table.cancel(interaction.user.id, manager=manages(interaction, table.header.channel))
        await reply_privately(interaction, t.gettext("The table is closed."))
        return
    text = t.gettext("End this match for everyone? It won't count for anyone.")
    await _confirm(interaction, text, "end", table, t.gettext("End the match"), t)


async def _confirm(
    interaction: Interaction, text: str, verb: str, table: Table, label: str, t: NullTranslations
) -> None:
    row = (
        button(verb, table.id, label=label, style=discord.ButtonStyle.danger),
        button("keep", label=t.gettext("Keep playing")),
    )
    await interaction.response.send_message(view=layout(text, rows=(row,)), ephemeral=True)


@on_button("keep")
async def stay(interaction: Interaction) -> None:
    """Handle Keep playing."""
    t = translations(interaction.locale)
    await interaction.response.edit_message(view=layout(t.gettext("All right, the match continues.")))


@on_button("walk")
async def leave_match(interaction: Interaction, table: Table) -> None:
    """Handle the confirmation to leave a running match."""
    await table.leave_match(interaction.user.id)
    t = translations(interaction.locale)
    await interaction.response.edit_message(view=layout(t.gettext("You have left the match.")))


@on_button("end")
async def end_match(interaction: Interaction, table: Table) -> None:
    """Handle the confirmation to end a match."""
    await table.end(interaction.user.id, manager=manages(interaction, table.header.channel))
    t = translations(interaction.locale)
    await interaction.response.edit_message(view=layout(t.gettext("The match has ended.")))
