"""The events that an action causes. All of them are public."""

from __future__ import annotations

from typing import NamedTuple

from engine.tiles import Tile


class Result(NamedTuple):
    """The end of a deal.

    Attributes:
        opener: the seat that made the first play.
        reason: ``out``, ``blocked``, ``mark`` (a total was reached in mid-deal), ``taken`` or ``stuck`` (no pair left).
        winners: the seats that won the deal, ascending; empty if a tie leaves no winner.
        points: the points of the whole deal, one number per team.
        totals: the match points after this deal, one number per team.
        hands: the tiles left in each hand; in Memory, the tiles that each seat took.
        counted: the seats whose pips make up ``earned``, ascending.
        earned: the part of ``points`` scored by the end of the deal, not in mid-deal, one number per team.

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
    """A deal began; ``deal`` counts from 1."""

    deal: int
    opener: int


class Played(NamedTuple):
    """A tile was played.

    Attributes:
        hand_size: how many tiles the player has left.
        points: the points scored by the play.
        addends: the numbers whose sum decides about ``points``, in the layout's order; empty if none are counted.

    """

    seat: int
    tile: Tile
    end: str
    hand_size: int
    points: int = 0
    addends: tuple[int, ...] = ()


class Drew(NamedTuple):
    """A tile was drawn: the player now holds ``hand_size`` tiles, and ``boneyard_size`` are left to draw."""

    seat: int
    hand_size: int
    boneyard_size: int


class Passed(NamedTuple):
    """A seat passed; ``numbers`` are those that no tile of its hand fitted, ascending."""

    seat: int
    numbers: tuple[int, ...]


class Flipped(NamedTuple):
    """A tile in the grid was flipped.

    Attributes:
        position: its position, from 1.
        tile: the tile. All see it now; it must not be readable anywhere once it is face down again.
        pair: None for the first of two; else whether the two share a half and were taken.
        taken: the two tiles of a pair, in the order of their flips; else empty.

    """

    seat: int
    position: int
    tile: Tile
    pair: bool | None
    taken: tuple[Tile, ...] = ()


class DealEnded(NamedTuple):
    """A deal ended, and all hands are open; ``deal`` counts from 1."""

    deal: int
    result: Result


class MatchEnded(NamedTuple):
    """The match ended; ``winners`` are seats, ascending."""

    winners: tuple[int, ...]


Event = Dealt | Played | Drew | Passed | Flipped | DealEnded | MatchEnded
