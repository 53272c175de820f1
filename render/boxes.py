"""Rectangles, and tiles lying in them. No pixels here: whole numbers, y growing downwards."""

from __future__ import annotations

from typing import NamedTuple

from engine.layouts import Placed


class Box(NamedTuple):
    """A rectangle: its left and top edge, its width and height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The y of the lower edge."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """The middle, rounded down."""
        return self.x + self.w // 2, self.y + self.h // 2

    def moved(self, x: int, y: int) -> Box:
        """Give the box moved by ``x`` and ``y``."""
        return Box(self.x + x, self.y + y, self.w, self.h)

    def grown(self, by: int) -> Box:
        """Give the box with ``by`` more on each side."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def overlaps(self, other: Box) -> bool:
        """Tell whether the two share more than an edge."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def joined(self, other: Box) -> Box:
        """Give the smallest box that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


class Spot(NamedTuple):
    """A tile in its place.

    Attributes:
        placed: the tile and how it was laid.
        box: where it lies.
        first: the half on its left, or at its top when it stands upright.
        second: the half on its right, or at its bottom.

    """

    placed: Placed
    box: Box
    first: int
    second: int

    @property
    def upright(self) -> bool:
        """Whether the tile stands, one half above the other."""
        return self.box.h > self.box.w


class Chain(NamedTuple):
    """A line of play laid out around its opening tile.

    Attributes:
        spots: the tiles in the order in which they were laid.
        ends: the name of each open end, to the box of a half where the next tile would begin.
        bounds: the smallest box that holds it all.

    """

    spots: tuple[Spot, ...]
    ends: dict[str, Box]
    bounds: Box

    def moved(self, x: int, y: int) -> Chain:
        """Give the chain moved by ``x`` and ``y``."""
        return Chain(
            tuple(spot._replace(box=spot.box.moved(x, y)) for spot in self.spots),
            {name: box.moved(x, y) for name, box in self.ends.items()},
            self.bounds.moved(x, y),
        )
