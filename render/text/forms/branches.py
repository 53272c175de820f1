"""A line that forks, in words."""

from __future__ import annotations

from engine.layouts import START, Branches
from render.text.forms.tree import TreeText
from render.text.tile_rows import Row, RowTile, outward


class BranchesText(TreeText[Branches]):
    """A line that forks, read end by end."""

    def rows(self) -> list[Row]:
        """Return the row of each end.

        A tile across leaves its higher half to its own row, the lower to the one it opens.
        """
        rows: dict[str, Row] = {}
        for placed in self.layout.placed:
            tile, end, opens = placed.tile, placed.end, placed.opens
            if end == START:
                rows["e1"] = Row("e1", (), tile, tile.high)
                rows[opens] = Row(opens, (), tile, tile.low)
                continue
            lies = (RowTile(tile, tile.low, tile.high),) if opens else outward([placed])
            rows[end] = rows[end]._replace(tiles=(*rows[end].tiles, *lies))
            if opens:
                rows[opens] = Row(opens, (), tile, tile.low, end)
        return [rows[end] for end in self.layout.ends]
