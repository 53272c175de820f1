"""What the bot thinks, for whoever it plays for and for who asks what to play."""

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
    """What an expert would do, and the view that this is about: the table may have gone on since."""

    decision: Decision
    view: View


class Plan(NamedTuple):
    """A turn thought out to its end, and the state in which it begins."""

    state: State
    moves: tuple[Move, ...]


class BotTurns(PresenceActions):
    """What can be thought about a turn. Thinking takes long, so it never happens under the table's lock.

    A thought is of one state; whatever has happened meanwhile, it is for nothing else.
    """

    def __init__(self, header: Header, services: BaseServices) -> None:
        super().__init__(header, services)
        # one thought a table at a time, so that none gets more than its share
        self._thinking = asyncio.Lock()
        self._plan: Plan | None = None
        self._hint: tuple[State, Hint] | None = None

    @property
    def bots_turn(self) -> bool:
        """Whether the seat in turn is one that the bot plays for, and the match goes on."""
        turn = None if self._state is None else self._state.turn
        return self.playing and self.header.deadline is not None and turn is not None and self.people[turn].away

    @property
    def catching_up(self) -> bool:
        """Whether the bot is in turn and moves without a pause, so that what was done may share the next picture."""
        deadline = self.header.deadline
        return self.bots_turn and deadline is not None and self._services.clock() >= deadline

    @property
    def thought_out(self) -> bool:
        """Whether the turn has been thought out."""
        return self._plan is not None and self._plan.state is self._state

    def out_of_time(self, now: float) -> bool:
        """Tell whether the time has come for the bot to move, for itself or for a person."""
        deadline, turn = self.header.deadline, None if self._state is None else self._state.turn
        return self.playing and turn is not None and deadline is not None and now >= deadline

    async def think_ahead(self) -> None:
        """Think out the turn that is to be played by the bot, for when it is due."""
        async with self._thinking:
            state = self._state
            if state is None or state.turn is None or self.thought_out:
                return
            level = self.people[state.turn].level or Level.NORMAL
            moves = await self._choose_turn(state, level)
            if self._state is state:
                self._plan = Plan(state, moves)

    async def _choose_turn(self, state: State, level: Level) -> tuple[Move, ...]:
        """Give all moves of a turn; each is chosen by what is known when it is made."""
        seat, moves = state.turn, list[Move]()
        while state.turn is not None and state.turn == seat:
            move = forced_move(state)
            if move is None:
                view = match.view(state, seat)
                move = (await self._services.think(view, match.flipped(state), level)).move
            moves.append(move)
            state, _ = match.apply(state, move)
        return tuple(moves)

    # ------------------------------------------------------------------ for who asks

    @property
    def hints(self) -> bool:
        """Whether players may ask what an expert would do: where that was agreed, or a person plays alone."""
        return self.header.hints or sum(not person.computer for person in self.people) == 1

    async def hint(self, user: int) -> Hint:
        """Think about someone's turn as an expert would.

        Raises:
            TableError: they don't play here, or not now, or the table allows no hints; or it went on meanwhile.
            IllegalMove: it is not their turn.

        """
        state = self._require_started()
        seat = self.require_active(user)
        if not self.hints:
            raise TableError(Code.NO_HINTS)
        self._require_running()
        if state.turn != seat and (refused := match.why_illegal(state, Pass(seat))) is not None:
            raise refused
        async with self._thinking, self._services.hint_lock:
            if self._hint is None or self._hint[0] is not state:
                if self._state is not state:
                    # nobody has begun, and others wait for thoughts
                    raise TableError(Code.STALE)
                view = match.view(state, seat)
                decision = await self._services.think(view, match.flipped(state), Level.EXPERT)
                self._hint = state, Hint(decision, view)
            return self._hint[1]
