"""The room that a line of play takes above and below its first row, in whole rows: it grows row by row."""

from __future__ import annotations

from render.geometry.boxes import Chain
from render.geometry.dimensions import MIN_END
from render.geometry.end_labels import LABEL_ROOM
from render.geometry.snake import row_pitch


def extent(chain: Chain) -> tuple[int, int]:
    """Return the reach of a line above and below y 0 in pixels, including the labels of its ends."""
    tops = [-spot.box.y for spot in chain.spots] + [LABEL_ROOM - end.y for end in chain.ends.values()]
    bottoms = [spot.box.bottom for spot in chain.spots] + [end.bottom + LABEL_ROOM for end in chain.ends.values()]
    return max(tops, default=0), max(bottoms, default=0)


def _edge(half: int) -> int:
    """Return the maximum reach of a row from its middle: of a tile across, or of an end below a leg with its label."""
    return max(half, max(half, MIN_END) - half // 2 + LABEL_ROOM)


def rows_needed(half: int, needed: int) -> int:
    """Return the number of rows besides the first one for a needed height in pixels."""
    return max(-((_edge(half) - needed) // row_pitch(half)), 0)


def rows_height(half: int, count: int) -> int:
    """Return the height of ``count`` rows besides the first one, in pixels from its middle."""
    return _edge(half) + count * row_pitch(half)
