"""Choosing the moves of computers and absent players, and hints."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from engine import match
from engine.actions import Move, Pass
from engine.bots.decision import Decision
from engine.bots.level import Level
from engine.game import State
from engine.legal import forced_move
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Header
from engine.live.tables.base import BaseServices
from engine.live.tables.presence import PresenceActions
from engine.view import View


class Hint(NamedTuple):
    """The decision of an expert, and the view that it is based on: the table may have moved on since."""

    decision: Decision
    view: View


class Plan(NamedTuple):
    """All moves of a turn, and the state before the first."""

    state: State
    moves: tuple[Move, ...]


class BotTurns(PresenceActions):
    """Planned turns and hints. Thinking takes long and never happens under the table's lock.

    A plan or a hint holds for one state only, and is worthless once the state has changed.
    """

    def __init__(self, header: Header, services: BaseServices) -> None:
        super().__init__(header, services)
        # one request per table at a time, for a fair share of the thinking processes
        self._thinking = asyncio.Lock()
        self._plan: Plan | None = None
        self._hint: tuple[State, Hint] | None = None

    @property
    def bots_turn(self) -> bool:
        """Whether the bot plays the seat in turn, and the match is running."""
        turn = None if self._state is None else self._state.turn
        return self.playing and self.header.deadline is not None and turn is not None and self.people[turn].away

    @property
    def acts_at(self) -> float | None:
        """When the bot acts next by itself, for a player who is left no choice or for one out of time; None: never."""
        if self.leaves_no_choice:
            return self._shown_at + self._services.pace.auto
        return self.header.deadline

    @property
    def catching_up(self) -> bool:
        """Whether the bot is in turn and its move is due, in which case one picture may show several moves."""
        deadline = self.header.deadline
        return deadline is not None and self._services.clock() >= deadline and self.bots_turn

    @property
    def thought_out(self) -> bool:
        """Whether the moves of the present turn are planned."""
        return self._plan is not None and self._plan.state is self._state

    def out_of_time(self, now: float) -> bool:
        """Whether the time of the turn is over and the bot has to move, for itself or for a person."""
        deadline, turn = self.header.deadline, None if self._state is None else self._state.turn
        return turn is not None and deadline is not None and now >= deadline and self.playing

    async def think_ahead(self) -> None:
        """Plan the present turn, for the bot to play when it is due."""
        async with self._thinking:
            state = self._state
            if state is None or state.turn is None or self.thought_out:
                return
            level = self.people[state.turn].level or Level.NORMAL
            moves = await self._choose_turn(state, level)
            if self._state is state:
                self._plan = Plan(state, moves)

    async def _choose_turn(self, state: State, level: Level) -> tuple[Move, ...]:
        """Return all moves of a turn, each chosen from the view at its time."""
        seat, moves = state.turn, list[Move]()
        while state.turn is not None and state.turn == seat:
            move = forced_move(state)
            if move is None:
                view = match.view(state, seat)
                move = (await self._services.think(view, match.flipped(state), level)).move
            moves.append(move)
            state, _ = match.apply(state, move)
        return tuple(moves)

    # ------------------------------------------------------------------ hints

    async def hint(self, user: int) -> Hint:
        """Return an expert's decision for the turn of a user.

        Raises:
            TableError: the user does not play here, is away, or the match is paused; the table allows no hints; or the
                table moved on meanwhile.
            IllegalMove: it is not the user's turn.

        """
        state = self._require_started()
        seat = self.require_active(user)
        if not self.header.allows_hints:
            raise TableError(Code.NO_HINTS)
        self._require_running()
        if state.turn != seat and (refused := match.why_illegal(state, Pass(seat))) is not None:
            raise refused
        async with self._thinking, self._services.hint_lock:
            if self._hint is None or self._hint[0] is not state:
                if self._state is not state:
                    # the thinking has not begun, and other tables wait
                    raise TableError(Code.STALE)
                view = match.view(state, seat)
                decision = await self._services.think(view, match.flipped(state), Level.EXPERT)
                self._hint = state, Hint(decision, view)
            return self._hint[1]
