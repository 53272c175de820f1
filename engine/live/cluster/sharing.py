"""Which process takes, and which gives, which shards. These functions decide alone; the leases carry it out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

LEASE_SECONDS = 15.0
"""How long a lease is good after it was renewed."""

RENEW_SECONDS = 5.0
"""How often leases are renewed, and the least time between two shards that are given."""

HANDOVER_SECONDS = 5.0
"""How long a shard is kept for the process that it is given to, which takes it at its next look, if it lives."""

REST_SECONDS = 30.0
"""How long a shard stays where it has been connected: its people have just waited for that."""


class Free(NamedTuple):
    """A shard whose lease is over.

    Attributes:
        shard: its number.
        own: whether this process had it last, or has been given it.

    """

    shard: int
    own: bool


class Owned(NamedTuple):
    """A shard of this process.

    Attributes:
        shard: its number.
        waiting_since: since when it waits to introduce itself to Discord; None if it does not.
        connected_for: for how many seconds it has been connected; None if it is not.

    """

    shard: int
    waiting_since: float | None
    connected_for: float | None


class Running(NamedTuple):
    """A process that runs.

    Attributes:
        owner: names it.
        shards: how many it has, connected or not.
        gave_at: when it last gave one away.

    """

    owner: str
    shards: int
    gave_at: float


def share(shards: int, processes: int) -> int:
    """Return how many shards a process has at most where they are even."""
    return math.ceil(shards / processes)


def to_take(free: Sequence[Free], owned: int, max_shards: int, *, only_own: bool) -> list[int]:
    """Return the free shards that a process takes: its own, and others until it has as many as it may.

    Args:
        free: the free shards.
        owned: how many the process holds.
        max_shards: how many it may hold.
        only_own: whether those that had the others come first, as after an outage of the database.

    """
    own = [each.shard for each in free if each.own]
    room = 0 if only_own else max(0, max_shards - owned - len(own))
    return own + [each.shard for each in free if not each.own][:room]


def to_give(
    me: str, owned: Sequence[Owned], running: Sequence[Running], now: float, *, waiting: bool
) -> tuple[int, str] | None:
    """Return the shard that a process gives to another one, and to which; None if it gives none.

    The process with the most gives to the one with the fewest, if that has at least two fewer. A shard that waits to
    introduce itself goes first, the last in line: it keeps its place in the line. A connected shard goes only
    while no shard waits at all, the one connected for longest first: it has to wait, too.

    Args:
        me: the process.
        owned: its shards.
        running: all processes that run, this one as well.
        now: the time.
        waiting: whether any shard of any process waits to introduce itself.

    """
    counts = {each.owner: each.shards for each in running}
    if me not in counts or any(now - each.gave_at < RENEW_SECONDS for each in running):
        return None
    fewest = min(counts, key=lambda owner: (counts[owner], owner))
    if counts[me] < max(counts.values()) or counts[fewest] > counts[me] - 2:
        return None
    shard = _shard_to_give(owned, waiting=waiting)
    return None if shard is None else (shard, fewest)


def _shard_to_give(owned: Sequence[Owned], *, waiting: bool) -> int | None:
    in_line = [(each.waiting_since, each.shard) for each in owned if each.waiting_since is not None]
    if in_line:
        return max(in_line)[1]
    connected = [(each.connected_for or 0.0, each.shard) for each in owned]
    seconds, shard = max(connected, default=(0.0, 0))
    return None if waiting or seconds < REST_SECONDS else shard
