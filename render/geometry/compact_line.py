"""Layout of a line of play in rows from its left end to its right one, as low as possible.

A tile's place depends on all other tiles: this layout is for pictures that do not grow.
"""

from __future__ import annotations

from typing import Final

from engine.layouts import Line, Placed
from render.geometry.boxes import Box, Chain, Fold, Spot, in_order_of_play
from render.geometry.dimensions import MIN_END
from render.geometry.highlight import end_boxes
from render.geometry.snake import FOLD_WIDTH, Arm, max_rows, min_folded

_FOLD_STEP: Final = 2
"""The number of tiles folded away at once."""


class _Rows:
    """A line being laid from left to right."""

    def __init__(self, half: int, reach: int) -> None:
        end = max(half, MIN_END)
        self._arm = Arm(half, reach, end - reach, end)
        self._start = end_boxes(Box(self._arm.x - half, -half // 2, half, half), (-1, 0), reach)[0]
        self.spots: list[Spot] = []
        self.folds: list[Fold] = []

    def lay(self, placed: Placed, left: int, right: int) -> None:
        """Lay the next tile."""
        box, x, y = self._arm.next(placed.crosswise)
        self.spots.append(Spot(placed, box, *((left, right) if x + y > 0 else (right, left))))

    def fold(self, hidden: int) -> bool:
        """Leave room for folded tiles; return False, and change nothing, if the row has no room for them."""
        arm = self._arm
        long = FOLD_WIDTH * arm.half
        if arm.leg or arm.heading * arm.x + long + arm.end > arm.reach:
            return False
        left = arm.x if arm.heading > 0 else arm.x - long
        self.folds.append(Fold(Box(left, arm.y - arm.half // 2, long, arm.half), hidden))
        arm.x += arm.heading * long
        return True

    def chain(self, line: Line) -> Chain:
        """Return the chain with both ends, and its tiles in the order of play."""
        ends = {"left": self._start, "right": self._arm.end_box()}
        return Chain.of(self._arm.half, in_order_of_play(self.spots, line.placed), ends, self.folds)


def _lay_out(line: Line, half: int, reach: int, folded: int) -> Chain | None:
    """Lay out a line with some of its middle tiles folded away; None if the fold does not fit its row."""
    rows, tiles = _Rows(half, reach), line.chain()
    before = (len(tiles) - folded) // 2
    for number, each in enumerate(tiles):
        if folded and number == before and not rows.fold(folded):
            return None
        if not before <= number < before + folded:
            rows.lay(*each)
    return rows.chain(line)


def compact_line(line: Line, half: int, reach: int, max_height: int, fold: bool) -> Chain | None:
    """Lay out a line.

    Args:
        line: the line of play.
        half: the side of a half in pixels, even.
        reach: the maximum distance of tiles to the left and right of the middle, in pixels.
        max_height: the maximum height in pixels.
        fold: whether to fold away tiles in the middle of a line that is too high.

    Returns:
        The chain around x 0; empty for an empty line. None if it does not fit.

    """
    if not line.placed:
        return Chain.of(half)
    needed = min_folded(line.placed, half, 2 * reach, max_rows(half, max_height))
    if needed and not fold:
        return None
    stop = len(line.placed) - 1 if fold else 1
    for folded in range(needed // _FOLD_STEP * _FOLD_STEP, stop, _FOLD_STEP):
        chain = _lay_out(line, half, reach, folded)
        if chain is not None and chain.bounds.h <= max_height:
            return chain
    return None
