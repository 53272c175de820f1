"""How much room a line of play takes above and below its first row: whole rows, so that it grows by a row at once."""

from __future__ import annotations

from render.geometry.boxes import Chain
from render.geometry.dimensions import MIN_END
from render.geometry.end_labels import LABEL_ROOM
from render.geometry.snake import ROW_PITCH


def extent(chain: Chain) -> tuple[int, int]:
    """Give how far above and below y 0 a line reaches, the names of its ends included."""
    tops = [-spot.box.y for spot in chain.spots] + [LABEL_ROOM - end.y for end in chain.ends.values()]
    bottoms = [spot.box.bottom for spot in chain.spots] + [end.bottom + LABEL_ROOM for end in chain.ends.values()]
    return max(tops, default=0), max(bottoms, default=0)


def _edge(half: int) -> int:
    """Give how far a row may reach from its middle: a tile across, or an end with its name."""
    return max(half, max(half, MIN_END) // 2 + LABEL_ROOM)


def rows_needed(half: int, needed: int) -> int:
    """Count the rows beside the first one that have to have room where so many pixels are needed."""
    return max(-((_edge(half) - needed) * 2 // (ROW_PITCH * half)), 0)


def rows_height(half: int, count: int) -> int:
    """Give the room for so many rows beside the first one, in pixels from its middle."""
    return _edge(half) + count * ROW_PITCH * half // 2
