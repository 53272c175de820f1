"""The squares of a field on which tiles lie, as the bits of a number: much is asked of them at once."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from render.geometry.boxes import Box

ENOUGH: Final = 600
"""The free squares with which an end has all the room it may want."""


class Field(NamedTuple):
    """Where tiles may lie.

    Attributes:
        wide: how far to the left and right of the middle, in quarters of a tile.
        high: how far above and below it.
        forks: whether tiles across the line make it fork; else all arms begin at the first tile.

    """

    wide: int
    high: int
    forks: bool

    def holds(self, box: Box) -> bool:
        """Tell whether a box lies inside."""
        return -self.wide <= box.x and box.right <= self.wide and -self.high <= box.y and box.bottom <= self.high


@lru_cache(maxsize=8192)
def squares(field: Field, box: Box) -> int:
    """Give the squares of a box inside the field, as bits. A blank one ends each row, so that rows keep apart."""
    left, right = max(box.x, -field.wide), min(box.right, field.wide)
    row = ((1 << max(right - left, 0)) - 1) << (left + field.wide)
    found = 0
    for y in range(max(box.y, -field.high), min(box.bottom, field.high)):
        found |= row << ((y + field.high) * (2 * field.wide + 1))
    return found


@lru_cache(maxsize=16)
def every(field: Field) -> int:
    """Give all squares of a field."""
    return squares(field, Box(-field.wide, -field.high, 2 * field.wide, 2 * field.high))


def reached(free: int, stride: int, start: int) -> int:
    """Count the free squares that can be reached, as far as that matters.

    Args:
        free: the free squares.
        stride: how many squares a row has, the blank one included.
        start: the squares from which to go.

    """
    found = start
    while found.bit_count() < ENOUGH:
        spread = found | ((found | found << 1 | found >> 1 | found << stride | found >> stride) & free)
        if spread == found:
            break
        found = spread
    return min(found.bit_count(), ENOUGH)
