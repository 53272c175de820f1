"""Plays for someone who is away."""

from __future__ import annotations

from engine.actions import Flip, Move, Play
from engine.layouts import Grid
from engine.view import View


def choose(view: View) -> Move:
    """Lay the heaviest tile that fits, turn up the next two positions, else do what is left to do.

    Args:
        view: the view of the seat in turn; ``legal`` is not empty.

    """
    plays = [move for move in view.legal if isinstance(move, Play)]
    if plays:
        return max(plays, key=lambda play: play.tile.strength)
    flips = [move for move in view.legal if isinstance(move, Flip)]
    return _next_flip(view, flips) if flips else view.legal[0]


def _next_flip(view: View, flips: list[Flip]) -> Flip:
    """Go through all pairs of positions from turn to turn, so that even a table of absent players finds one."""
    turns = sum(isinstance(move, Flip) for move in view.history) // 2
    if isinstance(view.layout, Grid) and view.layout.turned is not None:
        return flips[turns % len(flips)]
    return flips[turns // max(len(flips) - 1, 1) % len(flips)]
