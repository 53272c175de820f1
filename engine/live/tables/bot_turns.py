"""Choosing the moves of computers and absent players, and hints."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from engine import match
from engine.actions import Move, Pass
from engine.bots.decision import Decision
from engine.bots.level import Level
from engine.game import State
from engine.legal import forced_move
from engine.live.model.errors import Code, TableError
from engine.live.tables.situation import Situation
from engine.live.thinking.pool import Think
from engine.view import View


class Hint(NamedTuple):
    """The decision of an expert, and the view that it is based on: the table may have moved on since."""

    decision: Decision
    view: View


class BotTurns:
    """Chooses the turns of the bot at a table, and hints. Thinking takes long and never happens under the table's lock.

    A turn or a hint holds for one state only, and is worthless once the state has changed.

    Args:
        think: chooses moves.
        hint_lock: held while a hint is computed. Bots at other tables thus wait for at most one hint.
        situation: returns the table as it is now.

    """

    def __init__(self, think: Think, hint_lock: asyncio.Lock, situation: Callable[[], Situation]) -> None:
        self._think = think
        self._situation = situation
        self._hint_lock = hint_lock
        # one request per table at a time, for a fair share of the thinking processes
        self._lock = asyncio.Lock()
        self._hint: tuple[State, Hint] | None = None

    async def choose_turn(self) -> tuple[State | None, tuple[Move, ...]]:
        """Return the present state and all moves of the turn in play, which may be planned already."""
        async with self._lock:
            at = self._situation()
            if at.state is None or at.turn is None or at.plan:
                return at.state, at.plan
            return at.state, await self._choose(at.state, at.people[at.turn].level or Level.NORMAL)

    async def _choose(self, state: State, level: Level) -> tuple[Move, ...]:
        """Return all moves of a turn, each chosen from the view at its time."""
        seat, moves = state.turn, list[Move]()
        while state.turn is not None and state.turn == seat:
            move = forced_move(state)
            if move is None:
                move = (await self._think(match.view(state, seat), match.flipped(state), level)).move
            moves.append(move)
            state, _ = match.apply(state, move)
        return tuple(moves)

    async def hint(self, user_id: int) -> Hint:
        """Return an expert's decision for the turn of a user.

        Raises:
            TableError: the user does not play here, is away, or the match is paused; the table allows no hints; or the
                table moved on meanwhile.
            IllegalMove: it is not the user's turn.

        """
        state, seat = require_may_ask(self._situation(), user_id)
        async with self._lock, self._hint_lock:
            if self._hint is None or self._hint[0] is not state:
                if self._situation().state is not state:
                    # the thinking has not begun, and other tables wait
                    raise TableError(Code.STALE)
                view = match.view(state, seat)
                decision = await self._think(view, match.flipped(state), Level.EXPERT)
                self._hint = state, Hint(decision, view)
            return self._hint[1]


def require_may_ask(at: Situation, user_id: int) -> tuple[State, int]:
    """Return the state and the seat of a user who may ask for a hint; raise as :meth:`BotTurns.hint` does."""
    at.require_started()
    seat = at.require_active(user_id)
    if not at.header.allows_hints:
        raise TableError(Code.NO_HINTS)
    state = at.require_running()
    if state.turn != seat and (refused := match.why_illegal(state, Pass(seat))) is not None:
        raise refused
    return state, seat
