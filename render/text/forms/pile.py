"""A pile in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.layouts import Pile
from render.i18n import list_items
from render.text import sentences
from render.text.end_labels import next_mark
from render.text.forms.form import Fits, TextForm
from render.text.markdown import wrap
from render.text.move_points import move_points, tile_with_points
from render.text.tile_rows import Row, as_written, fold_middle


class PileText(TextForm[Pile]):
    """A pile, its running total and the marks."""

    def rows(self) -> list[Row]:
        """Return the tiles in the order in which they were laid."""
        return [Row("", as_written(self.layout.placed))]

    def row_sentences(self, rows: Sequence[Row], max_tiles: int) -> list[str]:
        """Return a sentence on the tiles."""
        tiles = self.listed(rows[0], max_tiles)
        return [self.t.gettext("Tiles in the order they were laid: {tiles}.").format(tiles=tiles)]

    def tiles_part(self, max_tiles: int) -> list[str]:
        """Return the tiles in the order in which they were laid."""
        if not self.layout.placed:
            return []
        marks = {self.layout.placed[-1].tile: "[{}]"}
        tiles = fold_middle(self.rows()[0].tiles, max_tiles, self.t, marks)
        return [self.marked(self.t.gettext("**Tiles in the order they were laid**")), *wrap(" ".join(tiles))]

    @property
    def _marks(self) -> list[str]:
        return [*map(str, sentences.rules_of(self.view).scoring.scoring_totals)]

    def ends_alt(self) -> list[str]:
        """Return sentences on the running total and the marks."""
        t, ahead = self.t, next_mark(self.view, self.layout)
        lines = [t.gettext("The running total is {total}.").format(total=self.layout.total)]
        if ahead is not None:
            lines.append(t.gettext("The next mark is {mark}.").format(mark=ahead))
        return [*lines, t.gettext("The marks are {marks}.").format(marks=list_items(self._marks, t))]

    def end_parts(self) -> list[list[str]]:
        """Return the part on the running total and the marks."""
        t, total, ahead = self.t, self.layout.total, next_mark(self.view, self.layout)
        lines = [t.gettext("**Running total: {total}**").format(total=total)]
        if ahead is not None:
            lines.append(t.gettext("Next mark: {mark}, {missing} more").format(mark=ahead, missing=ahead - total))
        return [[*lines, t.gettext("All marks: {marks}").format(marks=", ".join(self._marks))]]

    def playable_alt(self, fits: Fits) -> Iterator[str]:
        """Yield each tile with the total and the points that it makes."""
        yield from self.playable_lines(fits)

    def playable_lines(self, fits: Fits) -> list[str]:
        """Return each tile with the total and the points that it makes."""
        points = move_points(self.view)
        return [tile_with_points(self.view, each, end, points, self.t) for each, (end,) in sorted(fits.items())]

    def able_prompt(self) -> str:
        """Return the total, and a note on the totals next to the tiles."""
        text = self.t.gettext("It's your turn, and the total is {total}. Next to each tile is the total it would make.")
        return text.format(total=self.layout.total)
