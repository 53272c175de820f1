"""Shards: to which of them Discord sends an event, and how fast they may identify themselves."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

IDENTIFY_SECONDS = 5.0
"""The seconds in which one shard of each bucket may identify itself."""


def shard_of(guild: int, shards: int) -> int:
    """Return the shard, of so many, of a guild; with 0 for the guild, that of everything outside of guilds."""
    return (guild >> 22) % shards


def all_connected(live: Collection[tuple[int, int]]) -> bool:
    """Whether a bot is connected with all of its shards, by the number of each connected shard and of all shards."""
    return any(all((shard, shards) in live for shard in range(shards)) for _, shards in live)


def bot_gateway(url: str, shards: int, concurrency: int) -> dict[str, Any]:
    """Return the answer to `GET /gateway/bot`."""
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": concurrency}
    return {"url": url, "shards": shards, "session_start_limit": limit}


class IdentifyLimit:
    """Counts how often shards identify themselves.

    Args:
        concurrency: how many may within :data:`IDENTIFY_SECONDS`, one of each bucket; 0 for any number.

    Attributes:
        refused: how often a shard was too early.

    """

    def __init__(self, concurrency: int) -> None:
        self.refused = 0
        self._concurrency = concurrency
        self._identified_at: dict[int, float] = {}

    def check(self, shard: int) -> bool:
        """Whether a shard may identify itself now; if so, count it."""
        if not self._concurrency:
            return True
        now, bucket = time.monotonic(), shard % self._concurrency
        if now - self._identified_at.get(bucket, -IDENTIFY_SECONDS) < IDENTIFY_SECONDS:
            self.refused += 1
            return False
        self._identified_at[bucket] = now
        return True
