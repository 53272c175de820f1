"""When tables are published: soon, several moves at once, again after a failure, or once there is room."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from cogs.core.bot import Bot, Trouble
from cogs.core.http.budget import Urgency
from cogs.core.http.requests import FAILURES, UNKNOWN_CHANNEL, describe
from cogs.publishing.cleanup import Cleanup
from cogs.publishing.delivery import Presses
from cogs.publishing.screen import Lane, Screen, Screens
from engine.errors import redacted_traceback
from engine.live.model.errors import StorageError
from engine.live.tables.table import Table

_log = logging.getLogger(__name__)

MAX_BATCH_SECONDS = 3.0
"""The most seconds for which consecutive moves of computers are held back, to be shown as one."""

MAX_SEARCHES = 4
"""The number of channels searched for untracked messages at a time: Discord allows a bot 50 requests a second."""


class Schedule:
    """Publishes the lanes of screens, each by one task at a time, which ends when nothing is left.

    Changes during a wait for Discord share the next message. Failures are retried, hands show the trouble of
    the channel, and a turn that is seen is timed.

    Args:
        bot: the bot.
        screens: the screens of tables.
        presses: the interactions of channels.
        cleanup: tidies up older messages.
        show: publishes a lane of a screen as the table is now.

    Attributes:
        running: the tasks, one for each lane that is being published.

    """

    def __init__(
        self,
        bot: Bot,
        screens: Screens,
        presses: Presses,
        cleanup: Cleanup,
        show: Callable[[Screen, Lane], Awaitable[None]],
    ) -> None:
        self._bot = bot
        self._screens = screens
        self._presses = presses
        self._cleanup = cleanup
        self._show = show
        self.running: set[asyncio.Task[None]] = set()
        self._closed = False

    def publish(self, screen: Screen, lane: Lane) -> None:
        """Publish a lane soon; return at once."""
        if self._closed:
            return
        lane.dirty = True
        if lane.running is None:
            name = f"publish {'channel' if lane is screen.channel else 'hands'} of {screen.table.id}"
            lane.running = asyncio.create_task(self._run(screen, lane), name=name)
            self.running.add(lane.running)

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
        while self.running:
            await asyncio.gather(*self.running, return_exceptions=True)

    def close(self) -> None:
        """Publish nothing from now on; a move that Discord delivered before the end may still change a table."""
        self._closed = True
        for task in self.running:
            task.cancel()

    async def _run(self, screen: Screen, lane: Lane) -> None:
        try:
            while lane.dirty:
                lane.dirty = False
                if screen.table.owned:
                    with screen.sending():
                        await self._show(screen, lane)
        finally:
            if lane.running is not None:
                self.running.discard(lane.running)
            lane.running = None
            self._screens.settle(screen)

    # ------------------------------------------------------------------ outcomes

    def note_error(self, screen: Screen, error: Exception) -> None:
        """Note that a channel could not be reached; log unexpected errors in full."""
        if isinstance(error, (*FAILURES, StorageError)):
            channel_id = screen.table.header.channel_id
            _log.warning("table %s could not be shown in channel %s: %s", screen.table.id, channel_id, describe(error))
        else:
            _log.error("table %s could not be shown:\n%s", screen.table.id, redacted_traceback(error))
        gone = isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL
        before = screen.trouble
        self.note_failure(screen, screen.channel, "lost" if gone else "blocked")
        if screen.trouble != before:
            # hands show the trouble
            self.publish(screen, screen.hands)

    def note_failure(self, screen: Screen, lane: Lane, trouble: Trouble = "") -> None:
        """Note that a lane has to be published again, and the trouble that players see."""
        if trouble == "lost":
            # so is its message
            screen.lobby_key = None
        lane.fail(trouble, self._bot.monotonic(), ended=screen.ended)
        self._screens.settle(screen)

    def note_unstripped(self, screen: Screen) -> None:
        """Note that messages with live controls are left to be dealt with later, if there are any."""
        if screen.table.owned and not screen.older_stripped:
            self.note_failure(screen, screen.channel, screen.trouble)
        self._screens.settle(screen)

    async def note_success(self, screen: Screen, ply: int) -> None:
        """Note that a channel has been reached; older messages that keep their buttons are tried again."""
        before = screen.trouble
        if screen.table.header.delivery.on_server and screen.refusal is None:
            self._presses.forget(screen.table.header.place)
        if screen.older_stripped or screen.strip_later:
            screen.channel.failure = None
        else:
            self.note_failure(screen, screen.channel)
        if before:
            self.publish(screen, screen.hands)
        await self.mark_published(screen, ply)
        self._screens.settle(screen)

    async def note_seen_hand(self, screen: Screen) -> None:
        """Start the clock of a player who sees their turn in their hand while the channel can't be written to."""
        if screen.trouble and screen.turn_seen_at >= 0:
            await self.mark_published(screen, screen.turn_seen_at)

    async def mark_published(self, screen: Screen, ply: int) -> None:
        """Note that a ply is shown; players get the time back that it took."""
        table, before = screen.table, screen.table.header.deadline
        try:
            await table.mark_published(ply)
        except Exception as error:
            _log.warning("table %s could not be given time back: %s", table.id, type(error).__name__)
        if table.header.deadline != before and table.ply == ply:
            self.publish(screen, screen.channel)

    # ------------------------------------------------------------------ waiting for time or room

    def retry(self, now: float, *, guild_id: int | None = None) -> None:
        """Retry refused lanes that are due; for a server that has changed, all of them at once."""
        for screen in list(self._screens.unsettled):
            for lane in screen.lanes:
                due = lane.failure is not None and now >= lane.failure.at and lane.running is None
                if due if guild_id is None else lane.failure is not None and screen.table.header.guild_id == guild_id:
                    self.publish(screen, lane)

    def hide_misses(self, now: float) -> None:
        """Flip back the misses in grids that have been shown for long enough."""
        for screen in list(self._screens.unsettled):
            if screen.miss_until is not None and now >= screen.miss_until:
                screen.miss_until = None
                screen.table.mark_unpublished()
                self.publish_all(screen)

    def clean_up(self) -> None:
        """Clear old controls and correct deadlines if there is room now; return at once."""
        if not self._bot.budget.spare:
            return
        for screen in self._screens.unsettled:
            if screen.correct_later:
                self.publish(screen, screen.channel)
            if screen.strip_later and not screen.stripping:
                screen.stripping = True
                self._bot.start_soon(self._strip_older(screen))

    async def _strip_older(self, screen: Screen) -> None:
        try:
            while screen.strip_later:
                # without the lock: moves meanwhile do not wait for the room
                async with self._bot.budget.reserved(Urgency.CLEANUP), screen.message_lock:
                    with screen.sending():
                        await self._cleanup.strip_oldest(screen)
        finally:
            screen.stripping = False
            self.note_unstripped(screen)

    def search(self, table: Table) -> None:
        """Delete the copies of a lobby that repeated requests may have left, soon; return at once."""
        screen = self._screens.of(table)
        screen.search = True
        self._screens.settle(screen)
        self._bot.start_soon(self.delete_untracked())

    async def delete_untracked(self) -> None:
        """Delete untracked messages of all tables that may have some, a few tables at a time."""
        searches = asyncio.Semaphore(MAX_SEARCHES)

        async def search(screen: Screen) -> None:
            # a message on its way is tracked soon
            async with searches, self._bot.budget.reserved(Urgency.CLEANUP), screen.message_lock:
                with screen.sending():
                    await self._cleanup.delete_untracked(screen)
            self.note_unstripped(screen)

        possible = [screen for screen in self._screens if screen.search]
        # the most recently active first
        possible.sort(key=lambda screen: screen.table.header.last_activity_at, reverse=True)
        await asyncio.gather(*map(search, possible))
