"""Connections to Discord's gateway: what can't be read, and how often a bot may introduce itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

IDENTIFY_SECONDS = 5.0
"""The seconds between two times that shards of one bucket identify themselves."""

EXPECTED = (ReconnectWebSocket, discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""The exceptions with which the library says that a connection is over."""

_poll_event = DiscordWebSocket.poll_event


class UnreadableFrame(OSError):
    """Discord's gateway sent something that the library can't read."""


async def _outliving(self: DiscordWebSocket) -> None:
    try:
        await _poll_event(self)
    except EXPECTED:
        raise
    except Exception as error:
        # the library raises what its parsers raise
        await self.close(code=4000)
        raise UnreadableFrame(f"Discord sent something unreadable ({type(error).__name__})") from error


def outlive_frames() -> None:
    """Let an unreadable frame cost its shard the connection; the library would close the whole client."""
    DiscordWebSocket.poll_event = _outliving  # type: ignore[method-assign]


class Member(Protocol):
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

    def holds(self, shard: int) -> bool:
        """Whether this process may write, time and show the tables of a shard; asks nobody."""
        ...

    async def reserve_identify(self, bucket: int) -> float:
        """Reserve the next time at which a shard of a bucket may introduce itself; return the seconds until then."""
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


class Alone:
    """The only process, which has all shards.

    Shards are in buckets, by their number modulo Discord's ``max_concurrency``; one of each bucket may introduce itself
    every five seconds.

    Args:
        clock: returns a time in seconds that is never set.

    """

    current: bool | None = None
    takeovers = 0

    def __init__(self, clock: Callable[[], float]) -> None:
        self.epochs: Mapping[int, int] = {}
        self.forwarded: Mapping[str, int] = {}
        self._clock = clock
        self._free_at: dict[int, float] = {}

    def holds(self, shard: int) -> bool:
        """Return True."""
        del shard
        return True

    async def reserve_identify(self, bucket: int) -> float:
        """Reserve the next time at which a shard of a bucket may introduce itself; return the seconds until then."""
        now = self._clock()
        at = max(now, self._free_at.get(bucket, now))
        self._free_at[bucket] = at + IDENTIFY_SECONDS
        return at - now

    def observe_forwarding(self, observe: Callable[[float], object]) -> None:
        """Do nothing."""

    async def join(self, client: Any) -> None:
        """Do nothing."""

    async def leave(self) -> None:
        """Do nothing."""
