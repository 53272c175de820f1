"""The drawing of a grid."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.layouts import Grid
from render.geometry.boxes import Box, Chain
from render.pictures.forms.form import FormPicture
from render.pixels import tiles
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.frame import SMALL
from render.pixels.theme import Theme
from render.pixels.typography.text import Style

_NUMBER: Final = Style(34, 700)


@lru_cache(maxsize=8)
def _back(theme: Theme, width: int, height: int) -> Sprite:
    """Return a tile lying face down."""
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), height * 0.17, theme.ink)
    brush.rounded((1, 1, width - 1, height - 3), height * 0.16, theme.back)
    brush.rounded((6, 6, width - 6, height - 8), height * 0.12, theme.back, theme.back_light, 2)
    return brush.sprite(theme.table_palette, theme.ground)


@lru_cache(maxsize=8)
def _slot(theme: Theme, width: int, height: int) -> Sprite:
    """Return the place of a tile that was taken."""
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), height * 0.17, theme.panel)
    brush.rounded((2, 2, width - 2, height - 2), height * 0.15, theme.ground)
    return brush.sprite(theme.table_palette, theme.ground)


class GridPicture(FormPicture[Grid]):
    """A grid."""

    def draw_signs(self, canvas: Canvas, chain: Chain, *, labels: bool) -> None:
        """Draw all positions: backs with their numbers, tiles that are face up, and empty places."""
        for position, box in chain.cells.items():
            if position in self.layout.tiles:
                self._draw_tile(canvas, position, box)
            else:
                canvas.paste(_slot(canvas.theme, box.w, box.h), box.x, box.y)

    def _draw_tile(self, canvas: Canvas, position: int, box: Box) -> None:
        theme, (x, y) = canvas.theme, box.centre
        canvas.shade(tiles.tile_shadow(box.h, upright=False), box.x, box.y)
        tile = self.layout.tiles[position]
        if tile is None:
            canvas.paste(_back(theme, box.w, box.h), box.x, box.y)
            canvas.write(str(position), (x, y + 12), _NUMBER, (theme.text, theme.back), "m")
            return
        canvas.paste(tiles.halo(theme, box.h, False, theme.last, 8), box.x, box.y)
        canvas.paste(tiles.face(theme, tile.high, tile.low, box.h, False), box.x, box.y)
        canvas.write(str(position), (x, box.bottom + 28), SMALL, (theme.last, theme.ground), "m")
