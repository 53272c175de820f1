"""The places of a bracket's matches, and the lines between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from render.geometry.boxes import Box

BETWEEN: Final = 28
"""The distance between two columns, in pixels, which a line crosses in two bends."""
_GAP: Final = 14
"""The distance between two matches of the first round."""

Points = tuple[tuple[int, int], ...]
"""The bends of a line."""


class BracketPlaces(NamedTuple):
    """The places of a bracket.

    Attributes:
        rounds: the box of each match of each round.
        third: the box of the match for third place; None if there is none.
        lines: the lines from each match to the next.
        bottom: the lower edge of all.

    """

    rounds: Sequence[Sequence[Box]]
    third: Box | None
    lines: Sequence[Points]
    bottom: int


def places(rounds: int, area: Box, height: int, *, third: int = 0) -> BracketPlaces:
    """Return the places of a bracket whose last round has one match, and each other one twice as many as the next.

    A match stands at the middle of the two that lead to it.

    Args:
        rounds: the number of rounds.
        area: the left and the upper edge, and the width; the height is not used.
        height: the height of a match, in pixels.
        third: the distance between the final and a match for third place; 0 for none.

    """
    width = (area.w - BETWEEN * (rounds - 1)) // rounds
    slot = height + _GAP
    first = 1 << (rounds - 1)
    columns: list[list[Box]] = []
    for number in range(rounds):
        step = slot << number
        offset = (step - slot) // 2
        x = area.x + number * (width + BETWEEN)
        columns.append([Box(x, area.y + offset + step * at, width, height) for at in range(first >> number)])
    lines = [_line(box, after[at // 2]) for before, after in pairwise(columns) for at, box in enumerate(before)]
    # the match for third place may reach below a short first column
    final = columns[-1][0]
    place = final.moved(0, height + third) if third else None
    bottom = max(columns[0][-1].bottom, place.bottom if place else 0)
    return BracketPlaces(columns, place, lines, bottom)


def _line(start: Box, end: Box) -> Points:
    middle = start.right + BETWEEN // 2
    y, to = start.centre[1], end.centre[1]
    return (start.right, y), (middle, y), (middle, to), (end.x, to)
