"""Play a match: the buttons below the board and of the hand, hints, pauses, votes, leaving."""

from cogs.play import board, fairness, hand, hint, leaving, presence, voting

__all__ = ["board", "fairness", "hand", "hint", "leaving", "presence", "voting"]
