"""The events that an action causes. All of them are public."""

from __future__ import annotations

from typing import NamedTuple

from engine.tiles import Tile


class Bonus(NamedTuple):
    """A named part of the points beside the pips.

    Attributes:
        name: its name; translatable.
        points: the points for the team of ``seat``; 0 if there is nothing to add.
        seat: the seat that earned it.
        feat: whether the table celebrates it.

    """

    name: str
    points: int
    seat: int
    feat: bool = False


class Result(NamedTuple):
    """The end of a deal.

    Attributes:
        opener: the seat that made the first play; of a void deal, the one that began it.
        reason: ``out``, ``blocked``, ``mark`` (a total was reached in mid-deal), ``taken``, ``stuck`` (no pair left) or
            ``void`` (ended before any tile was played), ``made`` or ``set`` (the bid).
        winners: the seats that won the deal, ascending; empty if a tie leaves no winner.
        points: the points of the whole deal, one number per team.
        totals: the match points after this deal, one number per team.
        hands: the tiles left in each hand; in Memory, the tiles that each seat took.
        counted: the seats whose pips make up ``earned``, ascending.
        earned: the part of ``points`` scored by the end of the deal, not in mid-deal, one number per team.
        last_seat: the seat that moved last: the one that went out, or that blocked; None of a void deal.
        winning_seat: the seat that won the deal for its team, if the rules name one; else None.
        bonuses: the winners' points beside the pips, in the order of their account.

    """

    opener: int
    reason: str
    winners: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[tuple[Tile, ...], ...]
    counted: tuple[int, ...]
    earned: tuple[int, ...]
    last_seat: int | None = None
    winning_seat: int | None = None
    bonuses: tuple[Bonus, ...] = ()


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
    """A seat passed.

    Attributes:
        numbers: those that no tile of its hand fitted, ascending.
        bonus: the points of another seat's team for the pass, or None.

    """

    seat: int
    numbers: tuple[int, ...]
    bonus: Bonus | None = None


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


class BidMade(NamedTuple):
    """A seat bid for points."""

    seat: int
    points: int


class TrumpNamed(NamedTuple):
    """The highest bidder named trump (see :class:`engine.actions.Trump`)."""

    seat: int
    trump: str


class DealEnded(NamedTuple):
    """A deal ended, and all hands are open; ``deal`` counts from 1."""

    deal: int
    result: Result


class MatchEnded(NamedTuple):
    """The match ended; ``winners`` are seats, ascending."""

    winners: tuple[int, ...]


Event = Dealt | Played | Drew | Passed | Flipped | BidMade | TrumpNamed | DealEnded | MatchEnded
