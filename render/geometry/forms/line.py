"""The places of a line of play: a snake that grows, or rows as low as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, NamedTuple

from engine.layouts import Line
from render.geometry.boxes import Chain
from render.geometry.compact_line import compact_line
from render.geometry.dimensions import MAX_TABLE_HEIGHT, MIN_HALF, REACH
from render.geometry.extent import extent, rows_height, rows_needed
from render.geometry.forms.form import FormGeometry
from render.geometry.snake import snake

_FOLD_STEP: Final = 10
"""The number of tiles folded away at once."""


class _Step(NamedTuple):
    """The use of a size.

    Attributes:
        tiles: the number of tiles up to which a line has at least this size.
        height: the maximum height of a longer line, in pixels.
        rows_above: the number of rows reserved above the first row.

    """

    tiles: int
    height: int
    rows_above: int


_STEPS: Final[Mapping[int, _Step]] = {
    72: _Step(8, 464, 1),
    60: _Step(14, 464, 1),
    48: _Step(28, 572, 1),
    40: _Step(0, MAX_TABLE_HEIGHT, 3),
    MIN_HALF: _Step(0, MAX_TABLE_HEIGHT, 3),
}
"""By the side of a half, the largest first. Usual lines take three rows of the first sizes."""


def _rows(chain: Chain) -> tuple[int, int]:
    """Return the number of rows above the first one, as many as reserved or more, and of rows below it."""
    half, (up, down) = chain.half, extent(chain)
    return max(rows_needed(half, up), _STEPS[half].rows_above), rows_needed(half, down)


class LineGeometry(FormGeometry[Line]):
    """A line of play."""

    constant_sizes: ClassVar[Sequence[int]] = tuple(_STEPS)
    max_tiles_at_largest: ClassVar[int] = 13
    labels_ends: ClassVar[bool] = True

    def place(self, half: int) -> Chain | None:
        """Lay out the line; None if it is too high."""
        step, chain = _STEPS[half], snake(self.layout, half, REACH)
        above, below = _rows(chain)
        # with a row below, a line moves for rows above only where tiles are small
        high = rows_height(half, above) + rows_height(half, max(below, 1))
        return chain if high <= step.height or len(self.layout.placed) <= step.tiles else None

    def place_folded(self, half: int, min_pitches: Sequence[int] = ()) -> Chain:
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

    def extent(self, chain: Chain) -> tuple[int, int]:
        """Return the room above and below the first row: whole rows, or what the tiles need if that is too much."""
        (needed_up, needed_down), (above, below) = extent(chain), _rows(chain)
        up = max(min(rows_height(chain.half, above), MAX_TABLE_HEIGHT - needed_down), needed_up)
        return up, max(min(rows_height(chain.half, below), MAX_TABLE_HEIGHT - up), needed_down)

    def shared_extent(self, chains: Sequence[Chain], up: int, down: int) -> tuple[int, int]:
        """Return the room; the other side may need in the end the room that one side reserves at first."""
        ups, downs = zip(*map(extent, chains), strict=True)
        needed_up, needed_down = max(ups), max(downs)
        up = max(min(up, MAX_TABLE_HEIGHT - down), needed_up)
        return up, max(min(down, MAX_TABLE_HEIGHT - up), needed_down)
