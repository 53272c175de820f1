"""The acting user, and the table of the channel."""

from __future__ import annotations

from contextlib import suppress
from gettext import NullTranslations
from typing import Any

import discord

from cogs.core.bot import Bot, Interaction
from cogs.core.discord_private import owners_of
from cogs.core.frame import escaped
from engine.i18n import N_
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.saved_rules import Owner, OwnerKind
from engine.live.model.table import Delivery, Person
from engine.live.tables import presence
from engine.live.tables.table import Table
from render.names import clean

GUILD, USER = 0, 1
"""The kinds of installation, as Discord counts them: for a server, and for a user."""

LIMITS = {
    Delivery.DIRECT: N_(
        "Here you play alone with computers and without a clock. With friends, play on a server or in a group message."
    ),
    Delivery.ANSWERS: N_(
        "Here Discord lets me answer commands and presses, and nothing else. So there are no clocks, reminders or "
        "threads."
    ),
}
"""The limits of places without the bot on a server, with their reasons."""


DISCORD_LOCALE = "locale"
"""The key in the extras of an interaction for the language of the user's Discord."""


def delivery_of(interaction: discord.Interaction[Any]) -> Delivery:
    """Return how messages are delivered where a user acts."""
    if interaction.guild_id is not None:
        owners = owners_of(interaction)
        return Delivery.ANSWERS if USER in owners and GUILD not in owners else Delivery.SERVER
    return Delivery.ANSWERS if interaction.context.private_channel else Delivery.DIRECT


def has_commands(interaction: discord.Interaction[Any]) -> bool:
    """Whether a user surely has the bot's commands in this place: others press buttons of somebody else's message."""
    return delivery_of(interaction).by_token or interaction.is_user_integration()


def leaderboard_scope(interaction: discord.Interaction[Any]) -> int:
    """Return the id under which matches count where a user acts: the server's, or elsewhere the channel's."""
    on_server = delivery_of(interaction).on_server
    return (interaction.guild_id if on_server else interaction.channel_id) or 0


def is_public(interaction: discord.Interaction[Any]) -> bool:
    """Whether the message that was pressed is seen by others than the user."""
    message = interaction.message
    return message is not None and not message.flags.ephemeral and not delivery_of(interaction).alone


def table_here(interaction: Interaction) -> Table:
    """Return the user's table in the command's channel or thread: where others wait for them, or their private match.

    A user with neither gets the table of the channel.

    Raises:
        TableError: there is none; the error names the user's table elsewhere on the server, if there is one.

    """
    hub, channel_id, user_id = interaction.client.hub, interaction.channel_id or 0, interaction.user.id
    try:
        private = hub.in_channel(channel_id, user_id)
    except TableError:
        return shared_table_here(interaction)
    try:
        shared = hub.in_channel(channel_id)
    except TableError:
        return private
    return private if shared.header.seat_of(user_id) is None else shared


def shared_table_here(interaction: Interaction) -> Table:
    """Return the table of the command's channel or thread that everybody sees; raise as :func:`table_here` does."""
    try:
        return interaction.client.hub.in_channel(interaction.channel_id or 0)
    except TableError:
        in_hands = [each for each in all_own_tables(interaction) if each.header.delivery.hands_alone]
        if near := [each for each in in_hands if interaction.guild_id in (None, each.header.guild_id)]:
            return near[0]
        mine = [each for each in own_tables(interaction) if each.header.channel_id != interaction.channel_id]
        if not mine:
            raise
        raise TableError(Code.ELSEWHERE, table=mine[0]) from None


def require_here(interaction: Interaction, table: Table) -> None:
    """Raise :class:`TableError` unless a user acts in the channel of a table: the answer is for everybody there.

    The buttons of private messages stay where a table was before it moved.
    """
    if table.header.channel_id != interaction.channel_id:
        on_server = table.header.delivery.on_server
        raise TableError(Code.ELSEWHERE, table=table) if on_server else TableError(Code.STALE)


def all_own_tables(interaction: Interaction) -> list[Table]:
    """Return the user's open tables on all servers of this process."""
    return [table for table in interaction.client.hub.tables if table.header.seat_of(interaction.user.id) is not None]


async def refresh_person(interaction: Interaction, table: Table) -> None:
    """Store the present name and language of a user with a seat, if that works: they came for another reason."""
    person = person_of(interaction)
    if not presence.is_known(table.header, person):
        with suppress(StorageError):
            await table.do(presence.refresh_person, person)


def own_tables(interaction: Interaction) -> list[Table]:
    """Return the user's open tables on this server."""
    return [table for table in all_own_tables(interaction) if table.header.guild_id == leaderboard_scope(interaction)]


def server_name(client: Bot, guild_id: int, t: NullTranslations) -> str:
    """Return a server's name for messages, with nothing that formats, links or mentions."""
    guild = client.get_guild(guild_id)
    return t.gettext("a server that I can't reach") if guild is None else escaped(clean(guild.name) or "?")


def person_of(interaction: discord.Interaction[Any]) -> Person:
    """Return the user as a person, with their present name and language."""
    return Person(interaction.user.id, interaction.user.display_name, str(interaction.locale))


def client_locale(interaction: discord.Interaction[Any]) -> discord.Locale:
    """Return the language of the user's Discord, also if they chose another one here."""
    return interaction.extras.get(DISCORD_LOCALE, interaction.locale)


def has(permissions: discord.Permissions, name: str) -> bool:
    """Whether a permission is granted; administrators have all."""
    return permissions.administrator or getattr(permissions, name)


def manages_server(interaction: discord.Interaction[Any]) -> bool:
    """Whether the user may change the settings of this server."""
    return delivery_of(interaction).on_server and has(interaction.permissions, "manage_guild")


def rules_owner(interaction: discord.Interaction[Any]) -> Owner:
    """Return the owner of the saved rules that come first where a user acts: the server, or elsewhere the user."""
    if delivery_of(interaction).on_server:
        return Owner(OwnerKind.SERVER, interaction.guild_id or 0)
    return Owner(OwnerKind.PERSON, interaction.user.id)


def saving_owner(interaction: discord.Interaction[Any]) -> OwnerKind:
    """Return the kind of owner for whom a user saves rules: the server if they manage it, else themselves."""
    return OwnerKind.SERVER if manages_server(interaction) else OwnerKind.PERSON


def manages(interaction: discord.Interaction[Any], channel_id: int) -> bool:
    """Whether the user may manage messages in a channel; known only if they act in that channel."""
    return interaction.channel_id == channel_id and has(interaction.permissions, "manage_messages")
