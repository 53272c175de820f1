"""The upkeep of challenges, in the one process that does such jobs for all: days begin, and what is over is closed."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from discord.ext import tasks

from cogs.bot import DominoBot
from cogs.challenges.attempts import decider
from cogs.core.cog import Cog
from engine.bots.choose import CHOICES
from engine.errors import redacted_traceback
from engine.live.challenges import upkeep
from engine.live.challenges.challenge import Challenge
from engine.live.challenges.choosing import Decide, NoAnswer
from engine.live.challenges.store import ChallengeStore
from engine.live.model.errors import StorageError

_log = logging.getLogger(__name__)

BEAT_SECONDS = 60


class Closing(Cog):
    """Plans days and counts their minutes; closes challenges, computes par and deletes old actions.

    It dispatches ``challenge_closed`` with each challenge that it has closed. Each job goes on where it was cut off.
    The computers' choices wait until no table and no player needs one.
    """

    bot: DominoBot

    @property
    def _store(self) -> ChallengeStore:
        return self.bot.hub.store.challenges

    @property
    def _decide(self) -> Decide:
        return decider(self.bot.thinkers, patient=True)

    @tasks.loop(seconds=BEAT_SECONDS)
    async def beat(self) -> None:
        """Keep the days. The first minute is left to the start; whoever plays before then plans the day."""
        if self.beat.current_loop:
            await self.keep()

    @tasks.loop(seconds=BEAT_SECONDS)
    async def work(self) -> None:
        """Do the jobs that may take long, after the first minute, too."""
        if self.work.current_loop:
            await self.work_off()

    async def keep(self) -> None:
        """Keep the days; a failure is logged."""
        await self._alone("the days could not be kept", self.keep_days)

    async def work_off(self) -> None:
        """Do the jobs that may take long; failures are logged."""
        await self._alone("old actions of challenges could not be deleted", self.thin)
        await self._alone("challenges could not be closed", self.close_over)
        await self._alone("an expert's result could not be computed", self.compute_par)

    async def keep_days(self) -> None:
        """Plan days; let today begin, and count a minute in which people could play."""
        now = self.bot.clock()
        await upkeep.plan(self._store, now)
        if self.bot.sharding.is_connected(0):
            await upkeep.keep_day(self._store, CHOICES, now)

    async def close_over(self) -> None:
        """Close the challenges whose time has run out."""
        for each in await self._store.to_close(self.bot.clock()):
            await self._alone(f"challenge {each.id} could not be closed", lambda each=each: self._close(each))

    async def _close(self, challenge: Challenge) -> None:
        if await upkeep.close(self._store, challenge, CHOICES, self.bot.clock(), self._decide):
            self.bot.dispatch("challenge_closed", await self._store.find(challenge.id))

    async def compute_par(self) -> None:
        """Compute par for one challenge without it that these computers belong to, the oldest if that works."""
        now = self.bot.clock()
        waiting = [each for each in await self._store.without_par(now) if upkeep.can_play(each, CHOICES)]
        for each in waiting:
            with suppress(NoAnswer):
                await upkeep.compute_par(self._store, each, CHOICES, self._decide)
                return

    async def thin(self) -> None:
        """Delete actions that nobody can watch any more."""
        await upkeep.thin(self._store, self.bot.clock())

    async def _alone(self, failure: str, job: Callable[[], Awaitable[None]]) -> None:
        """Do a job in the one process that does it for all; log a failure, since an error would end the loop for good.

        Args:
            failure: the failure, for the log.
            job: the job.

        """
        try:
            if self.bot.owns(0):
                await job()
        except NoAnswer:
            _log.warning("no computer could choose, so %s", failure)
        except StorageError as error:
            _log.warning("%s: %s", failure, error)
        except Exception as error:
            _log.error("%s:\n%s", failure, redacted_traceback(error))
