"""Panels, bars and crowns."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from random import Random

from render.pixels.brush import Brush
from render.pixels.canvas import Sprite
from render.pixels.colours import RGB
from render.pixels.theme import Theme


@lru_cache(maxsize=64)
def panel(theme: Theme, width: int, height: int, fill: RGB, line: RGB) -> Sprite:
    """Return a panel to write on; the size is in pixels."""
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), 14, line)
    brush.rounded((2, 2, width - 2, height - 2), 12, fill)
    return brush.sprite(theme.table_palette, theme.ground)


@lru_cache(maxsize=8)
def square(theme: Theme, colour: RGB) -> Sprite:
    """Return the ground of a pair's sign, a square 48 pixels wide."""
    brush = Brush(48, 48)
    brush.rounded((0, 0, 48, 48), 11, theme.text)
    brush.rounded((2, 2, 46, 46), 9, colour)
    return brush.sprite(theme.table_palette, theme.panel)


@lru_cache(maxsize=32)
def progress(theme: Theme, width: int, filled: int, before: int) -> Sprite:
    """Return a progress bar: text colour up to ``before``, highlighted from there to ``filled``, in pixels."""
    brush = Brush(width, 16)
    brush.rounded((0, 0, width, 16), 8, theme.line)
    brush.rounded((2, 2, width - 2, 14), 6, theme.shade)
    if filled:
        brush.rounded((2, 2, max(filled - 2, 14), 14), 6, theme.highlight)
    if before:
        brush.rounded((2, 2, max(before - 2, 14), 14), 6, theme.text)
    return brush.sprite(theme.table_palette, theme.panel)


@lru_cache(maxsize=4)
def crown(theme: Theme, size: int, back: RGB) -> Sprite:
    """Return a crown ``size`` pixels wide, pasted by its middle."""
    brush = Brush(size, size)
    base, top = size * 0.82, size * 0.2
    points = [(0.08, 0.3), (0.3, 0.52), (0.5, 0.14), (0.7, 0.52), (0.92, 0.3)]
    brush.polygon(
        [(size * 0.16, base), *((size * x, size * y) for x, y in points), (size * 0.84, base)], theme.highlight
    )
    brush.rounded((size * 0.16, base - size * 0.1, size * 0.84, base), 1, theme.highlight_edge)
    for x, y in points[::2]:
        brush.disc(size * x, size * y, top * 0.4, theme.highlight)
    return brush.sprite(theme.table_palette, back, -size // 2, -size // 2)


@lru_cache(maxsize=4)
def banner(theme: Theme, width: int, height: int) -> Sprite:
    """Return a golden banner with confetti, densest at its ends; the size is in pixels."""
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), 14, theme.highlight_edge)
    brush.rounded((2, 2, width - 2, height - 2), 12, theme.highlight)
    chance = Random(1)
    for number in range(70):
        away = chance.random() ** 2 * width / 2
        x = 12 + away if number % 2 else width - 12 - away
        y = chance.uniform(8, height - 8)
        size, turn = chance.uniform(4, 7), chance.uniform(0, pi)
        dx, dy = size * cos(turn), size * sin(turn)
        # paper strips, only near the edges, outside the text
        if away < 60 or not 16 < y < height - 16:
            strip = [(x - dx, y - dy), (x + dy / 2, y - dx / 2), (x + dx, y + dy), (x - dy / 2, y + dx / 2)]
            brush.polygon(strip, chance.choice((*theme.sides, theme.back, theme.text, theme.panel)))
    return brush.sprite(theme.table_palette, theme.ground)


@lru_cache(maxsize=1)
def dark_crown(theme: Theme) -> Sprite:
    """Return a dark crown for the banner, 56 pixels wide, pasted by its middle."""
    brush = Brush(56, 56)
    points = [(4, 16), (16, 29), (28, 7), (40, 29), (52, 16)]
    brush.polygon([(9, 46), *points, (47, 46)], theme.ink)
    for x, y in points[::2]:
        brush.disc(x, y, 4.5, theme.ink)
    return brush.sprite(theme.table_palette, theme.highlight, -28, -28)


@lru_cache(maxsize=64)
def sign_panel(theme: Theme, width: int, height: int, line: RGB) -> Sprite:
    """Return a panel for a sign or a hand: its size in pixels, and the colour of its rim."""
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), 12, line)
    brush.rounded((2, 2, width - 2, height - 2), 10, theme.panel)
    return brush.sprite(theme.table_palette, theme.ground)
