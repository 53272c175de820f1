"""Rectangles, and tiles placed in them, in whole numbers; y grows downwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from engine.layouts import Layout, Placed


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
        """Return the box moved by ``x`` and ``y``."""
        return Box(self.x + x, self.y + y, self.w, self.h)

    def grown(self, by: int) -> Box:
        """Return the box extended by ``by`` on each side."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def overlaps(self, other: Box) -> bool:
        """Return whether the two boxes share more than an edge."""
        (x, y, w, h), (left, top, wide, high) = self, other
        return x < left + wide and left < x + w and y < top + high and top < y + h

    def overlaps_any(self, others: Iterable[Box]) -> bool:
        """Return whether the box shares more than an edge with any of ``others``."""
        return any(self.overlaps(each) for each in others)

    def within(self, other: Box) -> bool:
        """Return whether this box lies inside another; edges may touch."""
        return other.x <= self.x and self.right <= other.right and other.y <= self.y and self.bottom <= other.bottom

    def joined(self, other: Box) -> Box:
        """Return the smallest box that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


def bounds_of(boxes: Sequence[Box]) -> Box:
    """Return the smallest box around others; an empty one at (0, 0) if there are none."""
    return reduce(Box.joined, boxes) if boxes else Box(0, 0, 0, 0)


class Spot(NamedTuple):
    """A tile in its place.

    Attributes:
        first: the left half, or the top half of an upright tile.
        second: the right half, or the bottom half.
        slant: 1 for a tile that rises to the right by 45°, -1 for one that falls, else 0. The box is then that around
            the slanted tile.

    """

    placed: Placed
    box: Box
    first: int
    second: int
    slant: int = 0

    @staticmethod
    def of(placed: Placed, box: Box, towards: int, slant: int = 0) -> Spot:
        """Return a spot with its outward half to the right or below if ``towards`` is positive, else opposite."""
        halves = (placed.inward, placed.outward) if towards > 0 else (placed.outward, placed.inward)
        return Spot(placed, box, *halves, slant)

    @property
    def upright(self) -> bool:
        """Whether one half is above the other."""
        return self.box.h > self.box.w


def in_order_of_play(spots: Iterable[Spot], placed: Iterable[Placed]) -> list[Spot]:
    """Return spots in the order in which their tiles were laid, those of tiles laid by the rules first."""
    order = {each: number for number, each in enumerate(placed)}
    return sorted(spots, key=lambda spot: order.get(spot.placed, -1))


class Fold(NamedTuple):
    """A box that stands for tiles for which there is no room.

    Attributes:
        folded: the number of tiles.

    """

    box: Box
    folded: int


class Chain(NamedTuple):
    """The tiles on a table, laid out around (0, 0).

    Attributes:
        spots: the tiles in the order of play, without those folded away.
        ends: by name, the box of the touching half of a next tile.
        bounds: the smallest box around everything.
        signs: boxes for text: by the name of the end, a train's sign, an end's label or the pile's total; by the text
            of a double, the sign of its chicken foot or spinner.
        cells: a grid's positions.
        half: the side of a half.
        room: the area reserved for the chain, including places that its ends have left and those for the ends' labels;
            empty if nothing is reserved.

    """

    spots: tuple[Spot, ...]
    ends: Mapping[str, Box]
    bounds: Box
    folds: tuple[Fold, ...] = ()
    signs: Mapping[str, Box] = {}
    cells: Mapping[int, Box] = {}
    half: int = 0
    room: Box = Box(0, 0, 0, 0)

    @staticmethod
    def of(
        half: int,
        spots: Sequence[Spot] = (),
        ends: Mapping[str, Box] = {},
        folds: Sequence[Fold] = (),
        signs: Mapping[str, Box] = {},
        cells: Mapping[int, Box] = {},
    ) -> Chain:
        """Return a chain with its bounds calculated."""
        chain = Chain(tuple(spots), ends, Box(0, 0, 0, 0), tuple(folds), signs, cells, half)
        return chain._replace(bounds=bounds_of([*chain.boxes, *ends.values(), *signs.values(), *cells.values()]))

    @property
    def boxes(self) -> list[Box]:
        """The boxes of tiles and folds."""
        return [each.box for each in (*self.spots, *self.folds)]

    def moved(self, x: int, y: int) -> Chain:
        """Return the chain moved by ``x`` and ``y``."""
        return Chain(
            tuple([spot._replace(box=spot.box.moved(x, y)) for spot in self.spots]),
            {name: box.moved(x, y) for name, box in self.ends.items()},
            self.bounds.moved(x, y),
            tuple([fold._replace(box=fold.box.moved(x, y)) for fold in self.folds]),
            {name: box.moved(x, y) for name, box in self.signs.items()},
            {at: box.moved(x, y) for at, box in self.cells.items()},
            self.half,
            self.room.moved(x, y),
        )


def join_chains(layout: Layout, half: int, chains: Iterable[Chain]) -> Chain:
    """Return one chain of the parts of a table, its tiles in the order of play, its ends in that of the table."""
    spots: list[Spot] = []
    folds: list[Fold] = []
    ends: dict[str, Box] = {}
    signs: dict[str, Box] = {}
    for part in chains:
        spots += part.spots
        folds += part.folds
        ends |= part.ends
        signs |= part.signs
    in_order = {end: ends[end] for end in layout.ends}
    return Chain.of(half, in_order_of_play(spots, layout.placed), in_order, folds, signs)
