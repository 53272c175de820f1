"""A printable sheet, black on white."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Final

from PIL import Image

from render.pixels.canvas import Canvas
from render.pixels.colours import RGB
from render.pixels.theme import CONTRAST

DPI: Final = 300
"""Pixels per inch."""
WIDTH: Final = 3508
"""The width of an A4 sheet in landscape, in pixels."""
HEIGHT: Final = 2480
"""The height of that sheet."""

_BLACK: Final[RGB] = (0, 0, 0)
_WHITE: Final[RGB] = (255, 255, 255)

_INKED: Final = (
    "line", "frame", "frame_light", "frame_dark", "text", "faint", "warning", "highlight", "highlight_edge", "last",
    "ink", "tile_lip", "tile_bar", "pin", "back", "back_light", "back_edge", "silver", "bronze", "own_row",
)  # fmt: skip
_BARE: Final = ("ground", "shade", "panel", "tile")

PAPER: Final = replace(
    CONTRAST,
    **dict.fromkeys(_INKED, _BLACK),
    **dict.fromkeys(_BARE, _WHITE),
    id="paper",
    tile_edge=0.025,
    pips=(_BLACK,) * len(CONTRAST.pips),
    sides=(_BLACK, _BLACK),
)
"""The theme for printing, which servers cannot choose."""


def begin_sheet() -> Canvas:
    """Return an empty A4 sheet in landscape."""
    return Canvas(PAPER, Image.new("L", (WIDTH, HEIGHT), PAPER.table_palette.index(_WHITE)))


def sheet_png(canvas: Canvas) -> bytes:
    """Return a sheet as a PNG file with its resolution."""
    picture = canvas.image.copy()
    picture.putpalette(canvas.palette.flat)
    out = BytesIO()
    picture.save(out, "PNG", compress_level=9, dpi=(DPI, DPI))
    return out.getvalue()
