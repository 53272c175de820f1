"""Draws the icon that ``bot.py --setup`` offers to an application without one: ``uv run python -m tools.app_icon``."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageFilter

from engine.tiles import Tile
from render.pixels.theme import DEFAULT
from render.pixels.tiles import draw_tile

FILE = Path(__file__).resolve().parents[1] / "hosting" / "icon.png"
SIZE = 1024
"""The width and height at which the icon is drawn, and a half of a tile there; the file has half of that."""
HALF = 370
TILES = ((Tile(6, 4), 28, (-120, 20)), (Tile(5, 3), -14, (140, -10)))
"""The tiles from back to front: each with its turn in degrees, and its place around the middle."""


def draw() -> Image.Image:
    """Return the icon. Discord shows it in a circle, so that the corners are empty."""
    sheet = Image.new("RGB", (SIZE, SIZE), DEFAULT.ground)
    for tile, turn, (x, y) in TILES:
        drawn = draw_tile(DEFAULT, tile.high, tile.low, HALF, upright=True, bold=True)
        turned = drawn.convert("RGBa").rotate(turn, Image.Resampling.BICUBIC, expand=True).convert("RGBA")
        at = ((SIZE - turned.width) // 2 + x, (SIZE - turned.height) // 2 + y)
        shade = Image.new("L", (SIZE, SIZE))
        shade.paste(turned.getchannel("A"), (at[0], at[1] + 22))
        sheet.paste(DEFAULT.shade, mask=shade.filter(ImageFilter.GaussianBlur(16)))
        sheet.paste(turned, at, turned)
    return sheet.reduce(2)


if __name__ == "__main__":
    draw().quantize(256, dither=Image.Dither.NONE).save(FILE, optimize=True)
