"""Pausing and resuming a match."""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.errors import Code, TableError
from engine.live.model.news import Paused, Resumed
from engine.live.model.table import Pause
from engine.live.tables.base import TableBase


class Pauses(TableBase):
    """Pauses. A pause stops the clock and all play, and keeps the time that was left."""

    async def pause(self, user: int, *, manager: bool = False) -> None:
        """Stop the clock and all play; for the host, or a manager of the channel."""
        async with self._lock:
            self._require_started()
            if not manager:
                self._require_host(user)
            self._require_running()
            now, deadline = self._services.clock(), self.header.deadline
            left = None if deadline is None else max(0.0, deadline - now)
            if left is not None and self._unpublished_since is not None:
                # time before the publication is not charged
                left += now - self._unpublished_since
            await self._save_header(replace(self.header, pause=Pause(left), deadline=None, last_activity_at=now))
            self._restart_publication_delay(now)
            self._add_news(Paused())

    async def resume(self, user: int, *, manager: bool = False) -> None:
        """Resume the match with the time that was left; for the host, or a manager of the channel."""
        async with self._lock:
            state = self._require_started()
            if not manager:
                self._require_host(user)
            if self.header.pause is None:
                raise TableError(Code.NOT_PAUSED)
            now, left = self._services.clock(), self.header.pause.left
            header = replace(self.header, pause=None, last_activity_at=now)
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
