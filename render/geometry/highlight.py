"""Boxes of open ends, large enough to stand out."""

from __future__ import annotations

from render.geometry.boxes import Box
from render.geometry.dimensions import MIN_END

Direction = tuple[int, int]
"""A direction as steps to the right and downwards."""


def end_boxes(slot: Box, direction: Direction, reach: int) -> tuple[Box, ...]:
    """Return the boxes that an open end may have, the best first.

    Args:
        slot: the half by which the next tile would touch.
        direction: the direction from the tile that shows the end to that half.
        reach: the maximum distance of the end to the left and right of x 0, in pixels.

    Returns:
        The slot itself if it is large enough. Else larger squares that touch the tile as the slot does, with the slot
        in the middle or at either side, and last the slot, in case none of them has room.

    """
    more = MIN_END - slot.w
    if more <= 0:
        return (slot,)
    dx, dy = direction
    boxes: list[Box] = []
    for aside in (1, 0, 2):
        x = slot.x - more * (aside if dy else 1 - dx) // 2
        y = slot.y - more * (aside if dx else 1 - dy) // 2
        boxes.append(Box(min(max(x, -reach), reach - MIN_END), y, MIN_END, MIN_END))
    return (*boxes, slot)
