"""Where the tiles of a whole set lie: a row a number, each one tile shorter than the row above."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.tiles import Tile, full_set
from render.geometry.boxes import Box


class Triangle(NamedTuple):
    """A whole set, laid out from (0, 0).

    Attributes:
        boxes: where each tile lies, along its row: the lower half on its left.
        half: the side of a half in pixels.
        width: how wide it all is.
        height: how high.

    """

    boxes: Mapping[Tile, Box]
    half: int
    width: int
    height: int


def triangle(top: int, width: int) -> Triangle:
    """Lay out a set: what has the same lower half is a row, what has the same higher half is a column.

    So a number is found along its row and up its column, and the double where they meet.

    Args:
        top: the most pips that a half has.
        width: the room from left to right in pixels; the tiles become as large as it allows.

    """
    step = width // (top + 1)
    gap = max(step // 24, 2)
    half = (step - gap) // 2
    wide, high = 2 * half + gap, half + gap
    boxes = {each: Box(each.high * wide, each.low * high, 2 * half, half) for each in full_set(top)}
    return Triangle(boxes, half, wide * (top + 1) - gap, high * (top + 1) - gap)
