"""Tiles and the sets they come in."""

from __future__ import annotations

from functools import cache
from typing import Final

HIGHEST: Final = 12
"""The most pips a half can have, in the largest set (double-twelve)."""


class Tile:
    """One domino tile. There is exactly one object per tile, so tiles compare by identity and hash fast.

    Get one from :func:`tile` or :func:`parse_tile`, never by calling the class.

    Attributes:
        high: the half with more pips (0 to 12).
        low: the half with fewer pips, or the same on a double.
        pips: both halves added.
        double: whether both halves are equal.
        order: its place in the set, from 0: 0-0, 1-0, 1-1, 2-0 …
        strength: a key that orders tiles as the rule book does: most pips; equal pips: a double first; then the
            higher half. The greatest key is the strongest tile.

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
        """Give the half across from ``half``; raise ``ValueError`` when the tile has no such half."""
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


_TILES: Final = tuple(tuple(Tile(high, low) for low in range(high + 1)) for high in range(HIGHEST + 1))
_BY_TEXT: Final = {each.text: each for row in _TILES for each in row}


def tile(a: int, b: int) -> Tile:
    """Give the tile with halves ``a`` and ``b``, in either order; raise ``ValueError`` outside 0 to 12."""
    high, low = (a, b) if a >= b else (b, a)
    if low < 0 or high > HIGHEST:
        raise ValueError(f"no set has a tile {high}-{low}")
    return _TILES[high][low]


def parse_tile(text: str) -> Tile:
    """Read ``high-low`` as the game record writes it; raise ``ValueError`` for anything else."""
    found = _BY_TEXT.get(text)
    if found is None:
        raise ValueError(f"{text[:20]!r} is not a tile")
    return found


@cache
def full_set(top: int) -> tuple[Tile, ...]:
    """Give every tile of the double-``top`` set in ascending order: 0-0, 1-0, 1-1, 2-0 …"""
    return tuple(each for row in _TILES[: top + 1] for each in row)


def pips(tiles: tuple[Tile, ...]) -> int:
    """Add up the pips of ``tiles``."""
    return sum(each.pips for each in tiles)
