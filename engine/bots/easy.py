"""The easy player: sees what lies in front of it, and often not even that."""

from __future__ import annotations

import random

from engine.actions import Move, Play
from engine.bots import normal
from engine.points import preview
from engine.view import View

HEURISTICS_PROBABILITY = 0.3
"""How often it thinks of everything that common sense would."""

SCORING_PROBABILITY = 0.5
"""How often, when it does not, it sees points that are to be had."""


def choose(view: View, rng: random.Random) -> Move:
    """Play with common sense now and then, sometimes see points that lie there, and else lay anything that fits."""
    if rng.random() < HEURISTICS_PROBABILITY:
        return normal.choose(view, rng)[0]
    points = preview(view)
    if points and rng.random() < SCORING_PROBABILITY:
        return view.legal[max(points, key=points.__getitem__)]
    # nobody draws who sees that a tile fits
    return rng.choice([move for move in view.legal if isinstance(move, Play)] or view.legal)
