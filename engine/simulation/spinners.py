"""A deal played on on a line with spinners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from engine import layouts
from engine.actions import Play
from engine.layouts import Layout, Spinners
from engine.simulation.line import Simulation
from engine.simulation.rule_tables import START


class SpinnersSimulation(Simulation):
    """A simulation of a line with spinners, which keeps the table itself.

    Attributes:
        table: the tiles on the table.

    """

    __slots__ = ("table",)

    def _ends_of(self, layout: Layout) -> list[int]:
        self.table = Spinners.of(layout)
        return super()._ends_of(layout)

    def copy(self) -> Self:
        """Return the same deal, to be played on apart."""
        new = super().copy()
        new.table = self.table
        return new

    def open_ends(self) -> Sequence[int]:
        """Return the numbers of the ends where a tile may be laid."""
        table = self.table
        return [number for number, end in enumerate(table.ends) if end in table.open_ends]

    def _lay(self, code: int) -> None:
        self.table = self._table_after(code)
        self.ends = [*self.table.ends.values()]
        self.opening = None

    def _table_after(self, code: int) -> Spinners:
        rules, tile, number = self.tables.rules, self.tables.tiles[code >> 9], code >> 4 & 31
        end = layouts.START if number == START else [*self.table.ends][number]
        touched = 0 if number == START else self.ends[number]
        return rules.lay(self.table, Play(self.turn, tile, end), touched)

    @property
    def layout(self) -> Layout:
        """The table."""
        return self.table
