"""What Discord refused to show, and when it is tried again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from cogs.core.bot import Trouble
from engine.live.model.table import Status
from engine.live.tables.table import Table

Lane = Literal["channel", "hands"]
"""Where a table is published: in its channel, or in its players' hands."""

FIRST_RETRY, LAST_RETRY = 30.0, 1800.0
"""Seconds between a failure and the next try: twice as many each time, up to the last."""

MAX_TRIES, MAX_LOST_TRIES = 50, 3
"""How often a table that has ended is tried, about a day long, and how often if Discord says that its channel is gone;
the next start tries again."""


@dataclass(slots=True)
class Failure:
    """A table that could not be shown, and the time of the next try."""

    table: Table
    times: int
    at: float
    trouble: Trouble


class Failures:
    """The tables that Discord refused when they were last published.

    Args:
        monotonic: returns a time in seconds that is never set.

    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._failed: dict[tuple[Lane, str], Failure] = {}

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables that are tried again; those that have ended are in no other list."""
        return tuple({failure.table.id: failure.table for failure in self._failed.values()}.values())

    def trouble(self, table: Table) -> Trouble:
        """Return what keeps a table from being shown in its channel."""
        failure = self._failed.get(("channel", table.id))
        return failure.trouble if failure is not None else ""

    def due(self, now: float) -> list[tuple[Lane, Table]]:
        """Return what is to be tried again at ``now``."""
        return [(lane, failure.table) for (lane, _), failure in self._failed.items() if now >= failure.at]

    def of_guild(self, guild: int | None) -> list[tuple[Lane, Table]]:
        """Return all that failed in a server."""
        failed = self._failed.items()
        return [(lane, failure.table) for (lane, _), failure in failed if failure.table.header.guild == guild]

    def of_channel(self, channel: int) -> list[Table]:
        """Return the tables that could not be shown in a channel."""
        failed = self._failed.items()
        return [each.table for (lane, _), each in failed if lane == "channel" and each.table.header.channel == channel]

    def add(self, lane: Lane, table: Table, trouble: Trouble) -> bool:
        """Store a failure and the time of the next try.

        Returns:
            Whether there will be one: a table that has ended is given up after a day, or soon if its channel is gone.

        """
        key: tuple[Lane, str] = (lane, table.id)
        now = self._monotonic()
        failure = self._failed.get(key)
        if failure is not None and now < failure.at:
            # tried early because something has changed, which is no reason to wait longer
            failure.trouble = trouble
        else:
            times = 1 if failure is None else failure.times + 1
            wait = min(FIRST_RETRY * 2 ** min(times - 1, 10), LAST_RETRY)
            failure = self._failed[key] = Failure(table, times, now + wait, trouble)
        ended = table.header.status in (Status.FINISHED, Status.CLOSED)
        if ended and failure.times > (MAX_LOST_TRIES if trouble == "lost" else MAX_TRIES):
            del self._failed[key]
            return False
        return True

    def clear(self, lane: Lane, table: Table) -> bool:
        """Forget a failure after a success; return whether there was one."""
        return self._failed.pop((lane, table.id), None) is not None
