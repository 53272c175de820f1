"""Plain players, to measure others against."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.actions import Flip, Move, Play
from engine.bots.memory import TurnedUp
from engine.points import gains
from engine.view import View


def anything(view: View, turned: TurnedUp, source: random.Random) -> Move:
    """Do anything that is legal, each option as likely as the next."""
    del turned
    return source.choice(view.legal)


def heaviest(view: View, turned: TurnedUp, source: random.Random) -> Move:
    """Lay the heaviest tile that fits, at any of its ends; draw or pass only for want of one. In a grid, anything."""
    del turned
    return _heaviest(view.legal, source)


def points(view: View, turned: TurnedUp, source: random.Random) -> Move:
    """Take the most points that can be had at once; of those that bring as much, lay the heaviest tile."""
    del turned
    gained = gains(view)
    most = max(gained.values(), default=0)
    return _heaviest([move for number, move in enumerate(view.legal) if gained.get(number, 0) == most], source)


def _heaviest(moves: Sequence[Move], source: random.Random) -> Move:
    plays = [move for move in moves if isinstance(move, Play)]
    if plays:
        strongest = max(play.tile.strength for play in plays)
        return source.choice([play for play in plays if play.tile.strength == strongest])
    return source.choice(moves) if isinstance(moves[0], Flip) else moves[0]
