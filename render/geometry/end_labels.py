"""Places for the labels of ends: beside each end, covering nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain as chain_of
from itertools import product
from math import hypot
from typing import Final

from render.geometry.boxes import Box, Chain

_LABEL_GAP: Final = 6
"""The distance of a label from its end, in pixels."""
LABEL_HEIGHT: Final = 32
"""The height of a label, in pixels."""
LABEL_ROOM: Final = LABEL_HEIGHT + _LABEL_GAP
"""The room for labels above and below the outermost ends, in pixels."""
_STEP: Final = 8
_MAX_DISTANCE: Final = 240
"""The maximum distance of a label that has no place beside its end, in pixels."""


def _beside(end: Box, wide: int, high: int) -> Iterator[Box]:
    """Yield the places beside an end, the best first: level with it, below and above it, at its corners."""
    x, y = end.centre
    right, left = end.right + _LABEL_GAP, end.x - _LABEL_GAP - wide
    yield Box(right, y - high // 2, wide, high)
    yield Box(left, y - high // 2, wide, high)
    for top in (end.bottom + _LABEL_GAP, end.y - _LABEL_GAP - high):
        yield Box(x - wide // 2, top, wide, high)
        yield Box(end.x, top, wide, high)
        yield Box(end.right - wide, top, wide, high)
    for top in (end.bottom - _LABEL_GAP, end.y + _LABEL_GAP - high):
        yield Box(right - _LABEL_GAP, top, wide, high)
        yield Box(left + _LABEL_GAP, top, wide, high)


def _nearby(end: Box, wide: int, high: int) -> Iterator[Box]:
    """Yield places near an end, the nearest first."""
    x, y = end.centre
    steps = range(-_MAX_DISTANCE, _MAX_DISTANCE + 1, _STEP)
    offsets = sorted(product(steps, steps), key=lambda each: hypot(each[0], 2 * each[1]))
    for dx, dy in offsets:
        yield Box(x + dx - wide // 2, y + dy - high // 2, wide, high)


def end_labels(chain: Chain, sizes: Mapping[str, tuple[int, int]], left: int, right: int) -> dict[str, Box]:
    """Return a place for the label of each end.

    Args:
        chain: the tiles on the table.
        sizes: by end, the width and height of its label in pixels; other ends have no label.
        left: the minimum x of a label.
        right: the maximum x of a label's right edge.

    Returns:
        A box for each label, in the chain's room or at most :data:`LABEL_ROOM` above or below the outermost ends.
        Labels cover no tile, no end and no other label, unless no place nearby is free.

    """
    labels: dict[str, Box] = {}
    if not chain.ends:
        return labels
    room = _label_room(chain, left, right)
    for end, (wide, high) in sizes.items():
        others = [*chain.boxes, *chain.ends.values(), *labels.values()]
        places = chain_of(_beside(chain.ends[end], wide, high), _nearby(chain.ends[end], wide, high))
        free = (each for each in places if each.within(room) and not each.overlaps_any(others))
        labels[end] = next(free, None) or next(_beside(chain.ends[end], wide, high))
    return labels


def _label_room(chain: Chain, left: int, right: int) -> Box:
    """Return the room for labels: the chain's own, and a line above and below the outermost ends."""
    top = min(chain.room.y, *(end.y - LABEL_ROOM for end in chain.ends.values()))
    bottom = max(chain.room.bottom, *(end.bottom + LABEL_ROOM for end in chain.ends.values()))
    return Box(left, top, right - left, bottom - top)
