"""What a player thinks of its choice."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.actions import Move


class Rationale(StrEnum):
    """Why a move is chosen, as far as it can be told in a sentence."""

    ONLY = "only"
    """There is nothing else to do."""
    GOES_OUT = "goes out"
    """It leaves no tile in the hand, and the deal is won."""
    SCORES = "scores"
    """It scores points at once."""
    ENDS_WELL = "ends well"
    """Every way in which the deal can still go has been looked at, and this one ends best."""
    SHUTS_OUT = "shuts out"
    """It leaves only numbers at the ends on which the next opponent has passed."""
    HEAVY = "heavy"
    """It gets rid of the most pips."""
    DOUBLE = "double"
    """It gets rid of a double before it is stuck."""
    VARIED = "varied"
    """It leaves a hand that can answer the most numbers."""
    REMEMBERED = "remembered"
    """It turns up a tile that is known to make a pair."""
    UNKNOWN = "unknown"
    """It turns up a tile that nobody has seen."""
    KEEPS = "keeps"
    """It is better to keep the tiles: drawing or passing by choice."""
    TRIED = "tried"
    """It did best when the rest of the deal was tried in thought."""


class Estimate(NamedTuple):
    """What a move is worth.

    Attributes:
        move: the move.
        worth: from 0, all is lost, to 1, all is won: how the match is expected to end for the mover's side.
        tries: in how many continuations it was tried; 0 where it was judged by its looks.

    """

    move: Move
    value: float
    samples: int


class Decision(NamedTuple):
    """A choice and what it rests on.

    Attributes:
        move: what to do.
        motive: why.
        estimates: every move that there was, in the order of the view's ``legal``.

    """

    move: Move
    rationale: Rationale
    estimates: tuple[Estimate, ...]
