"""What tests do with a playground that nobody else does: wait for its bot, and reach into its private parts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
from simcord._clock import Clock
from simcord.backend import serializers

from playground.changes import Resident
from playground.gateway import Gateway
from playground.server import Playground
from playground.spec import Specification
from playground.world import World
from playground.world.guild import PEOPLE_PERMISSIONS
from tests.support.people import HANG_SECONDS
from tests.support.simcord_private import create_private_thread

LOOK_SECONDS, PAUSE_SECONDS = 0.05, 0.3
"""How often an awake clock looks, and how much later a look may be: more is a pause of the process."""


class AwakeClock(Clock):
    """A clock that stands still while its process does.

    A Discord in a process that the system has stopped for seconds takes no answer, and must not call it late.
    """

    def __init__(self) -> None:
        self._paused = timedelta()
        self._newest = datetime.min.replace(tzinfo=UTC)
        self._timer: asyncio.TimerHandle | None = None

    def now(self) -> datetime:
        # it never goes back: ids of messages tell their order
        self._newest = max(self._newest, datetime.now(UTC) - self._paused)
        return self._newest

    def start(self) -> None:
        """Begin to look for pauses, until :meth:`stop`."""
        loop = asyncio.get_running_loop()

        # no task: after a pause, a timer comes before the requests that have arrived meanwhile
        def look(due: float) -> None:
            late = loop.time() - due
            if late > PAUSE_SECONDS:
                self._paused += timedelta(seconds=late)
            due = loop.time() + LOOK_SECONDS
            self._timer = loop.call_at(due, look, due)

        look(loop.time())

    def stop(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()


class AwakePlayground(Playground):
    """A playground whose time stands still while its process does."""

    async def start(self) -> None:
        self._clock = self.world._backend.clock = AwakeClock()
        self._clock.start()
        await super().start()

    async def close(self) -> None:
        self._clock.stop()
        await super().close()


async def wait_for_bot(playground: Playground, seconds: float = HANG_SECONDS) -> None:
    """Wait until a bot is connected; raise TimeoutError if none is within some seconds."""
    await _until(playground.gateway.listeners, lambda: playground.gateway.connected, seconds)


async def wait_for_commands(playground: Playground, seconds: float = HANG_SECONDS) -> None:
    """Wait until the bot has registered slash commands; raise TimeoutError if it has none within some seconds."""
    world = playground.world
    person = world.guild.residents[0].id
    channel = int(world.messages.channels(person)[0]["id"])
    await _until(world.listeners, lambda: bool(world.guild.commands(person, channel)), seconds)


async def _until(listeners: list[Any], found: Callable[[], bool], seconds: float) -> None:
    changed = asyncio.Event()

    def note(*_: object) -> None:
        changed.set()

    listeners.append(note)
    try:
        async with asyncio.timeout(seconds):
            while not found():
                changed.clear()
                await changed.wait()
    finally:
        listeners.remove(note)


def add_server(playground: Playground, shard: int, shards: int) -> int:
    """Add another server with the same people, on one of several shards; return the id of its channel."""
    guild, backend = playground.world.guild, playground.world._backend
    owner, *others = (each.id for each in guild.residents)
    made = backend.create_guild(f"{guild.record.name} {shard}", owner_id=owner, shard_id=shard, shard_count=shards)
    made.everyone_role.permissions = PEOPLE_PERMISSIONS.value
    for person in others:
        backend.add_member(made.id, person)
    return backend.create_channel(made.id, "table").id


def populate(playground: Playground, people: int) -> None:
    """Let so many people in all live on the server, in all languages."""
    backend, guild = playground.world._backend, playground.world.guild
    (role,) = (each.id for each in guild.record.roles.values() if each.name == "Regulars")
    locales = ("en-US", "fr", "it", "de", "es-ES", "pt-BR", "es-419")
    for number in range(len(guild.residents), people):
        user = backend.make_user(f"guest{number}", global_name=f"Guest {number}")
        backend.add_member(guild.id, user.id, roles=[role])
        backend.get_dm_channel(user.id)
        locale = locales[number % len(locales)]
        backend.residents.append(Resident(user.id, user.name, user.global_name or user.name, locale))


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


async def checks_requests(specification: Specification) -> bool:
    """Return whether requests are checked at all."""
    specification.start()
    assert specification._loading is not None
    return await specification._loading is not None
