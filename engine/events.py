"""What an action brought about, told to those who may know it."""

from __future__ import annotations

from typing import NamedTuple

from engine.tiles import Tile


class Result(NamedTuple):
    """How a deal ended.

    Attributes:
        opener: the seat that made the first play.
        reason: ``out``, ``blocked``, ``mark`` (a total was reached in mid-deal), ``taken`` or ``stuck`` (no pair left).
        winners: the seats that won the deal, ascending; empty where nobody scores on a tie.
        points: what the deal added, what was scored in mid-deal included, one number a side.
        totals: the match so far with this deal, one number a side.
        hands: what was left in each seat's hand (where tiles are taken, not held: what each seat took).
        counted: the seats whose pips make up the points that the end itself brought, ascending.
        earned: the points that the end itself brought, one number a side; the rest was scored in mid-deal.

    """

    opener: int
    reason: str
    winners: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[tuple[Tile, ...], ...]
    counted: tuple[int, ...]
    earned: tuple[int, ...]


class Dealt(NamedTuple):
    """A deal began. ``deal`` counts from 1."""

    deal: int
    opener: int


class Played(NamedTuple):
    """A tile was laid.

    Attributes:
        seat: by whom.
        tile: which.
        end: where.
        left: how many tiles its player has left.
        gained: the points that the play scored at once.
        addends: the numbers whose sum decides about such points, in the layout's order; empty where none are counted.

    """

    seat: int
    tile: Tile
    end: str
    left: int
    gained: int = 0
    addends: tuple[int, ...] = ()


class Drew(NamedTuple):
    """A tile was drawn. ``left`` is how many tiles its player now has, ``boneyard`` how many remain there."""

    seat: int
    left: int
    boneyard: int


class Passed(NamedTuple):
    """A turn was given up. ``on`` holds the numbers that the player had to play on and could not, ascending."""

    seat: int
    on: tuple[int, ...]


class Flipped(NamedTuple):
    """A tile in the grid was turned up.

    Attributes:
        seat: by whom.
        position: where, from 1.
        tile: what it is; all see it now, and it must not be kept where it can be read once it is turned back.
        pair: None for the first of two; else whether the two share a half, and so were taken.
        taken: the two tiles of a pair in the order in which they were turned; else empty.

    """

    seat: int
    position: int
    tile: Tile
    pair: bool | None
    taken: tuple[Tile, ...] = ()


class DealEnded(NamedTuple):
    """A deal ended; every hand is open from now on. ``deal`` counts from 1."""

    deal: int
    result: Result


class MatchEnded(NamedTuple):
    """The match ended. ``winners`` are seats, ascending."""

    winners: tuple[int, ...]


Event = Dealt | Played | Drew | Passed | Flipped | DealEnded | MatchEnded
