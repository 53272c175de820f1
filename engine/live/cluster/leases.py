"""Leases of shards: which process plays the tables of which servers."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.live.clock import steady
from engine.live.cluster.identify_slots import IdentifySlots
from engine.live.cluster.identifying import ASKED_SECONDS
from engine.live.cluster.sharing import HANDOVER_SECONDS, LEASE_SECONDS, Free, Owned, Running, share, to_give, to_take
from engine.live.database.connection import Connection, Statement
from engine.live.database.rows import OPEN
from engine.live.database.session import Session
from engine.live.database.shards import Shards, of_shards, shard_column
from engine.live.database.timestamps import NOW, server_time
from engine.live.database_store import OWNERS_FROM_BIT, shift
from engine.live.model.errors import StorageError

_log = logging.getLogger(__name__)

GIVING = -2
"""The key of the lock for giving a shard to another process."""

_RUNNING = """
SELECT processes.owner, count(shard), gave_at FROM processes LEFT JOIN leases ON leases.owner = processes.owner
WHERE processes.until > ? GROUP BY processes.owner, gave_at
"""

_WAITING = "SELECT EXISTS (SELECT 1 FROM leases WHERE waiting_since IS NOT NULL AND asked_at > ?)"


class OtherShards(StorageError):
    """Another process shares the servers among another number of shards; the text has the remedy."""


class Changes(NamedTuple):
    """The changes of a renewal.

    Attributes:
        gained: the shards that this process has taken.
        lost: those that another one has taken from it.
        given: those that it has given to another one.

    """

    gained: frozenset[int]
    lost: frozenset[int]
    given: frozenset[int] = frozenset()


class Leases:
    """The leases of one process.

    A shard is held for :data:`LEASE_SECONDS` after the last renewal began, by this process's own clock: when that is
    over, nothing of the shard is written any more, whether the database can be asked or not. Another process takes a
    shard whose lease is over by the database's clock. With that, it changes the revision of the shard's open tables, so
    that a write that was under way is refused.

    A process takes its share of the shards. Once it has run for ``seconds`` without an outage of the database, it takes
    what is free up to an even part for each process that runs. Which, and which shard it gives to another process, is
    decided by :mod:`engine.live.cluster.sharing`.

    Args:
        connection: the connection to a PostgreSQL database.
        owner: names this process; no other one has had the same name.
        address: where other processes reach this one; may be empty.
        processes: how many processes share them.
        seconds: how long a lease is good.
        clock: returns a time in seconds that is never set.

    Attributes:
        epochs: the number of owners that each shard has had which this process holds.
        takeovers: how often this process has taken a shard that another one had not given up.
        slots: when shards of this process may introduce themselves to Discord.

    """

    def __init__(
        self,
        connection: Connection,
        *,
        owner: str,
        address: str,
        processes: int,
        seconds: float = LEASE_SECONDS,
        clock: Callable[[], float] = steady,
    ) -> None:
        self.epochs: dict[int, int] = {}
        self.takeovers = 0
        self.slots = IdentifySlots(connection, owner=owner, clock=clock)
        self._connection = connection
        self._owner = owner
        self._address = address
        self._shards = 1
        self._processes = processes
        self._seconds = seconds
        self._clock = clock
        self._until: dict[int, float] = {}
        self._offset = 0.0
        self._missed = False
        # since when this process runs, and the database has answered each time
        self._steady_since = -math.inf

    @property
    def owned(self) -> tuple[int, ...]:
        """The shards of this process, in order."""
        return tuple(sorted(filter(self.owns, self._until)))

    def owns(self, shard: int) -> bool:
        """Whether this process may write, time and show the tables of a shard; asks nobody."""
        return self._clock() < self._until.get(shard, -math.inf)

    def now(self) -> float:
        """Return the database's time, in seconds since 1970."""
        return self._clock() + self._offset

    async def learn_time(self) -> None:
        """Learn the database's time; raise StorageError if it can't be asked."""
        before = self._clock()
        ((now,),) = await self._connection.rows(NOW)
        self._offset = now - (before + self._clock()) / 2

    async def join(self, shards: int, *, fixed: bool) -> int:
        """Make sure that each shard has a row, and return how many shards there are.

        Args:
            shards: how many shards this process expects.
            fixed: whether the bot's owner chose this number; otherwise the other processes' number counts.

        Raises:
            OtherShards: a process is there with another number of shards.
            StorageError: the database can't be written.

        """

        def joining(session: Session) -> None:
            session.execute("DELETE FROM processes WHERE until <= ?", (server_time(session),))
            # one process after the other
            session.execute("LOCK TABLE leases IN SHARE ROW EXCLUSIVE MODE")
            now = server_time(session)
            self._shards = shards
            others = session.execute(
                "SELECT shards FROM leases WHERE shards != ? AND until > ?", (shards, now)
            ).fetchone()
            if others is not None:
                self._shards = others[0]
                if fixed:
                    raise OtherShards(
                        f"another process shares the servers among {self._shards} shards, this one among {shards}:"
                        " set the same number for all, and to change it stop them all first"
                    )
            session.execute("DELETE FROM leases WHERE shards != ?", (self._shards,))
            noted = session.execute("SELECT value FROM notes WHERE name = 'alive_at'").fetchone()
            alive = now if noted is None else min(float(noted[0]), now)
            session.executemany(
                "INSERT INTO leases (shard, shards, owner, address, epoch, until, alive_at)"
                " VALUES (?, ?, '', '', 0, ?, ?) ON CONFLICT (shard) DO NOTHING",
                [(shard, self._shards, now, alive) for shard in range(self._shards)],
            )

        await self._connection.write(joining)
        self._steady_since = self._clock()
        return self._shards

    async def renew(self, connected: Mapping[int, float] | None = None) -> Changes:
        """Renew the leases of this process, take shards that nobody holds, and give one to a process with fewer.

        Args:
            connected: for how many seconds each shard has been connected to Discord; those that are not are missing.

        Raises:
            StorageError: the database can't be written; leases stay good until their time is over.

        """
        before = frozenset(self.epochs)
        began, result = self._clock(), _Result()
        try:
            await self._connection.write(lambda session: self._renewing(session, connected or {}, result))
        except StorageError:
            self._missed = True
            raise
        if self._missed:
            self._missed, self._steady_since = False, began
        self.epochs = result.epochs
        self._until = dict.fromkeys(result.epochs, began + self._seconds)
        self._offset = result.now - (began + self._clock()) / 2
        self.takeovers += result.takeovers
        # a shard that was lost and is held anew has been taken anew
        lost = before - result.epochs.keys() - result.given | before & result.taken
        return Changes(frozenset(result.taken), lost, frozenset(result.given))

    async def any_to_take(self) -> bool:
        """Return whether the lease of a shard is over or given up, or another process has given one to this one."""
        rows = await self._connection.rows(
            f"SELECT shard, until <= ({NOW}) FROM leases WHERE owner = ? OR until <= ({NOW})", (self._owner,)
        )
        return any(over or shard not in self.epochs for shard, over in rows)

    async def release(self) -> None:
        """Release all shards, so that others take them at once; log what fails."""
        self._until, self.epochs = {}, {}
        try:
            await self._connection.write(
                Statement("DELETE FROM processes WHERE owner = ?", (self._owner,)),
                lambda session: session.execute(
                    "UPDATE leases SET until = ?, alive_at = ?, owner = '' WHERE owner = ?",
                    (now := server_time(session), now, self._owner),
                ),
            )
        except StorageError as error:
            _log.warning("the leases of shards could not be given up, others wait for their end: %s", error)

    def expire(self) -> frozenset[int]:
        """Forget the shards whose leases are over by this process's own clock; return them."""
        over = frozenset(shard for shard in self._until if not self.owns(shard))
        for shard in over:
            del self._until[shard]
            self.epochs.pop(shard, None)
        return over

    async def address_of(self, shard: int) -> str:
        """Return where the process is that has a shard; empty if there is none."""
        rows = await self._connection.rows(f"SELECT address FROM leases WHERE shard = ? AND until > ({NOW})", (shard,))
        return rows[0][0] if rows else ""

    async def shard_of_table(self, table_id: str) -> int | None:
        """Return the shard of an open table; None if there is none."""
        rows = await self._connection.rows(
            f"SELECT {shard_column(self._shards)} FROM tables WHERE id = ? AND {OPEN}", (table_id,)
        )
        return rows[0][0] if rows else None

    # ------------------------------------------------------------------ inside

    def _renewing(self, session: Session, connected: Mapping[int, float], result: _Result) -> None:
        now = result.now = server_time(session)
        result.takeovers, result.taken, result.given = 0, set(), set()
        session.execute(
            "INSERT INTO processes (owner, until, gave_at) VALUES (?, ?, 0)"
            " ON CONFLICT (owner) DO UPDATE SET until = excluded.until",
            (self._owner, now + self._seconds),
        )
        # a connected shard stands in no line, even if that could not be noted
        there = ", ".join(map(str, connected)) or "-1"
        renewed = session.execute(
            "UPDATE leases SET until = ?, alive_at = ?, address = ?,"
            f" waiting_since = CASE WHEN shard IN ({there}) THEN NULL ELSE waiting_since END"
            " WHERE owner = ? AND until > ? RETURNING shard, epoch, waiting_since",
            (now + self._seconds, now, self._address, self._owner, now),
        ).fetchall()
        result.epochs = {shard: epoch for shard, epoch, _ in renewed}
        owned = [Owned(shard, since, connected.get(shard)) for shard, _, since in renewed]
        # leases that are over by this process's own clock but not by the database's are taken anew
        stale = {shard for shard in result.epochs if self.epochs.get(shard) != result.epochs[shard]}
        free = session.execute(
            "SELECT shard, owner, alive_at FROM leases WHERE until <= ? ORDER BY shard FOR UPDATE SKIP LOCKED", (now,)
        ).fetchall()
        for shard in stale:
            self._take(session, shard, now, now, result)
        self._take_free(session, free, now, result)
        if not self._missed:
            self._give(session, [each for each in owned if each.shard not in result.taken], now, result)

    def _take_free(self, session: Session, free: Sequence[Any], now: float, result: _Result) -> None:
        """Take shards from rows of shard, last owner and the time until which that was alive."""
        max_shards = share(self._shards, self._processes)
        # after a start and after an outage of the database, the others may not be there yet
        if self._clock() - self._steady_since >= self._seconds:
            ((running,),) = session.execute("SELECT count(*) FROM processes WHERE until > ?", (now,)).fetchall()
            max_shards = max(max_shards, share(self._shards, running))
        before = {shard: (owner, alive_at) for shard, owner, alive_at in free}
        offered = [Free(shard, owner == self._owner) for shard, (owner, _) in before.items()]
        for shard in to_take(offered, len(result.epochs), max_shards, only_own=self._missed):
            owner, alive_at = before[shard]
            self._take(session, shard, now, alive_at, result)
            result.takeovers += owner not in ("", self._owner)

    def _take(self, session: Session, shard: int, now: float, alive_at: float, result: _Result) -> None:
        (epoch,) = session.execute(
            "UPDATE leases SET owner = ?, address = ?, epoch = epoch + 1, until = ?, alive_at = ?,"
            " waiting_since = coalesce(waiting_since, ?) WHERE shard = ? RETURNING epoch",
            (self._owner, self._address, now + self._seconds, now, now, shard),
        ).fetchone()
        these = Shards((shard,), self._shards)
        session.execute(
            f"UPDATE tables SET revision = revision + ? WHERE {OPEN}{of_shards(these)}", (1 << OWNERS_FROM_BIT,)
        )
        # nobody is charged for the time without an owner
        shift(session, max(0.0, now - alive_at), these)
        result.epochs[shard] = epoch
        result.taken.add(shard)

    def _give(self, session: Session, owned: Sequence[Owned], now: float, result: _Result) -> None:
        """Assign a shard to the process that has the fewest, if this one has too many."""

        def giving_to() -> tuple[int, str] | None:
            running = [Running(*each) for each in session.execute(_RUNNING, (now,)).fetchall()]
            ((waiting,),) = session.execute(_WAITING, (now - ASKED_SECONDS,)).fetchall()
            return to_give(self._owner, owned, running, now, waiting=bool(waiting))

        lock = f"SELECT pg_try_advisory_xact_lock({GIVING})"
        if giving_to() is None or not session.execute(lock).fetchone()[0]:
            return
        # another process with as many may have given one just before
        giving = giving_to()
        if giving is None:
            return
        shard, owner = giving
        # nobody else takes it, unless that process does not
        session.execute(
            "UPDATE leases SET owner = ?, address = '', until = ?, alive_at = ?,"
            " waiting_since = coalesce(waiting_since, ?) WHERE shard = ?",
            (owner, now + min(HANDOVER_SECONDS, self._seconds), now, now, shard),
        )
        session.execute("UPDATE processes SET gave_at = ? WHERE owner = ?", (now, self._owner))
        del result.epochs[shard]
        result.given.add(shard)


class _Result:
    """The result of a renewal; each try of the transaction begins it anew."""

    def __init__(self) -> None:
        self.now = 0.0
        self.epochs: dict[int, int] = {}
        self.taken: set[int] = set()
        self.given: set[int] = set()
        self.takeovers = 0
