"""What the bot must be allowed to do in a channel before a table opens there."""

from __future__ import annotations

from gettext import NullTranslations

import discord

from cogs.errors import Sorry
from cogs.interaction import Interaction
from cogs.words import words_for
from engine.words import N_

NEEDED = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
    "embed_links": N_("Embed Links"),
}
NEEDED_IN_THREADS = {**NEEDED, "send_messages": "", "send_messages_in_threads": N_("Send Messages in Threads")}


def missing(permissions: discord.Permissions, words: NullTranslations, *, thread: bool) -> list[str]:
    """Name the permissions that a table needs and the bot lacks, in the reader's language."""
    needed = NEEDED_IN_THREADS if thread else NEEDED
    return [words.gettext(label) for name, label in needed.items() if label and not getattr(permissions, name)]


def check(interaction: Interaction) -> None:
    """Make sure that the bot can hold a table where a command was given.

    Raises:
        Sorry: it lacks something, which the text names; or the place is no channel of a server.

    """
    words = words_for(interaction.locale)
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Sorry(words.gettext("Tables are for servers: open one in a channel."))
    thread = isinstance(interaction.channel, discord.Thread)
    lacking = missing(interaction.app_permissions, words, thread=thread)
    if lacking:
        text = words.gettext("I can't hold a table here: in this channel I lack {permissions}. Ask an admin for it.")
        raise Sorry(text.format(permissions=", ".join(f"**{each}**" for each in lacking)))
