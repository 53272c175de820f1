"""Tiles as texts: "6-4", the higher half first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

MATADORS = ("0-0", "6-1", "5-2", "4-3")


@cache
def halves(tile: str) -> tuple[int, int]:
    high, low = tile.split("-")
    return int(high), int(low)


def is_double(tile: str) -> bool:
    high, low = halves(tile)
    return high == low


def pips(tiles: Iterable[str]) -> int:
    return sum(sum(halves(tile)) for tile in tiles)


def other_half(tile: str, half: int) -> int:
    return sum(halves(tile)) - half


def whole_set(highest: int) -> list[str]:
    return [f"{high}-{low}" for high in range(highest + 1) for low in range(high + 1)]


def strongest(tiles: Iterable[str]) -> str:
    """Most pips; level: a double; then the higher half."""
    return max(tiles, key=lambda tile: (sum(halves(tile)), is_double(tile), halves(tile)[0]))


def highest_double(tiles: Iterable[str]) -> str | None:
    doubles = [tile for tile in tiles if is_double(tile)]
    return strongest(doubles) if doubles else None
