"""How much room a line of play takes above and below its first row: whole rows, so that it grows by a row at once."""

from __future__ import annotations

from render.geometry.boxes import Chain
from render.geometry.dimensions import LEAST_END
from render.geometry.end_labels import TAG_ROOM
from render.geometry.snake import PITCH


def extent(chain: Chain) -> tuple[int, int]:
    """Give how far above and below y 0 a line reaches, the names of its ends included."""
    tops = [-spot.box.y for spot in chain.spots] + [TAG_ROOM - end.y for end in chain.ends.values()]
    bottoms = [spot.box.bottom for spot in chain.spots] + [end.bottom + TAG_ROOM for end in chain.ends.values()]
    return max(tops, default=0), max(bottoms, default=0)


def _edge(half: int) -> int:
    """Give how far a row may reach from its middle: a tile across, or an end with its name."""
    return max(half, max(half, LEAST_END) // 2 + TAG_ROOM)


def rows(half: int, needed: int) -> int:
    """Count the rows beside the first one that have to have room where so many pixels are needed."""
    return max(-((_edge(half) - needed) * 2 // (PITCH * half)), 0)


def rows_high(half: int, count: int) -> int:
    """Give the room for so many rows beside the first one, in pixels from its middle."""
    return _edge(half) + count * PITCH * half // 2
