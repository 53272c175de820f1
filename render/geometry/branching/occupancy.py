"""Bitboards: the squares of a field as the bits of a number, for fast tests of many squares at once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from render.geometry.boxes import Box


class Field(NamedTuple):
    """The area for tiles, measured in squares: quarters of a tile's length. The first tile's middle is (0, 0).

    Attributes:
        wide: the extent to the left and right of the middle.
        up: the extent above the middle.
        down: the extent below the middle.
        preferred_down: the preferred extent below the middle, which keeps the picture low.
        forks: whether tiles across the line fork it.
        lined: whether the table is a line with spinners.
        roomy: whether each end should keep room for more tiles.

    """

    wide: int
    up: int
    down: int
    preferred_down: int
    forks: bool
    lined: bool = False
    roomy: bool = True

    @property
    def stride(self) -> int:
        """The number of bits per row: its squares, and a blank one that separates the rows."""
        return 2 * self.wide + 1

    @property
    def is_cross(self) -> bool:
        """Whether all arms begin at the first tile."""
        return not (self.forks or self.lined)

    def holds(self, box: Box) -> bool:
        """Return whether a box lies inside the field."""
        return -self.wide <= box.x and box.right <= self.wide and -self.up <= box.y and box.bottom <= self.down


@lru_cache(maxsize=16384)
def squares(field: Field, box: Box) -> int:
    """Return the squares of the part of a box that is inside the field."""
    left, right = max(box.x, -field.wide), min(box.right, field.wide)
    row = ((1 << max(right - left, 0)) - 1) << (left + field.wide)
    bits = 0
    for y in range(max(box.y, -field.up), min(box.bottom, field.down)):
        bits |= row << ((y + field.up) * field.stride)
    return bits


@lru_cache(maxsize=16)
def all_squares(field: Field) -> int:
    """Return all squares of a field."""
    return squares(field, Box(-field.wide, -field.up, 2 * field.wide, field.up + field.down))


def blocks(field: Field, free: int) -> int:
    """Return the free blocks of four by four squares, each as its upper left square."""
    free &= free >> 1
    free &= free >> 2
    free &= free >> field.stride
    return free & free >> 2 * field.stride


def block_at(field: Field, x: int, y: int) -> int:
    """Return the block at a square; 0 if the square is outside the field."""
    if not (-field.wide <= x < field.wide and -field.up <= y < field.down):
        return 0
    return 1 << ((y + field.up) * field.stride + x + field.wide)


def flood_fill(field: Field, free: int, start: int, enough: int) -> int:
    """Return the free squares reachable from ``start``; stop once there are ``enough``."""
    stride = field.stride
    region = start & free
    while region.bit_count() < enough:
        spread = (region | region << 1 | region >> 1 | region << stride | region >> stride) & free
        if spread == region:
            break
        region = spread
    return region
