"""The links that add the bot to a server or to a person, and the permissions that it asks for."""

from __future__ import annotations

from typing import Final

import discord

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    use_external_emojis=True,
)
"""The permissions that the bot needs on a server, and no others."""

SERVER_SCOPES: Final = ("bot", "applications.commands")
PERSON_SCOPES: Final = ("applications.commands",)
"""The scopes of the two links: on a server the bot and its commands, for a person the commands alone."""


def invite_links(application_id: int | str) -> tuple[str, str]:
    """Return two links: one adds the bot to a server, the other the app to the account of the person who opens it."""
    server = discord.utils.oauth_url(application_id, permissions=PERMISSIONS, scopes=SERVER_SCOPES)
    person = discord.utils.oauth_url(application_id, scopes=PERSON_SCOPES)
    return f"{server}&integration_type=0", f"{person}&integration_type=1"
