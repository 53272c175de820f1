"""A line in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.actions import Play
from engine.layouts import Line
from engine.tiles import Tile
from render.i18n import list_items
from render.text import sentences
from render.text.accepted_halves import accepts_label
from render.text.end_labels import end_note
from render.text.forms.ends import EndsText
from render.text.forms.form import Fits
from render.text.markdown import wrap
from render.text.tile_rows import Row, RowTile, fold_middle


class LineText(EndsText[Line]):
    """A line, read from left to right."""

    tiles_last: ClassVar[bool] = False

    def rows(self) -> list[Row]:
        """Return the line as one row."""
        return [Row("", tuple(RowTile(placed.tile, left, right) for placed, left, right in self.layout.chain()))]

    def row_sentences(self, rows: Sequence[Row], max_tiles: int) -> list[str]:
        """Return a sentence on the line."""
        return [self.t.gettext("Chain from left to right: {chain}.").format(chain=self.listed(rows[0], max_tiles))]

    def tiles_part(self, max_tiles: int) -> list[str]:
        """Return the line, the opening tile in round brackets and the last one in square brackets."""
        t, placed = self.t, self.layout.placed
        if not placed:
            return []
        opener, last = placed[0].tile, placed[-1].tile
        title = t.gettext("**Chain from left to right**")
        if opener is last:
            head = t.gettext("{heading}, [{tile}] opened:").format(heading=title, tile=opener.text)
        else:
            form = t.gettext("{heading}, ({opener}) opened, [{tile}] was laid last:")
            head = form.format(heading=title, opener=opener.text, tile=last.text)
        marks = {opener: "({})", last: "[{}]"}
        return [head, *wrap(" ".join(fold_middle(self.rows()[0].tiles, max_tiles, t, marks)))]

    def playable_alt(self, fits: Fits) -> Iterator[str]:
        """Yield each tile with its ends: ``6-4 on the left (6) and on the right (4)``."""
        for tile, ends in sorted(fits.items()):
            places = [
                self.t.gettext("{end} ({note})").format(
                    end=sentences.at_end(end, self.t), note=end_note(self.view, end, self.t)
                )
                for end in ends
            ]
            yield self.t.gettext("{tile} {where}").format(tile=tile.text, where=list_items(places, self.t))

    def playable_lines(self, fits: Fits) -> list[str]:
        """Return a line for each tile with its ends."""
        return [self._tile_line(tile, fits[tile]) for tile in sorted(fits)]

    def _tile_line(self, tile: Tile, ends: Sequence[str]) -> str:
        """Return a tile, its ends and the choice of a half: ``6-4: left (6), right (4)``."""
        t, view = self.t, self.view
        where = ", ".join(
            t.gettext("{end} ({note})").format(end=sentences.end_name(end, t), note=end_note(view, end, t))
            for end in ends
        )
        facing = {move.facing for move in view.legal if isinstance(move, Play) and move.tile == tile} - {None}
        form = t.gettext("{tile}: {ends}")
        if len(facing) > 1:
            form = t.gettext("{tile}: {ends}, either half facing out")
        return form.format(tile=tile.text, ends=where)

    def tile_at_end(self, move: Play) -> str:
        """Return a tile with the left or right end, and the half that it takes."""
        left = self.t.gettext("{tile} at the left end ({note})")
        right = self.t.gettext("{tile} at the right end ({note})")
        form = left if move.end == "left" else right
        return form.format(tile=move.tile, note=end_note(self.view, move.end, self.t))

    def target(self, end: str) -> str:
        """Return left or right, and the half that the end takes."""
        half = accepts_label(self.view, self.view.ends[end])
        return self.t.gettext("{end} {half}").format(end=sentences.end_name(end, self.t), half=half)
