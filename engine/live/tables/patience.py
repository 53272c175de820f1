"""Waiting for a player without a clock: a nudge, and after an hour a move by the bot."""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.errors import Code, TableError
from engine.live.model.table import Header, Person
from engine.live.tables.base import BaseServices
from engine.live.tables.presence import PresenceActions


class Patience(PresenceActions):
    """What others at a table may do about a player who takes their time, where the bot does nothing by itself."""

    def __init__(self, header: Header, services: BaseServices) -> None:
        super().__init__(header, services)
        self._nudged_at = float("-inf")

    @property
    def may_play_for(self) -> bool:
        """Whether the player in turn has taken so long that others may let the bot play for them."""
        return self._services.clock() >= self.turn_began_at + self._services.pace.offered_after

    def nudge(self, user: int, ply: int) -> Person:
        """Return the player in turn, whom another player would like to nudge, and note that they were.

        Raises:
            TableError: the user does not play here, is in turn, or the turn is over; nobody waits for a person; or
                somebody was nudged shortly before.

        """
        person = self._waited_for(user, ply)
        now, again_at = self._services.clock(), self._nudged_at + self._services.pace.nudge
        if now < again_at:
            raise TableError(Code.NUDGED, until=int(again_at))
        self._nudged_at = now
        return person

    async def play_for(self, user: int, ply: int) -> None:
        """Let the bot play for the player in turn, from now on until that player is back; for another player.

        Raises:
            TableError: as for :meth:`nudge`, or the player in turn has not taken long enough.

        """
        async with self._lock:
            self._waited_for(user, ply)
            if not self.may_play_for:
                raise TableError(Code.TOO_EARLY, until=int(self.turn_began_at + self._services.pace.offered_after))
            # the turn ends like one whose time is over
            await self._save_header(replace(self.header, deadline=self._services.clock()))
            self._notify_changed()

    def _waited_for(self, user: int, ply: int) -> Person:
        """Return the player in turn; raise :class:`TableError` unless another player is waiting for them."""
        state, seat = self._require_started(), self.require_active(user)
        self._require_running()
        if not self.header.delivery.has_nudge or ply != self.ply or state.turn is None:
            raise TableError(Code.STALE)
        if state.turn == seat or self.people[state.turn].away:
            raise TableError(Code.NOT_WAITING)
        return self.people[state.turn]
