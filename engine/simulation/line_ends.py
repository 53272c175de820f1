"""A deal played on on a line whose ends count: points depend on the outermost tiles."""

from __future__ import annotations

from functools import cache
from typing import Self

from engine import layouts
from engine.layouts import Layout, Line, Placed
from engine.simulation.line import Simulation
from engine.simulation.rule_tables import START
from engine.tiles import Tile


class LineEndsSimulation(Simulation):
    """A simulation of a line whose ends count.

    Attributes:
        tips: the codes of the last play at each end, after that of the opening tile while it is at one; else -1.

    """

    __slots__ = ("tips",)

    def _ends_of(self, layout: Layout) -> list[int]:
        last = {each.end: each.tile.order << 9 | each.outward for each in layout.placed}
        left, right = last.get("left", -1), last.get("right", -1)
        self.tips = (-1 if left >= 0 <= right else last.get(layouts.START, -1)), left, right
        return super()._ends_of(layout)

    def copy(self) -> Self:
        """Return the same deal, to be played on apart."""
        new = super().copy()
        new.tips = self.tips
        return new

    def note(self, code: int) -> None:
        """Note the tile of a play as the last one at its end."""
        self.tips = self._tips_after(code)

    def _lay(self, code: int) -> None:
        self.note(code)
        end = code >> 4 & 31
        if end == START:
            super()._lay(code)
        else:
            self.ends[end] = code & 15

    def _tips_after(self, code: int) -> tuple[int, int, int]:
        opening, left, right = self.tips
        tip = code & ~0x1F0
        match code >> 4 & 31:
            case 0:
                return (-1 if right >= 0 else opening), tip, right
            case 1:
                return (-1 if left >= 0 else opening), left, tip
            case _:
                return tip | self.tables.tiles[code >> 9].low, -1, -1

    def points(self, code: int) -> int:
        """Return the points that a play would score at once: the rules answer once for each table, and total."""
        tips = self._tips_after(code)
        if self.tables.rules.scoring.points_by_total:
            return self._noted_points(code, (tips, self.totals[self.team_of(self.turn)]))
        return self._noted_points(code, tips)

    @property
    def layout(self) -> Layout:
        """The line, with the outermost tiles."""
        tiles = self.tables.tiles
        placed = [
            laid_tile(tiles[tip >> 9], end, tip & 15)
            for end, tip in zip((layouts.START, "left", "right"), self.tips, strict=True)
            if tip >= 0
        ]
        return Line(tuple(placed), dict(zip(("left", "right"), self.ends, strict=False)))


@cache
def laid_tile(tile: Tile, end: str, outward: int, crosswise: bool = False) -> Placed:
    """Return a tile on the table that any seat may have laid."""
    return Placed(tile, end, tile.pips - outward, outward, None, crosswise)
