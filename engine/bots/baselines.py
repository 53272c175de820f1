"""Simple players, to measure others against."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.actions import Flip, Move, Play
from engine.bots.memory import FlippedTiles
from engine.move_points import points_by_move
from engine.view import View


def random_move(view: View, flipped: FlippedTiles, rng: random.Random) -> Move:
    """Return any legal move, all of them equally likely."""
    del flipped
    return rng.choice(view.legal)


def heaviest_tile(view: View, flipped: FlippedTiles, rng: random.Random) -> Move:
    """Return a play of the heaviest tile that fits, at a random end; without one, draw or pass. In a grid, flip any."""
    del flipped
    return _heaviest_of(view.legal, rng)


def most_points(view: View, flipped: FlippedTiles, rng: random.Random) -> Move:
    """Return the play that scores most; of several, one with the heaviest tile."""
    del flipped
    scores = points_by_move(view)
    max_score = max(scores.values(), default=0)
    return _heaviest_of([move for number, move in enumerate(view.legal) if scores.get(number, 0) == max_score], rng)


def _heaviest_of(moves: Sequence[Move], rng: random.Random) -> Move:
    plays = [move for move in moves if isinstance(move, Play)]
    if plays:
        strongest = max(play.tile.strength for play in plays)
        return rng.choice([play for play in plays if play.tile.strength == strongest])
    return rng.choice(moves) if isinstance(moves[0], Flip) else moves[0]
