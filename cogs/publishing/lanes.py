"""The tasks that publish tables: one for each lane, with batches of moves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from cogs.publishing.screen import Lane, Screen, Screens

MAX_BATCH_SECONDS = 3.0
"""The most seconds for which consecutive moves of computers are held back, to be shown as one."""


class Lanes:
    """Publishes the lanes of screens, each by one task at a time, which ends when nothing is left.

    What changes while a task waits for Discord shares the next message.

    Args:
        screens: the screens of tables.
        show: publishes a lane of a screen as the table is now.

    """

    def __init__(self, screens: Screens, show: Callable[[Screen, Lane], Awaitable[None]]) -> None:
        self._screens = screens
        self._show = show
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def running(self) -> int:
        """The number of lanes that are being published."""
        return len(self._running)

    def publish(self, screen: Screen, lane: Lane) -> None:
        """Publish a lane soon; return at once."""
        if self._closed or not screen.table.held:
            return
        lane.dirty = True
        if lane.running is None:
            name = f"publish {'channel' if lane is screen.channel else 'hands'} of {screen.id}"
            lane.running = asyncio.create_task(self._run(screen, lane), name=name)
            self._running.add(lane.running)

    def publish_all(self, screen: Screen) -> None:
        """Publish both lanes of a screen soon; return at once."""
        if screen.batch is not None:
            screen.batch.cancel()
            screen.batch = None
        for lane in screen.lanes:
            self.publish(screen, lane)

    def publish_later(self, screen: Screen) -> None:
        """Publish both lanes after some seconds, if nothing does before; return at once."""
        if screen.batch is None:
            screen.batch = asyncio.get_running_loop().call_later(MAX_BATCH_SECONDS, self.publish_all, screen)

    async def finish(self, screen: Screen, lane: Lane) -> None:
        """Publish a lane, and wait until that is done."""
        self.publish(screen, lane)
        while lane.running is not None:
            await asyncio.wait({lane.running})

    async def drain(self) -> None:
        """Wait until everything being published is out."""
        for screen in self._screens:
            if screen.batch is not None:
                self.publish_all(screen)
        while self._running:
            await asyncio.gather(*self._running, return_exceptions=True)

    def close(self) -> None:
        """Publish nothing from now on; a move that Discord delivered before the end may still change a table."""
        self._closed = True
        for task in self._running:
            task.cancel()

    async def _run(self, screen: Screen, lane: Lane) -> None:
        try:
            while lane.dirty:
                lane.dirty = False
                if screen.table.held:
                    with screen.sending():
                        await self._show(screen, lane)
        finally:
            if lane.running is not None:
                self._running.discard(lane.running)
            lane.running = None
            self._screens.settle(screen)
