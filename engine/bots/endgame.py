"""Solves the end of a deal whose tiles are all known, with best play by every side."""

from __future__ import annotations

from engine.bots.evaluation import evaluate
from engine.simulation import Simulation


class TooManyPlies(Exception):
    """The search would play more moves than allowed."""


class Solver:
    """Searches deals to their ends.

    Args:
        max_plies: how many moves it may play in all.

    Attributes:
        played: how many moves it has played.

    """

    def __init__(self, max_plies: int) -> None:
        self.played = 0
        self._max_plies = max_plies

    def value(self, deal: Simulation, move: int, side: int) -> float:
        """Return the value of a move for a side under best play with open hands.

        Raises:
            TooManyPlies: the search would play more moves than allowed.

        """
        if len(deal.teams) > 2:
            return self._max_n(deal, move)[side]
        first = self._alpha_beta(deal, move, 0.0, 1.0)
        return 1.0 - first if side else first

    def _alpha_beta(self, before: Simulation, move: int, alpha: float, beta: float) -> float:
        """Return the value for side 0, which the other side minimises, clipped to ``alpha`` and ``beta``."""
        deal = self._played(before, move)
        if deal.reason is not None:
            deal.settle()
            return evaluate(deal, 0)
        own = deal.turn in deal.teams[0]
        for each in deal.moves:
            value = self._alpha_beta(deal, each, alpha, beta)
            if own:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if own else beta

    def _max_n(self, before: Simulation, move: int) -> tuple[float, ...]:
        deal = self._played(before, move)
        sides = range(len(deal.teams))
        if deal.reason is not None:
            deal.settle()
            return tuple([evaluate(deal, side) for side in sides])
        turn = next(side for side in sides if deal.turn in deal.teams[side])
        return max([self._max_n(deal, each) for each in deal.moves], key=lambda values: values[turn])

    def _played(self, before: Simulation, move: int) -> Simulation:
        """Return the deal after a move, and after those that follow without a choice."""
        deal = before.copy()
        deal.play(move)
        self.played += 1
        while deal.reason is None and len(deal.moves) == 1:
            deal.play(deal.moves[0])
            self.played += 1
        if self.played > self._max_plies:
            raise TooManyPlies
        return deal
