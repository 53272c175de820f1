"""The permissions that the bot needs in a channel, their purposes, and the one that settings need."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations

import discord

from cogs.core.bot import Interaction
from cogs.core.command_names import commands_for
from cogs.core.context import delivery_of, has, manages_server
from cogs.core.errors import UserError
from cogs.core.ways import ALONE
from engine.i18n import N_
from engine.live.model.preferences import ServerPreferences
from render.i18n import translations

NEEDED = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
    "embed_links": N_("Embed Links"),
}
"""The permissions every table needs: name in the library to name in Discord's settings."""
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
"""The additional permissions for opening threads."""
NEEDED_FOR_ONE_PICTURE = {"read_message_history": NEEDED_FOR_THREADS["read_message_history"]}
"""The additional permission for editing one picture: to see how far up it is."""

NEEDED_FOR_ANSWERS = {"attach_files": NEEDED["attach_files"], "embed_links": NEEDED["embed_links"]}
"""The permissions that answers need; on a server without the bot, those of the person who brings it count."""

PURPOSES = {
    "view_channel": N_("to see the channel at all"),
    "send_messages": N_("to show the table after each move"),
    "send_messages_in_threads": N_("to show the table in a thread"),
    "attach_files": N_("to show pictures"),
    "embed_links": N_("to show pictures"),
    "create_public_threads": N_("to open a thread for each table"),
    "read_message_history": N_("to find my own messages again"),
}
"""The purpose of each permission."""


def missing(permissions: discord.Permissions, needed: Mapping[str, str], t: NullTranslations) -> list[str]:
    """Return the names of the needed permissions that are missing, in the reader's language."""
    return [t.gettext(label) for name, label in needed.items() if not has(permissions, name)]


def needed_here(interaction: Interaction, chosen: ServerPreferences) -> dict[str, str]:
    """Return all permissions that tables need in the interaction's channel, with the server's settings."""
    thread = isinstance(interaction.channel, discord.Thread)
    needed = dict(NEEDED_IN_THREADS if thread else NEEDED)
    if chosen.threads and not thread:
        needed |= NEEDED_FOR_THREADS
    if chosen.one_picture:
        needed |= NEEDED_FOR_ONE_PICTURE
    return needed


def check(interaction: Interaction, *, ephemeral: bool = False) -> None:
    """Raise unless the bot can hold a table in the command's channel; or if it is ephemeral, a private match.

    Raises:
        UserError: a permission is missing, which the text names.

    """
    t, by_token = translations(interaction.locale), delivery_of(interaction).by_token
    if interaction.guild_id is None:
        return
    if not (by_token or ephemeral or has(interaction.permissions, "use_external_apps")):
        text = t.gettext("This server doesn't let you use your own apps in public, so nobody else would see the table.")
        raise UserError(text, ALONE)
    needed = NEEDED_IN_THREADS if isinstance(interaction.channel, discord.Thread) else NEEDED
    lacking = missing(interaction.app_permissions, NEEDED_FOR_ANSWERS if ephemeral or not by_token else needed, t)
    if not lacking:
        return
    text = t.gettext("I can't run a table here: you need {permissions} in this channel.")
    if by_token:
        text = t.gettext(
            "I can't run a table here: I'm missing {permissions} in this channel. {command} explains how to fix that."
        )
    # an ephemeral message needs fewer permissions
    way = ALONE if not missing(interaction.app_permissions, NEEDED_FOR_ANSWERS, t) else None
    raise UserError(
        text.format(permissions=bold(lacking), command=commands_for(interaction).name("settings", "doctor")), way
    )


def no_threads(permissions: discord.Permissions, t: NullTranslations) -> str:
    """Return why the bot can open no threads with these permissions, and where tables are instead; empty if it can."""
    lacking = missing(permissions, NEEDED_FOR_THREADS, t)
    text = t.gettext(
        "I can't open a thread for each table here: I'm missing {permissions}. Without it, tables are played in "
        "the channels that this server allows, one after the other."
    )
    return text.format(permissions=bold(lacking)) if lacking else ""


def require_manager(interaction: Interaction) -> None:
    """Raise UserError unless the user manages the server now; a panel may be older than their permissions."""
    if not manages_server(interaction):
        t = translations(interaction.locale)
        raise UserError(t.gettext("Only members with the Manage Server permission can change this."))


def bold(names: list[str]) -> str:
    """Join names, each in bold."""
    return ", ".join(f"**{each}**" for each in names)
