"""The squares of a field on which tiles lie, as the bits of a number: much is asked of them at once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from render.geometry.boxes import Box


class Field(NamedTuple):
    """Where tiles may lie, measured in squares: quarters of a tile's length. The first tile's middle is (0, 0).

    Attributes:
        wide: how far to the left and right of the middle.
        up: how far above it.
        down: how far below it.
        calm: how far below it tiles lie if they can, so that the picture stays low.
        forks: whether tiles across the line make it fork; else all arms begin at the first tile.

    """

    wide: int
    up: int
    down: int
    preferred_down: int
    forks: bool

    @property
    def stride(self) -> int:
        """How many bits a row has: its squares, and a blank one, so that rows keep apart."""
        return 2 * self.wide + 1

    def holds(self, box: Box) -> bool:
        """Tell whether a box lies inside."""
        return -self.wide <= box.x and box.right <= self.wide and -self.up <= box.y and box.bottom <= self.down


@lru_cache(maxsize=16384)
def squares(field: Field, box: Box) -> int:
    """Give the squares of a box inside the field."""
    left, right = max(box.x, -field.wide), min(box.right, field.wide)
    row = ((1 << max(right - left, 0)) - 1) << (left + field.wide)
    found = 0
    for y in range(max(box.y, -field.up), min(box.bottom, field.down)):
        found |= row << ((y + field.up) * field.stride)
    return found


@lru_cache(maxsize=16)
def all_squares(field: Field) -> int:
    """Give all squares of a field."""
    return squares(field, Box(-field.wide, -field.up, 2 * field.wide, field.up + field.down))


def blocks(field: Field, free: int) -> int:
    """Give the blocks of four by four squares that are all free, each by its upper left square."""
    free &= free >> 1
    free &= free >> 2
    free &= free >> field.stride
    return free & free >> 2 * field.stride


def block_at(field: Field, x: int, y: int) -> int:
    """Give one such block; 0 for one that begins outside the field."""
    if not (-field.wide <= x < field.wide and -field.up <= y < field.down):
        return 0
    return 1 << ((y + field.up) * field.stride + x + field.wide)


def flood_fill(field: Field, free: int, start: int, enough: int) -> int:
    """Give the squares that can be reached from some through free ones, until they are enough."""
    stride = field.stride
    found = start & free
    while found.bit_count() < enough:
        spread = (found | found << 1 | found >> 1 | found << stride | found >> stride) & free
        if spread == found:
            break
        found = spread
    return found
