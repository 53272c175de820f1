"""Opening a lobby: in the channel, as the answer to whoever asked, or in a thread of its own."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations

import discord

from cogs.core import permissions
from cogs.core.bot import Interaction
from cogs.core.commands import command_name
from cogs.core.errors import FAILURES, tell
from cogs.core.layout import layout
from cogs.messages import board
from cogs.messages.names import name, plain_name, rules_name
from engine.bots.level import Level
from engine.live.model.errors import StorageError
from engine.live.model.pace import TimeControl
from engine.live.model.table import Person, Post
from engine.live.tables.table import Table
from engine.options import Value, complete
from engine.rules import find
from render.i18n import translations

_log = logging.getLogger(__name__)

DAY, WEEK = 1_440, 10_080
"""After how many minutes without a message Discord puts a thread away; the next message brings it back."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants a table to be.

    Attributes:
        rules: the rule set's id.
        options: the options chosen; those left out take their defaults.
        clock: how much time a turn has.
        locale: the language of what everybody reads.
        invited: who is invited, by user id.
        as_text: whether the channel gets text in place of pictures.
        seating: in a rematch, how the people of the last match sat, by user id.
        opener: who opened that match.
        computers: who else sits down at once: a level for each new computer, or those of the last match.
        hints: whether players may ask an expert what to play.

    """

    rules: str
    options: Mapping[str, Value]
    clock: TimeControl
    locale: str
    invited: tuple[int, ...] = ()
    as_text: bool = False
    seating: tuple[int, ...] = field(default=())
    opener: int | None = None
    computers: Sequence[Level | Person] = ()
    hints: bool = False


async def open_here(interaction: Interaction, host: Person, wish: Wish) -> Table:
    """Open a lobby where an interaction comes from, show it as the answer, and give its table.

    A lobby that could not be shown is not there.
    """
    assert interaction.channel_id is not None
    table = await _open(interaction, interaction.channel_id, host, wish)
    message = board.lobby(table.header, interaction.client.hub.pace, translations(wish.locale))
    view, allowed = message.layout, message.allowed_mentions
    try:
        if interaction.response.is_done():
            shown = (await interaction.followup.send(view=view, allowed_mentions=allowed, wait=True)).id
        else:
            answer = await interaction.response.send_message(view=view, allowed_mentions=allowed)
            shown = answer.message_id
    except Exception:
        # a lobby that nobody can see must not block its channel
        await _cancel(table, host)
        raise
    if shown is not None:
        await interaction.client.publisher.lobby_is_out(table, Post(shown, text=message.lasting))
    return table


async def open_in_thread(interaction: Interaction, host: Person, wish: Wish) -> Table:
    """Answer with who opens what, open its lobby in a thread made from that answer, and give its table.

    Where there can be no thread, the lobby opens in the channel, and the host is told why.
    """
    # refused before anybody sees anything
    complete(wish.rules, find(wish.rules).options, wish.options)
    t = translations(wish.locale)
    hindrance = _hindrance(interaction, translations(interaction.locale))
    if hindrance:
        table = await open_here(interaction, host, wish)
        await _explain(interaction, hindrance)
        return table
    opens = t.gettext("**{name}** opens a table: {rules}.")
    text = opens.format(name=name(host), rules=rules_name(wish.rules, t))
    answer = await interaction.response.send_message(view=layout(text))
    try:
        if answer.message_id is None:
            raise _Nameless
        table, thread = await _with_lobby(interaction, answer.message_id, host, wish)
    except Exception as error:
        with contextlib.suppress(*FAILURES):
            await interaction.delete_original_response()
        if not isinstance(error, (*FAILURES, _Nameless)):
            raise
        _log.warning("no thread could be opened in channel %s: %s", interaction.channel_id, error)
        table = await open_here(interaction, host, wish)
        failed = translations(interaction.locale).gettext("Discord would not open a thread just now.")
        await _explain(interaction, failed)
        return table
    try:
        there = t.gettext("Join in {thread}.").format(thread=thread.mention)
        await interaction.edit_original_response(view=layout(f"{text}\n{there}"))
    except FAILURES as error:
        # Discord itself shows the thread below the message
        _log.info("the way to a table's thread could not be shown: %s", error)
    return table


class _Nameless(Exception):
    """Discord did not say which message it made of an answer."""


async def _with_lobby(interaction: Interaction, message: int, host: Person, wish: Wish) -> tuple[Table, discord.Thread]:
    """Make a thread from a message, with a lobby in it; where that fails, neither is there."""
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    t = translations(wish.locale)
    thread = await channel.create_thread(
        name=f"{rules_name(wish.rules, t)} · {plain_name(host)}",
        message=discord.Object(message),
        auto_archive_duration=DAY if wish.clock is TimeControl.CASUAL else WEEK,
    )
    try:
        table = await _open(interaction, thread.id, host, wish)
        shown = board.lobby(table.header, interaction.client.hub.pace, t)
        try:
            sent = await thread.send(view=shown.layout, allowed_mentions=shown.allowed_mentions)
        except Exception:
            await _cancel(table, host)
            raise
    except Exception:
        await _put_away(thread)
        raise
    await interaction.client.publisher.lobby_is_out(table, Post(sent.id, text=shown.lasting))
    return table, thread


async def _cancel(table: Table, host: Person) -> None:
    """Close a lobby that could not be shown; where that can't be kept it closes when its time is up."""
    with contextlib.suppress(StorageError):
        await table.cancel(host.user)


async def _put_away(thread: discord.Thread) -> None:
    """Take back a thread that stayed empty; without the right to delete it, it is archived at least."""
    try:
        try:
            await thread.delete()
        except discord.Forbidden:
            await thread.edit(archived=True)
    except FAILURES as error:
        _log.info("an empty thread stays: %s", error)


async def _open(interaction: Interaction, channel: int, host: Person, wish: Wish) -> Table:
    assert interaction.guild_id is not None
    return await interaction.client.hub.open(
        guild=interaction.guild_id,
        channel=channel,
        host=host,
        rules=wish.rules,
        options=wish.options,
        locale=wish.locale,
        invited=wish.invited,
        as_text=wish.as_text,
        clock=wish.clock,
        seating=wish.seating,
        opener=wish.opener,
        computers=wish.computers,
        hints=wish.hints,
    )


def _hindrance(interaction: Interaction, t: NullTranslations) -> str:
    """Say why no thread can be opened from a channel; empty where it can."""
    if not isinstance(interaction.channel, discord.TextChannel):
        return t.gettext("This kind of channel has no threads.")
    lacking = permissions.missing(interaction.app_permissions, permissions.NEEDED_FOR_THREADS, t)
    if lacking:
        return t.gettext("In this channel I lack {permissions}.").format(permissions=permissions.bold(lacking))
    return ""


async def _explain(interaction: Interaction, why: str) -> None:
    """Tell the host why their table has no thread of its own; that the lobby is there matters more."""
    t = translations(interaction.locale)
    text = t.gettext("This table has no thread of its own. {why} {command} tells what to do.")
    command = command_name(t, "doctor")
    try:
        await tell(interaction, text.format(why=why, command=command))
    except FAILURES as error:
        _log.info("a host could not be told why there is no thread: %s", error)
