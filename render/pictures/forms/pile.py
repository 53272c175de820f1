"""The drawing of a pile: its running total, and the totals that score."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.layouts import PILE, Pile
from engine.rules import find
from engine.tiles import Tile
from render.geometry.boxes import Box, Chain
from render.geometry.forms.pile import scale
from render.pictures.forms.form import EndTile, FormPicture
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.frame import SMALL
from render.pixels.theme import Theme
from render.pixels.typography.text import Style
from render.text.end_labels import next_mark

_TOTAL: Final = Style(96, 700)
_MARK: Final = Style(30, 700)


@lru_cache(maxsize=128)
def _bar(theme: Theme, width: int, share: int) -> Sprite:
    """Return the bar that fills towards the last mark, ``share`` pixels of it full."""
    brush = Brush(width, 34)
    brush.rounded((0, 0, width, 34), 17, theme.line)
    brush.rounded((2, 2, width - 2, 32), 15, theme.panel)
    if share > 4:
        brush.rounded((2, 2, max(share, 32), 32), 15, theme.highlight)
    return brush.sprite(theme.table_palette, theme.ground)


class PilePicture(FormPicture[Pile]):
    """A pile."""

    def draw_signs(self, canvas: Canvas, chain: Chain, *, labels: bool) -> None:
        """Draw the running total, and its distance from each mark."""
        theme, total = canvas.theme, self.layout.total
        ruler = scale(chain.signs[PILE], find(self.view.rules).scoring.scoring_totals)
        figure, rule = ruler.figure, ruler.rule
        canvas.write(str(total), (figure.centre[0], figure.bottom - 8), _TOTAL, (theme.highlight, theme.ground), "m")
        canvas.paste(_bar(theme, rule.w, ruler.share(total)), rule.x, rule.y)
        following = next_mark(self.view, self.layout)
        for mark, label in ruler.labels.items():
            stroke, colour = theme.text, theme.text
            if total >= mark:
                stroke, colour = theme.highlight_edge, theme.faint
            if mark == following:
                colour = theme.highlight
            canvas.fill(ruler.strokes[mark], stroke)
            canvas.write(str(mark), (label.centre[0], label.bottom - 8), _MARK, (colour, theme.ground), "m")
        if following is not None:
            self._draw_note(canvas, ruler.note, following)

    def _draw_note(self, canvas: Canvas, box: Box, mark: int) -> None:
        """Write the number of pips that the next mark needs."""
        theme = canvas.theme
        at, colours = (box.centre[0], box.bottom - 8), (theme.highlight, theme.ground)
        canvas.write(self._needed(mark), at, SMALL, colours, "m", room=box.w)

    def _needed(self, mark: int) -> str:
        needed = mark - self.layout.total
        text = self.t.ngettext("{count} more to {mark}", "{count} more to {mark}", needed)
        return text.format(count=needed, mark=mark)

    def hand_ends(self) -> Sequence[EndTile]:
        """Return nothing: every tile fits, and the rim has the total."""
        return ()

    def rim_note(self) -> str:
        """Return the total, and the number of pips that the next mark needs."""
        total = self.t.gettext("total {total}").format(total=self.layout.total)
        following = next_mark(self.view, self.layout)
        return total if following is None else f"{total} · {self._needed(following)}"

    def figure_below(self, tile: Tile, *, fits: bool) -> str:
        """Return the total that a tile would make."""
        return str(self.layout.total + tile.pips) if fits else ""
