"""A player's decision: the move, why, and how every move was rated."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.actions import Move


class Rationale(StrEnum):
    """Why a move was chosen, as far as a sentence can say."""

    ONLY = "only"
    """It is the only legal move."""
    GOES_OUT = "goes out"
    """It empties the hand, which wins the deal."""
    SCORES = "scores"
    """It scores points at once."""
    ENDS_WELL = "ends well"
    """Every continuation of the deal was searched, and this move ends best."""
    SHUTS_OUT = "shuts out"
    """It leaves only ends on which the next opponent has passed."""
    HEAVY = "heavy"
    """It gets rid of the most pips."""
    DOUBLE = "double"
    """It gets rid of a double before nothing fits it any more."""
    VARIED = "varied"
    """It leaves a hand that fits the most ends."""
    BLOCKS = "blocks"
    """It blocks the deal, with fewer pips as far as one can tell."""
    ENDS_IN_STYLE = "ends in style"
    """It leaves a last tile that scores a bonus."""
    REMEMBERED = "remembered"
    """It flips a tile that is known to make a pair."""
    UNKNOWN = "unknown"
    """It flips a tile that has not been seen."""
    COUNTS = "counts"
    """It fits the number of tricks that the hand can count on."""
    TOO_LITTLE = "too little"
    """The hand can count on too few tricks to bid."""
    TAKES = "takes"
    """It takes the trick, as far as one can tell."""
    FEEDS = "feeds"
    """It gives points to a partner who takes the trick."""
    SAVES = "saves"
    """It spends a low tile on a trick that others take."""
    KEEPS = "keeps"
    """It keeps tiles that are worth more in the hand, as by drawing or passing."""
    TRIED = "tried"
    """It did best on average when the rest of the deal was simulated."""


class Estimate(NamedTuple):
    """The value of a move.

    Attributes:
        value: how the match is expected to end for the mover's side, from 0 (lost) to 1 (won).
        samples: the number of continuations played; 0 if the move was rated by heuristics alone.
        wins: the share of them in which the mover's side wins the deal; None if they were not played to its end.
        exact: whether they are all that there are, with best play.

    """

    move: Move
    value: float
    samples: int
    wins: float | None = None
    exact: bool = False


class Decision(NamedTuple):
    """A move, and the reasons for it.

    Attributes:
        estimates: one for every legal move, in the order of the view's ``legal``.

    """

    move: Move
    rationale: Rationale
    estimates: tuple[Estimate, ...]
