"""Where the names of ends stand: beside each end, where they cover nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from render.geometry.boxes import Box, Chain

APART = 6
"""How far a name stands from its end, in pixels."""


def _places(end: Box, wide: int, high: int) -> Iterator[Box]:
    """Give the places beside an end, the best first: level with it, below and above it, and at its corners."""
    x, y = end.centre
    right, left = end.right + APART, end.x - APART - wide
    yield Box(right, y - high // 2, wide, high)
    yield Box(left, y - high // 2, wide, high)
    for top in (end.bottom + APART, end.y - APART - high):
        yield Box(x - wide // 2, top, wide, high)
        yield Box(end.x, top, wide, high)
        yield Box(end.right - wide, top, wide, high)
    for top in (end.bottom - APART, end.y + APART - high):
        yield Box(right - APART, top, wide, high)
        yield Box(left + APART, top, wide, high)


def tags(chain: Chain, sizes: Mapping[str, tuple[int, int]], left: int, right: int) -> dict[str, Box]:
    """Find room for the name of each end.

    Args:
        chain: what lies on the table.
        sizes: the width and height of each name in pixels; ends that are not in it have none.
        left: the least x at which a name may begin.
        right: the greatest x at which one may end.

    Returns:
        A box for each name. Names cover no tile, no end and no other name, unless nothing else is left.

    """
    found: dict[str, Box] = {}
    taken = [*(spot.box for spot in chain.spots), *(fold.box for fold in chain.folds), *chain.ends.values()]
    for end, (wide, high) in sizes.items():
        others = [*taken, *found.values()]
        places = list(_places(chain.ends[end], wide, high))
        inside = [place for place in places if left <= place.x and place.right <= right]
        free = (place for place in inside if not any(place.overlaps(other) for other in others))
        found[end] = next(free, inside[0] if inside else places[0])
    return found
