"""The sign before a computer's name: a robot's head, as high as capitals."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

BELOW: Final = 2
"""The pixels by which the sign reaches below the baseline."""

_SCALE: Final = 4
"""The factor by which the sign is drawn larger, for smooth edges."""


def width(size: int) -> int:
    """Return the sign's width beside text of a size, both in pixels."""
    return round(size * 0.86)


@lru_cache(maxsize=32)
def draw(size: int) -> Image.Image:
    """Draw the sign for text of a size in pixels; return a mask (mode ``L``).

    Pictures 1000 pixels wide are often seen at 400: eyes and mouth are as large as possible.
    """
    wide, high = width(size), round(size * 0.84) + BELOW
    sheet = Image.new("L", (wide * _SCALE, high * _SCALE))
    pen = ImageDraw.Draw(sheet)

    def part(x0: float, y0: float, x1: float, y1: float, corner: float = 0.0, cover: int = 255) -> None:
        x, y = sheet.size
        pen.rounded_rectangle((x * x0, y * y0, x * x1 - 1, y * y1 - 1), x * corner, cover)

    part(0.46, 0.06, 0.54, 0.3)
    part(0.39, 0.0, 0.61, 0.2, 0.11)
    part(0.0, 0.46, 0.12, 0.78, 0.05)
    part(0.88, 0.46, 1.0, 0.78, 0.05)
    part(0.1, 0.26, 0.9, 1.0, 0.16)
    part(0.23, 0.42, 0.43, 0.65, 0.1, 0)
    part(0.57, 0.42, 0.77, 0.65, 0.1, 0)
    part(0.27, 0.76, 0.73, 0.87, 0.04, 0)
    return sheet.reduce(_SCALE)
