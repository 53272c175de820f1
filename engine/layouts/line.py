"""One line of play with two ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.actions import Play
from engine.layouts.placed import START, Placed


class Line(NamedTuple):
    """One line of play with a ``left`` and a ``right`` end.

    Attributes:
        placed: the tiles, in order of play.
        ends: the half shown at each end, ``left`` first; empty before the opening tile.

    """

    placed: tuple[Placed, ...] = ()
    ends: Mapping[str, int] = {}

    def place(self, play: Play, touching: int, crosswise: bool) -> Line:
        """Return the line with a tile added by its half ``touching``; the opening tile goes to ``start``.

        The opening tile shows its higher half on the left and its lower half on the right (game record, "Ends").
        If the play names the half that faces out (game record, "Form"), that half is the new end.
        """
        seat, tile, end, facing = play
        if end == START:
            placed = (*self.placed, Placed(tile, end, tile.high, tile.low, seat, crosswise))
            return Line(placed, {"left": tile.high, "right": tile.low})
        outward = facing if facing is not None else tile.low if tile.high == touching else tile.high
        inward = tile.pips - outward
        return Line((*self.placed, Placed(tile, end, inward, outward, seat, crosswise)), {**self.ends, end: outward})

    def chain(self) -> tuple[tuple[Placed, int, int], ...]:
        """Return the tiles from left to right, each as ``(placed, left half, right half)``."""
        left = [(each, each.outward, each.inward) for each in self.placed if each.end == "left"]
        rest = [(each, each.inward, each.outward) for each in self.placed if each.end != "left"]
        return (*reversed(left), *rest)
