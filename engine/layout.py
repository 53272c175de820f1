"""Where tiles lie on the table and where the next may go."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.tiles import Tile

START = "start"
"""The end that takes a deal's opening tile."""


class Placed(NamedTuple):
    """A tile on the table.

    Attributes:
        tile: the tile.
        end: the name of the end it was laid at.
        inward: the half that touches the tile it was laid against; for an opening tile its higher half.
        outward: the half it showed when laid; for an opening tile its lower half.
        seat: who laid it.

    """

    tile: Tile
    end: str
    inward: int
    outward: int
    seat: int


@dataclass(frozen=True, slots=True)
class Line:
    """One line of play with a ``left`` and a ``right`` end.

    Attributes:
        placed: the tiles in the order in which they were laid.
        ends: name of each end to the half it shows, ``left`` first; empty before the opening tile.

    """

    placed: tuple[Placed, ...] = ()
    ends: dict[str, int] = field(default_factory=dict[str, int])

    def place(self, tile: Tile, end: str, touching: int, seat: int) -> Line:
        """Give the line with ``tile`` laid at ``end`` by its half ``touching``; the opening tile goes to ``start``.

        The opening tile shows its higher half on the left and its lower half on the right (game record, "Ends").
        """
        outward = tile.low if tile.high == touching else tile.high
        placed = (*self.placed, Placed(tile, end, touching, outward, seat))
        if end == START:
            return Line(placed, {"left": tile.high, "right": tile.low})
        return Line(placed, {**self.ends, end: outward})

    def chain(self) -> tuple[tuple[Placed, int, int], ...]:
        """Give the tiles from left to right, each as ``(placed, left half, right half)``."""
        left = [(each, each.outward, each.inward) for each in self.placed if each.end == "left"]
        rest = [(each, each.inward, each.outward) for each in self.placed if each.end != "left"]
        return (*reversed(left), *rest)
