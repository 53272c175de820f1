"""What people tend to lay: of what fits the heavier tile, or the lighter where pips win. A choice hints at the rest."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.actions import Draw
from engine.bots.beliefs import Hidden
from engine.game import RuleSet, State
from engine.tiles import Tile, full_set

PULL = 0.1
"""By what power of e a pip makes a tile more likely to be laid."""

WHIM = 0.2
"""How often people lay anything."""


class Habits:
    """Tells how likely it is that the others would have played as they did, had they held what a world gives them."""

    def __init__(self, hidden: Hidden) -> None:
        rules = hidden.start.rules
        self._weights = _weights(rules)
        self._chosen: list[tuple[int, int, float, float, int]] = []
        if self._weights is None:
            return
        later: dict[int, list[Tile]] = {}
        drawn = {move.seat for move in hidden.start.history if isinstance(move, Draw)}
        for seat, tile, possible in reversed(hidden.chosen):
            # what was drawn since can't be told from what was held
            if seat not in drawn:
                known = [each for each in (tile, *later.get(seat, ())) if possible >> each.order & 1]
                weights = [self._weights[each.order] for each in known]
                self._chosen.append((seat, possible, weights[0], sum(weights), len(weights)))
            later.setdefault(seat, []).append(tile)

    def __bool__(self) -> bool:
        return bool(self._chosen)

    def likelihood(self, world: State) -> float:
        """Say how likely what was seen is in a world; only the proportion between worlds means something."""
        weights, hands = self._weights, world.hands
        product = 1.0
        if weights is None:
            return product
        for seat, possible, own, known, count in self._chosen:
            total, could = known, count
            for each in hands[seat]:
                if possible >> each.order & 1:
                    total += weights[each.order]
                    could += 1
            product *= (1 - WHIM) * own / total + WHIM / could
        return product


def _weights(rules: RuleSet) -> Sequence[float] | None:
    """Give how readily each tile is laid, by its order; None where other things decide."""
    if rules.gain is not None or rules.points_against:
        return None
    pull = -PULL if rules.blocked_to == "most pips" else PULL
    return [math.exp(pull * each.pips) for each in full_set(rules.top)]
