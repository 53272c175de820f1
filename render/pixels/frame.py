"""The background of tables and leaderboards: felt in a wooden rim, with a line of text on its upper side."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.geometry.dimensions import HEADER, RAIL, WIDTH
from render.pixels.brush import Brush, stretch
from render.pixels.canvas import Canvas
from render.pixels.colours import Palette
from render.pixels.theme import Theme
from render.pixels.typography.text import Style

LEADERBOARD_HEADER = 88
"""The height of a leaderboard's upper rim, which holds the title, in pixels."""
BASELINE = 34
"""The baseline of the text on the rim."""
SMALL = Style(28, 500)
"""The smallest text that is legible on a phone, which shows the picture 400 pixels wide."""
STRONG = Style(30, 700)
"""Headings on the rim."""


_CORNER = RAIL + 18
"""The size of the frame's corners, in pixels; between them the frame is uniform."""


@lru_cache(maxsize=8)
def _corners(theme: Theme, palette: Palette, head: int) -> Image.Image:
    """Return the smallest frame: four corners around a single pixel of the bare table."""
    width, height = 2 * _CORNER + 1, head - RAIL + 2 * _CORNER + 1
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), 0, theme.frame_dark)
    brush.rounded((2, 2, width - 2, height - 2), 16, theme.frame)
    brush.rounded((6, 4, width - 6, 7), 1.5, theme.frame_light)
    brush.rounded((RAIL - 3, head - 3, width - RAIL + 3, height - RAIL + 3), 21, theme.frame_dark)
    brush.rounded((RAIL, head, width - RAIL, height - RAIL), 18, theme.line)
    brush.rounded((RAIL + 2, head + 2, width - RAIL - 2, height - RAIL - 2), 16, theme.ground)
    frame = brush.sprite(palette, theme.ground).indices
    # the nearest colour is approximate, but the bare table has to be index 0, on which shadows fall
    frame.paste(0, (_CORNER, head + 2, width - _CORNER, height - RAIL - 2))
    frame.paste(0, (RAIL + 2, head + 18, width - RAIL - 2, height - _CORNER))
    return frame


@lru_cache(maxsize=16)
def _ground(theme: Theme, palette: Palette, height: int, head: int) -> Image.Image:
    corners = _corners(theme, palette, head)
    return stretch(corners, (_CORNER, head - RAIL + _CORNER), (WIDTH, height))


def begin_table(theme: Theme, height: int) -> Canvas:
    """Return an empty canvas for tiles, ``height`` pixels high."""
    return Canvas(theme, _ground(theme, theme.table_palette, height, HEADER))


def begin_leaderboard(theme: Theme, height: int) -> Canvas:
    """Return an empty canvas for a leaderboard, ``height`` pixels high."""
    palette = theme.leaderboard_palette
    return Canvas(theme, _ground(theme, palette, height, LEADERBOARD_HEADER), palette)
