"""The drawing of a line with spinners."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.layouts import Spinners
from render.geometry.boxes import Box, Chain
from render.pictures.forms.form import LABEL, FormPicture
from render.pixels.canvas import Canvas
from render.pixels.decorations import sign_panel
from render.pixels.typography.text import Style
from render.text.end_labels import end_label

_NAME: Final = Style(28, 600)


class SpinnersPicture(FormPicture[Spinners]):
    """A line with spinners. Those of one spinner have no signs."""

    fold_style: ClassVar[Style] = LABEL

    def fold_note(self, count: int) -> str:
        """Return the number alone: the last tiles need the room."""
        return f"…{count}…"

    def draw_signs(self, canvas: Canvas, chain: Chain, *, labels: bool) -> None:
        """Draw the signs of spinners, and with ``labels`` each end's number and points."""
        theme = canvas.theme
        for name, box in chain.signs.items():
            if name not in self.view.ends:
                canvas.paste(sign_panel(theme, box.w, box.h, theme.highlight), box.x, box.y)
                canvas.write(name, (box.centre[0], box.centre[1] + 10), _NAME, (theme.highlight, theme.panel), "m")
            elif labels:
                self._draw_label(canvas, name, box)

    def _draw_label(self, canvas: Canvas, end: str, box: Box) -> None:
        theme = canvas.theme
        note = end_label(self.view, end, end[1:])
        canvas.write(note, (box.centre[0], box.bottom - 4), LABEL, (theme.text, theme.ground), "m", room=box.w)
