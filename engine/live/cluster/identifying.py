"""When a shard may introduce itself to Discord: the limit holds over all processes, also if one dies.

Discord lets ``max_concurrency`` shards identify themselves in five seconds, one of each bucket: those whose numbers are
the same modulo that (developer documentation, *Gateway*, "Session Start Limit Object" and "Rate Limiting").

The shards of a bucket stand in line. The first one takes the bucket's **slot**, sends, and says so; the next slot is
free five seconds after that. A slot is a lease, too: if its holder says nothing more, it ends by itself, after as long
as the holder may take to send and five seconds. A place in line is kept in the lease of the shard, so it goes on to
the next owner of the shard. A shard that has not asked lately keeps no other waiting.
"""

from __future__ import annotations

from typing import NamedTuple

IDENTIFY_SECONDS = 5.0
"""Discord's: the seconds between two shards of one bucket."""

MARGIN_SECONDS = 0.25
"""How much later one may reach Discord than the next, for the same time on the way."""

SENDING_SECONDS = 2.0
"""How long after it asked for a slot a shard may send; later it has to ask again."""

PAUSE_SECONDS = IDENTIFY_SECONDS + MARGIN_SECONDS
"""After how many seconds a slot is free that was used."""

SLOT_SECONDS = SENDING_SECONDS + PAUSE_SECONDS
"""After how many seconds a slot is free if its holder is silent."""

PATIENCE_SECONDS = 1.5
"""How much longer a shard waits for each one before it in line, which may belong to a process that has died."""

ASK_SECONDS = 2.0
"""How often a shard that waits asks at least."""

ASKED_SECONDS = 2 * ASK_SECONDS
"""How long after it has asked a shard stands in line for others."""


class Slot(NamedTuple):
    """The slot of a bucket, as a shard finds it.

    Attributes:
        wait: the seconds until the shard may take it; 0: now.
        free_at: when it is free.

    """

    wait: float
    free_at: float


def find_slot(now: float, free_at: float, ahead: int, *, longest: float = SLOT_SECONDS, doubtful: bool = False) -> Slot:
    """Return the slot of a bucket.

    Args:
        now: the time.
        free_at: when the slot is free, as far as is known.
        ahead: how many shards stand before this one in line.
        longest: the maximum seconds for which a slot can be taken: a time beyond was stored before the clock was set
            back, and nobody knows when that was.
        doubtful: whether the clock may have been set forward since the slot was taken.

    """
    if doubtful or free_at - now > longest:
        free_at = now + SLOT_SECONDS
    return Slot(max(0.0, free_at + ahead * PATIENCE_SECONDS - now), free_at)


def may_send(asked_at: float, now: float) -> bool:
    """Whether the slot that a shard asked for at a time is still its own; its process may have stood still since."""
    return 0 <= now - asked_at < SENDING_SECONDS
