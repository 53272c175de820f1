"""Plays for someone who is away."""

from __future__ import annotations

from engine.actions import Move, Play
from engine.view import View


def choose(view: View) -> Move:
    """Lay the heaviest tile that fits, else do what is left to do.

    Args:
        view: the view of the seat in turn; ``legal`` is not empty.

    """
    plays = [move for move in view.legal if isinstance(move, Play)]
    return max(plays, key=lambda play: play.tile.strength) if plays else view.legal[0]
