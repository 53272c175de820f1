"""One tile as a Discord emoji."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from PIL import Image

from engine.tiles import Tile
from render.pixels.theme import DEFAULT
from render.pixels.tiles import draw_tile

SIZE = 128
"""The emoji's width and height in pixels."""


@lru_cache(maxsize=128)
def tile_icon(tile: Tile) -> bytes:
    """Return a PNG file of an upright tile, its higher half above, on a transparent square of 128 x 128 pixels."""
    sheet = Image.new("RGBA", (SIZE, SIZE), (0, 0, 0, 0))
    drawn = draw_tile(DEFAULT, tile.high, tile.low, SIZE // 2, upright=True, bold=True)
    sheet.paste(drawn, ((SIZE - drawn.width) // 2, 0))
    out = BytesIO()
    sheet.save(out, "PNG", compress_level=9)
    return out.getvalue()
