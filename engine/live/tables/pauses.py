"""Pausing and resuming a match."""

from __future__ import annotations

import math
from dataclasses import replace

from engine.live.model.errors import Code, TableError
from engine.live.model.news import Paused, Resumed
from engine.live.model.table import Pause
from engine.live.tables.presence import PresenceActions


class Pauses(PresenceActions):
    """Pauses. A pause stops the clock and all play, and keeps the time that was left."""

    async def pause(self, user: int, *, manager: bool = False) -> None:
        """Stop the clock and all play; for the host, or a manager of the channel.

        A host with whom others play may do so until the deal's pauses add up to the time that a pause is the host's.
        """
        async with self._lock:
            self._require_started()
            if not manager:
                self._require_host(user)
            self._require_running()
            others = any(not person.gone and person.user != user for person in self.people)
            if others and not manager and self.header.paused_for >= self._services.pace.pause:
                raise TableError(Code.PAUSES_USED_UP)
            now, deadline = self._services.clock(), self.header.deadline
            left = None if deadline is None else max(0.0, deadline - now)
            if left is not None and self._unpublished_since is not None:
                # time before the publication is not charged
                left += now - self._unpublished_since
            await self._save_header(replace(self.header, pause=Pause(left, now), deadline=None, last_activity_at=now))
            self._restart_publication_delay(now)
            self._add_news(Paused())

    async def resume(self, user: int, *, manager: bool = False) -> None:
        """Resume the match with the time that was left; for the host, or a manager of the channel.

        Once the pauses of the deal add up to some time, everybody who plays may resume it: a host can't keep others
        from a match by pauses.
        """
        async with self._lock:
            state, pause = self._require_started(), self.header.pause
            if pause is None:
                raise TableError(Code.NOT_PAUSED)
            now, left = self._services.clock(), pause.left
            if not manager and user != self.header.host:
                self.require_active(user)
                until = pause.since + self._services.pace.pause - self.header.paused_for
                if now < until:
                    raise TableError(Code.PAUSE_OF_HOST, host=self.header.host, until=math.ceil(until))
            paused_for = self.header.paused_for + now - pause.since
            header = replace(self.header, pause=None, paused_for=paused_for, last_activity_at=now)
            # people may have come or left meanwhile
            deadline = self._deadline(state, header)
            if deadline is not None and left is not None and not self._turn_is_of_absent():
                deadline = now + left
            await self._save_header(replace(header, deadline=deadline))
            self._restart_publication_delay(now)
            self._add_news(Resumed())

    def _restart_publication_delay(self, now: float) -> None:
        """Measure the delay of an unpublished change from now on."""
        if self._unpublished_since is not None:
            self._unpublished_since = now

    def _turn_is_of_absent(self) -> bool:
        turn = None if self._state is None else self._state.turn
        return turn is not None and self.people[turn].away
