"""The drawing of chicken feet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.layouts import Feet
from render.geometry.boxes import Chain
from render.geometry.forms.feet import dividers
from render.pictures.forms.form import LABEL, EndTile, FormPicture
from render.pixels.canvas import Canvas
from render.pixels.decorations import sign_panel
from render.pixels.typography.text import Style


class FeetPicture(FormPicture[Feet]):
    """Chicken feet."""

    fold_style: ClassVar[Style] = LABEL

    def fold_note(self, count: int) -> str:
        """Return the number alone: the last tiles need the room."""
        return f"…{count}…"

    def hand_ends(self) -> Sequence[EndTile]:
        """Return an end for each half: those that take the same are alike."""
        return [*{end.after: end for end in reversed(super().hand_ends())}.values()][::-1]

    def name_of(self, end: str) -> str:
        """Return nothing: the half tells the end."""
        return ""

    def draw_signs(self, canvas: Canvas, chain: Chain, *, labels: bool) -> None:
        """Draw the lines between feet, the signs that lead to feet, and the labels of ends."""
        theme, t = canvas.theme, self.t
        for box in dividers(chain, sum(each.tile.double for each in self.layout.placed)):
            canvas.fill(box, theme.line)
        for name, box in chain.signs.items():
            if name not in self.layout.ends:
                note, colour = t.gettext("foot {number}").format(number=name.partition("-")[0]), theme.highlight
            elif labels:
                note, colour = t.gettext("#{number}").format(number=name[1:]), theme.text
            else:
                continue
            canvas.paste(sign_panel(theme, box.w, box.h, theme.line), box.x, box.y)
            canvas.write(note, (box.centre[0], box.centre[1] + 8), LABEL, (colour, theme.panel), "m", room=box.w - 4)
