"""What every picture of a table begins with: felt within a wooden rim, and lines engraved on its upper side."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.pixels.brush import Brush
from render.pixels.canvas import Canvas
from render.pixels.colours import FELT, RIM, TABLE, WOOD, WOOD_DARK, WOOD_LIGHT
from render.pixels.text import Style

WIDTH = 1000
"""The width of every picture in pixels."""
HEAD = 46
"""The height of the rim's upper side, which bears a line of text."""
RAIL = 14
"""The thickness of its other sides."""
BASELINE = 34
"""The baseline of the line on the rim."""
SMALL = Style(28, 500)
"""The smallest text that is still legible when a phone shows the picture 400 pixels wide."""
STRONG = Style(30, 700)
"""Headings on the rim."""


@lru_cache(maxsize=16)
def _ground(height: int) -> Image.Image:
    brush = Brush(WIDTH, height)
    brush.rounded((0, 0, WIDTH, height), 0, WOOD_DARK)
    brush.rounded((2, 2, WIDTH - 2, height - 2), 16, WOOD)
    brush.rounded((6, 4, WIDTH - 6, 7), 1.5, WOOD_LIGHT)
    brush.rounded((RAIL - 3, HEAD - 3, WIDTH - RAIL + 3, height - RAIL + 3), 21, WOOD_DARK)
    brush.rounded((RAIL, HEAD, WIDTH - RAIL, height - RAIL), 18, RIM)
    brush.rounded((RAIL + 2, HEAD + 2, WIDTH - RAIL - 2, height - RAIL - 2), 16, FELT)
    return brush.sprite(TABLE, FELT).indices


def framed(height: int) -> Canvas:
    """Begin a picture ``height`` pixels high."""
    return Canvas(TABLE, _ground(height))
