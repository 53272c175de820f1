"""Opening a lobby: in the channel, as the answer to the command, or in a thread of its own."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import replace
from gettext import NullTranslations

import discord

from cogs.bot import Interaction
from cogs.core import permissions
from cogs.core.answer import delete_answer, edit_answer
from cogs.core.command_names import commands_for
from cogs.core.components import button
from cogs.core.errors import reply_privately
from cogs.core.frame import framed
from cogs.core.http.requests import FAILURES, describe, may_be_done
from cogs.core.preferences import public_language
from cogs.messages.names import name, plain_name, rules_name
from engine.live.model.errors import StorageError, TableError
from engine.live.model.pace import TimeControl
from engine.live.model.preferences import ServerPreferences
from engine.live.model.request import TableRequest
from engine.live.model.table import Delivery, Status
from engine.live.tables import lobby
from engine.live.tables.table import Table
from engine.options import complete
from engine.rules import find
from render.i18n import translations

_log = logging.getLogger(__name__)

DAY_MINUTES, WEEK_MINUTES = 1_440, 10_080
"""The minutes without a message after which Discord archives a thread; the next message reopens it."""


async def open_here(interaction: Interaction, request: TableRequest, *, waits: bool = False) -> Table:
    """Open a table in the interaction's channel, show it as the answer, and return it.

    Where the bot is no member, a host who is alone with computers begins at once. A table that Discord refused is
    closed again. One that may be shown although Discord did not confirm it stays open, and is shown once more.

    Args:
        interaction: the command or press.
        request: the request for the table, in this channel.
        waits: whether a person alone with computers waits for others, instead of beginning at once.

    """
    table = await interaction.client.hub.open(request)
    try:
        if not (request.delivery.on_server or waits):
            await start_alone(table)
        await interaction.client.publisher.answers.open(interaction, table)
    except Exception as error:
        if not may_be_done(error) and not table.playing:
            # an invisible lobby must not block its channel
            await _cancel(table)
        raise
    return table


async def offer_present(interaction: Interaction, delivery: Delivery) -> bool:
    """Offer to continue at the table of a place; return whether there is one. On servers, opening another is refused.

    Args:
        interaction: the command or press.
        delivery: how a table in that place is delivered.

    """
    if delivery.on_server:
        return False
    try:
        table = interaction.client.hub.in_channel(
            interaction.channel_id or 0, interaction.user.id if delivery.ephemeral else 0
        )
    except TableError:
        return False
    t, names = translations(interaction.locale), commands_for(interaction)
    text = t.gettext("There is a table here already: {rules}.")
    if delivery.ephemeral:
        text = t.gettext(
            "You're playing alone here already: {rules}. To end that match, type {command}. For a table that everyone "
            "sees, type {play}."
        )
    elif table.playing:
        text = t.gettext("There is a table here already: {rules}. To end its match, type {command}.")
    text = text.format(
        rules=rules_name(table.header.rules, t),
        command=names.name("table", "end"),
        play=names.name("play", show="True"),
    )
    again = button("continue", table.id, label=t.gettext("Continue"), style=discord.ButtonStyle.success)
    await interaction.response.send_message(view=framed(text, rows=[[again]]), ephemeral=True)
    return True


def language_of(interaction: Interaction, chosen: ServerPreferences, delivery: Delivery, kept: str = "") -> str:
    """Return the language of a table: that of the only person who sees it, or else of public messages.

    Args:
        interaction: the interaction.
        chosen: the server's preferences.
        delivery: how the table is delivered.
        kept: for a rematch, the language of the match; empty for any other table.

    """
    return str(interaction.locale) if delivery.alone else public_language(interaction, chosen, kept)


async def start_alone(table: Table) -> None:
    """Start the match of one person and computers, if they are enough and no other person is invited."""
    header = table.header
    alone = len(header.human_seats) == 1 < len(header.people) and not header.invited
    if table.header.status is Status.LOBBY and alone and len(header.people) >= table.header.seats[0]:
        await table.do(lobby.start, header.host_id)


async def open_in_thread(interaction: Interaction, request: TableRequest) -> Table:
    """Answer publicly, open the lobby in a thread of that answer, and return its table.

    If no thread can be opened, open the lobby in the channel and tell the host why.
    """
    # raises before anything is posted
    complete(request.rules, find(request.rules).options, request.options)
    t = translations(request.locale)
    obstacle = _obstacle(interaction, translations(interaction.locale))
    if obstacle:
        table = await open_here(interaction, request)
        await _explain(interaction, obstacle)
        return table
    announcement = t.gettext("**{name}** opens a table: {rules}.")
    text = announcement.format(name=name(request.host), rules=rules_name(request.rules, t))
    answer = await interaction.response.send_message(view=framed(text))
    try:
        if answer.message_id is None:
            raise _NoMessageId
        table, thread = await _with_lobby(interaction, answer.message_id, request)
    except Exception as error:
        with contextlib.suppress(*FAILURES):
            await delete_answer(interaction)
        if not isinstance(error, (*FAILURES, _NoMessageId)):
            raise
        _log.warning("could not open a thread in channel %s: %s", interaction.channel_id, describe(error))
        table = await open_here(interaction, request)
        failed = translations(interaction.locale).gettext("Discord didn't let me open a thread just now.")
        await _explain(interaction, failed)
        return table
    try:
        link_text = t.gettext("Join in {thread}.").format(thread=thread.mention)
        await edit_answer(interaction, view=framed(f"{text}\n{link_text}"))
    except FAILURES as error:
        # Discord shows the thread below the message anyway
        _log.info("could not link to a table's thread: %s", describe(error))
    return table


class _NoMessageId(Exception):
    """Discord did not return the id of the answer's message."""


