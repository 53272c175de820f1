"""Layout of a whole set as a triangle: a row for each number, one tile shorter than the row above."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.tiles import Tile, full_set
from render.geometry.boxes import Box


class Triangle(NamedTuple):
    """A whole set, laid out from (0, 0).

    Attributes:
        boxes: each tile's box, with the lower half on its left.
        half: the side of a half in pixels.
        width: the total width.
        height: the total height.

    """

    boxes: Mapping[Tile, Box]
    half: int
    width: int
    height: int


def triangle(top: int, width: int) -> Triangle:
    """Lay out a set: tiles with the same lower half form a row, tiles with the same higher half a column.

    A number is found along its row and up its column, and its double where they meet.

    Args:
        top: the maximum pips on a half.
        width: the total width in pixels; the tiles are as large as it allows.

    """
    step = width // (top + 1)
    gap = max(step // 24, 2)
    half = (step - gap) // 2
    wide, high = 2 * half + gap, half + gap
    boxes = {each: Box(each.high * wide, each.low * high, 2 * half, half) for each in full_set(top)}
    return Triangle(boxes, half, wide * (top + 1) - gap, high * (top + 1) - gap)
