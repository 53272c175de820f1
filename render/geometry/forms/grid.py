"""Layout of the numbered positions of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.layouts import Grid
from render.geometry.boxes import Box, Chain
from render.geometry.dimensions import REACH
from render.geometry.forms.form import FormGeometry

COLUMNS = 7
LABEL_HEIGHT = 34
"""The height of the number below a tile, in pixels."""
_GAP = 6


def grid_cells(grid: Grid, half: int, reach: int, count: int) -> Chain:
    """Lay out a grid.

    Args:
        grid: the tiles that are left.
        half: the side of a half in pixels.
        reach: the maximum distance to the left and right of the middle, in pixels.
        count: the number of positions, including empty ones.

    Returns:
        The chain, its middle at x 0, its upper edge at y 0, with a cell for each position.

    """
    count = max(count, *grid.tiles, 1)
    step = min(2 * half + 2 * _GAP, 2 * reach // COLUMNS)
    left = -(COLUMNS * step - (step - 2 * half)) // 2
    places = {
        at + 1: Box(left + at % COLUMNS * step, at // COLUMNS * (half + LABEL_HEIGHT), 2 * half, half)
        for at in range(count)
    }
    chain = Chain.of(half, cells=places)
    return chain._replace(bounds=chain.bounds._replace(h=chain.bounds.h + LABEL_HEIGHT))


class GridGeometry(FormGeometry[Grid]):
    """A grid."""

    constant_sizes: ClassVar[Sequence[int]] = (62,)

    def place(self, half: int) -> Chain:
        """Lay out all positions at any height."""
        return grid_cells(self.layout, half, REACH, len(self.layout.tiles) + sum(self.view.hand_sizes))
