"""A line with spinners, in words."""

from __future__ import annotations

from engine.layouts import Spinners
from engine.layouts.spinners import short_end_after
from render.text.forms.tree import TreeText
from render.text.tile_rows import Row, outward


class SpinnersText(TreeText[Spinners]):
    """A line with spinners, read end by end."""

    def rows(self) -> list[Row]:
        """Return the row of each end. Of a spinner's sides the short ones lead to ends of their own."""
        opening, *others = self.layout.placed or (None,)
        if opening is None:
            return []
        halves = {"e1": opening.inward, "e2": opening.outward}
        rows = {end: Row(end, (), opening.tile, half) for end, half in halves.items()}
        for placed in others:
            row = rows[placed.end]
            rows[placed.end] = row._replace(tiles=(*row.tiles, *outward([placed])))
            if placed.opens:
                # the tile covers a long side of the one before it
                spinner, home = (row.tiles[-1].tile, placed.end) if row.tiles else (opening.tile, "")
                for end in (placed.opens, f"e{int(placed.opens[1:]) + 1}"):
                    rows[end] = Row(end, (), spinner, spinner.high, home)
        return [rows[end] for end in self.layout.ends]

    def waiting(self) -> str:
        """Return the short ends that wait for a tile at the one across."""
        empty = self.layout.empty
        pairs = [(first, second) for first in empty if (second := short_end_after(first)) in empty]
        form = self.t.gettext("End {second} opens once a tile lies at end {first}.")
        return " ".join(form.format(second=second[1:], first=first[1:]) for first, second in pairs if second)
