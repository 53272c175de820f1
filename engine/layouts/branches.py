"""A tree: tiles laid across the line leave both their halves as ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.actions import Play
from engine.layouts.placed import START, Placed


class Branches(NamedTuple):
    """A line that forks wherever a tile with two different halves lies across it.

    Attributes:
        placed: the tiles in the order in which they were laid.
        ends: ``e1``, ``e2`` … to the half each shows; empty before the opening tile.

    """

    placed: tuple[Placed, ...] = ()
    ends: Mapping[str, int] = {}

    def place(self, play: Play, touching: int, across: bool) -> Branches:
        """Give the tree with a tile laid at an end (game record, "Ends", branches).

        The opening tile shows its higher half at ``e1`` and its lower at ``e2``. A tile along the line keeps its
        end's name. One across leaves the higher half there and opens the next free number with the lower; a double
        across opens none.
        """
        seat, tile, end, _ = play
        if end == START:
            placed = (Placed(tile, end, tile.high, tile.low, seat, across, "e2"),)
            return Branches(placed, {"e1": tile.high, "e2": tile.low})
        if not across:
            outward = tile.pips - touching
            placed = (*self.placed, Placed(tile, end, touching, outward, seat))
            return Branches(placed, {**self.ends, end: outward})
        opens = "" if tile.double else f"e{len(self.ends) + 1}"
        placed = (*self.placed, Placed(tile, end, tile.high, tile.low, seat, across, opens))
        ends = {**self.ends, end: tile.high}
        if opens:
            ends[opens] = tile.low
        return Branches(placed, ends)
