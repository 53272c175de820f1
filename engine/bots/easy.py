"""The easy player: often plays at random."""

from __future__ import annotations

import random

from engine.actions import Move, Play
from engine.bots import normal
from engine.move_points import points_by_move
from engine.view import View

HEURISTICS_PROBABILITY = 0.3
"""The share of moves played as by the normal player."""

SCORING_PROBABILITY = 0.5
"""The share of the other moves at which the play that scores most is seen."""


def choose(view: View, rng: random.Random) -> Move:
    """Return the normal player's move, the play that scores most, or any play, at random."""
    if rng.random() < HEURISTICS_PROBABILITY:
        return normal.choose(view, rng)[0]
    points = points_by_move(view)
    if points and rng.random() < SCORING_PROBABILITY:
        return view.legal[max(points, key=points.__getitem__)]
    # even the easy player never draws while a tile fits
    return rng.choice([move for move in view.legal if isinstance(move, Play)] or view.legal)
