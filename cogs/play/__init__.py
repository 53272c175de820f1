"""Play a match: the buttons below the board and of the hand, hints, pauses, votes, leaving."""

from cogs.play import (
    board,
    fairness,
    hand,
    hint,
    leaving,
    nudging,
    presence,
    tables,
    taking_over,
    voting,
    watching,
)

__all__ = [
    "board",
    "fairness",
    "hand",
    "hint",
    "leaving",
    "nudging",
    "presence",
    "tables",
    "taking_over",
    "voting",
    "watching",
]
