"""Where open ends lie: large enough to be seen first."""

from __future__ import annotations

from render.geometry.boxes import Box
from render.geometry.dimensions import MIN_END

Direction = tuple[int, int]
"""A direction, as steps to the right and downwards."""


def end_boxes(slot: Box, direction: Direction, reach: int) -> tuple[Box, ...]:
    """Give the boxes that an open end may have, the best first.

    Args:
        slot: the half by which the next tile would touch.
        way: the direction in which that half lies from the tile that shows the end.
        reach: how far to the left and right of x 0 the end may lie, in pixels.

    Returns:
        The slot itself where it is large enough. Else squares that are, which touch the tile as the slot does: with
        the slot in their middle, and at either of their sides; and in case none of them finds room, the slot.

    """
    more = MIN_END - slot.w
    if more <= 0:
        return (slot,)
    dx, dy = direction
    found: list[Box] = []
    for aside in (1, 0, 2):
        x = slot.x - more * (aside if dy else 1 - dx) // 2
        y = slot.y - more * (aside if dx else 1 - dy) // 2
        found.append(Box(min(max(x, -reach), reach - MIN_END), y, MIN_END, MIN_END))
    return (*found, slot)
