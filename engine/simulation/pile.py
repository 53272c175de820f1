"""A deal played on around a pile that takes any tile."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Self

from engine.layouts import PILE, Layout, Pile, Placed
from engine.simulation.line import Simulation


class PileSimulation(Simulation):
    """A simulation with a running total.

    Attributes:
        total: the running total.

    """

    __slots__ = ("total",)

    def _ends_of(self, layout: Layout) -> list[int]:
        pile = Pile.of(layout)
        self.total = pile.total
        return [0]

    def copy(self) -> Self:
        """Return the same deal, to be played on apart."""
        new = super().copy()
        new.total = self.total
        return new

    def _lay(self, code: int) -> None:
        self.total += self.tables.tiles[code >> 9].pips
        self.score_changed = True

    def points(self, code: int) -> int:
        """Return the points that a play would score at once."""
        return self.points_by_tile()[code >> 9]

    def points_by_tile(self) -> Sequence[int]:
        """Return the points that each tile would score at once: the rules answer once for each total."""
        noted = self.tables.noted
        points = noted.get(self.total)
        if points is None:
            points = noted[self.total] = [Simulation.points(self, tile << 9) for tile in range(len(self.tables.tiles))]
        return points

    @property
    def numbers(self) -> Collection[int]:
        """The running total."""
        return (self.total,)

    @property
    def layout(self) -> Layout:
        """The pile, with its last tile."""
        tile = self.tables.tiles[self.last_code >> 9]
        return Pile((Placed(tile, PILE, tile.high, tile.low, None),), self.total)
