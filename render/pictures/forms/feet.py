"""The drawing of chicken feet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.layouts import Feet
from render.geometry.boxes import Chain
from render.pictures.forms.form import EndTile, FormPicture
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.theme import Theme
from render.pixels.typography.text import Style


@lru_cache(maxsize=8)
def _footprint(theme: Theme, size: int) -> Sprite:
    """Return the ground of a sign that leads to a foot: a square with three toes at its left edge."""
    brush = Brush(size, size)
    brush.rounded((0, 0, size, size), size * 0.22, theme.highlight_edge)
    brush.rounded((2, 2, size - 2, size - 2), size * 0.22 - 2, theme.panel)
    for y in (0.26, 0.5, 0.74):
        brush.line([(size * 0.14, size / 2), (size * 0.38, size * y)], theme.highlight, size * 0.07)
    return brush.sprite(theme.table_palette, theme.ground)


class FeetPicture(FormPicture[Feet]):
    """Chicken feet."""

    def fold_note(self, count: int) -> str:
        """Return the number alone: the last tiles need the room."""
        return f"…{count}"

    def hand_ends(self) -> Sequence[EndTile]:
        """Return an end for each half: those that take the same are alike."""
        return [*{end.after: end for end in reversed(super().hand_ends())}.values()][::-1]

    def name_of(self, end: str) -> str:
        """Return nothing: the half tells the end."""
        return ""

    def draw_signs(self, canvas: Canvas, chain: Chain, *, labels: bool) -> None:
        """Draw the signs that lead to feet."""
        theme = canvas.theme
        for double, box in chain.signs.items():
            canvas.paste(_footprint(theme, box.w), box.x, box.y)
            style = Style(box.h * 2 // 3, 700)
            at = box.x + box.w * 2 // 3, box.centre[1] + round(style.size * 0.36)
            canvas.write(double.partition("-")[0], at, style, (theme.highlight, theme.panel), "m")
