"""The line of shards that wait to introduce themselves to Discord, and their slots, in PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable

from engine.live.cluster.identifying import ASKED_SECONDS, IDENTIFY_SECONDS, PAUSE_SECONDS, SLOT_SECONDS, find_slot
from engine.live.database.connection import Connection, Statement
from engine.live.database.session import Session
from engine.live.database.timestamps import server_time
from engine.live.model.errors import StorageError

STEP_SECONDS = 0.1
"""By how much the database's clock may go ahead of this process's own before it counts as set forward."""

_JOIN = """
UPDATE leases SET waiting_since = coalesce(waiting_since, :now), asked_at = :now
WHERE shard = :shard AND owner = :owner AND until > :now RETURNING waiting_since, shards
"""
_AHEAD = """
SELECT count(*) FROM leases WHERE asked_at > :lately AND shard % :buckets = :bucket
AND (waiting_since < :since OR waiting_since = :since AND shard < :shard)
"""


class NotOwned(StorageError):
    """Another process holds the lease of the shard, or none does."""


class IdentifySlots:
    """The slots that this process takes, see :mod:`engine.live.cluster.identifying`.

    Args:
        connection: the connection to a PostgreSQL database.
        owner: names this process, as in its leases.
        clock: returns a time in seconds that is never set.

    """

    def __init__(self, connection: Connection, *, owner: str, clock: Callable[[], float]) -> None:
        self._connection = connection
        self._owner = owner
        self._clock = clock
        # by bucket, the end of the slot that this process took last
        self._taken: dict[int, float] = {}
        # the time of the last question to the database, by the own clock, and the database's time then
        self._seen: tuple[float, float] | None = None

    async def ask(self, shard: int, buckets: int, *, take: bool) -> float:
        """Put a shard in line, unless it stands there, and return the seconds until it may identify itself.

        Args:
            shard: the shard.
            buckets: how many buckets there are.
            take: whether to take the slot if that is now; 0 means then that it is taken.

        Raises:
            NotHeld: this process does not hold the shard.
            StorageError: the database can't be written.

        """
        bucket, wait = shard % buckets, 0.0
        began = self._clock()

        def asking(session: Session) -> None:
            nonlocal wait
            now = server_time(session)
            in_line = session.execute(_JOIN, {"now": now, "shard": shard, "owner": self._owner}).fetchone()
            if in_line is None:
                raise NotOwned(f"shard {shard} is another process's")
            since, shards = in_line
            session.execute(
                "INSERT INTO identifies (bucket, free_at) VALUES (?, ?) ON CONFLICT (bucket) DO NOTHING", (bucket, now)
            )
            (free_at,) = session.execute(
                "SELECT free_at FROM identifies WHERE bucket = ? FOR UPDATE", (bucket,)
            ).fetchone()
            # the last holder of the slot may have sent after the time that was read above
            now = server_time(session)
            line = {"lately": now - ASKED_SECONDS, "bucket": bucket, "buckets": buckets, "since": since, "shard": shard}
            (ahead,) = session.execute(_AHEAD, line).fetchone()
            # processes of an earlier version take slots one behind the other
            longest = SLOT_SECONDS + IDENTIFY_SECONDS * shards
            slot = find_slot(now, free_at, ahead, longest=longest, doubtful=self._was_set_forward(now, began))
            wait = slot.wait
            left = slot.free_at
            if take and not wait:
                left = self._taken[bucket] = now + SLOT_SECONDS
            if left != free_at:
                session.execute("UPDATE identifies SET free_at = ? WHERE bucket = ?", (left, bucket))

        await self._connection.write(asking)
        return wait

    async def used(self, shard: int, buckets: int) -> None:
        """Note that a shard has identified itself just now: it leaves the line, and the slot is free in five seconds.

        Raises:
            StorageError: the database can't be written; the slot ends by itself.

        """
        bucket = shard % buckets
        taken = self._taken.pop(bucket, None)

        def noting(session: Session) -> None:
            values = (server_time(session) + PAUSE_SECONDS, bucket, taken)
            # another one may have taken the next slot already
            session.execute("UPDATE identifies SET free_at = ? WHERE bucket = ? AND free_at = ?", values)

        leave = "UPDATE leases SET waiting_since = NULL WHERE shard = ? AND owner = ?"
        await self._connection.write(noting, Statement(leave, (shard, self._owner)))

    def _was_set_forward(self, now: float, began: float) -> bool:
        """Whether the database's clock has gone ahead of the own one since it was read last."""
        before, self._seen = self._seen, (began, now)
        return before is not None and (now - before[1]) - (self._clock() - before[0]) > STEP_SECONDS
