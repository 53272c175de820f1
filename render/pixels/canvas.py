"""A picture under construction: palette indices, onto which sprites and text are pasted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple, ParamSpec

from PIL import Image

from render.geometry.boxes import Box
from render.pixels.colours import RGB, Palette, mix
from render.pixels.theme import Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style

P = ParamSpec("P")

COMPRESSION = 4
"""How hard pictures are packed, from 1 (fast) to 9 (small)."""
FAST_COMPRESSION = 3
"""How hard those are packed that one person looks at for one move: a tenth larger, in two thirds of the time."""

_SHADES = 6
"""How smooth the edges of letters are: as the palettes, which hold five shades between a text and its ground."""

_drawing = threading.Lock()

# else the first picture would wait until Pillow has found out how files are written
Image.preinit()


def map_values(image: Image.Image, table: list[int]) -> Image.Image:
    """Return an image of mode ``L`` with each value replaced by its entry in a table of 256."""
    return image.point(table)  # pyright: ignore[reportUnknownMemberType] - half of its types belong to an optional part


class Sprite(NamedTuple):
    """A picture made once and pasted often.

    Attributes:
        indices: palette indices (mode ``L``).
        mask: 255 where the sprite covers what is below, or None where it covers everything.
        left: where it begins, in pixels right of the point at which it is pasted.
        top: the same, downwards.

    """

    indices: Image.Image
    mask: Image.Image | None
    left: int = 0
    top: int = 0


@lru_cache(maxsize=256)
def _shade_indices(palette: Palette, front: RGB, back: RGB) -> list[int]:
    """Return the palette index for each cover from 0 to 255 of ``front`` over ``back``."""
    found = [palette.index(mix(back, front, step / _SHADES)) for step in range(_SHADES + 1)]
    return [found[(cover * _SHADES + 127) // 255] for cover in range(256)]


_VISIBLE = [0] * 24 + [255] * 232


@lru_cache(maxsize=1024)
def _text_sprite(palette: Palette, words: str, style: Style, front: RGB, back: RGB) -> Sprite:
    made = text.draw(words, style)
    return Sprite(
        map_values(made.mask, _shade_indices(palette, front, back)),
        map_values(made.mask, _VISIBLE),
        made.left,
        made.top,
    )


class Canvas:
    """A picture under construction.

    Args:
        theme: the look it is drawn in.
        ground: a ready background of palette indices (mode ``L``), which is copied.
        palette: what the indices stand for; empty: the theme's colours for tables.
        compression: how hard it is packed.

    """

    def __init__(
        self, theme: Theme, ground: Image.Image, palette: Palette | None = None, compression: int = COMPRESSION
    ) -> None:
        self.theme = theme
        self.compression = compression
        self.palette = palette or theme.table_palette
        self.image = ground.copy()
        # Pillow's own pixels: a picture is some eighty sprites, and going through its images takes three times as long
        self._pixels = self.image.im

    def paste(self, sprite: Sprite, x: int, y: int) -> None:
        """Paste a sprite at a point, in pixels."""
        indices, mask, left, top = sprite
        wide, high = indices.size
        x, y = x + left, y + top
        if mask is None:
            self._pixels.paste(indices.im, (x, y, x + wide, y + high))
        else:
            self._pixels.paste(indices.im, (x, y, x + wide, y + high), mask.im)

    def shade(self, sprite: Sprite, x: int, y: int) -> None:
        """Let a shadow fall on bare felt; where two fall the deeper one is seen."""
        indices, _, left, top = sprite
        wide, high = indices.size
        x, y = x + left, y + top
        box = (x, y, x + wide, y + high)
        # Shadows have the lowest indices, the deeper the higher, so that whatever else lies there stays.
        self._pixels.paste(self._pixels.crop(box).chop_lighter(indices.im), box)

    def write(
        self, words: str, at: tuple[int, int], style: Style, colours: tuple[RGB, RGB], anchor: str = "l", room: int = 0
    ) -> int:
        """Write one line; return its width in pixels.

        Args:
            words: the text.
            at: the pen's place: x as ``anchor`` says, y the baseline.
            style: size and weight.
            colours: the text's colour, and the colour that it stands on.
            anchor: ``l``, ``m`` or ``r``: whether x is the text's left edge, middle or right edge.
            room: the most pixels it may take; what is longer ends in an ellipsis. 0 for no limit.

        """
        if room:
            words = text.clip(words, style, room)
        wide = text.width(words, style)
        left = at[0] - (0 if anchor == "l" else wide // 2 if anchor == "m" else wide)
        self.paste(_text_sprite(self.palette, words, style, *colours), left, at[1])
        return wide

    def fill(self, box: Box, colour: RGB) -> None:
        """Fill a rectangle with one colour."""
        self.image.paste(self.palette.index(colour), (box.x, box.y, box.right, box.bottom))

    def png(self) -> bytes:
        """Return the finished picture as a PNG file."""
        # Putting a palette on an image of indices makes it a palette image without a copy.
        self.image.putpalette(self.palette.flat)
        out = BytesIO()
        self.image.save(out, "PNG", compress_level=self.compression)
        return out.getvalue()


def draw_png(draw: Callable[P, Canvas], *args: P.args, **kwargs: P.kwargs) -> bytes:
    """Call a function that draws a picture, and give the picture as a PNG file.

    Threads take turns at drawing, and pack at the same time. Packing takes most of the time and needs no interpreter;
    threads that drew at once would only hand the interpreter to each other at every sprite.

    Args:
        draw: draws the picture; must not itself call this function.
        args: what it is called with, like the next.
        kwargs: what it is called with by name.

    """
    with _drawing:
        canvas = draw(*args, **kwargs)
    return canvas.png()
