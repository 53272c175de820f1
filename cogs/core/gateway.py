"""Connections to Discord's gateway: turns to identify, and unreadable frames."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, Protocol

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard

from cogs.core import discord_private
from cogs.core.http.requests import describe
from engine.live.cluster.identifying import ASK_SECONDS, PAUSE_SECONDS, SLOT_SECONDS, find_slot, may_send

_log = logging.getLogger(__name__)

EXPECTED = (ReconnectWebSocket, discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""The exceptions with which the library says that a connection is over."""

AHEAD_SECONDS = 1.5
"""How long before its turn a shard begins to connect. A connection that waits falls behind with its heartbeats."""

ANEW = "Connecting shard %s to Discord anew in %.1f s: %s"
"""The log line after an unreadable frame."""

RECENT_SECONDS, MAX_PAUSE_SECONDS = 60.0, 5.0
"""How long an unreadable frame is remembered, and the most seconds before a connection is made anew after one."""

MAX_EXPONENT = 5
"""The power of two that limits the seconds between two attempts to connect."""

_poll_event, _identify = DiscordWebSocket.poll_event, DiscordWebSocket.identify
_reconnect, _reidentify = Shard.reconnect, Shard.reidentify


class UnreadableFrame(OSError):
    """Discord's gateway sent something that the library can't read."""


def pause_after(recent: int) -> float:
    """Return the seconds to wait after an unreadable frame, by the number of recent ones."""
    return min(2.0 ** (recent - 1), MAX_PAUSE_SECONDS) if recent else 0.0


class Connections:
    """Connects the shards of a client, each by itself: one that waits for its turn keeps no other one waiting.

    Args:
        ownership: says which shards this process has, and when they may introduce themselves.
        count_buckets: returns Discord's ``max_concurrency``.
        clock: returns a time in seconds that is never set.

    """

    def __init__(
        self, ownership: ShardOwnership, count_buckets: Callable[[], Awaitable[int]], clock: Callable[[], float]
    ) -> None:
        self._ownership = ownership
        self._count_buckets = count_buckets
        self._clock = clock
        self._buckets = 0
        self._tasks: dict[int, asyncio.Task[None]] = {}
        # by shard, when frames were unreadable, and which resume their sessions since
        self._unreadable: dict[int, deque[float]] = {}
        self._resuming: set[int] = set()

    def begin(self, shard: int, connect: Callable[[], Awaitable[None]], *, identifies: bool = True) -> None:
        """Connect a shard soon, in place of an attempt that is under way.

        Args:
            shard: the shard.
            connect: connects it; begun about when it is the shard's turn.
            identifies: whether the shard will introduce itself.

        """
        self.stop(shard)

        async def connecting() -> None:
            if not identifies or await self.turn(shard):
                await connect()

        task = self._tasks[shard] = asyncio.create_task(connecting(), name=f"connect shard {shard}")
        task.add_done_callback(_report)

    def stop(self, shard: int) -> None:
        """Give up an attempt to connect a shard."""
        if (task := self._tasks.pop(shard, None)) is not None:
            task.cancel()

    async def leave(self, shard: discord.ShardInfo) -> None:
        """Close a shard's connection, and make it no more."""
        self.stop(shard.id)
        # the library would leave a shard alone that is about to connect anew
        await discord_private.shard_of(shard).disconnect()

    def close(self) -> None:
        """Give up all attempts to connect."""
        for shard in list(self._tasks):
            self.stop(shard)

    async def turn(self, shard: int) -> bool:
        """Wait until it is almost a shard's turn to introduce itself; return False if another process has it by now."""
        while self._ownership.owns(shard):
            try:
                wait = await self._ask(shard, take=False)
            except Exception as error:
                # neither the database nor an odd answer of Discord's may keep a shard away for good
                _log.debug("shard %d can't be put in line: %s", shard, describe(error))
                wait = AHEAD_SECONDS + ASK_SECONDS
            if wait <= AHEAD_SECONDS:
                return True
            await asyncio.sleep(min(wait - AHEAD_SECONDS, ASK_SECONDS))
        return False

    async def take_turn(self, shard: int) -> None:
        """Wait until a shard may introduce itself, which it has to do at once.

        Raises:
            ConnectionError: another process has the shard, or the database can't be written.

        """
        while True:
            asked_at = self._clock()
            wait = await self._ask(shard, take=True)
            if not self._ownership.owns(shard):
                raise ConnectionError("another process has this shard")
            if not wait and may_send(asked_at, self._clock()):
                return
            await asyncio.sleep(min(wait, ASK_SECONDS))

    async def identified(self, shard: int | None) -> None:
        """Note that a shard has introduced itself."""
        await self._ownership.identified(shard or 0, self._buckets)

    async def _ask(self, shard: int, *, take: bool) -> float:
        if not self._buckets:
            self._buckets = await self._count_buckets()
        return await self._ownership.ask_to_identify(shard, self._buckets, take=take)

    def stands(self, shard: discord.ShardInfo | None) -> None:
        """Note that a shard has begun or resumed its session: earlier failures don't count any more."""
        if shard is not None:
            self._resuming.discard(shard.id)
            discord_private.restart_pauses(discord_private.shard_of(shard))

    async def unreadable(self, shard: int | None, session: str | None, error: Exception) -> None:
        """Raise the exception that renews a connection after an unreadable frame.

        The session goes on behind that frame. If the frame comes again before it does, a new one begins, after ever
        longer pauses: Discord allows a thousand a day.
        """
        number, now = shard or 0, self._clock()
        before = self._unreadable.setdefault(number, deque(maxlen=10))
        reason = UnreadableFrame(f"Discord sent something unreadable ({type(error).__name__})")
        if session is None or number in self._resuming:
            self._resuming.discard(number)
            raise reason from error
        pause = pause_after(sum(now - at < RECENT_SECONDS for at in before))
        before.append(now)
        self._resuming.add(number)
        _log.warning(ANEW, number, pause, reason)
        await asyncio.sleep(pause)
        raise ReconnectWebSocket(shard) from error


