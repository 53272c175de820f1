"""A curve through a series of values, and grid lines at round numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from render.geometry.boxes import Box

MAX_POINTS: Final = 200
"""The maximum number of points; longer series are sampled, keeping the first and the last value."""
_MAX_LINES: Final = 4
"""The maximum number of grid lines, before the range is widened to whole steps."""
_ROUND_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Curve(NamedTuple):
    """The places of a curve and its grid lines.

    Attributes:
        points: each point's x and y, in pixels, from left to right.
        indices: the index of each point's value.
        lines: each grid line's whole number and its y, the lowest first.

    """

    points: tuple[tuple[float, float], ...]
    indices: tuple[int, ...]
    lines: tuple[tuple[int, int], ...]


def _step(span: float) -> int:
    """Return the smallest round step that divides a span into few parts."""
    return next((each for each in _ROUND_STEPS if span / each <= _MAX_LINES - 1), _ROUND_STEPS[-1])


def _sample(count: int) -> tuple[int, ...]:
    """Return the evenly spaced indices of the values that become points."""
    if count <= MAX_POINTS:
        return tuple(range(count))
    return tuple(round(number * (count - 1) / (MAX_POINTS - 1)) for number in range(MAX_POINTS))


def curve(values: Sequence[float], box: Box) -> Curve:
    """Lay out a curve in a box.

    The values stand at equal distances: an evening of many matches is as legible as a month of few. The lowest grid
    line lies on the lower edge of the box, the highest on the upper edge; a single value lies on the right edge.

    Args:
        values: at least one, the oldest first.
        box: the area of the curve.

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
