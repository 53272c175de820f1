"""The easy player: sees what lies in front of it, and often not even that."""

from __future__ import annotations

import random

from engine.actions import Move, Play
from engine.bots import normal
from engine.points import gains
from engine.view import View

SENSE = 0.3
"""How often it thinks of everything that common sense would."""

GLANCE = 0.5
"""How often, when it does not, it sees points that are to be had."""


def choose(view: View, chance: random.Random) -> Move:
    """Play with common sense now and then, sometimes see points that lie there, and else lay anything that fits."""
    if chance.random() < SENSE:
        return normal.choose(view, chance)[0]
    gained = gains(view)
    if gained and chance.random() < GLANCE:
        return view.legal[max(gained, key=gained.__getitem__)]
    # nobody draws who sees that a tile fits
    return chance.choice([move for move in view.legal if isinstance(move, Play)] or view.legal)