def _report(done: asyncio.Task[None]) -> None:
    if not done.cancelled() and (error := done.exception()) is not None:
        _log.error("a shard could not be connected: %s", describe(error))


def connect_in_turn(client: discord.Client, connections: Connections) -> None:
    """Let the library connect shards by way of ``connections``, and survive unreadable frames.

    Args:
        client: the client.
        connections: its connections.

    """
    hooks = discord_private.hooks_of(client)
    hooks["identified"] = connections.identified
    hooks["unreadable"] = connections.unreadable
    DiscordWebSocket.poll_event = _surviving_bad_frames  # type: ignore[method-assign]
    DiscordWebSocket.identify = _identifying  # type: ignore[method-assign]
    Shard.reconnect = _reconnecting  # type: ignore[method-assign]
    Shard.reidentify = _reidentifying  # type: ignore[method-assign]


async def _surviving_bad_frames(self: DiscordWebSocket) -> None:
    try:
        await _poll_event(self)
    except EXPECTED:
        raise
    except Exception as error:
        # the library raises errors of its parsers, and would close the whole client
        await self.close(code=4000)
        await self.call_hooks("unreadable", self.shard_id, self.session_id, error)
        raise


async def _identifying(self: DiscordWebSocket) -> None:
    try:
        await _identify(self)
    except BaseException:
        # nobody else knows of this connection, and its heartbeats would go on
        await self.close(code=1000)
        raise
    await self.call_hooks("identified", self.shard_id)


def _connections(shard: Shard) -> Connections:
    discord_private.limit_pauses(shard, MAX_EXPONENT)
    return discord_private.client_of(shard).connections


async def _reconnecting(self: Shard) -> None:
    _connections(self).begin(self.id, lambda: _reconnect(self))


async def _reidentifying(self: Shard, exc: ReconnectWebSocket) -> None:
    _connections(self).begin(self.id, lambda: _reidentify(self, exc), identifies=not exc.resume)


class ShardOwnership(Protocol):
    """Says which shards this process has."""

    @property
    def current(self) -> bool | None:
        """Whether leases were renewed lately; None where there are none."""
        ...

    @property
    def epochs(self) -> Mapping[int, int]:
        """How many owners each shard has had that this process holds; empty where there are no leases."""
        ...

    @property
    def takeovers(self) -> int:
        """How often this process has taken a shard whose owner had not given it up."""
        ...

    @property
    def forwarded(self) -> Mapping[str, int]:
        """How many presses were forwarded to other processes, by result."""
        ...

    def owns(self, shard: int) -> bool:
        """Whether this process may write, time and show the tables of a shard; asks nobody."""
        ...

    async def ask_to_identify(self, shard: int, buckets: int, *, take: bool) -> float:
        """Put a shard in line, and return the seconds until it may introduce itself.

        With ``take`` and 0 it has to, at once.

        Raises:
            ConnectionError: this process does not have the shard, or the database can't be written.

        """
        ...

    async def identified(self, shard: int, buckets: int) -> None:
        """Note that a shard has just introduced itself."""
        ...

    def observe_forwarding(self, observe: Callable[[float], object]) -> None:
        """Call a function with the seconds that each forwarded press takes."""
        ...

    async def join(self, client: Any) -> None:
        """Begin to take shards, until the client closes."""
        ...

    async def leave(self) -> None:
        """Release all shards."""
        ...


class SingleProcess:
    """The only process, which has all shards.

    Args:
        clock: returns a time in seconds that is never set.

    """

    current: bool | None = None
    takeovers = 0
    epochs: Mapping[int, int] = MappingProxyType({})
    forwarded: Mapping[str, int] = MappingProxyType({})

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        # the shards in line, with the time since which they wait, and when the slot of each bucket is free
        self._waiting: dict[int, float] = {}
        self._free_at: dict[int, float] = {}

    def owns(self, shard: int) -> bool:
        """Return True."""
        del shard
        return True

    async def ask_to_identify(self, shard: int, buckets: int, *, take: bool) -> float:
        """Put a shard in line, and return the seconds until it may introduce itself."""
        now, bucket = self._clock(), shard % buckets
        in_line = self._waiting.setdefault(shard, now), shard
        ahead = sum(each % buckets == bucket and (since, each) < in_line for each, since in self._waiting.items())
        slot = find_slot(now, self._free_at.get(bucket, now), ahead)
        if take and not slot.wait:
            self._free_at[bucket] = now + SLOT_SECONDS
        return slot.wait

    async def identified(self, shard: int, buckets: int) -> None:
        """Note that a shard has just introduced itself."""
        self._waiting.pop(shard, None)
        self._free_at[shard % buckets] = self._clock() + PAUSE_SECONDS

    def observe_forwarding(self, observe: Callable[[float], object]) -> None:
        """Do nothing."""

    async def join(self, client: Any) -> None:
        """Do nothing."""

    async def leave(self) -> None:
        """Do nothing."""
