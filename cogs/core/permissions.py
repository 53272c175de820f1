"""What the bot must be allowed to do in a channel, and for what."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations

import discord

from cogs.core.bot import Interaction
from cogs.core.commands import command_name
from cogs.core.errors import UserError
from engine.i18n import N_
from engine.live.model.preferences import ServerPreferences
from render.i18n import translations

NEEDED = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
    "embed_links": N_("Embed Links"),
}
"""What every table needs: a permission's name in the library to its name in Discord's settings."""
NEEDED_IN_THREADS = {
    "view_channel": NEEDED["view_channel"],
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "attach_files": NEEDED["attach_files"],
    "embed_links": NEEDED["embed_links"],
}
NEEDED_FOR_THREADS = {
    "create_public_threads": N_("Create Public Threads"),
    "send_messages_in_threads": NEEDED_IN_THREADS["send_messages_in_threads"],
    "read_message_history": N_("Read Message History"),
}
"""What it takes, on top, to open a thread for a table."""
NEEDED_FOR_ONE_PICTURE = {"read_message_history": NEEDED_FOR_THREADS["read_message_history"]}
"""What it takes, on top, to see how far up a picture is that is edited."""

PURPOSES = {
    "view_channel": N_("to see the channel at all"),
    "send_messages": N_("to show the table after each move"),
    "send_messages_in_threads": N_("to show the table in a thread"),
    "attach_files": N_("to show pictures"),
    "embed_links": N_("to show pictures"),
    "create_public_threads": N_("to open a thread for each table"),
    "read_message_history": N_("to find its own messages again"),
}
"""What each permission is for."""


def missing(permissions: discord.Permissions, needed: Mapping[str, str], t: NullTranslations) -> list[str]:
    """Name the permissions that are needed and not there, in the reader's language."""
    return [t.gettext(label) for name, label in needed.items() if not has(permissions, name)]


def has(permissions: discord.Permissions, name: str) -> bool:
    """Tell whether a permission is there; an administrator has them all."""
    return permissions.administrator or getattr(permissions, name)


def needed_here(interaction: Interaction, chosen: ServerPreferences) -> dict[str, str]:
    """Give all that tables need where an interaction comes from, with what the server has chosen."""
    thread = isinstance(interaction.channel, discord.Thread)
    needed = dict(NEEDED_IN_THREADS if thread else NEEDED)
    if chosen.threads and not thread:
        needed |= NEEDED_FOR_THREADS
    if chosen.one_picture:
        needed |= NEEDED_FOR_ONE_PICTURE
    return needed


def check(interaction: Interaction) -> None:
    """Make sure that the bot can hold a table where a command was given.

    Raises:
        UserError: it lacks something, which the text names; or the place is no channel of a server.

    """
    t = translations(interaction.locale)
    if interaction.guild_id is None or interaction.channel_id is None:
        raise UserError(t.gettext("Tables are for servers: open one in a channel."))
    thread = isinstance(interaction.channel, discord.Thread)
    lacking = missing(interaction.app_permissions, NEEDED_IN_THREADS if thread else NEEDED, t)
    if lacking:
        text = t.gettext(
            "I can't hold a table here: in this channel I lack {permissions}. {command} tells how to give it."
        )
        raise UserError(text.format(permissions=bold(lacking), command=command_name(t, "doctor")))


def bold(names: list[str]) -> str:
    """Put names in a row, each in bold."""
    return ", ".join(f"**{each}**" for each in names)
