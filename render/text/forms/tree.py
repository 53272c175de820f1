"""A tree in words: rows that fork off each other."""

from __future__ import annotations

from render.text.forms.ends import EndsText
from render.text.forms.form import L
from render.text.tile_rows import fold_middle, nest


class TreeText(EndsText[L]):
    """A table whose rows fork."""

    def title(self) -> str:
        """Return the heading of the tiles in text mode."""
        return self.t.gettext("**Branches, outward from {tile}**").format(tile=self.layout.placed[0].tile.text)

    def tiles_part(self, max_tiles: int) -> list[str]:
        """Return the rows as an outline, below each the rows that fork off it."""
        if not self.layout.placed:
            return []
        t, last = self.t, self.layout.placed[-1].tile
        lines = [self.marked(self.title())]
        for depth, row in nest(self.rows()):
            assert row.origin is not None, "every row of a tree begins at a tile across, or at the opener"
            form = t.gettext("{end}, from the {number} of {tile}: {tiles}")
            tiles = " ".join(fold_middle(row.tiles, max_tiles, t, {last: "[{}]"})) or t.gettext("no tile yet")
            line = form.format(end=self._end_title(row.end), number=row.half, tile=row.origin.text, tiles=tiles)
            lines.append(f"{'  ' * depth}- {line}")
        return lines
