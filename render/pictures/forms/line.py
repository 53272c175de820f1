"""The drawing of a line."""

from __future__ import annotations

from collections.abc import Sequence

from engine.layouts import Line
from render.pictures.forms.form import EndTile, FormPicture
from render.text.forms import text_form


class LinePicture(FormPicture[Line]):
    """A line."""

    def hand_ends(self) -> Sequence[EndTile]:
        """Return the left and the right end, as they lie; both of a single tile."""
        if not self.view.open_ends:
            return []
        (row,) = text_form(self.view, self.t).rows()
        left, right = (self.taken(end) for end in ("left", "right"))
        (_, first, second), (_, third, fourth) = row.tiles[0], row.tiles[-1]
        if len(row.tiles) == 1:
            return [EndTile("", first, second, left, right, self.fits("left", "right"))]
        return [
            EndTile(self.name_of("left"), first, second, left, "", self.fits("left")),
            EndTile(self.name_of("right"), third, fourth, "", right, self.fits("right")),
        ]
