"""A naive drawing of a table for comparison: four times too large, shape by shape, and then shrunk."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from engine.view import View
from render.geometry.arrangement import arrange
from render.geometry.boxes import Box, Spot
from render.pixels.typography import fonts
from tests.render.games import halves

_SCALE = 4
_WIDTH = 1000
_WOOD, _FELT, _PANEL, _RIM = (84, 52, 30), (22, 91, 62), (12, 62, 43), (48, 122, 89)
_IVORY, _INK, _CREAM, _GOLD, _SHADOW = (250, 244, 228), (36, 27, 18), (250, 238, 210), (255, 209, 77), (12, 56, 38)
_PIPS = ("", "4", "08", "048", "0268", "02468", "023568")
"""The positions of pips in a square of three by three, counted in rows."""


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    """Open a font once, since opening is not part of the comparison."""
    return fonts.font(fonts.runs("a")[0][0], size * _SCALE, 600)


class _Sheet:
    """A picture of four times the size, with coordinates of the small one."""

    def __init__(self, height: int) -> None:
        self.image = Image.new("RGB", (_WIDTH * _SCALE, height * _SCALE), _WOOD)
        self.pen = ImageDraw.Draw(self.image)

    def box(self, box: Box, radius: int, fill: tuple[int, int, int], line: tuple[int, int, int] | None = None) -> None:
        edges = [box.x * _SCALE, box.y * _SCALE, box.right * _SCALE - 1, box.bottom * _SCALE - 1]
        self.pen.rounded_rectangle(edges, radius * _SCALE, fill, line, 3 * _SCALE if line else 0)

    def disc(self, x: float, y: float, radius: float, fill: tuple[int, int, int]) -> None:
        edges = [(x - radius) * _SCALE, (y - radius) * _SCALE, (x + radius) * _SCALE, (y + radius) * _SCALE]
        self.pen.ellipse(edges, fill)

    def write(self, words: str, x: float, y: float, size: int, fill: tuple[int, int, int], anchor: str = "ls") -> None:
        self.pen.text((x * _SCALE, y * _SCALE), words, fill, _font(size), anchor)

    def png(self) -> bytes:
        small = self.image.resize((_WIDTH, self.image.height // _SCALE), Image.Resampling.LANCZOS)
        out = BytesIO()
        small.save(out, "PNG")
        return out.getvalue()


def _tile(sheet: _Sheet, spot: Spot) -> None:
    sheet.box(spot.box, 8, _IVORY, _INK)
    for number, box in halves(spot):
        third = box.w / 4
        for place in map(int, _PIPS[number]):
            across, along = place % 3 - 1, place // 3 - 1
            x, y = (across, along) if spot.upright else (along, across)
            sheet.disc(box.x + box.w / 2 + x * third, box.y + box.h / 2 + y * third, box.w / 8, _INK)


def table(view: View, names: Sequence[str]) -> bytes:
    """Draw the table of a double-six line: tiles with their shadows, lit ends, seats, and lines of text."""
    chain, plates, high = arrange(view)
    sheet = _Sheet(high)
    sheet.box(Box(14, 46, _WIDTH - 28, high - 60), 18, _FELT, _RIM)
    sheet.write("Domino Express", 24, 34, 30, _CREAM)
    sheet.write("Deal 2 · first to 100", _WIDTH - 24, 34, 28, _CREAM, "rs")
    for spot in chain.spots:
        sheet.box(spot.box.moved(0, 5), 8, _SHADOW)
    for spot in chain.spots:
        _tile(sheet, spot)
    for end, box in chain.ends.items():
        x, y = box.centre
        sheet.disc(x, y, box.w / 2, _GOLD)
        sheet.write(str(view.ends[end]), x, y, 30, _INK, "mm")
    for seat, box in enumerate(plates):
        turn = seat == view.turn
        front = _INK if turn else _CREAM
        sheet.box(box, 16, _GOLD if turn else _PANEL, _RIM)
        sheet.write(str(view.totals[view.team_of(seat)]), box.x + 20, box.y + 50, 40, front)
        sheet.write("pts", box.x + 20, box.y + 80, 27, front)
        sheet.write(names[seat], box.x + 106, box.y + 44, 34, front)
        sheet.write(str(view.hand_sizes[seat]), box.x + 106, box.y + 80, 32, front)
        sheet.write("to play" if turn else "laid 5-3", box.right - 16, box.y + 80, 28, front, "rs")
    return sheet.png()
