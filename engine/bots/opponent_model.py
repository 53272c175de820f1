"""Models the habits of opponents: they play heavy tiles, or light ones where most pips win. Plays hint at the rest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from engine.actions import Draw
from engine.bots.beliefs import Beliefs
from engine.game import RuleSet
from engine.simulation.rule_tables import Sums
from engine.tiles import full_set

PIP_PREFERENCE = 0.1
"""By which power of e each pip makes a tile more likely to be played."""

RANDOM_PROBABILITY = 0.2
"""The share of opponents' moves that are random."""


class OpponentModel:
    """Rates hands by the probability of the other seats' plays with them."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._choices: list[tuple[int, int, float, float, int]] = []
        self._weights = _weights(beliefs.visible.rules)
        if self._weights is None:
            return
        later: dict[int, int] = {}
        drawn = {move.seat for move in beliefs.visible.history if isinstance(move, Draw)}
        for seat, tile, possible in reversed(beliefs.choices):
            played = 1 << tile.order
            later[seat] = later.get(seat, 0) | played
            # tiles drawn since can't be distinguished from those held then
            if seat not in drawn:
                known = later[seat] & possible
                of = self._weights.of
                self._choices.append((seat, possible, of(played), of(known), known.bit_count()))

    def __bool__(self) -> bool:
        return bool(self._choices)

    def likelihood(self, held: Sequence[int]) -> float:
        """Return the likelihood of the observed plays with hands, given as bit masks; only ratios mean anything."""
        product = 1.0
        if self._weights is not None:
            of = self._weights.of
            for seat, possible, own, known, count in self._choices:
                could = held[seat] & possible
                product *= (1 - RANDOM_PROBABILITY) * own / (known + of(could)) + RANDOM_PROBABILITY / (
                    count + could.bit_count()
                )
        return product


def _weights(rules: RuleSet) -> Sums[float] | None:
    """Return the weight with which each tile is played, by its order; None in rule sets where pips don't decide."""
    if (
        rules.scoring.move_points is not None
        or rules.scoring.points_against
        or rules.scoring.blocked_criterion == "nobody"
    ):
        return None
    return _preferences(
        rules.max_pips, -PIP_PREFERENCE if rules.scoring.blocked_criterion == "most pips" else PIP_PREFERENCE
    )


@cache
def _preferences(max_pips: int, pull: float) -> Sums[float]:
    """Return the weights of a set's tiles; rule sets share them, since they take a megabyte."""
    return Sums([math.exp(pull * each.pips) for each in full_set(max_pips)])
