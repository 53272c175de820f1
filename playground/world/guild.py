"""The guild that has the bot: its people, its channels, its roles and its settings."""

from __future__ import annotations

from typing import Any

import discord
from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel, Message, Overwrite, Role
from simcord.backend.models import Guild as GuildRecord
from simcord.enums import AppCommandType, OverwriteType

from playground.changes import Resident, SettingChange
from playground.errors import ApiError
from playground.world import communities
from playground.world.simcord import Backend, api_errors

BOT_NAME = "Dominoes"
GUILD_NAME = "Domino Café"
CHANNELS = ("table", "second-table")
NO_PICTURES = "no-pictures"
"""A channel in which the bot lacks one of its permissions."""
PEOPLE = (
    ("alice", "Alice", "en-US"),
    ("bruno", "Bruno", "fr"),
    ("chloe", "Chloé", "fr"),
    ("davide", "Davide", "it"),
    ("eve", "Eve", "en-GB"),
)
BOT_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    use_external_emojis=True,
)
"""The bot's permissions: those that its invite link asks for."""
PEOPLE_PERMISSIONS = discord.Permissions(
    BOT_PERMISSIONS.value,
    add_reactions=True,
    change_nickname=True,
    use_application_commands=True,
)


class Guild:
    """The guild and its people."""

    def __init__(self, backend: Backend) -> None:
        self.closed_dms: set[int] = set()
        self._backend = backend
        self._create()

    def _create(self) -> None:
        backend = self._backend
        backend.bot_user.name = BOT_NAME
        users = [(backend.make_user(username, global_name=name), locale) for username, name, locale in PEOPLE]
        guild = backend.create_guild(GUILD_NAME, owner_id=users[0][0].id)
        # no permissions for everyone: those of the bot come from its own role alone
        guild.everyone_role.permissions = 0
        self.bot_role.permissions = BOT_PERMISSIONS.value
        regulars = Role(id=backend.snowflake(), name="Regulars", permissions=PEOPLE_PERMISSIONS.value, position=2)
        guild.roles[regulars.id] = regulars
        guild.members[guild.owner_id].role_ids.append(regulars.id)
        for user, locale in users:
            if user.id not in guild.members:
                backend.add_member(guild.id, user.id, roles=[regulars.id])
            backend.get_dm_channel(user.id)
            backend.residents.append(Resident(user.id, user.name, user.global_name or user.name, locale))
        for name in CHANNELS:
            backend.create_channel(guild.id, name)
        self.furnish()

    def furnish(self) -> None:
        """Make the channel without pictures, unless it is there: a state of an earlier version has none."""
        backend = self._backend
        if not any(each.name == NO_PICTURES for each in backend.channels.values()):
            made = backend.create_channel(self.id, NO_PICTURES)
            denied = discord.Permissions(attach_files=True).value
            backend.set_overwrite(made.id, Overwrite(self.bot_role.id, OverwriteType.ROLE, deny=denied))
        backend.transcript.clear()

    @property
    def id(self) -> int:
        """The guild's id."""
        return next(iter(self._backend.guilds))

    @property
    def record(self) -> GuildRecord:
        """The guild as simcord records it."""
        return self._backend.get_guild(self.id)

    @property
    def bot_role(self) -> Role:
        """The role that the bot has its permissions from."""
        guild = self.record
        return guild.roles[guild.members[self._backend.bot_user.id].role_ids[0]]

    @property
    def residents(self) -> list[Resident]:
        """The people."""
        return self._backend.residents

    def resident(self, user_id: int) -> Resident:
        """Return the person with that id.

        Raises:
            ApiError: there is none (404).

        """
        return self._backend.resident(user_id)

    @property
    def locale(self) -> str:
        """The language of the server; empty if it is no Community server, which has none."""
        return self.record.preferred_locale if communities.features(self.record) else ""

    def set_locale(self, locale: str) -> None:
        """Make the server a Community server of a language, or with an empty text no Community server."""
        communities.set_language(self._backend, self.id, locale)
        self._backend.notify(SettingChange("settings"))

    def set_dms_closed(self, user_id: int, closed: bool) -> None:
        """Close a person's DMs to the bot (its messages there are refused with code 50007), or open them."""
        self.resident(user_id)
        (self.closed_dms.add if closed else self.closed_dms.discard)(user_id)
        self._backend.notify(SettingChange("settings"))

    def directory(self) -> dict[str, Any]:
        """Return the names of everything that messages mention: users and roles by id."""
        users = self._backend.users.values()
        guild = self.record
        return {
            "guild": guild.name,
            "guild_id": str(guild.id),
            "guilds": {str(each.id): each.name for each in self._backend.guilds.values()},
            "users": {str(user.id): {"name": user.global_name or user.name, "bot": user.bot} for user in users},
            "roles": {str(role.id): {"name": role.name} for role in guild.roles.values()},
        }

    def commands(
        self, user_id: int, channel_id: int, kind: AppCommandType = AppCommandType.CHAT_INPUT
    ) -> list[dict[str, Any]]:
        """Return the commands of a kind that a person may run in a channel, as the bot registered them."""
        with api_errors():
            self.require_channel(user_id, channel_id)
            return self._backend.visible_commands(user_id=user_id, channel_id=channel_id, type=kind)

    def require_channel(self, user_id: int, channel_id: int) -> Channel:
        """Return a channel that a person sees.

        Raises:
            ApiError: the person does not see it (404).

        """
        self.resident(user_id)
        if not channel_accessible(self._backend, channel_id, user_id):
            raise ApiError(404, 10003, "Unknown Channel")
        return self._backend.get_channel(channel_id)

    def require_message(self, user_id: int, channel_id: int, message_id: int) -> Message:
        """Return a message that a person sees.

        Raises:
            ApiError: the person does not see it (404).

        """
        self.require_channel(user_id, channel_id)
        message = self._backend.get_message(channel_id, message_id)
        if not message.visible_to(user_id):
            raise ApiError(404, 10008, "Unknown Message")
        return message
