"""What people tend to lay: of what fits the heavier tile, or the lighter where pips win. A choice hints at the rest."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.actions import Draw
from engine.bots.beliefs import Beliefs
from engine.game import RuleSet, State
from engine.tiles import Tile, full_set

PIP_PREFERENCE = 0.1
"""By what power of e a pip makes a tile more likely to be laid."""

RANDOM_PROBABILITY = 0.2
"""How often people lay anything."""


class OpponentModel:
    """Tells how likely it is that the others would have played as they did, had they held what a world gives them."""

    def __init__(self, beliefs: Beliefs) -> None:
        rules = beliefs.visible.rules
        self._weights = _weights(rules)
        self._choices: list[tuple[int, int, float, float, int]] = []
        if self._weights is None:
            return
        later: dict[int, list[Tile]] = {}
        drawn = {move.seat for move in beliefs.visible.history if isinstance(move, Draw)}
        for seat, tile, possible in reversed(beliefs.choices):
            # what was drawn since can't be told from what was held
            if seat not in drawn:
                known = [each for each in (tile, *later.get(seat, ())) if possible >> each.order & 1]
                weights = [self._weights[each.order] for each in known]
                self._choices.append((seat, possible, weights[0], sum(weights), len(weights)))
            later.setdefault(seat, []).append(tile)

    def __bool__(self) -> bool:
        return bool(self._choices)

    def likelihood(self, state: State) -> float:
        """Say how likely what was seen is in a world; only the proportion between worlds means something."""
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
    """Give how readily each tile is laid, by its order; None where other things decide."""
    if rules.move_points is not None or rules.points_against:
        return None
    pull = -PIP_PREFERENCE if rules.blocked_winner == "most pips" else PIP_PREFERENCE
    return [math.exp(pull * each.pips) for each in full_set(rules.max_pips)]
