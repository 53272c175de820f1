"""Solves the end of a deal whose tiles are all known, with best play by every side."""

from __future__ import annotations

from engine import match
from engine.actions import Move
from engine.bots.evaluation import evaluate
from engine.game import State


class TooManyStates(Exception):
    """The search would visit more states than allowed."""


class Solver:
    """Searches deals to their ends.

    Args:
        max_states: how many states it may visit in all.

    Attributes:
        visited: how many states it has visited.

    """

    def __init__(self, max_states: int) -> None:
        self.visited = 0
        self._max_states = max_states

    def values(self, state: State) -> tuple[float, ...]:
        """Return the value of a state for each side under best play with open hands.

        Raises:
            TooManyStates: the search would visit more states than allowed.

        """
        if len(state.teams) == 2:
            first = self._alpha_beta(state, 0.0, 1.0)
            return (first, 1.0 - first)
        return self._max_n(state)

    def _alpha_beta(self, state: State, alpha: float, beta: float) -> float:
        """Return the value for side 0, which the other side minimises, clipped to ``alpha`` and ``beta``."""
        moves = self._visit(state)
        while len(moves) == 1:
            state = match.step(state, moves[0])
            moves = self._visit(state)
        if state.turn is None:
            return evaluate(state, 0)
        own = state.team_of(state.turn) == 0
        for move in moves:
            value = self._alpha_beta(match.step(state, move), alpha, beta)
            if own:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if own else beta

    def _max_n(self, state: State) -> tuple[float, ...]:
        moves = self._visit(state)
        if state.turn is None:
            return tuple(evaluate(state, side) for side in range(len(state.teams)))
        side = state.team_of(state.turn)
        return max((self._max_n(match.step(state, move)) for move in moves), key=lambda each: each[side])

    def _visit(self, state: State) -> tuple[Move, ...]:
        self.visited += 1
        if self.visited > self._max_states:
            raise TooManyStates
        return match.legal(state)
