"""simcord with what it has not: group messages, direct messages between people, servers without the bot, installs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import simcord
from simcord import actors
from simcord.backend.models import Overwrite
from simcord.backend.permissions import flag
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import AppCommandType, OverwriteType

from playground.world import anywhere
from playground.world.user_commands import user_command


def group_message(env: simcord.Env, *people: Any, name: str | None = "Game night") -> ChannelHandle:
    """Open a group message of three people or more, or with two the direct message between them."""
    made = anywhere.create_private_channel(env.backend, [person.id for person in people], name)
    return ChannelHandle(env, None, made)


def server_without_bot(env: simcord.Env, *people: Any, name: str = "Book Club") -> ChannelHandle:
    """Make a server that the bot is not in, with people as members; return its channel #general.

    The owner is somebody else. ``channel.guild`` is the server; act there by :func:`member`.
    """
    owner = env.create_user("librarian")
    guild = GuildHandle(env, anywhere.create_guild_without_bot(env.backend, name, owner.id))
    for person in people:
        guild.add_member(getattr(person, "user", person))
    return guild.create_text_channel("general")


def install(env: simcord.Env, *people: Any) -> None:
    """Let people install the app for themselves."""
    anywhere.installs(env.backend).update(person.id for person in people)


def uninstall(env: simcord.Env, *people: Any) -> None:
    """Let people remove the app that they had installed for themselves."""
    anywhere.installs(env.backend).difference_update(person.id for person in people)


def actor_in(env: simcord.Env, person: Any, channel: ChannelHandle | int) -> Any:
    """Return a person as an actor in a channel: one of a server's members there, or a user in private.

    Both have ``click``, ``select`` and ``submit_modal``; commands are run by :func:`slash`.
    """
    user = getattr(person, "user", person)
    guild = env.backend.get_channel(channel if isinstance(channel, int) else channel.id).guild_id
    if guild is None:
        return user
    return simcord.MemberActor(env, GuildHandle(env, env.backend.get_guild(guild)), user)


async def slash(env: simcord.Env, person: Any, channel: ChannelHandle, command: str, /, **options: Any) -> Any:
    """Run a command in a channel of any kind, as ``MemberActor.slash`` does in a server's."""
    return await actors._slash(actor_in(env, person, channel), channel, command, options)


async def use_on(env: simcord.Env, person: Any, channel: ChannelHandle, command: str, whom: Any) -> Any:
    """Run a command in the menu of a person, in a channel of any kind; they need be neither there nor in the server."""
    return await user_command(actor_in(env, person, channel), channel, command, whom.id)


async def autocomplete(
    env: simcord.Env, person: Any, channel: ChannelHandle, command: str, option: str, typed: str, /, **filled: Any
) -> list[dict[str, Any]]:
    """Return the choices offered while an option is typed in a channel of any kind."""
    return await actors._autocomplete(actor_in(env, person, channel), channel, command, option, typed, filled)


def commands_in(env: simcord.Env, person: Any, channel: ChannelHandle, *, menu: bool = False) -> list[str]:
    """Return the names of the commands that a person is offered in a channel, or in the menu of a person there.

    Subcommands are left out.
    """
    kind = AppCommandType.USER if menu else AppCommandType.CHAT_INPUT
    listed = env.backend.visible_commands(user_id=person.id, channel_id=channel.id, type=kind)
    return [command["name"] for command in listed]


def forbid(env: simcord.Env, channel: ChannelHandle, *permissions: str) -> None:
    """Take permissions from everyone in a channel of a server: ``use_external_apps``, ``attach_files``."""
    assert channel.guild is not None
    denied = sum(flag(each) for each in permissions)
    env.backend.set_overwrite(channel.id, Overwrite(channel.guild.id, OverwriteType.ROLE, deny=denied))


@contextmanager
def payloads(env: simcord.Env) -> Iterator[list[dict[str, Any]]]:
    """Collect the interactions that the bot is sent in the context, as JSON."""
    sent: list[dict[str, Any]] = []

    def note(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            sent.append(dict(payload))

    env.backend.subscribers.append(note)
    try:
        yield sent
    finally:
        env.backend.subscribers.remove(note)
