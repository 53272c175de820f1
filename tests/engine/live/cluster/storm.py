"""Processes that share shards, as the decisions let them, in a storm of kills, freezes and joins.

Nothing here is a database or a Discord, and the clock is made up: what :mod:`engine.live.cluster.leases` and its likes
carry out is carried out on dictionaries, every twentieth of a second.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from cogs.cluster.lease_holder import LOOK_SECONDS
from cogs.core.gateway import AHEAD_SECONDS
from engine.live.cluster.identifying import (
    ASK_SECONDS,
    ASKED_SECONDS,
    PAUSE_SECONDS,
    SLOT_SECONDS,
    find_slot,
    may_send,
)
from engine.live.cluster.sharing import (
    HANDOVER_SECONDS,
    LEASE_SECONDS,
    RENEW_SECONDS,
    Free,
    Owned,
    Running,
    share,
    to_give,
    to_take,
)

STEP = 0.05
"""The seconds between two looks at everything."""


@dataclass
class Lease:
    """The row of a shard."""

    owner: str = ""
    epoch: int = 0
    until: float = 0.0
    waiting_since: float | None = None
    asked_at: float = 0.0


@dataclass
class Connecting:
    """A shard on its way to a connection: in line, on the phone, or with a slot in its hand."""

    state: str
    at: float
    asked_at: float = 0.0


@dataclass
class Process:
    """A process, which acts while it is neither frozen nor dead."""

    name: str
    since: float
    next_look: float
    frozen_until: float = 0.0
    renewed_at: float = float("-inf")
    held: dict[int, tuple[int, float]] = field(default_factory=dict)
    connected: dict[int, float] = field(default_factory=dict)
    connecting: dict[int, Connecting] = field(default_factory=dict)

    def holds(self, shard: int, now: float) -> bool:
        return shard in self.held and now < self.held[shard][1]

    def drop(self, shard: int) -> None:
        self.held.pop(shard, None)
        self.connected.pop(shard, None)
        self.connecting.pop(shard, None)


class Storm:
    """Processes and the rows that they share.

    Args:
        luck: chooses how long everything takes, and who is struck.
        shards: how many there are.
        buckets: Discord's ``max_concurrency``.
        processes: how many the owner has set.

    Attributes:
        unlucky: how often a process stands still at the worst moment, beside all that strikes it.
        identified: when shards introduced themselves, by bucket.
        without_owner: the longest time for which a shard had no process that acts.
        standing: the longest time for which a shard had no connection.

    """

    def __init__(self, luck: random.Random, shards: int, buckets: int, processes: int) -> None:
        self.luck = luck
        self.shards, self.buckets, self.wanted = shards, buckets, processes
        self.unlucky = 0.0
        self.now = 1000.0
        self.leases = {shard: Lease() for shard in range(shards)}
        self.running: dict[str, tuple[float, float]] = {}
        self.free_at: dict[int, float] = {}
        self.processes: list[Process] = []
        self.identified: dict[int, list[float]] = {bucket: [] for bucket in range(buckets)}
        self.without_owner = self.standing = 0.0
        self._owned_at = dict.fromkeys(range(shards), self.now)
        self._connected_at = dict.fromkeys(range(shards), self.now)
        self._count = 0

    # ------------------------------------------------------------------ strikes

    def join(self) -> None:
        self._count += 1
        self.processes.append(Process(str(self._count), self.now, self.now + self.luck.random()))

    def kill(self) -> None:
        """Let a process die, at any of its steps."""
        self._remove()

    def stop(self) -> None:
        """Let a process end in order."""
        ended = self._remove()
        if ended.frozen_until > self.now:
            return
        self.running.pop(ended.name, None)
        for lease in self.leases.values():
            if lease.owner == ended.name:
                lease.owner, lease.until = "", self.now

    def _remove(self) -> Process:
        """Remove a process, not the last one that acts."""
        acting = [each for each in self.processes if each.frozen_until <= self.now]
        removed = self.luck.choice([each for each in self.processes if [each] != acting])
        self.processes.remove(removed)
        return removed

    def freeze(self) -> None:
        """Let a process stand still, for less than a lease or for longer."""
        self._freeze(self.luck.choice([each for each in self.processes if each.frozen_until <= self.now]))

    def _freeze(self, process: Process) -> None:
        if sum(each.frozen_until <= self.now for each in self.processes) > 1:
            process.frozen_until = self.now + self.luck.uniform(0.5, 2 * LEASE_SECONDS)

    def strike(self) -> None:
        """Let something happen, so that at least two processes are left and not more than twice as many as wanted."""
        least, most = max(2, self.wanted - 1), 2 * self.wanted
        what = [self.freeze]
        if len(self.processes) > least:
            what += [self.kill, self.kill, self.stop]
        if len(self.processes) < most:
            what += [self.join, self.join]
        self.luck.choice(what)()

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        while self.now < end:
            self.now += STEP
            for process in self.luck.sample(self.processes, len(self.processes)):
                if process.frozen_until <= self.now:
                    self._act(process)
            self._measure()

    def _measure(self) -> None:
        acting = [each for each in self.processes if each.frozen_until <= self.now]
        for shard in range(self.shards):
            if any(each.holds(shard, self.now) for each in acting):
                self._owned_at[shard] = self.now
            if any(each.holds(shard, self.now) and shard in each.connected for each in acting):
                self._connected_at[shard] = self.now
        self.without_owner = max(self.without_owner, *(self.now - at for at in self._owned_at.values()))
        self.standing = max(self.standing, *(self.now - at for at in self._connected_at.values()))

    # ------------------------------------------------------------------ steps of processes

    def _act(self, process: Process) -> None:
        if process.next_look <= self.now:
            process.next_look = self.now + LOOK_SECONDS
            self._look(process)
        for shard, each in list(process.connecting.items()):
            if each.at <= self.now:
                self._connect(process, shard, each)

    def _look(self, process: Process) -> None:
        for shard in list(process.held):
            if not process.holds(shard, self.now):
                process.drop(shard)
        to_take = any(
            lease.until <= self.now or (lease.owner == process.name and shard not in process.held)
            for shard, lease in self.leases.items()
        )
        if self.now - process.renewed_at >= RENEW_SECONDS or to_take:
            self._renew(process)

    def _renew(self, process: Process) -> None:
        now, name, until = self.now, process.name, self.now + LEASE_SECONDS
        process.renewed_at = now
        _, gave_at = self.running.get(name, (0.0, 0.0))
        self.running[name] = until, gave_at
        mine = {shard: lease for shard, lease in self.leases.items() if lease.owner == name and lease.until > now}
        for shard in process.held.keys() - mine.keys():
            process.drop(shard)
        for shard, lease in mine.items():
            lease.until = until
            if shard in process.connected:
                lease.waiting_since = None
        free = [Free(shard, each.owner == name) for shard, each in self.leases.items() if each.until <= now]
        held = []
        for shard, lease in mine.items():
            if process.held.get(shard, (0, 0.0))[0] != lease.epoch:
                self._take(process, shard)
            else:
                process.held[shard] = lease.epoch, until
                since = process.connected.get(shard)
                held.append(Owned(shard, lease.waiting_since, None if since is None else now - since))
        most, running = share(self.shards, self.wanted), [each for each, (end, _) in self.running.items() if end > now]
        if now - process.since >= LEASE_SECONDS:
            most = max(most, share(self.shards, len(running)))
        for shard in to_take(free, len(mine), most, only_own=False):
            self._take(process, shard)
        waiting = any(
            each.waiting_since is not None and each.asked_at > now - ASKED_SECONDS for each in self.leases.values()
        )
        counts = Counter(each.owner for each in self.leases.values())
        everybody = [Running(each, counts[each], self.running[each][1]) for each in running]
        if (giving := to_give(name, held, everybody, now, waiting=waiting)) is not None:
            shard, other = giving
            self.leases[shard].owner, self.leases[shard].until = other, now + HANDOVER_SECONDS
            self._stand_in_line(shard)
            self.running[name] = self.running[name][0], now
            process.drop(shard)

    def _take(self, process: Process, shard: int) -> None:
        lease = self.leases[shard]
        lease.owner, lease.until = process.name, self.now + LEASE_SECONDS
        lease.epoch += 1
        self._stand_in_line(shard)
        process.drop(shard)
        process.held[shard] = lease.epoch, lease.until
        process.connecting[shard] = Connecting("line", self.now)

    def _stand_in_line(self, shard: int) -> None:
        if self.leases[shard].waiting_since is None:
            self.leases[shard].waiting_since = self.now

    def _connect(self, process: Process, shard: int, each: Connecting) -> None:
        now = self.now
        if not process.holds(shard, now):
            del process.connecting[shard]
        elif each.state == "sending":
            if not may_send(each.asked_at, now):
                each.state = "socket"
                return
            self.identified[shard % self.buckets].append(now)
            del process.connecting[shard]
            process.connected[shard] = now
            # noted in the same breath, or not at all
            if self.luck.random() < 0.9:
                self.free_at[shard % self.buckets] = now + PAUSE_SECONDS
                self.leases[shard].waiting_since = None
        elif (wait := self._ask(process, shard, take=each.state == "socket")) is None:
            del process.connecting[shard]
        elif each.state == "socket":
            if wait:
                each.at = now + min(wait, ASK_SECONDS)
                return
            each.state, each.at, each.asked_at = "sending", now + self.luck.uniform(0, 0.5), now
            if self.luck.random() < self.unlucky:
                # between its question and what it would send
                self._freeze(process)
        elif wait <= AHEAD_SECONDS:
            each.state, each.at = "socket", now + self.luck.uniform(0.1, 1.0)
        else:
            each.at = now + min(wait - AHEAD_SECONDS, ASK_SECONDS)

    def _ask(self, process: Process, shard: int, *, take: bool) -> float | None:
        lease, bucket = self.leases[shard], shard % self.buckets
        if lease.owner != process.name or lease.until <= self.now:
            return None
        self._stand_in_line(shard)
        since, lease.asked_at = lease.waiting_since, self.now
        assert since is not None
        ahead = sum(
            other % self.buckets == bucket
            and each.asked_at > self.now - ASKED_SECONDS
            and each.waiting_since is not None
            and (each.waiting_since, other) < (since, shard)
            for other, each in self.leases.items()
        )
        slot = find_slot(self.now, self.free_at.get(bucket, self.now), ahead)
        self.free_at[bucket] = self.now + SLOT_SECONDS if take and not slot.wait else slot.free_at
        return slot.wait
