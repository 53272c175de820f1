"""The places that a tile laid at an end may take, measured in quarters of a tile's length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.layouts import Placed
from render.geometry.boxes import Box
from render.geometry.highlight import Direction

RIGHT, LEFT, UP, DOWN = (1, 0), (-1, 0), (0, -1), (0, 1)
FOLD_LENGTH: Final = 12
"""The length of the box that stands for folded tiles."""
_LANE: Final = 6
"""The number of squares ahead of an end that other lines leave free if possible."""
_UPRIGHT, _TURN, TAKEN, _ELBOW, _ASIDE, SPLIT = 3, 4, 8, 8, 20, 30
"""The costs of a placement that stands upright, turns, is in another line's lane, turns in its corner, lies beside the
line's middle, or goes on beside its sibling. A free square ahead is worth more than 1."""


class Entry(NamedTuple):
    """A place by which a tile may touch an end.

    Attributes:
        x, y: the upper left corner of the touching half.
        direction: the direction in which the line goes on.

    """

    x: int
    y: int
    direction: Direction
    cost: int = 0

    @property
    def slot(self) -> Box:
        """The box of the touching half."""
        return Box(self.x, self.y, 2, 2)

    @property
    def along(self) -> Box:
        """The box of a tile along the line."""
        dx, dy = self.direction
        return Box(self.x + min(2 * dx, 0), self.y + min(2 * dy, 0), 2 + 2 * abs(dx), 2 + 2 * abs(dy))

    @property
    def across(self) -> Box:
        """The box of a tile across the line."""
        wide, high = abs(self.direction[1]), abs(self.direction[0])
        return Box(self.x - wide, self.y - high, 2 + 2 * wide, 2 + 2 * high)


class Placement(NamedTuple):
    """A place that a tile could take.

    Attributes:
        halves: the left or top half, and the other one.
        entries: the places where its end, and the end that it opens, would go on.

    """

    box: Box
    halves: tuple[int, int]
    entries: tuple[tuple[Entry, ...], ...]
    cost: int


def with_margin(box: Box) -> Box:
    """Return the room of a tile, or of one across in its place."""
    return Box(box.x, box.y - 1, box.w, 4) if box.w > box.h else Box(box.x - 1, box.y, 4, box.h)


def _sides(way: Direction) -> tuple[Direction, Direction]:
    return (way[1], -way[0]), (-way[1], way[0])


def _ordered(way: Direction, inward: int, outward: int) -> tuple[int, int]:
    return (inward, outward) if way in {RIGHT, DOWN} else (outward, inward)


def along(placed: Placed, entry: Entry) -> Iterator[Placement]:
    """Yield the places of a tile along the line: straight, or turned with its touching half in the corner."""
    # one turn is enough
    elbows = [] if entry.cost else [(side, _ELBOW) for side in _sides(entry.direction)]
    for way, bent in ((entry.direction, 0), *elbows):
        box = entry._replace(direction=way).along
        x, y = entry.x + 2 * way[0], entry.y + 2 * way[1]
        turns = [Entry(x + 2 * dx, y + 2 * dy, (dx, dy), _TURN) for dx, dy in _sides(way)]
        onward = (Entry(x + 2 * way[0], y + 2 * way[1], way), *turns)
        cost = entry.cost + bent + _UPRIGHT * abs(way[1])
        yield Placement(box, _ordered(way, placed.inward, placed.outward), (onward,), cost)


def across(placed: Placed, entry: Entry) -> Iterator[Placement]:
    """Yield the places of a tile across the line: touching with its middle or, at a cost, with one half.

    The line goes on from the tile's middle, or from both halves if it forks.
    """
    dx, dy = entry.direction
    if placed.spinner:
        # its short sides, the upper or left one first, belong to other ends
        sides = sorted(_sides(entry.direction))
        x, y = entry.x, entry.y
        shorts = tuple([(Entry(x + 3 * sx, y + 3 * sy, (sx, sy)),) for sx, sy in sides])
        onward = (Entry(x + 2 * dx, y + 2 * dy, entry.direction),)
        yield Placement(entry.across, (placed.inward, placed.outward), (onward, *shorts), entry.cost)
        return
    for aside, cost in ((0, entry.cost), (1, entry.cost + _ASIDE), (-1, entry.cost + _ASIDE)):
        x, y = entry.x + aside * dy, entry.y + aside * dx
        box = entry.across.moved(aside * dy, aside * dx)
        if not placed.opens:
            turns = [Entry(x + 3 * sx, y + 3 * sy, (sx, sy), _TURN + 1) for sx, sy in _sides(entry.direction)]
            onward = (Entry(x + 2 * dx, y + 2 * dy, entry.direction), *turns)
            yield Placement(box, (placed.inward, placed.outward), (onward,), cost)
            continue
        for higher in _sides(entry.direction):
            forks: list[tuple[Entry, ...]] = []
            for sx, sy in (higher, (-higher[0], -higher[1])):
                ahead = Entry(x + sx + 2 * dx, y + sy + 2 * dy, entry.direction, SPLIT)
                forks.append((Entry(x + 3 * sx, y + 3 * sy, (sx, sy)), ahead))
            yield Placement(box, _ordered(higher, placed.outward, placed.inward), tuple(forks), cost)


def along_fold(entry: Entry) -> Iterator[Placement]:
    """Yield the places of a fold: horizontal, because it holds text, from the touching half on."""
    level = (entry.direction,) if entry.direction[0] else (RIGHT, LEFT)
    for way in level:
        box = entry.slot.joined(entry.slot.moved((FOLD_LENGTH - 2) * way[0], 0))
        x, y = (box.right - 2 if way == RIGHT else box.x), entry.y
        turns = [Entry(x + 2 * dx, y + 2 * dy, (dx, dy), _TURN) for dx, dy in _sides(way)]
        onward = (Entry(x + 2 * way[0], y, way), *turns)
        yield Placement(box, (0, 0), (onward,), entry.cost + (0 if way == entry.direction else _ELBOW))


def lane(entry: Entry) -> Box:
    """Return the squares straight ahead that a line takes next if possible."""
    dx, dy = entry.direction
    return with_margin(entry.along.joined(entry.slot.moved(_LANE * dx, _LANE * dy)))
