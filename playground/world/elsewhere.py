"""Places without the bot: another server, a group message, a direct message; and the people who installed it."""

from __future__ import annotations

from typing import Any

import discord
from simcord.backend.models import Channel, Overwrite
from simcord.enums import OverwriteType

from playground.changes import SettingChange
from playground.world import anywhere
from playground.world.simcord import Backend

GUILD_NAME = "Book Club"
CHANNELS = ("lounge", "quiet-room")
"""In the second, only oneself sees the answers of one's own apps."""
GROUP_NAME = "Game night"
READERS = ("davide", "alice", "bruno", "chloe")
"""The people of the other server, its owner first."""
GROUP = ("alice", "bruno", "chloe")
FRIENDS = ("alice", "davide")
INSTALLED = ("alice",)
"""Who has installed the app for themselves at first."""


class Elsewhere:
    """The places without the bot, and the people who have installed it for themselves."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.furnish()

    def furnish(self) -> None:
        """Make the places, unless there are any, as a state that was saved by an earlier version has none."""
        backend = self._backend
        if self.channels:
            return
        people = {person.username: person.id for person in backend.residents}
        owner, *readers = (people[name] for name in READERS)
        guild = anywhere.create_guild_without_bot(backend, GUILD_NAME, owner)
        for reader in readers:
            backend.add_member(guild.id, reader)
        _, quiet = (backend.create_channel(guild.id, name) for name in CHANNELS)
        hidden = discord.Permissions(use_external_apps=True).value
        backend.set_overwrite(quiet.id, Overwrite(guild.id, OverwriteType.ROLE, deny=hidden))
        anywhere.create_private_channel(backend, [people[name] for name in GROUP], GROUP_NAME)
        anywhere.create_private_channel(backend, [people[name] for name in FRIENDS])
        anywhere.installs(backend).clear()
        anywhere.installs(backend).update(people[name] for name in INSTALLED)
        backend.transcript.clear()

    @property
    def channels(self) -> list[Channel]:
        """All channels without the bot, of the server first."""
        of_server: list[Channel] = []
        private: list[Channel] = []
        for channel in self._backend.channels.values():
            if anywhere.is_private(channel):
                private.append(channel)
            elif channel.guild_id and not anywhere.has_bot(self._backend, channel.guild_id):
                of_server.append(channel)
        return of_server + private

    def has_app(self, user_id: int) -> bool:
        """Return whether a person has installed the app."""
        return user_id in anywhere.installs(self._backend)

    def set_app(self, user_id: int, installed: bool) -> None:
        """Let a person install the app, or remove it.

        Raises:
            ApiError: there is no such person (404).

        """
        self._backend.resident(user_id)
        installs = anywhere.installs(self._backend)
        (installs.add if installed else installs.discard)(user_id)
        self._backend.notify(SettingChange("settings"))

    def people(self, channel: Channel) -> list[int]:
        """Return the ids of the people in a channel without the bot."""
        if channel.guild_id is None:
            return channel.recipient_ids
        return list(self._backend.get_guild(channel.guild_id).members)

    def name(self, channel: Channel, reader: int) -> str:
        """Return the name of a channel without the bot, to one of the people in it."""
        others = [self._backend.get_user(each) for each in self.people(channel) if each != reader]
        return channel.name or ", ".join(user.global_name or user.name for user in others)


def kind_of(channel: Channel) -> Any:
    """Return the kind of a channel: `text`, `thread`, `dm` (with the bot), `group`, `friend`."""
    if channel.guild_id is not None:
        return "thread" if channel.is_thread else "text"
    if not anywhere.is_private(channel):
        return "dm"
    return "friend" if channel.name is None else "group"
