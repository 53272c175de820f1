"""A tile on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final, NamedTuple

from engine.tiles import Tile

START: Final = "start"
"""The end for a deal's opening tile."""


class Placed(NamedTuple):
    """A tile on the table.

    Attributes:
        end: the name of the end where it was laid.
        inward: the half that touches its neighbour; for an opening tile, and for a matador with both halves as ends,
            the higher half.
        outward: the half opposite ``inward``.
        seat: the player; None for a tile laid by the rules.
        crosswise: whether the tile lies across the line.
        opens: the name of the end, or of the first of two ends, opened when this tile was laid; or empty.
        spinner: whether it is a double with tiles on up to four sides, in a line that such doubles fork.

    """

    tile: Tile
    end: str
    inward: int
    outward: int
    seat: int | None
    crosswise: bool = False
    opens: str = ""
    spinner: bool = False


def in_middle(double: Tile) -> Placed:
    """Return a double laid by the rules before the first play."""
    return Placed(double, START, double.high, double.low, None, crosswise=True)


def outermost(placed: Iterable[Placed], ends: Iterable[str]) -> Mapping[str, Tile]:
    """Return the last tile at each end of a line; at its first two ends that is the opening tile until another lies.

    Short ends of a spinner without a tile are left out.
    """
    last = {each.end: each.tile for each in placed}
    opening = last.pop(START, None)
    if opening is not None:
        for end in islice(ends, 2):
            last.setdefault(end, opening)
    return last
