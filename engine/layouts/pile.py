"""A pile on which any tile may be laid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.actions import Play
from engine.layouts.placed import Placed

PILE: Final = "pile"


class Pile(NamedTuple):
    """Tiles laid one after the other, whose pips are added up.

    Attributes:
        placed: the tiles in the order in which they were laid.
        total: their pips added.

    """

    placed: tuple[Placed, ...] = ()
    total: int = 0

    @property
    def ends(self) -> Mapping[str, int]:
        """The pile, with the running total (game record, "Replaying")."""
        return {PILE: self.total}

    def place(self, play: Play, touching: int, across: bool) -> Pile:
        """Give the pile with a tile on it."""
        seat, tile, end, _ = play
        placed = (*self.placed, Placed(tile, end, touching, tile.pips - touching, seat, across))
        return Pile(placed, self.total + tile.pips)
