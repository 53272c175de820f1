"""The time that tables are owed: a player is charged neither for a lost shard nor for a store that fails."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

MAX_TICK_GAP_SECONDS = 10.0
"""The maximum seconds between two ticks before the bot counts as asleep between them."""


class OwedTime:
    """A ledger of the seconds that tables are owed, by their ids. All times are in seconds since 1970.

    Attributes:
        failing: whether the store fails.

    """

    def __init__(self) -> None:
        # the last tick of each shard
        self._ticked_at: dict[int, float] = {}
        self._loaded_at: float | None = None
        # the last time at which all was well, or up to which lost time is already owed
        self._healthy_until: float | None = None
        self._failing_since: float | None = None
        self._owed: dict[str, float] = {}

    @property
    def failing(self) -> bool:
        """Whether the store fails."""
        return self._failing_since is not None

    def begin(self, now: float, shard: int | None = None) -> None:
        """Begin to count the time of a shard, or of all."""
        if shard is None:
            self._loaded_at = now
        else:
            self._ticked_at[shard] = now

    def shift(self, seconds: float) -> None:
        """Follow a clock that was set by some seconds."""
        self._ticked_at = {shard: at + seconds for shard, at in self._ticked_at.items()}
        self._loaded_at = _shifted(self._loaded_at, seconds)
        self._healthy_until = _shifted(self._healthy_until, seconds)
        self._failing_since = _shifted(self._failing_since, seconds)

    def tick(self, now: float, tables: Mapping[int, Collection[str]]) -> None:
        """Owe tables the time since the last tick of their shard, if that is long ago.

        Args:
            now: the time.
            tables: the ids of the tables of each shard that is connected.

        """
        for shard, ids in tables.items():
            last = self._ticked_at.get(shard, self._loaded_at)
            self._ticked_at[shard] = now
            # while the store fails, the time of the failure is owed at its end
            if last is not None and now - last > MAX_TICK_GAP_SECONDS and not self.failing:
                self.owe(now - last, ids)
                self._healthy_until = now

    def fail(self, now: float) -> None:
        """Note that the store fails."""
        if self._failing_since is None:
            # from then on, or from just before, people could do nothing
            self._failing_since = now if self._healthy_until is None else self._healthy_until

    def work(self, now: float, ids: Iterable[str] = ()) -> None:
        """Note that the store works; owe tables the time of the failure, if there was one."""
        since, self._failing_since = self._failing_since, None
        self._healthy_until = now
        if since is not None:
            self.owe(now - since, ids)
            # a shard without a connection is owed the rest
            self._ticked_at = {shard: min(at + now - since, now) for shard, at in self._ticked_at.items()}

    def owe(self, seconds: float, ids: Iterable[str]) -> None:
        """Owe tables some seconds more."""
        for each in ids:
            self._owed[each] = self._owed.get(each, 0.0) + seconds

    def pay(self, table_id: str) -> float:
        """Return the seconds that a table is owed, which it is owed no more."""
        return self._owed.pop(table_id, 0.0)


def _shifted(at: float | None, seconds: float) -> float | None:
    return None if at is None else at + seconds
