"""Playing: the buttons under the board and in a hand, hints, pauses, votes, leaving."""

from cogs.play import board, fairness, hand, hint, leaving, presence, voting

__all__ = ["board", "fairness", "hand", "hint", "leaving", "presence", "voting"]
