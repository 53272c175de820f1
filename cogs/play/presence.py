"""Who plays and who hosts: coming back, changing the host, removing a player, pauses."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.commands import command
from cogs.core.components import on_button
from cogs.core.context import manages, person_of, table_here
from cogs.core.errors import reply_privately
from cogs.messages.names import name
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Person
from engine.live.tables.table import Table
from render.i18n import translations

_ = app_commands.locale_str


def _player(table: Table, user: int) -> Person:
    """Return a player of a table; raise :class:`TableError` if the user has no seat."""
    seat = table.seat_of(user)
    if seat is None:
        raise TableError(Code.NOT_HERE)
    return table.people[seat]


# ---------------------------------------------------------------------- being back


@on_button("here")
async def come_back(interaction: Interaction, table: Table) -> None:
    """Handle I'm back, below the board or in a hand."""
    await table.come_back(person_of(interaction))
    message = interaction.message
    if message is not None and (interaction.guild_id is None or message.flags.ephemeral):
        await interaction.client.hands.refresh(interaction, table)
    else:
        await interaction.response.defer()


@command(name=_("back"), description=_("Take your seat back from the bot"))
async def back_command(interaction: Interaction) -> None:
    """Handle ``/domino back``."""
    found = table_here(interaction)
    await found.come_back(person_of(interaction))
    await reply_privately(
        interaction, translations(interaction.locale).gettext("Welcome back: the bot has given you your seat back.")
    )


# ---------------------------------------------------------------------- the host


@command(name=_("host"), description=_("Make someone else at the table the host"))
@app_commands.describe(person=_("Who will be the host"))
@app_commands.rename(person=_("person"))
async def host_command(interaction: Interaction, person: discord.User) -> None:
    """Handle ``/domino host``, for the host and members who may manage messages."""
    found = table_here(interaction)
    await found.hand_over(interaction.user.id, person.id, manager=manages(interaction, found.header.channel))
    text = translations(interaction.locale).gettext("{name} is now the host.")
    await reply_privately(interaction, text.format(name=name(_player(found, person.id))))


@command(name=_("remove"), description=_("Remove someone from this table"))
@app_commands.describe(person=_("Who to remove"))
@app_commands.rename(person=_("person"))
async def remove_command(interaction: Interaction, person: discord.User) -> None:
    """Handle ``/domino remove``, for the host; in mid-match the bot plays on for the removed player."""
    found, t = table_here(interaction), translations(interaction.locale)
    other = _player(found, person.id)
    if found.playing:
        await found.remove(interaction.user.id, person.id)
        text = t.gettext("{name} is out of this match, and the bot is playing for them.")
    else:
        await found.unseat(interaction.user.id, person.id)
        text = t.gettext("{name} is no longer at this table.")
    await reply_privately(interaction, text.format(name=name(other)))


# ---------------------------------------------------------------------- pauses


@command(name=_("pause"), description=_("Stop the clock and the match until you resume it"))
async def pause_command(interaction: Interaction) -> None:
    """Handle ``/domino pause``, for the host and members who may manage messages."""
    found = table_here(interaction)
    await found.pause(interaction.user.id, manager=manages(interaction, found.header.channel))
    await reply_privately(
        interaction, translations(interaction.locale).gettext("The match is paused. Use /domino resume to continue it.")
    )


@command(name=_("resume"), description=_("Continue a paused match"))
async def resume_command(interaction: Interaction) -> None:
    """Handle ``/domino resume``, for the host and members who may manage messages."""
    found = table_here(interaction)
    await found.resume(interaction.user.id, manager=manages(interaction, found.header.channel))
    await reply_privately(interaction, translations(interaction.locale).gettext("The match continues."))


@on_button("resume")
async def resume(interaction: Interaction, table: Table) -> None:
    """Handle Resume below a board."""
    await table.resume(interaction.user.id, manager=manages(interaction, table.header.channel))
    await interaction.response.defer()
