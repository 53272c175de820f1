"""A deal played on with the table itself, where points depend on the tiles at its ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from engine import layouts
from engine.actions import Play
from engine.layouts import Layout, Line, Spinners
from engine.simulation.line import Simulation
from engine.simulation.tables import START


class LaidSimulation(Simulation):
    """A simulation of a line whose ends count, with spinners or without.

    Attributes:
        table: the tiles on the table.

    """

    __slots__ = ("table",)

    def _ends_of(self, layout: Layout) -> list[int]:
        assert isinstance(layout, Line | Spinners)
        self.table: Line | Spinners = layout
        return super()._ends_of(layout)

    def copy(self) -> Self:
        """Return the same deal, to be played on apart."""
        new = super().copy()
        new.table = self.table
        return new

    def open_ends(self) -> Sequence[int]:
        """Return the numbers of the ends where a tile may be laid; a code has no number for a sixteenth end."""
        table = self.table
        if not isinstance(table, Spinners):
            return range(len(self.ends))
        names = [*table.ends][:START]
        return [number for number, end in enumerate(names) if end in table.open_ends]

    def _lay(self, code: int) -> None:
        self.table = self._table_after(code)
        self.ends = [*self.table.ends.values()]
        self.opening = None

    def _table_after(self, code: int) -> Line | Spinners:
        rules, tile, number = self.tables.rules, self.tables.tiles[code >> 8], code >> 4 & 15
        end = layouts.START if number == START else [*self.table.ends][number]
        touching = tile.high if number == START else rules.fits[self.ends[number]][tile]
        return self.table.place(Play(self.turn, tile, end), touching, tile in rules.crosswise)

    def points(self, code: int) -> int:
        """Return the points that a play would score at once."""
        asked = self.copy()
        asked.table = self._table_after(code)
        assert self.tables.rules.move_points is not None
        return self.tables.rules.move_points(self, asked)

    @property
    def layout(self) -> Layout:
        """The table."""
        return self.table
