"""A tree: a tile laid crosswise leaves both its halves as ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from engine.actions import Play
from engine.layouts.form import Form
from engine.layouts.placed import START, Placed


class _Fields(NamedTuple):
    placed: tuple[Placed, ...] = ()
    ends: Mapping[str, int] = {}


class Branches(_Fields, Form):  # pyright: ignore[reportIncompatibleVariableOverride]
    """A line that forks at each crosswise tile with two different halves.

    Attributes:
        placed: the tiles, in order of play.
        ends: the half shown at each end, ``e1``, ``e2`` …; empty before the opening tile.

    """

    __slots__ = ()
    ends_stay_open: ClassVar = True
    equal_ends_alike: ClassVar = True
    offers_alike_ends: ClassVar = True

    def place(self, play: Play, touching: int, crosswise: bool) -> Branches:
        """Return the tree with a tile added (game record, "Ends", branches).

        The opening tile shows its higher half at ``e1`` and its lower half at ``e2``. A tile along the line keeps the
        name of its end. A crosswise tile shows its higher half there, and its lower half at a new end with the next
        free number; a crosswise double adds no end.
        """
        seat, tile, end, _ = play
        if end == START:
            placed = (Placed(tile, end, tile.high, tile.low, seat, crosswise, "e2"),)
            return Branches(placed, {"e1": tile.high, "e2": tile.low})
        if not crosswise:
            outward = tile.pips - touching
            placed = (*self.placed, Placed(tile, end, touching, outward, seat))
            return Branches(placed, {**self.ends, end: outward})
        opens = "" if tile.double else f"e{len(self.ends) + 1}"
        placed = (*self.placed, Placed(tile, end, tile.high, tile.low, seat, crosswise, opens))
        ends = {**self.ends, end: tile.high}
        if opens:
            ends[opens] = tile.low
        return Branches(placed, ends)
