"""What is due at the screens of tables from time to time: misses, old controls, deadlines, stray messages."""

from __future__ import annotations

import asyncio

from cogs.core.bot import Bot
from cogs.core.http.budget import Urgency
from cogs.publishing.lanes import Lanes
from cogs.publishing.outcomes import Outcomes
from cogs.publishing.screen import Screen, Screens
from cogs.publishing.tidying import Tidying
from engine.live.tables.table import Table

MAX_SEARCHES = 4
"""In how many channels stray messages are searched for at a time: Discord allows a bot 50 requests a second in all."""


class Housekeeping:
    """Does what waits for time or for room."""

    def __init__(self, bot: Bot, screens: Screens, lanes: Lanes, outcomes: Outcomes, tidying: Tidying) -> None:
        self._bot = bot
        self._screens = screens
        self._lanes = lanes
        self._outcomes = outcomes
        self._tidying = tidying

    def retry(self, now: float, *, guild: int | None = None) -> None:
        """Retry what Discord refused and is due; for a server that has changed, all of it at once."""
        for screen in list(self._screens.unsettled):
            for lane in screen.lanes:
                due = lane.failure is not None and now >= lane.failure.at and lane.running is None
                if due if guild is None else lane.failure is not None and screen.header.guild == guild:
                    self._lanes.publish(screen, lane)

    def hide_misses(self, now: float) -> None:
        """Flip back the misses in grids that have been shown for long enough."""
        for screen in list(self._screens.unsettled):
            if screen.miss_until is not None and now >= screen.miss_until:
                screen.miss_until = None
                screen.table.mark_unpublished()
                self._lanes.publish_all(screen)

    def tidy(self) -> None:
        """Do what had to wait if there is room now: old controls, deadlines; return at once."""
        if not self._bot.budget.spare:
            return
        for screen in self._screens.unsettled:
            if screen.outdated:
                self._lanes.publish(screen, screen.channel)
            if screen.crowded and not screen.tidying:
                screen.tidying = True
                self._bot.start_soon(self._tidy(screen))

    async def _tidy(self, screen: Screen) -> None:
        try:
            while screen.crowded:
                # without the lock: what is played meanwhile does not wait for the room
                async with self._bot.budget.reserved(Urgency.TIDY), screen.posting:
                    with screen.sending():
                        await self._tidying.tidy_oldest(screen)
        finally:
            screen.tidying = False
            self._outcomes.note_untidy(screen)

    def search(self, table: Table) -> None:
        """Delete what the library's repeated requests may have left of a lobby, soon; return at once."""
        screen = self._screens.of(table)
        screen.search = True
        self._screens.settle(screen)
        self._bot.start_soon(self.delete_strays())

    async def delete_strays(self) -> None:
        """Delete stray messages of all tables that may have some, a few tables at a time."""
        searches = asyncio.Semaphore(MAX_SEARCHES)

        async def search(screen: Screen) -> None:
            # what is being sent is no stray
            async with searches, self._bot.budget.reserved(Urgency.TIDY), screen.posting:
                with screen.sending():
                    await self._tidying.strays.delete(screen)
            self._outcomes.note_untidy(screen)

        possible = [screen for screen in self._screens if screen.search]
        # the most recently active first
        possible.sort(key=lambda screen: screen.header.last_activity_at, reverse=True)
        await asyncio.gather(*map(search, possible))
