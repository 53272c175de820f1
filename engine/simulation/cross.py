"""A deal played on around a double with four arms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from engine import layouts
from engine.layouts import Cross, Layout
from engine.layouts.cross import ARMS
from engine.simulation.line import Simulation
from engine.simulation.line_ends import laid_tile
from engine.simulation.rule_tables import START


class CrossSimulation(Simulation):
    """A simulation whose ends are arms, which are opened in order.

    Attributes:
        spinner: the code of the spinner, or -1 before it is laid.
        opened: how many arms are open.
        tips: the codes of the spinner and of the last play at each open arm; empty where plays don't score.

    """

    __slots__ = ("opened", "spinner", "tips")

    def _ends_of(self, layout: Layout) -> list[int]:
        cross = Cross.of(layout)
        self.tips: tuple[int, ...] = ()
        self.spinner = -1
        self.opened = cross.opened
        if cross.placed:
            last = {each.end: each.tile.order << 9 | each.outward for each in cross.placed}
            self.spinner = last[layouts.START]
            if self.tables.scoring:
                self.tips = tuple([last[end] for end in (layouts.START, *ARMS[: cross.opened])])
        return super()._ends_of(layout)

    @property
    def opens_up(self) -> bool:
        """Whether plays don't score: else each is noted."""
        return not self.tables.scoring

    @property
    def growing(self) -> bool:
        """Whether the next arms are still to be opened."""
        return self.opened < len(ARMS)

    def copy(self) -> Self:
        """Return the same deal, to be played on apart."""
        new = super().copy()
        new.tips = self.tips
        new.spinner = self.spinner
        new.opened = self.opened
        return new

    def open_ends(self) -> Sequence[int]:
        """Return the arms where a tile may be laid: the rules answer once for each number of open arms."""
        if self.spinner < 0:
            return ()
        noted, opened = self.tables.noted, self.opened
        arms = noted.get(opened)
        if arms is None:
            double = self.tables.tiles[self.spinner >> 9]
            cross = Cross.around(double)._replace(opened=opened)
            names = self.tables.rules.open_ends(self.tables.probe(cross, ()))
            arms = noted[opened] = tuple([ARMS.index(each) for each in names])
        return arms

    def _lay(self, code: int) -> None:
        if self.tables.scoring:
            self.tips = self._tips_after(code)
        end = code >> 4 & 31
        if end == START:
            self.spinner, self.opened = code & ~0x1F0, 0
            super()._lay(code)
        else:
            self.opened = max(self.opened, end + 1)
            self.ends[end] = code & 15

    def _tips_after(self, code: int) -> tuple[int, ...]:
        end, tip = code >> 4 & 31, code & ~0x1F0
        if end == START:
            return (tip,)
        return (*self.tips[: end + 1], tip, *self.tips[end + 2 :])

    def points(self, code: int) -> int:
        """Return the points that a play would score at once: the rules answer once for each table."""
        return self._noted_points(code, self._tips_after(code))

    @property
    def layout(self) -> Layout:
        """The table, with the spinner and the last tile of each arm."""
        tiles, crosswise = self.tables.tiles, self.tables.rules.crosswise
        placed = [
            laid_tile(tiles[tip >> 9], end, tip & 15, tiles[tip >> 9] in crosswise)
            for end, tip in zip((layouts.START, *ARMS), self.tips, strict=False)
        ]
        return Cross(tuple(placed), dict(zip(ARMS, self.ends, strict=False)), self.opened)
