"""Access to a playground's private parts."""

from __future__ import annotations

import discord
from simcord.backend import serializers

from playground.gateway import Gateway
from playground.spec import Specification
from playground.world import World
from tests.support.simcord_private import create_private_thread


def forget_sessions(gateway: Gateway) -> None:
    """Cut every socket and forget all sessions: resuming them is refused."""
    gateway.drop()
    gateway._sessions.clear()


async def send_raw(gateway: Gateway, frame: str | bytes, shard: int | None = None) -> None:
    """Send a frame to every bot, or to one of its shards, as it is."""
    for session in gateway._sessions.values():
        if session.connection is not None and shard in (None, session.shard):
            socket = session.connection.socket
            await (socket.send_str(frame) if isinstance(frame, str) else socket.send_bytes(frame))


def sessions(gateway: Gateway) -> dict[int, str]:
    """Return the ids of the sessions that are connected, by shard."""
    return {each.shard: each.id for each in gateway._sessions.values() if each.connection is not None}


def sockets(gateway: Gateway) -> dict[int, object]:
    """Return the connections of the bot, by shard."""
    return {each.shard: each.connection for each in gateway._sessions.values() if each.connection is not None}


async def close_sockets(gateway: Gateway, code: int) -> None:
    """Close the socket of every bot with a code."""
    for session in list(gateway._sessions.values()):
        if session.connection is not None:
            await session.connection.socket.close(code=code)


def set_bot_permissions(world: World, permissions: discord.Permissions) -> None:
    """Replace the bot's permissions in the guild."""
    role = world.guild.bot_role
    role.permissions = permissions.value
    payload = {"guild_id": str(world.guild.id), "role": serializers.role_payload(role)}
    world._backend.emit("GUILD_ROLE_UPDATE", payload)


def open_private_thread(world: World, channel: int, *people: int) -> int:
    """Open a private thread of some people, of which the bot is no member; return its id."""
    return create_private_thread(world._backend, channel, people[0], people, "in private")


def token_of_interaction(world: World, channel: int) -> str:
    """Begin an interaction of the first person in a channel; return its token."""
    backend, person = world._backend, world.guild.residents[0]
    return backend.new_interaction(2, channel, person.id, backend.get_channel(channel).guild_id).token


def forget_tokens(world: World) -> None:
    """Let the tokens of all interactions run out, as after fifteen minutes."""
    world._backend.interaction_tokens.clear()


async def checks_requests(specification: Specification) -> bool:
    """Return whether requests are checked at all."""
    specification.start()
    assert specification._loading is not None
    return await specification._loading is not None
