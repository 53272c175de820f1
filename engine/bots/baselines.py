"""Plain players, to measure others against."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.actions import Flip, Move, Play
from engine.bots.memory import FlippedTiles
from engine.points import preview
from engine.view import View


def random_move(view: View, flipped: FlippedTiles, rng: random.Random) -> Move:
    """Do anything that is legal, each option as likely as the next."""
    del flipped
    return rng.choice(view.legal)


def heaviest_tile(view: View, flipped: FlippedTiles, rng: random.Random) -> Move:
    """Lay the heaviest tile that fits, at any of its ends; draw or pass only for want of one. In a grid, anything."""
    del flipped
    return _heaviest_of(view.legal, rng)


def most_points(view: View, flipped: FlippedTiles, rng: random.Random) -> Move:
    """Take the most points that can be had at once; of those that bring as much, lay the heaviest tile."""
    del flipped
    gained = preview(view)
    most = max(gained.values(), default=0)
    return _heaviest_of([move for number, move in enumerate(view.legal) if gained.get(number, 0) == most], rng)


def _heaviest_of(moves: Sequence[Move], rng: random.Random) -> Move:
    plays = [move for move in moves if isinstance(move, Play)]
    if plays:
        strongest = max(play.tile.strength for play in plays)
        return rng.choice([play for play in plays if play.tile.strength == strongest])
    return rng.choice(moves) if isinstance(moves[0], Flip) else moves[0]
