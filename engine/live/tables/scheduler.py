"""The scheduler of the bot's moves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from engine.errors import redacted_traceback
from engine.live.model.errors import StorageError, TableError
from engine.live.tables import lifecycle
from engine.live.tables.table import Table

_log = logging.getLogger(__name__)

MIN_WAIT_SECONDS = 0.001
"""The minimum wait of a timer in seconds: clocks differ."""

Timer = Callable[[float, Callable[[], None]], asyncio.TimerHandle | None]
"""Calls a function after some seconds, unless the handle that it returns is cancelled before."""


def call_later(seconds: float, do: Callable[[], None]) -> asyncio.TimerHandle:
    """Call a function after some seconds of the event loop's time."""
    return asyncio.get_running_loop().call_later(seconds, do)


class BotScheduler:
    """Plans a turn as soon as the bot is in turn at a table, and moves at the table's deadline.

    A table has one task at most, which plays while the bot is in turn. If there is time to wait, the task ends and a
    timer starts another later: a waiting table costs nothing. Errors are left to the next tick of the hub.

    Args:
        timer: calls a function after some seconds of the tables' clock. Missed calls are left to the next tick.

    """

    def __init__(self, timer: Timer) -> None:
        self._timer = timer
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle | None] = {}
        self._stopped = False

    def watch(self, table: Table) -> None:
        """Start the task of a table if the bot is in turn or the time of a player ran out; return at once."""
        if not self._stopped and table.id not in self._tasks and self._wanted(table):
            self._forget(table)
            name = f"play for the bot at {table.id}"
            self._tasks[table.id] = asyncio.create_task(self._play(table), name=name)

    async def drain(self) -> None:
        """Wait until no task is running."""
        # a task cancelled before its start is done, but still listed
        while running := [each for each in self._tasks.values() if not each.done()]:
            await asyncio.gather(*running, return_exceptions=True)

    def stop(self) -> None:
        """Cancel all timers and tasks, and start no others."""
        self._stopped = True
        for each in (*self._timers.values(), *self._tasks.values()):
            if each is not None:
                each.cancel()

    def _wanted(self, table: Table) -> bool:
        if not table.owned:
            return False
        at = table.situation
        return (
            lifecycle.is_bots_turn(at)
            or lifecycle.is_forced(at)
            or (lifecycle.is_out_of_time(at) and lifecycle.is_due(at))
        )

    async def _play(self, table: Table) -> None:
        try:
            while self._wanted(table):
                at = table.situation
                if not at.plan and not lifecycle.is_forced(at):
                    await table.plan_turn()
                    continue
                moves_at = lifecycle.next_bot_move_at(at)
                if moves_at is not None and at.now < moves_at:
                    wait = max(moves_at - at.now, MIN_WAIT_SECONDS)
                    self._timers[table.id] = self._timer(wait, partial(self._wake, table))
                    return
                if not lifecycle.is_due(at):
                    # people have to see the tiles face up first; the next tick of the hub checks again
                    return
                await table.expire()
        except (StorageError, TableError):
            # the hub tries again, or another change came first and has woken the scheduler
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
