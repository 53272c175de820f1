"""A curve through values, one after the other, in a box; and lines at round numbers behind it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from render.geometry.boxes import Box

MAX_POINTS: Final = 200
"""How many points a curve has at most; of more values some are passed over, never the first or the last."""
_MAX_LINES: Final = 4
"""How many steps there are at most between the lowest line and the highest."""
_ROUND_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)


class Curve(NamedTuple):
    """Where a curve and its lines lie.

    Attributes:
        points: each point's x and y, in pixels, from left to right.
        numbers: of which value each point is, from 0.
        lines: the whole number that each line stands for, and its y; the lowest first.

    """

    points: tuple[tuple[float, float], ...]
    indices: tuple[int, ...]
    lines: tuple[tuple[int, int], ...]


def _step(span: float) -> int:
    """Give the smallest round step of which few make up a span."""
    return next((each for each in _ROUND_STEPS if span / each <= _MAX_LINES - 1), _ROUND_STEPS[-1])


def _sample(count: int) -> tuple[int, ...]:
    """Choose which of so many values become points, evenly."""
    if count <= MAX_POINTS:
        return tuple(range(count))
    return tuple(round(number * (count - 1) / (MAX_POINTS - 1)) for number in range(MAX_POINTS))


def curve(values: Sequence[float], box: Box) -> Curve:
    """Lay a curve into a box.

    The values stand at equal distances, so that an evening of many matches is as plain to see as a month of few. The
    lowest line lies at the lower edge of the box and the highest at the upper; a value alone lies at the right.

    Args:
        values: at least one, oldest first.
        box: the room for it.

    """
    low, high = min(values), max(values)
    step = _step(high - low)
    lowest = math.floor(low / step) * step
    highest = max(math.ceil(high / step) * step, lowest + step)

    def down(value: float) -> float:
        return box.bottom - (value - lowest) / (highest - lowest) * box.h

    last = len(values) - 1
    numbers = _sample(len(values))
    points = tuple((box.x + box.w * (number / last if last else 1), down(values[number])) for number in numbers)
    lines = tuple((value, round(down(value))) for value in range(lowest, highest + 1, step))
    return Curve(points, numbers, lines)
