"""The open ends at the top of a hand's picture, with the tiles that lie there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from render.geometry.boxes import Box
from render.geometry.dimensions import RAIL, WIDTH
from render.pictures.chain import draw_badge
from render.pictures.forms.form import EndTile
from render.pixels import tiles
from render.pixels.canvas import Canvas
from render.pixels.frame import SMALL

ROOM: Final = WIDTH - 2 * RAIL - 40
"""The width of all ends, or of all tiles of a row, in pixels."""
_MAX_HALF: Final = 100
_MAX_COLUMNS: Final = 4
_NAME: Final = 46
"""The height of an end's name."""
_GAP: Final = 10
_PAD: Final = 6


class Cell(NamedTuple):
    """An end in its place.

    Attributes:
        name: the box of the name; empty without one.
        tile: the box of the tile.

    """

    end: EndTile
    name: Box
    tile: Box


class EndStrip:
    """The layout and the drawing of ends side by side, in one row or more.

    Attributes:
        half: the side of the tiles' halves, in pixels.
        cells: the ends.
        bottom: the y below all of it; the top without ends.

    """

    def __init__(self, ends: Sequence[EndTile], top: int, max_pips: int) -> None:
        self._max_pips = max_pips
        rows = -(-len(ends) // _MAX_COLUMNS)
        columns = max(-(-len(ends) // rows), 2) if rows else 2
        wide = ROOM // columns
        # a tile is two halves wide, a badge almost one
        badges = max((bool(end.before) + bool(end.after) for end in ends), default=1)
        self.half = min(10 * (wide - 2 * _PAD - badges * _GAP) // (20 + 7 * badges), _MAX_HALF) // 2 * 2
        self.badge = self.half * 7 // 10
        self.cells: list[Cell] = []
        self.bottom = top
        for start in range(0, len(ends), columns):
            self._add_row(ends[start : start + columns], wide)

    def _add_row(self, row: Sequence[EndTile], wide: int) -> None:
        named = _NAME if any(end.name for end in row) else 0
        left, y = (WIDTH - wide * len(row)) // 2, self.bottom + named
        for number, end in enumerate(row):
            x = left + number * wide
            beside = self.badge + _GAP
            taken = 2 * self.half + beside * (bool(end.before) + bool(end.after))
            tile = Box(x + (wide - taken) // 2 + beside * bool(end.before), y, 2 * self.half, self.half)
            self.cells.append(Cell(end, Box(x + 8, self.bottom, wide - 16, named), tile))
        self.bottom = y + self.half + 2 * _GAP + 4

    def draw(self, canvas: Canvas) -> None:
        """Draw the tiles, with the halves that fit there beside them and the names above."""
        for cell in self.cells:
            self._draw(canvas, cell)

    def _draw(self, canvas: Canvas, cell: Cell) -> None:
        theme, end, (x, y, wide, high) = canvas.theme, cell.end, cell.tile
        lit = theme.text if end.fits else theme.faint
        canvas.write(end.name, (cell.name.centre[0], cell.name.y + 28), SMALL, (lit, theme.ground), "m", cell.name.w)
        canvas.shade(tiles.tile_shadow(self.half, upright=False), x, y)
        if end.marked:
            canvas.paste(tiles.halo(theme, self.half, False, theme.highlight, 8), x, y)
        face = tiles.face(theme, end.first, end.second, self.half, False, top=self._max_pips)
        canvas.paste(face, x, y)
        for pips, at in ((end.before, x - _GAP - self.badge // 2), (end.after, x + wide + _GAP + self.badge // 2)):
            if pips:
                draw_badge(canvas, pips, (at, y + high // 2), self.badge, lit=end.fits, back=theme.ground)
