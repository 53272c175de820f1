"""Models what opponents tend to play: heavy tiles, or light ones where most pips win. Plays hint at the rest."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.actions import Draw
from engine.bots.beliefs import Beliefs
from engine.game import RuleSet, State
from engine.tiles import Tile, full_set

PIP_PREFERENCE = 0.1
"""By which power of e each pip makes a tile more likely to be played."""

RANDOM_PROBABILITY = 0.2
"""The share of opponents' moves that are random."""


class OpponentModel:
    """Rates states by how likely the other seats would have played as they did with the hands given there."""

    def __init__(self, beliefs: Beliefs) -> None:
        rules = beliefs.visible.rules
        self._weights = _weights(rules)
        self._choices: list[tuple[int, int, float, float, int]] = []
        if self._weights is None:
            return
        later: dict[int, list[Tile]] = {}
        drawn = {move.seat for move in beliefs.visible.history if isinstance(move, Draw)}
        for seat, tile, possible in reversed(beliefs.choices):
            # tiles drawn since can't be distinguished from those held then
            if seat not in drawn:
                known = [each for each in (tile, *later.get(seat, ())) if possible >> each.order & 1]
                weights = [self._weights[each.order] for each in known]
                self._choices.append((seat, possible, weights[0], sum(weights), len(weights)))
            later.setdefault(seat, []).append(tile)

    def __bool__(self) -> bool:
        return bool(self._choices)

    def likelihood(self, state: State) -> float:
        """Return the likelihood of the observed plays in a state; only ratios between states mean anything."""
        weights, hands = self._weights, state.hands
        product = 1.0
        if weights is None:
            return product
        for seat, possible, own, known, count in self._choices:
            total, could = known, count
            for each in hands[seat]:
                if possible >> each.order & 1:
                    total += weights[each.order]
                    could += 1
            product *= (1 - RANDOM_PROBABILITY) * own / total + RANDOM_PROBABILITY / could
        return product


def _weights(rules: RuleSet) -> Sequence[float] | None:
    """Return the weight with which each tile is played, by its order; None in rule sets where pips don't decide."""
    if rules.move_points is not None or rules.points_against:
        return None
    pull = -PIP_PREFERENCE if rules.blocked_winner == "most pips" else PIP_PREFERENCE
    return [math.exp(pull * each.pips) for each in full_set(rules.max_pips)]
