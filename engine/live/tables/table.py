"""A table: a lobby, then a match. Every change is durable before it is published."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from engine import match
from engine.actions import Flip, Pass
from engine.game import State
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Header, SavedTable
from engine.live.tables.anonymise import Anonymising
from engine.live.tables.base import BaseServices
from engine.live.tables.deal_words import DealWords
from engine.live.tables.lifecycle import Lifecycle
from engine.live.tables.lobby import Lobby
from engine.live.tables.patience import Patience
from engine.live.tables.pauses import Pauses

__all__ = ["Services", "Table"]


def _ignore(table: Table) -> None:
    del table


@dataclass(frozen=True, slots=True, kw_only=True)
class Services(BaseServices):
    """The services that a table uses, and the listeners that it notifies.

    Attributes:
        changed: called after each change, once it is durable; must return at once.
        remind: called when half of a turn's time is over; must return at once.

    """

    changed: Callable[[Table], None] = _ignore
    remind: Callable[[Table], None] = _ignore


class Table(Lobby, Lifecycle, Pauses, Patience, DealWords, Anonymising):
    """A table in a channel. Each file beside this one has one side of it:

    - ``base``: the lock, and the steps of every change: check, apply, store, swap, notify
    - ``replay``: the table from what is stored
    - ``lobby``: sitting down, options, computers, the start
    - ``table``: playing, passing, flipping, the next deal
    - ``bot_turns``: what the bot plays for computers and for absent people, and hints
    - ``lifecycle``: turns that run out, reminders, closing, an early end, another channel
    - ``patience``: nudging a player, and letting the bot play for them, where turns have no limit
    - ``pauses``, ``votes``: pausing and resuming; voting to end the match
    - ``presence``: leaving, coming back, removal, another host
    - ``deal_words``: words that players add to a deal
    - ``anonymise``: replacing a deleted user
    - ``scheduler``: wakes tables at which the bot is in turn
    """

    def __init__(self, header: Header, services: Services) -> None:
        super().__init__(header, services)
        self._listener = services

    def _notify_changed(self) -> None:
        self._listener.changed(self)

    def _notify_half_time(self) -> None:
        self._listener.remind(self)

    @classmethod
    def restore(cls, kept: SavedTable, services: Services) -> Self:
        """Rebuild a table from its log; one that can't be read says so in ``unreadable``."""
        table = cls(kept.header, services)
        table._load(kept)
        return table

    async def play(self, user: int, seat: int, ply: int, choice: int) -> None:
        """Do a legal action of a seat: number ``choice`` of the view at this ``ply``."""
        async with self._lock:
            state = self._require_turn(user, ply, seat)
            moves = match.legal(state)
            if state.turn != seat or not 0 <= choice < len(moves):
                raise TableError(Code.STALE)
            await self._apply(moves[choice], user)

    async def pass_turn(self, user: int, ply: int) -> None:
        """Draw or pass, as the rules require of a player without a legal play."""
        async with self._lock:
            seat = self.require_seat(user)
            state = self._require_turn(user, ply, seat)
            await self._apply((match.view(state, None).default_move or Pass(seat))._replace(seat=seat), user)

    async def flip(self, user: int, ply: int, position: int) -> None:
        """Flip the tile at a position of the grid."""
        async with self._lock:
            seat = self.require_seat(user)
            self._require_turn(user, ply, seat)
            await self._apply(Flip(seat, position), user)

    async def next_deal(self, user: int, deal: int) -> None:
        """Deal again after the end of deal number ``deal``, without waiting for the deadline."""
        async with self._lock:
            state = self._require_started()
            self.require_active(user)
            self._require_running()
            if not state.awaits_deal or state.deal != deal:
                raise TableError(Code.STALE)
            await self._apply(self._deal(state), user)

    def _require_turn(self, user: int, ply: int, seat: int) -> State:
        """Return the state; raise :class:`TableError` unless the player of the seat acts, and at the present ply."""
        state = self._require_started()
        if self.require_active(user) != seat:
            raise TableError(Code.NOT_YOURS)
        self._require_running()
        if ply != self.ply:
            raise TableError(Code.STALE)
        return state
