"""Layout of a line of play as a snake that turns at the edges of the table.

The opening tile lies in the middle. The right arm runs right, turns down at the edge and comes back on the row
below; the left arm runs left and turns up. A tile's place depends only on the tiles between it and the opening tile, so
tiles on the table never move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.layouts import START, Line, Placed
from render.geometry.boxes import Box, Chain, Fold, Spot
from render.geometry.dimensions import MIN_END
from render.geometry.highlight import end_boxes
from render.geometry.track import lying

FOLD_WIDTH: Final = 6
"""The width, in halves, of the box that stands for folded tiles."""
_CLEARANCE: Final = 8
"""The distance between tiles across in two rows, one above the other, in pixels."""


def row_pitch(half: int) -> int:
    """Return the distance from one row to the next, in pixels."""
    return 2 * half + _CLEARANCE


@dataclass(slots=True)
class Arm:
    """An arm's growing end, as if the arm ran right and turned down; the left arm is rotated by 180°.

    Attributes:
        half: the side of a half in pixels, even.
        reach: the arm's maximum distance from the middle, in pixels.
        x: the edge at which the next tile begins.
        end: the side of the open end in pixels; each row has room for it, so that the tile that turns has room too.
        y: the middle of the row.
        heading: 1 on rows that run right, -1 on rows that run back.
        leg: whether the last tile leads down to a row without tiles.
        turns: the number of turns so far.

    """

    half: int
    reach: int
    x: int
    end: int
    y: int = 0
    heading: int = 1
    leg: bool = False
    turns: int = 0

    def next(self, across: bool) -> tuple[Box, int, int]:
        """Lay a tile; return its box, and the direction (x, y) from its inward half to its outward one."""
        half, heading = self.half, self.heading
        if self.leg:
            return self._after_leg(across)
        length, thick = lying(half, across)
        if heading * self.x + length + self.end > self.reach:
            return self._turn()
        box = self._ahead(length, thick)
        self.x += heading * length
        return (box, 0, 1) if across else (box, heading, 0)

    def _ahead(self, length: int, thick: int) -> Box:
        left = self.x if self.heading > 0 else self.x - length
        return Box(left, self.y - thick // 2, length, thick)

    def _turn(self) -> tuple[Box, int, int]:
        """Lay the tile upright, even one that would lie across, with its inward half in the row.

        It lies a little lower than the row, for the sake of tiles across in the next one.
        """
        box = self._ahead(self.half, self.half).moved(0, _CLEARANCE)._replace(h=2 * self.half)
        self.x += self.heading * self.half
        self.y += row_pitch(self.half)
        self.heading = -self.heading
        self.leg = True
        self.turns += 1
        return box, 0, 1

    def _after_leg(self, across: bool) -> tuple[Box, int, int]:
        """Begin a row under the leg: a double centred under it, other tiles from the leg's outer side."""
        self.leg = False
        if across:
            spare = self.reach + self.heading * self.x
            self.x -= self.heading * min(self.half // 2, max(spare, 0))
        box = self._ahead(2 * self.half, self.half)
        self.x += self.heading * 2 * self.half
        return box, self.heading, 0

    def end_box(self) -> Box:
        """Return the box of the open end, at the touching half of a next tile in the row."""
        # a row without tiles hangs below its leg
        way = (0, 1) if self.leg else (self.heading, 0)
        return end_boxes(self._ahead(self.half, self.half), way, self.reach)[0]


def _rotated(box: Box) -> Box:
    return Box(-box.right, -box.bottom, box.w, box.h)


def min_folded(tiles: Sequence[Placed], half: int, wide: int, rows: int) -> int:
    """Return the minimum number of tiles to fold away, by their lengths alone.

    Args:
        tiles: a line, or a part of one.
        half: the side of a half in pixels.
        wide: the length of a row in pixels.
        rows: the maximum number of rows. A tile that turns takes half its length in its row.

    """
    long = sum(half if each.crosswise else 2 * half for each in tiles)
    return max(-((rows * (wide + half) - long) // (2 * half)), 0)


def max_rows(half: int, high: int) -> int:
    """Return the maximum number of rows in a height."""
    return (high - half) // row_pitch(half) + 1


def snake(line: Line, half: int, reach: int, folded: int = 0) -> Chain:
    """Lay out a line.

    Args:
        line: the line of play.
        half: the side of a half in pixels, even.
        reach: the maximum distance of tiles to the left and right of the middle, in pixels; at least six halves.
        folded: the number of first tiles, the middle of the line, to fold away; an arm's last tile stays.

    Returns:
        The chain around (0, 0), the middle of the opening tile or of the fold; empty for an empty line.

    """
    arms: dict[str, Arm] = {}
    spots: list[Spot] = []
    folds: list[Fold] = []
    hidden = _hidden_tiles(line, folded)
    if hidden:
        box = Box(-half * FOLD_WIDTH // 2, -half // 2, half * FOLD_WIDTH, half)
        folds.append(Fold(box, len(hidden)))
        arms = _arms_around(box, half, reach)
    for placed in line.placed:
        if placed in hidden:
            continue
        if placed.end == START:
            width, height = lying(half, placed.crosswise)
            box = Box(-width // 2, -height // 2, width, height)
            arms = _arms_around(box, half, reach)
            spots.append(Spot.of(placed, box, 1))
        else:
            spots.append(_laid(placed, arms[placed.end]))
    ends = {side: _rotated(arm.end_box()) if side == "left" else arm.end_box() for side, arm in arms.items()}
    return Chain.of(half, spots, ends, folds)


def _hidden_tiles(line: Line, folded: int) -> frozenset[Placed]:
    """Return the tiles to fold away: of the first ``folded`` tiles all but an arm's last one."""
    last = {placed.end: placed for placed in line.placed if placed.end != START}
    return frozenset([placed for placed in line.placed[:folded] if last.get(placed.end) is not placed])


def _arms_around(box: Box, half: int, reach: int) -> dict[str, Arm]:
    """Return the two arms that begin at the sides of a box around (0, 0)."""
    return {side: Arm(half, reach, box.right, max(half, MIN_END)) for side in ("left", "right")}


def _laid(placed: Placed, arm: Arm) -> Spot:
    """Lay a tile at an arm."""
    box, x, y = arm.next(placed.crosswise)
    if placed.end == "left":
        box, x, y = _rotated(box), -x, -y
    return Spot.of(placed, box, x + y)