async def _with_lobby(interaction: Interaction, message_id: int, request: TableRequest) -> tuple[Table, discord.Thread]:
    """Create a thread from a message and post a lobby in it; on failure, remove both."""
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    t = translations(request.locale)
    thread = await channel.create_thread(
        name=f"{rules_name(request.rules, t)} · {plain_name(request.host)}",
        message=discord.Object(message_id),
        auto_archive_duration=DAY_MINUTES if request.time_control is TimeControl.CASUAL else WEEK_MINUTES,
    )
    try:
        table = await interaction.client.hub.open(replace(request, channel_id=thread.id))
        try:
            await interaction.client.publisher.answers.open(interaction, table)
        except Exception:
            await _cancel(table)
            raise
    except Exception:
        await _remove_thread(thread)
        raise
    return table, thread


async def _cancel(table: Table) -> None:
    """Close a lobby that could not be posted; if the store fails, it closes when its time is up."""
    with contextlib.suppress(StorageError):
        await table.do(lobby.cancel, table.header.host_id)


async def _remove_thread(thread: discord.Thread) -> None:
    """Delete an empty thread; without that permission, archive it."""
    try:
        try:
            await thread.delete()
        except discord.Forbidden:
            await thread.edit(archived=True)
    except FAILURES as error:
        _log.info("could not delete an empty thread: %s", describe(error))


def _obstacle(interaction: Interaction, t: NullTranslations) -> str:
    """Return why no thread can be opened in a channel; empty if one can."""
    if not isinstance(interaction.channel, discord.TextChannel):
        return t.gettext("This kind of channel has no threads.")
    lacking = permissions.missing(interaction.app_permissions, permissions.NEEDED_FOR_THREADS, t)
    if lacking:
        return t.gettext("I'm missing {permissions} in this channel.").format(permissions=permissions.bold(lacking))
    return ""


async def _explain(interaction: Interaction, reason: str) -> None:
    """Send the host the reason why the table has no thread; a failure is only logged."""
    t = translations(interaction.locale)
    text = t.gettext("This table has no thread of its own. {why} {command} explains what to do.")
    command = commands_for(interaction).name("settings", "doctor")
    try:
        await reply_privately(interaction, text.format(why=reason, command=command))
    except FAILURES as error:
        _log.info("could not tell a host why there is no thread: %s", describe(error))
