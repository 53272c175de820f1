"""A deal played on around a double, with chicken feet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from engine.layouts import Feet, Layout
from engine.simulation.line import Simulation


class FeetSimulation(Simulation):
    """A simulation in which each double adds two ends, and three toes go on it before any other tile.

    Attributes:
        waiting: the ends of the open foot, or of the station, without a tile, the lower first.
        laid: how many tiles with each number lie on the table.

    """

    __slots__ = ("laid", "waiting")

    def _ends_of(self, layout: Layout) -> list[int]:
        feet = Feet.of(layout)
        names = [*feet.ends]
        self.waiting = [names.index(end) for end in feet.waiting]
        on_table = [feet.station, *(each.tile for each in feet.placed)]
        self.laid = [sum(number in each for each in on_table) for number in range(feet.max_pips + 1)]
        return super()._ends_of(layout)

    def copy(self) -> Self:
        """Return the same deal, to be played on apart."""
        new = super().copy()
        new.waiting = self.waiting
        new.laid = self.laid[:]
        return new

    def open_ends(self) -> Sequence[int]:
        """Return the numbers of the ends where a tile may be laid."""
        return self.waiting[:1] or range(len(self.ends))

    def _lay(self, code: int) -> None:
        tile, end, outward = self.tables.tiles[code >> 9], code >> 4 & 31, code & 15
        ends, waiting = self.ends, self.waiting[1:]
        ends[end] = outward
        self.laid[tile.high] += 1
        if tile.double:
            waiting = [end, len(ends), len(ends) + 1]
            ends += (outward, outward)
        else:
            self.laid[tile.low] += 1
        if waiting and self.laid[ends[waiting[0]]] > self.max_pips:
            # no tile can complete it any more
            waiting = []
        self.waiting = waiting
