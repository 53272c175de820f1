"""Smooth shapes, drawn four times too large and reduced, and sprites made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from PIL import Image, ImageDraw, ImageFilter

from render.pixels.canvas import Sprite, map_values
from render.pixels.colours import RGB, SHADOWS, Palette

SCALE = 4
"""The factor by which a brush draws larger than the picture."""

_MAX_PIXELS_AT_ONCE = 16_384
"""The picture's pixels drawn at once: larger sheets would block other threads, and cost more per pixel."""
_CLEAR = (0, 0, 0, 0)
_SOLID = [0] * 20 + [255] * 236

_Stroke = Callable[[ImageDraw.ImageDraw, int], None]
"""Draws a shape with a pen, shifted up by a number of large pixels."""


class Brush:
    """A transparent sheet to draw on, in the picture's pixels.

    Args:
        width: the sheet's width in pixels.
        height: its height in pixels.

    """

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._height = height
        self._strokes: list[_Stroke] = []

    @staticmethod
    def _large(values: tuple[float, ...]) -> tuple[int, int, int, int]:
        """Scale a rectangle's corners; the far ones are inclusive in Pillow."""
        x0, y0, x1, y1 = (round(value * SCALE) for value in values)
        return x0, y0, max(x1 - 1, x0), max(y1 - 1, y0)

    def rounded(
        self, box: tuple[float, float, float, float], radius: float, fill: RGB | None, line: RGB | None = None,
        thick: float = 0,
    ) -> None:  # fmt: skip
        """Draw a rectangle (left, top, right, bottom) with round corners."""
        x0, y0, x1, y1 = self._large(box)
        wide = round(thick * SCALE) if line else 0
        # Pillow truncates fractions, which would show at the seams of large drawings.
        corner = round(2 * radius * SCALE) / 2
        self._strokes.append(
            lambda pen, up: pen.rounded_rectangle((x0, y0 - up, x1, y1 - up), corner, fill, line, wide)
        )

    def disc(self, x: float, y: float, radius: float, fill: RGB, line: RGB | None = None, thick: float = 0) -> None:
        """Draw a disc around a point."""
        x0, y0, x1, y1 = self._large((x - radius, y - radius, x + radius, y + radius))
        wide = round(thick * SCALE) if line else 0
        self._strokes.append(lambda pen, up: pen.ellipse((x0, y0 - up, x1, y1 - up), fill, line, wide))

    def polygon(self, points: Sequence[tuple[float, float]], fill: RGB) -> None:
        """Draw a filled polygon."""
        large = [(int(x * SCALE), int(y * SCALE)) for x, y in points]
        self._strokes.append(lambda pen, up: pen.polygon([(x, y - up) for x, y in large], fill))

    def line(self, points: Sequence[tuple[float, float]], colour: RGB, thick: float) -> None:
        """Draw a line through points, with round joints and ends."""
        large = [(round(x * SCALE), round(y * SCALE)) for x, y in points]
        half = thick * SCALE / 2

        def stroke(pen: ImageDraw.ImageDraw, up: int) -> None:
            moved = [(x, y - up) for x, y in large]
            pen.line(moved, colour, round(2 * half), "curve")
            for x, y in (moved[0], moved[-1]):
                pen.ellipse((x - half, y - half, x + half, y + half), colour)

        self._strokes.append(stroke)

    def arc(self, box: tuple[float, float, float, float], start: float, end: float, colour: RGB, thick: float) -> None:
        """Draw part of an ellipse's line, clockwise between two angles in degrees (0 is to the right)."""
        x0, y0, x1, y1 = self._large(box)
        wide = round(thick * SCALE)
        self._strokes.append(lambda pen, up: pen.arc((x0, y0 - up, x1, y1 - up), start, end, colour, wide))

    def reduced(self) -> Image.Image:
        """Return the drawing reduced to the picture's size (mode ``RGBA``)."""
        rows = min(max(_MAX_PIXELS_AT_ONCE // self._width, 1), self._height)
        # premultiplied alpha: reducing needs no conversion
        drawing = Image.new("RGBa", (self._width, self._height))
        sheet = Image.new("RGBa", (self._width * SCALE, rows * SCALE))
        pen = ImageDraw.Draw(sheet)
        for top in range(0, self._height, rows):
            sheet.paste(_CLEAR, (0, 0, *sheet.size))
            for stroke in self._strokes:
                stroke(pen, top * SCALE)
            drawing.paste(sheet.reduce(SCALE), (0, top))
        return drawing.convert("RGBA")

    def sprite(self, palette: Palette, back: RGB, left: int = 0, top: int = 0) -> Sprite:
        """Return the drawing as a sprite with edges blended into a ground of colour ``back``."""
        return as_sprite(self.reduced(), palette, back, left, top)


def as_sprite(drawing: Image.Image, palette: Palette, back: RGB, left: int = 0, top: int = 0) -> Sprite:
    """Return an ``RGBA`` drawing as a sprite with edges blended into a ground of colour ``back``."""
    ground = Image.new("RGB", drawing.size, back)
    ground.paste(drawing, mask=drawing)
    return Sprite(palette.indices(ground), map_values(drawing.getchannel("A"), _SOLID), left, top)


def slanted(drawing: Image.Image, slant: int) -> Image.Image:
    """Return an ``RGBA`` drawing turned by 45°, so that it rises (1) or falls (-1) to the right, in a square sheet."""
    side = 2 * round((drawing.width + drawing.height) / sqrt(8))
    sheet = Image.new("RGBa", (side, side))
    # premultiplied alpha: the edges blend with nothing
    turned = drawing.convert("RGBa").rotate(45 * slant, Image.Resampling.BICUBIC, expand=True)
    sheet.paste(turned, ((side - turned.width) // 2, (side - turned.height) // 2))
    return sheet.convert("RGBA")


def stretch(image: Image.Image, at: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """Return an image enlarged by repeating one column and one row of its pixels.

    Args:
        image: the image; at most as large as ``size``.
        at: the x of the column and the y of the row.
        size: the new width and height in pixels.

    """
    (column, row), (width, height) = at, size
    wide = image.resize((width, image.height), Image.Resampling.NEAREST, (column, 0, column + 1, image.height))  # pyright: ignore[reportUnknownMemberType] - as in canvas
    wide.paste(image.crop((0, 0, column, image.height)))
    rest = image.crop((column + 1, 0, *image.size))
    wide.paste(rest, (width - rest.width, 0))
    high = wide.resize(size, Image.Resampling.NEAREST, (0, row, width, row + 1))  # pyright: ignore[reportUnknownMemberType] - as in canvas
    high.paste(wide.crop((0, 0, width, row)))
    rest = wide.crop((0, row + 1, *wide.size))
    high.paste(rest, (0, height - rest.height))
    return high


def shadow(width: int, height: int, radius: int, blur: int, drop: int, slant: int = 0) -> Sprite:
    """Return a soft shadow for :meth:`Canvas.shade <render.pixels.canvas.Canvas.shade>`.

    Args:
        width: the width of the shape that casts it, in pixels.
        height: the height of that shape.
        radius: the radius of its corners.
        blur: the blur radius of the shadow's edge.
        drop: the distance by which the shadow is shifted down.
        slant: as for :func:`slanted`; 0 for a shape that is not turned.

    """
    pad = 2 * blur
    sheet = Image.new("L", (width + 2 * pad, height + 2 * pad))
    ImageDraw.Draw(sheet).rounded_rectangle((pad, pad, pad + width - 1, pad + height - 1), radius, 255)
    if slant:
        side = 2 * round((width + height) / sqrt(8)) + 2 * pad
        turned = sheet.rotate(45 * slant, Image.Resampling.BICUBIC, expand=True)
        sheet = Image.new("L", (side, side))
        sheet.paste(turned, ((side - turned.width) // 2, (side - turned.height) // 2))
    soft = sheet.filter(ImageFilter.GaussianBlur(blur))
    indices = map_values(soft, [(value * (SHADOWS - 1) + 127) // 255 for value in range(256)])
    return Sprite(indices, None, -pad, -pad + drop)
