"""What an action brought about, told to those who may know it."""

from __future__ import annotations

from typing import NamedTuple

from engine.tiles import Tile


class Result(NamedTuple):
    """How a deal ended.

    Attributes:
        opener: the seat that made the first play.
        reason: ``out`` or ``blocked``.
        winners: the seats that won the deal, ascending.
        points: what the deal added, one number a side.
        totals: the match so far with this deal, one number a side.
        hands: what was left in each seat's hand.
        counted: the seats whose pips make up the points, ascending.

    """

    opener: int
    reason: str
    winners: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[tuple[Tile, ...], ...]
    counted: tuple[int, ...]


class Dealt(NamedTuple):
    """A deal began. ``deal`` counts from 1."""

    deal: int
    opener: int


class Played(NamedTuple):
    """A tile was laid. ``left`` is how many tiles its player has left."""

    seat: int
    tile: Tile
    end: str
    left: int


class Passed(NamedTuple):
    """A turn was given up. ``on`` holds the numbers that no tile of the player's hand has, ascending."""

    seat: int
    on: tuple[int, ...]


class DealEnded(NamedTuple):
    """A deal ended; every hand is open from now on. ``deal`` counts from 1."""

    deal: int
    result: Result


class MatchEnded(NamedTuple):
    """The match ended. ``winners`` are seats, ascending."""

    winners: tuple[int, ...]


Event = Dealt | Played | Passed | DealEnded | MatchEnded
