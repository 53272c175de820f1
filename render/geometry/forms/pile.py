"""Layout of the pile: the total of its pips, a scale with the marks, and the tiles in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, NamedTuple

from engine.layouts import Pile
from render.geometry.boxes import Box, Chain, Spot
from render.geometry.dimensions import REACH
from render.geometry.forms.form import FormGeometry

TOTAL_HEIGHT: Final = 150
"""The height of the total and its scale, in pixels."""
_GAP: Final = 8
_MAX_ROWS: Final = 2
"""The maximum number of rows; at the smallest size they hold the whole set."""
_FIGURE: Final = 200
"""The width of the total's figure, in pixels."""
_RULE: Final = 34
_STROKE: Final = 4
_LABEL: Final = 70


class Scale(NamedTuple):
    """The running total, and a ruler with the marks.

    Attributes:
        figure: the total in large figures.
        note: a line below it.
        rule: the ruler, from 0 on its left to the last mark on its right.
        strokes: by mark, the stroke across the ruler.
        labels: by mark, its number below the ruler.

    """

    figure: Box
    note: Box
    rule: Box
    strokes: Mapping[int, Box]
    labels: Mapping[int, Box]

    def share(self, total: int) -> int:
        """Return the pixels of the ruler that a total fills."""
        return self.rule.w * min(total, max(self.strokes)) // max(self.strokes)


def scale(room: Box, marks: Sequence[int]) -> Scale:
    """Lay out a scale.

    Args:
        room: the area, :data:`TOTAL_HEIGHT` pixels high.
        marks: the totals that score.

    """
    rule = Box(room.x + _FIGURE + 20, room.y + 30, room.w - _FIGURE - 60, _RULE)
    at = {mark: rule.x + rule.w * mark // max(marks) for mark in marks}
    strokes = {mark: Box(x - _STROKE // 2, rule.y - 10, _STROKE, _RULE + 20) for mark, x in at.items()}
    labels = {mark: Box(x - _LABEL // 2, rule.bottom + 12, _LABEL, 40) for mark, x in at.items()}
    figure, note = Box(room.x, room.y + 16, _FIGURE, 84), Box(room.x, room.bottom - 40, _FIGURE, 40)
    return Scale(figure, note, rule, strokes, labels)


def pile_rows(pile: Pile, half: int, reach: int) -> Chain:
    """Lay out a pile.

    Args:
        pile: the tiles.
        half: the side of a half in pixels.
        reach: the maximum distance to the left and right of the middle, in pixels.

    Returns:
        The chain, its middle at x 0, its upper edge at y 0: the total, and below it the tiles upright in rows, with
        room for at least one row.

    """
    step = half + _GAP
    columns = (2 * reach + _GAP) // step
    left = -(columns * step - _GAP) // 2
    top, pitch = TOTAL_HEIGHT + _GAP, 2 * half + _GAP
    places = [divmod(number, columns) for number in range(len(pile.placed))]
    boxes = [Box(left + column * step, top + row * pitch, half, 2 * half) for row, column in places]
    spots = [Spot.of(placed, box, 1) for placed, box in zip(pile.placed, boxes, strict=True)]
    chain = Chain.of(half, spots, signs={name: Box(-reach, 0, 2 * reach, TOTAL_HEIGHT) for name in pile.ends})
    return chain._replace(bounds=chain.bounds.joined(Box(-reach, 0, 2 * reach, top + 2 * half)))


class PileGeometry(FormGeometry[Pile]):
    """A pile."""

    constant_sizes: ClassVar[Sequence[int]] = (72, 60)

    def place(self, half: int) -> Chain | None:
        """Lay out the pile; None if it takes more than :data:`_MAX_ROWS` rows."""
        chain = pile_rows(self.layout, half, REACH)
        return chain if chain.bounds.h <= TOTAL_HEIGHT + _MAX_ROWS * (_GAP + 2 * half) else None
