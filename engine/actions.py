"""What luck and the players do, and how the game record writes it."""

from __future__ import annotations

from typing import NamedTuple

from engine.tiles import Tile, parse_tile


class Deal(NamedTuple):
    """The start of a deal: what luck decided.

    Attributes:
        stock: the shuffled tiles; seat 0 takes the first of them, then seat 1 and so on, the rest is the boneyard.
        first: the seat that luck chose to begin, or None where the rules choose.

    """

    stock: tuple[Tile, ...]
    first: int | None = None

    def __str__(self) -> str:
        first = "" if self.first is None else f" first {self.first}"
        return f"deal {' '.join(each.text for each in self.stock)}{first}"


class Play(NamedTuple):
    """A tile laid at an end (``start`` for the opening tile).

    ``facing`` is the half that faces out, where the rules let a player choose it; else None.
    """

    seat: int
    tile: Tile
    end: str
    facing: int | None = None

    def __str__(self) -> str:
        facing = "" if self.facing is None else f" {self.facing}"
        return f"{self.seat} play {self.tile.text} {self.end}{facing}"


class Draw(NamedTuple):
    """The next tile of the boneyard taken into the hand."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} draw"


class Pass(NamedTuple):
    """A turn given up for want of a fitting tile.

    ``verb`` only keeps a pass from being equal to a draw.
    """

    seat: int
    verb: str = "pass"

    def __str__(self) -> str:
        return f"{self.seat} pass"


class Flip(NamedTuple):
    """A tile in the grid turned up. ``position`` counts from 1."""

    seat: int
    position: int

    def __str__(self) -> str:
        return f"{self.seat} flip {self.position}"


Move = Play | Draw | Pass | Flip
"""What a player can do."""

Action = Deal | Move


def _whole(text: str) -> int | None:
    """Read a number of up to two digits as ``str`` writes it, or give None."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 2 and str(int(text)) == text else None


def parse_move(text: str) -> Move:
    """Read a player's action as the game record writes it (``2 play 6-4 left``).

    Raises:
        ValueError: the text has not the form of an action; the message says what is wrong.

    """
    words = text.split(" ")
    seat = _whole(words[0])
    if seat is None:
        raise ValueError(f"{text[:40]!r} does not begin with a seat")
    match words[1:]:
        case ["play", what, end] if end:
            return Play(seat, parse_tile(what), end)
        case ["play", what, end, out] if end and _whole(out) is not None:
            return Play(seat, parse_tile(what), end, _whole(out))
        case ["draw"]:
            return Draw(seat)
        case ["pass"]:
            return Pass(seat)
        case ["flip", at] if _whole(at) is not None:
            return Flip(seat, int(at))
        case _:
            raise ValueError(f"{text[:40]!r} is not an action")


def parse(text: str) -> Action:
    """Read any action written by ``str``: a player's, or ``deal TILE … [first SEAT]``.

    Raises:
        ValueError: the text has not the form of an action.

    """
    if not text.startswith("deal "):
        return parse_move(text)
    words = text.split(" ")[1:]
    first: int | None = None
    if len(words) >= 2 and words[-2] == "first":
        first = _whole(words[-1])
        if first is None:
            raise ValueError(f"{words[-1][:20]!r} is not a seat")
        words = words[:-2]
    return Deal(tuple(parse_tile(word) for word in words), first)
