"""One line of play with two ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from engine.actions import Move, Play
from engine.layouts.form import Form
from engine.layouts.placed import START, Placed, outermost


class _Fields(NamedTuple):
    placed: tuple[Placed, ...] = ()
    ends: Mapping[str, int] = {}


class Line(_Fields, Form):  # pyright: ignore[reportIncompatibleVariableOverride]
    """One line of play with a ``left`` and a ``right`` end.

    Attributes:
        placed: the tiles, in order of play.
        ends: the half shown at each end, ``left`` first; empty before the opening tile.

    """

    __slots__ = ()
    ends_stay_open: ClassVar = True
    equal_ends_alike: ClassVar = True

    def place(self, play: Play, touching: int, crosswise: bool) -> Line:
        """Return the line with a tile added by its half ``touching``; the opening tile goes to ``start``.

        The opening tile shows its higher half on the left and its lower half on the right (game record, "Ends").
        If the play names the half that faces out (game record, "Form"), that half is the new end.
        """
        seat, tile, end, facing = play
        if end == START:
            placed = (*self.placed, Placed(tile, end, tile.high, tile.low, seat, crosswise))
            return Line(placed, {"left": tile.high, "right": tile.low})
        outward = tile.pips - touching if facing is None else facing
        inward = tile.pips - outward
        return Line((*self.placed, Placed(tile, end, inward, outward, seat, crosswise)), {**self.ends, end: outward})

    @property
    def max_ends(self) -> int:
        """Left and right."""
        return 2

    def equivalence_key(self, move: Move, *, scoring: bool = False) -> object:
        """Return a key that equivalent moves share: a play at one end mirrors that at the other.

        Where plays score, it does not if one of the ends is a double, which counts twice.
        """
        if scoring:
            outer = outermost(self.placed, self.ends).values()
            scoring = len(self.placed) > 1 and any(each.double for each in outer)
        return super().equivalence_key(move, scoring=scoring)

    def chain(self) -> tuple[tuple[Placed, int, int], ...]:
        """Return the tiles from left to right, each as ``(placed, left half, right half)``."""
        left = [(each, each.outward, each.inward) for each in self.placed if each.end == "left"]
        rest = [(each, each.inward, each.outward) for each in self.placed if each.end != "left"]
        return (*reversed(left), *rest)
