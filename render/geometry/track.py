"""A row of tiles that grows to one side."""

from __future__ import annotations

from dataclasses import dataclass

from engine.layouts import Placed
from render.geometry.boxes import Box, Spot


def lying(half: int, crosswise: bool) -> tuple[int, int]:
    """Return the width and the height of a tile in a level line, in pixels."""
    return (half, 2 * half) if crosswise else (2 * half, half)


@dataclass(slots=True)
class Track:
    """The free part of a level row.

    Attributes:
        x: the edge at which the next box begins, in pixels.
        y: the middle of the row.
        towards: 1 for a row that grows to the right, -1 to the left.

    """

    x: int
    y: int
    towards: int

    def take(self, width: int, height: int) -> Box:
        """Take the room for a box, in pixels."""
        left = min(self.x, self.x + self.towards * width)
        self.x += self.towards * width
        return Box(left, self.y - height // 2, width, height)

    def lay(self, placed: Placed, half: int) -> Spot:
        """Lay a tile with its inward half at the side from which the row grows; ``half`` is the side of a half."""
        return Spot.of(placed, self.take(*lying(half, placed.crosswise)), self.towards)
