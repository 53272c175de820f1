"""Tiles, the sets they come in, and which tiles fit an end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

MAX_PIPS: Final = 12
"""The most pips on a half, in the largest set (double-twelve)."""


class Tile:
    """A domino tile. There is one object per tile, so tiles compare by identity and hash fast.

    Get a tile from :func:`tile` or :func:`parse_tile`; never call the class.

    Attributes:
        high: the half with more pips, from 0 to 12.
        low: the half with fewer pips; on a double, the same as ``high``.
        pips: the sum of both halves.
        double: whether both halves are equal.
        order: the place in the set, from 0: 0-0, 1-0, 1-1, 2-0 …
        strength: a sort key for the rule book's order: more pips, then doubles, then the higher half. The strongest
            tile has the greatest key.

    """

    __slots__ = ("double", "high", "low", "order", "pips", "strength", "text")

    def __init__(self, high: int, low: int) -> None:
        self.high = high
        self.low = low
        self.pips = high + low
        self.double = high == low
        self.order = high * (high + 1) // 2 + low
        self.strength = (self.pips, self.double, high)
        self.text = f"{high}-{low}"

    def other(self, half: int) -> int:
        """Return the half opposite ``half``; raise ``ValueError`` if the tile has no such half.

        >>> tile(6, 4).other(6)
        4
        """
        if half == self.high:
            return self.low
        if half == self.low:
            return self.high
        raise ValueError(f"{self.text} has no half {half}")

    def __contains__(self, half: int) -> bool:
        return half == self.high or half == self.low

    def __lt__(self, other: Tile) -> bool:
        return self.order < other.order

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"tile({self.high}, {self.low})"

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return (tile, (self.high, self.low))


_TILES: Final = tuple(tuple(Tile(high, low) for low in range(high + 1)) for high in range(MAX_PIPS + 1))
_BY_TEXT: Final = {each.text: each for row in _TILES for each in row}


def tile(a: int, b: int) -> Tile:
    """Return the tile with halves ``a`` and ``b``, in either order; raise ``ValueError`` outside 0 to 12.

    >>> tile(4, 6)
    tile(6, 4)
    >>> tile(6, 4) is tile(4, 6)
    True
    """
    high, low = (a, b) if a >= b else (b, a)
    if low < 0 or high > MAX_PIPS:
        raise ValueError(f"no set has a tile {high}-{low}")
    return _TILES[high][low]


def parse_tile(text: str) -> Tile:
    """Parse ``high-low``, as written in the game record; raise ``ValueError`` for any other text.

    >>> parse_tile("6-4").pips
    10
    """
    if text not in _BY_TEXT:
        raise ValueError(f"{text[:20]!r} is not a tile")
    return _BY_TEXT[text]


@cache
def full_set(max_pips: int) -> tuple[Tile, ...]:
    """Return the double-``max_pips`` set, ascending.

    >>> [str(tile) for tile in full_set(2)]
    ['0-0', '1-0', '1-1', '2-0', '2-1', '2-2']
    """
    return tuple(each for row in _TILES[: max_pips + 1] for each in row)


def bitmask(tiles: Iterable[Tile]) -> int:
    """Return tiles as a bit mask by their order."""
    mask = 0
    for each in tiles:
        mask |= 1 << each.order
    return mask


def pips(tiles: tuple[Tile, ...]) -> int:
    """Return the sum of the pips on ``tiles``."""
    return sum(each.pips for each in tiles)


Fits = Mapping[Tile, int]
"""The tiles that fit an end showing one number, each with the half that touches that end."""

DOUBLES: Final = frozenset(each for each in full_set(MAX_PIPS) if each.double)
"""The tiles laid crosswise in most rule sets."""

EQUAL_HALVES: Final[tuple[Fits, ...]] = tuple(
    {each: number for each in full_set(MAX_PIPS) if number in each} for number in range(MAX_PIPS + 1)
)
"""Touching halves are equal: all rule sets but Matador and Mata (documents 000, 001, 002, 004)."""

MATADORS: Final = frozenset({tile(0, 0), tile(6, 1), tile(5, 2), tile(4, 3)})
"""The tiles that fit any end; no other tile fits a blank (documents 004 no. 9, 003 "Le jeu")."""

SUM_OF_SEVEN: Final[tuple[Fits, ...]] = tuple(
    {
        each: each.high if each in MATADORS else 7 - number
        for each in full_set(6)
        if each in MATADORS or (number > 0 and 7 - number in each)
    }
    for number in range(7)
)
"""Touching halves add up to seven, and matadors fit any end (documents 004 no. 9, 003 "Le jeu")."""
