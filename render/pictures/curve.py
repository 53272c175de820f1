"""The curve of a rating, drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from render.geometry.boxes import Box
from render.geometry.curve import curve
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas
from render.pixels.frame import SMALL

_SIDE: Final = 16
"""The pixels by which a line's ends may reach beyond the box of a curve."""
_UNDER: Final = 40
"""The baseline of the days below it."""


def draw_curve(canvas: Canvas, values: Sequence[tuple[float, bool]], box: Box, days: tuple[str, str]) -> None:
    """Draw a rating's curve into a box on a card, with its lines left of it, and the days below it.

    The provisional part is fainter.

    Args:
        canvas: the picture.
        values: the rating after each match, oldest first, and whether it was provisional then; at least one.
        box: the room for the curve itself; text takes 64 pixels on its left, and 40 below it.
        days: the formatted days of the first and the last value.

    """
    theme = canvas.theme
    back = theme.panel
    shape = curve([value for value, _ in values], box)
    for number, y in shape.lines:
        canvas.fill(Box(box.x, y - 1, box.w, 2), theme.line)
        written = str(number).replace("-", "−")
        canvas.write(written, (box.x - 14, y + 10), SMALL, (theme.faint, back), "r")
    brush = Brush(box.w + 2 * _SIDE, box.h + 2 * _SIDE)
    points = [(x - box.x + _SIDE, y - box.y + _SIDE) for x, y in shape.points]
    faint = sum(values[number][1] for number in shape.indices)
    if points[:faint]:
        brush.line(points[: faint + 1], theme.faint, 5)
    if points[faint:]:
        brush.line(points[max(faint - 1, 0) :], theme.highlight, 6)
    end = theme.faint if faint == len(points) else theme.highlight
    brush.disc(*points[-1], 11, end, theme.text, 3)
    canvas.paste(brush.sprite(theme.leaderboard_palette, back), box.x - _SIDE, box.y - _SIDE)
    _days(canvas, box, days)


def _days(canvas: Canvas, box: Box, days: tuple[str, str]) -> None:
    """Write the first day on the left and the last on the right; only one if they are the same."""
    colours = (canvas.theme.faint, canvas.theme.panel)
    y = box.bottom + _UNDER
    first, last = days
    if first != last:
        canvas.write(first, (box.x, y), SMALL, colours, room=box.w // 2 - 10)
    canvas.write(last, (box.right, y), SMALL, colours, "r", room=box.w // 2 - 10)
