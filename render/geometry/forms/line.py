"""The places of a line of play: a snake that grows, or rows as low as possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from engine.layouts import Line
from engine.rules import find
from render.geometry.boxes import Chain
from render.geometry.compact_line import compact_line
from render.geometry.dimensions import MAX_TABLE_HEIGHT, MIN_HALF, REACH
from render.geometry.extent import extent, rows_height, rows_needed
from render.geometry.forms.form import FormGeometry
from render.geometry.snake import max_rows, min_folded, snake

_FOLD_STEP: Final = 10
"""The number of tiles folded away at once."""
_SMALL_SET_TOP: Final = 6
"""The maximum pips on a half of a small set."""
_ROWS_ABOVE: Final = {46: 1, 38: 2, MIN_HALF: 2}
"""By size, the rows above the first one that a line of a large set may take before it shrinks, and moves."""
_LARGEST: Final = {14: 50, 21: 48}
"""The largest side of a half by the maximum number of tiles dealt of a small set."""


class LineGeometry(FormGeometry[Line]):
    """A line of play."""

    labels_ends: ClassVar[bool] = True

    @property
    def _is_large_set(self) -> bool:
        return self.view.max_pips > _SMALL_SET_TOP

    @property
    def sizes(self) -> Sequence[int]:
        """The sizes; the more tiles of a small set are dealt, the smaller the first."""
        if self._is_large_set:
            return (46, 38, MIN_HALF)
        view = self.view
        dealt = find(view.rules).tiles_each(view.options, view.seats) * (view.seats - len(view.eliminated))
        largest = next((half for count, half in _LARGEST.items() if dealt <= count), 46)
        return (largest, 38, MIN_HALF)

    def place(self, half: int) -> Chain | None:
        """Lay out the line; None if it is too high, or would move for lack of rows above and can shrink instead."""
        if min_folded(self.layout.placed, half, 2 * REACH, max_rows(half, MAX_TABLE_HEIGHT)):
            return None
        chain = snake(self.layout, half, REACH)
        up, down = extent(chain)
        above, reserved = rows_needed(half, up), self._rows_above(half)
        if above > reserved and self._is_large_set:
            return None
        return chain if rows_height(half, max(above, reserved)) + down <= MAX_TABLE_HEIGHT else None

    def place_folded(self, half: int, min_pitch: int = 0) -> Chain:
        """Lay out the line, and fold its middle until its height fits."""
        chain = snake(self.layout, half, REACH)
        for folded in range(_FOLD_STEP, len(self.layout.placed), _FOLD_STEP):
            if sum(extent(chain)) <= MAX_TABLE_HEIGHT:
                break
            chain = snake(self.layout, half, REACH, folded)
        return chain

    def place_compactly(self, half: int, max_height: int, *, smallest: bool) -> Chain | None:
        """Lay out the line in rows from its left end to its right one."""
        return compact_line(self.layout, half, REACH, max_height, smallest)

    def _rows_above(self, half: int) -> int:
        """Return the number of rows reserved above the first row."""
        return _ROWS_ABOVE.get(half, 1) if self._is_large_set else 1

    def extent(self, chain: Chain) -> tuple[int, int]:
        """Return the room above and below the first row, in whole rows."""
        half, (up, down) = chain.half, extent(chain)
        above = max(rows_needed(half, up), self._rows_above(half))
        # if whole rows are too much, the room that the tiles need is still there
        up = max(min(rows_height(half, above), MAX_TABLE_HEIGHT - down), up)
        return up, max(min(rows_height(half, max(rows_needed(half, down), 1)), MAX_TABLE_HEIGHT - up), down)

    def shared_extent(self, chains: Sequence[Chain], up: int, down: int) -> tuple[int, int]:
        """Return the room; the other side may need in the end the room that one side reserves at first."""
        ups, downs = zip(*map(extent, chains), strict=True)
        needed_up, needed_down = max(ups), max(downs)
        up = max(min(up, MAX_TABLE_HEIGHT - down), needed_up)
        return up, max(min(down, MAX_TABLE_HEIGHT - up), needed_down)
