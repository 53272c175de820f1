"""The exact end of a deal whose tiles are all known: everybody does the best for their side."""

from __future__ import annotations

from engine import match
from engine.actions import Move
from engine.bots.evaluation import worth
from engine.game import State


class TooLong(Exception):
    """There are more ways to go on than may be looked at."""


class Solver:
    """Looks at the ends of deals.

    Args:
        most: how many states it may look at in all.

    Attributes:
        looked_at: at how many it has looked.

    """

    def __init__(self, most: int) -> None:
        self.looked_at = 0
        self._most = most

    def worths(self, state: State) -> tuple[float, ...]:
        """Give what a state is worth to each side when all see everything and do their best.

        Raises:
            TooLong: that takes more states than there are left.

        """
        if len(state.sides) == 2:
            first = self._first_side(state, 0.0, 1.0)
            return (first, 1.0 - first)
        return self._all_sides(state)

    def _first_side(self, state: State, least: float, most: float) -> float:
        """Give the worth to side 0, which the other wants low, as far as it lies between ``least`` and ``most``."""
        moves = self._moves(state)
        while len(moves) == 1:
            state = match.step(state, moves[0])
            moves = self._moves(state)
        if state.turn is None:
            return worth(state, 0)
        own = state.side_of(state.turn) == 0
        for move in moves:
            value = self._first_side(match.step(state, move), least, most)
            if own:
                least = max(least, value)
            else:
                most = min(most, value)
            if least >= most:
                break
        return least if own else most

    def _all_sides(self, state: State) -> tuple[float, ...]:
        moves = self._moves(state)
        if state.turn is None:
            return tuple(worth(state, side) for side in range(len(state.sides)))
        side = state.side_of(state.turn)
        return max((self._all_sides(match.step(state, move)) for move in moves), key=lambda each: each[side])

    def _moves(self, state: State) -> tuple[Move, ...]:
        self.looked_at += 1
        if self.looked_at > self._most:
            raise TooLong
        return match.legal(state)
