"""Moves for whoever the bot plays for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from engine.errors import redacted_traceback
from engine.live.model.errors import StorageError, TableError
from engine.live.tables.table import Table

_log = logging.getLogger(__name__)

MIN_WAIT_SECONDS = 0.001
"""How many seconds a timer waits at least: clocks differ."""

Timer = Callable[[float, Callable[[], None]], asyncio.TimerHandle | None]
"""Calls something after some seconds, unless what it gives is cancelled before."""


def call_later(seconds: float, do: Callable[[], None]) -> asyncio.TimerHandle:
    """Call something after some seconds of the event loop's time."""
    return asyncio.get_running_loop().call_later(seconds, do)


def no_timer(seconds: float, do: Callable[[], None]) -> None:
    """Call nothing: for clocks that the event loop does not follow, where ticks are all that brings time on."""
    del seconds, do


class BotScheduler:
    """Thinks as soon as the bot is in turn at a table, and moves when the table's deadline comes.

    A table has one task at most, which plays on while the bot is in turn. Where there is time to wait it ends, and a
    timer wakes another: a table that waits costs nothing. Whatever goes wrong is left to the hub's next tick.

    Args:
        clock: tells the time, in seconds since 1970.
        timer: wakes it at a time of that clock; what it misses waits for the next tick.

    """

    def __init__(self, clock: Callable[[], float], timer: Timer) -> None:
        self._clock = clock
        self._timer = timer
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle | None] = {}
        self._stopped = False

    def watch(self, table: Table) -> None:
        """See to a table where the bot is in turn, or somebody's time has run out; returns at once."""
        if not self._stopped and table.id not in self._tasks and self._wanted(table):
            self._forget(table)
            name = f"play for the bot at {table.id}"
            self._tasks[table.id] = asyncio.create_task(self._play(table), name=name)

    async def drain(self) -> None:
        """Wait until nothing is being thought about, nor played."""
        # one that was halted before it began is done, and still there
        while running := [each for each in self._tasks.values() if not each.done()]:
            await asyncio.gather(*running, return_exceptions=True)

    def stop(self) -> None:
        """Do nothing any more."""
        self._stopped = True
        for each in (*self._timers.values(), *self._tasks.values()):
            if each is not None:
                each.cancel()

    def _wanted(self, table: Table) -> bool:
        return table.bots_turn or (table.out_of_time(self._clock()) and table.due(self._clock()))

    async def _play(self, table: Table) -> None:
        try:
            while self._wanted(table):
                if not table.thought_out:
                    await table.think_ahead()
                    continue
                now, deadline = self._clock(), table.header.deadline
                if deadline is not None and now < deadline:
                    wait = max(deadline - now, MIN_WAIT_SECONDS)
                    self._timers[table.id] = self._timer(wait, partial(self._wake, table))
                    return
                if not table.due(now):
                    # people are to see first what lies face up; the hub's next tick looks again
                    return
                await table.expire(now)
        except (StorageError, TableError):
            # the hub tries again, and whoever was faster has told what is next
            pass
        except Exception as error:
            _log.error("the bot could not play at table %s:\n%s", table.id, redacted_traceback(error))
        finally:
            del self._tasks[table.id]

    def _wake(self, table: Table) -> None:
        self._forget(table)
        self.watch(table)

    def _forget(self, table: Table) -> None:
        timer = self._timers.pop(table.id, None)
        if timer is not None:
            timer.cancel()
