"""The actions of a match, and their text in the game record."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engine.tiles import Tile, parse_tile


class Deal(NamedTuple):
    """The start of a deal: all that is left to chance.

    Attributes:
        stock: the shuffled tiles: the first go to seat 0, the next to seat 1 and so on; the rest is the boneyard.
        first: the seat drawn by lot to begin; None if the rules name the opener.
        named: whether the host of the table named that seat, in place of a lot.

    """

    stock: tuple[Tile, ...]
    first: int | None = None
    named: bool = False

    def __str__(self) -> str:
        dealt = f"deal {' '.join(each.text for each in self.stock)}"
        if self.first is None:
            return dealt
        return f"{dealt} {'named' if self.named else 'first'} {self.first}"


class Play(NamedTuple):
    """Lay a tile at an end (``start`` for the opening tile).

    ``facing`` is the half that faces out, if the rules let the player choose; else None.

    >>> str(Play(2, parse_tile("6-4"), "left"))
    '2 play 6-4 left'
    """

    seat: int
    tile: Tile
    end: str
    facing: int | None = None

    def __str__(self) -> str:
        facing = "" if self.facing is None else f" {self.facing}"
        return f"{self.seat} play {self.tile.text} {self.end}{facing}"


class Draw(NamedTuple):
    """Take the next tile from the boneyard."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} draw"


class Pass(NamedTuple):
    """Pass the turn without a play.

    ``verb`` only makes a pass unequal to a draw.
    """

    seat: int
    verb: str = "pass"

    def __str__(self) -> str:
        return f"{self.seat} pass"


class Flip(NamedTuple):
    """Flip a tile in the grid; ``position`` counts from 1."""

    seat: int
    position: int

    def __str__(self) -> str:
        return f"{self.seat} flip {self.position}"


class Bid(NamedTuple):
    """Bid to take ``points``, or for more than one mark.

    ``verb`` only makes a bid unequal to a flip.
    """

    seat: int
    points: int
    verb: str = "bid"

    def __str__(self) -> str:
        return f"{self.seat} bid {self.points}"


class Trump(NamedTuple):
    """Name trump: a number as text, ``doubles`` or ``none``.

    ``verb`` only makes it unequal to a pass.
    """

    seat: int
    trump: str
    verb: str = "trump"

    def __str__(self) -> str:
        return f"{self.seat} trump {self.trump}"


Move = Play | Draw | Pass | Flip | Bid | Trump
"""An action of a player."""

Action = Deal | Move

MAX_KEPT: Final = 2**13
"""The number of parsed moves kept in memory: the logs of many matches consist of a few thousand different ones."""


def _whole(text: str, digits: int = 2) -> int | None:
    """Parse a number of so many digits at most, without leading zeros; return None for any other text."""
    fits = text.isascii() and text.isdecimal() and len(text) <= digits
    return int(text) if fits and str(int(text)) == text else None


@lru_cache(MAX_KEPT)
def parse_move(text: str) -> Move:
    """Parse a player's action, as written in the game record.

    Raises:
        ValueError: the text is not an action.

    >>> parse_move("2 play 6-4 left")
    Play(seat=2, tile=tile(6, 4), end='left', facing=None)
    >>> parse_move("draw")
    Traceback (most recent call last):
    ValueError: 'draw' does not begin with a seat
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
        case ["bid", points] if _whole(points, digits=3) is not None:
            return Bid(seat, int(points))
        case ["trump", trump] if trump:
            return Trump(seat, trump)
        case _:
            raise ValueError(f"{text[:40]!r} is not an action")


def parse(text: str) -> Action:
    """Parse any action as written by ``str``: a player's, or ``deal TILE … [first SEAT]``.

    A named opener is written ``named SEAT``.

    Raises:
        ValueError: the text is not an action.

    >>> parse("deal 0-0 1-0 first 1")
    Deal(stock=(tile(0, 0), tile(1, 0)), first=1, named=False)
    """
    if not text.startswith("deal "):
        return parse_move(text)
    words = text.split(" ")[1:]
    first, how = None, words[-2] if len(words) >= 2 else ""
    if how in ("first", "named"):
        first = _whole(words[-1])
        if first is None:
            raise ValueError(f"{words[-1][:20]!r} is not a seat")
        words = words[:-2]
    return Deal(tuple(parse_tile(word) for word in words), first, how == "named")
