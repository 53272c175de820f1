"""Lays out the pile of tiles whose pips are added up: rows of them under their total, and the marks on a rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.layouts import Pile
from render.geometry.boxes import Box, Chain
from render.geometry.snake import spot

TOTAL_HEIGHT: Final = 150
"""The height of the room for the total, in pixels."""
_GAP: Final = 8
_FIGURE: Final = 200
"""The width of the room for the total's figure, in pixels."""
_RULE: Final = 34
_STROKE: Final = 4
_LABEL: Final = 70


class Scale(NamedTuple):
    """The running total and the marks on a rule.

    Attributes:
        figure: room for the total in large figures.
        note: room below it for how far the next mark is.
        rule: the rule, from 0 on its left to the last mark on its right.
        strokes: by mark, the stroke across the rule.
        labels: by mark, room for its number below the rule.

    """

    figure: Box
    note: Box
    rule: Box
    strokes: Mapping[int, Box]
    labels: Mapping[int, Box]

    def share(self, total: int) -> int:
        """Give how many pixels of the rule a total fills."""
        return self.rule.w * min(total, max(self.strokes)) // max(self.strokes)


def scale(room: Box, marks: Sequence[int]) -> Scale:
    """Lay out a scale.

    Args:
        room: where, :data:`TOTAL_HIGH` high.
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
        reach: how far to the left and right of the middle it may reach, in pixels.

    Returns:
        The chain, its middle at x 0, its upper edge at y 0: room for the total, below it the tiles upright in rows,
        with room for one row at least.

    """
    step = half + _GAP
    columns = (2 * reach + _GAP) // step
    left = -(columns * step - _GAP) // 2
    spots = [
        spot(
            placed, Box(left + at % columns * step, TOTAL_HEIGHT + at // columns * (2 * half + _GAP), half, 2 * half), 1
        )
        for at, placed in enumerate(pile.placed)
    ]
    chain = Chain.of(half, spots, signs={name: Box(-reach, 0, 2 * reach, TOTAL_HEIGHT) for name in pile.ends})
    return chain._replace(bounds=chain.bounds.joined(Box(-reach, 0, 2 * reach, TOTAL_HEIGHT + 2 * half)))
