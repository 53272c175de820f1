"""A canvas of palette indices, onto which sprites and text are pasted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, ParamSpec

from PIL import Image

from render.geometry.boxes import Box
from render.pixels import png
from render.pixels.colours import RGB, Palette, mix
from render.pixels.theme import Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style

P = ParamSpec("P")

_SHADES = 6
"""The steps from a ground to its text: palettes hold the five shades between."""

_drawing = threading.Lock()

# else the first picture waits for Pillow to load its file formats
Image.preinit()


def map_values(image: Image.Image, table: list[int]) -> Image.Image:
    """Return an image (mode ``L``) with each value replaced by its entry in a table of 256."""
    return image.point(table)  # pyright: ignore[reportUnknownMemberType] - half of its types belong to an optional part


class Sprite(NamedTuple):
    """A picture made once and pasted often.

    Attributes:
        indices: palette indices (mode ``L``).
        mask: 255 for the pixels that cover the picture below; None if all do.
        left: the offset to the right of the point of pasting, in pixels.
        top: the offset downwards.

    """

    indices: Image.Image
    mask: Image.Image | None
    left: int = 0
    top: int = 0


@lru_cache(maxsize=256)
def _shade_indices(palette: Palette, front: RGB, back: RGB) -> list[int]:
    """Return the palette index of ``front`` over ``back`` for each coverage from 0 to 255."""
    shades = [palette.index(mix(back, front, step / _SHADES)) for step in range(_SHADES + 1)]
    return [shades[(cover * _SHADES + 127) // 255] for cover in range(256)]


_VISIBLE = [0] * 24 + [255] * 232


@lru_cache(maxsize=1024)
def _text_sprite(palette: Palette, line: str, style: Style, front: RGB, back: RGB) -> Sprite:
    drawn = text.draw(line, style)
    indices = map_values(drawn.mask, _shade_indices(palette, front, back))
    return Sprite(indices, map_values(drawn.mask, _VISIBLE), drawn.left, drawn.top)


class Canvas:
    """A picture under construction.

    Args:
        theme: the theme.
        ground: the background as palette indices (mode ``L``), which is copied.
        palette: the palette; by default the theme's palette for tables.

    """

    def __init__(self, theme: Theme, ground: Image.Image, palette: Palette | None = None) -> None:
        self.theme = theme
        self.palette = palette or theme.table_palette
        self.image = ground.copy()
        # Pillow's core image: pasting about eighty sprites through its wrapper takes three times as long
        self._pixels = self.image.im

    def paste(self, sprite: Sprite, x: int, y: int) -> None:
        """Paste a sprite at a point."""
        indices, mask, left, top = sprite
        wide, high = indices.size
        x, y = x + left, y + top
        if mask is None:
            self._pixels.paste(indices.im, (x, y, x + wide, y + high))
        else:
            self._pixels.paste(indices.im, (x, y, x + wide, y + high), mask.im)

    def shade(self, sprite: Sprite, x: int, y: int) -> None:
        """Paste a shadow onto bare ground; of overlapping shadows the deeper one stays."""
        indices, _, left, top = sprite
        wide, high = indices.size
        x, y = x + left, y + top
        box = (x, y, x + wide, y + high)
        # shadows have the lowest indices, rising with depth; all other colours keep theirs
        self._pixels.paste(self._pixels.crop(box).chop_lighter(indices.im), box)

    def write(
        self, line: str, at: tuple[int, int], style: Style, colours: tuple[RGB, RGB], anchor: str = "l", room: int = 0
    ) -> int:
        """Write one line of text; return its width in pixels.

        Args:
            line: the text.
            at: the x of the ``anchor``, and the y of the baseline.
            style: size and weight.
            colours: the text's colour, and the colour of its ground.
            anchor: ``l``, ``m`` or ``r``: whether x is the text's left edge, middle or right edge.
            room: the maximum width in pixels; longer text ends in an ellipsis. 0 for no limit.

        """
        if room:
            line = text.clip(line, style, room)
        width = text.width(line, style)
        left = at[0]
        if anchor == "m":
            left -= width // 2
        elif anchor == "r":
            left -= width
        self.paste(_text_sprite(self.palette, line, style, *colours), left, at[1])
        return width

    def fill(self, box: Box, colour: RGB) -> None:
        """Fill a rectangle with one colour."""
        self.image.paste(self.palette.index(colour), (box.x, box.y, box.right, box.bottom))

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        return png.encode(self.image, bytes(self.palette.flat))


def draw_png(draw: Callable[P, Canvas], *args: P.args, **kwargs: P.kwargs) -> bytes:
    """Call a function that draws a picture, and return the picture as a PNG file.

    Threads draw one at a time, and compress in parallel. Compression releases the GIL;
    threads that draw in parallel would only pass the GIL to each other at every sprite.

    Args:
        draw: a function that draws a picture; it must not call this function.
        args: its positional arguments.
        kwargs: its keyword arguments.

    """
    with _drawing:
        canvas = draw(*args, **kwargs)
    return canvas.png()
