"""Pictures of tiles: faces, backs, and the marks around them."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final

from PIL import Image

from render.pixels.brush import Brush, as_sprite, shadow, slanted
from render.pixels.canvas import Sprite
from render.pixels.colours import RGB
from render.pixels.theme import Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style

_L, _M, _R = -1.0, 0.0, 1.0
_SIX = [(_L, _L), (_L, _M), (_L, _R), (_R, _L), (_R, _M), (_R, _R)]
_PATTERNS: Final[tuple[list[tuple[float, float]], ...]] = (
    [],
    [(_M, _M)],
    [(_L, _L), (_R, _R)],
    [(_L, _L), (_M, _M), (_R, _R)],
    [(_L, _L), (_L, _R), (_R, _L), (_R, _R)],
    [(_L, _L), (_L, _R), (_M, _M), (_R, _L), (_R, _R)],
    _SIX,
    [*_SIX, (_M, _M)],
    [*_SIX, (_M, _L), (_M, _R)],
    [*_SIX, (_M, _L), (_M, _M), (_M, _R)],
    [(x, y) for x in (_L, _R) for y in (-1.0, -1 / 3, 1 / 3, 1.0)] + [(_M, -2 / 3), (_M, 2 / 3)],
    [(x, y) for x in (_L, _R) for y in (-1.0, -1 / 3, 1 / 3, 1.0)] + [(_M, -2 / 3), (_M, 0.0), (_M, 2 / 3)],
    [(x, y) for x in (_L, _M, _R) for y in (-1.0, -1 / 3, 1 / 3, 1.0)],
)
"""The places of a half's pips, relative to its middle; columns run along the upright tile."""


PIP_RADIUS: Final = 0.12
"""The radius of a pip as a share of a half's side."""
PIP_RADIUS_SMALL: Final = 0.13
"""The radius on small tiles."""
PIP_RADIUS_MANY: Final = 0.105
"""The radius of numbers that are digits on small tiles."""
_SMALL: Final = 60
_HOLLOW: Final = {5, 8, 9}
"""The numbers whose pips are rings."""
GAP: Final = 2
"""The gap between a tile and its frame, in pixels."""
MAX_PIPS_SMALL: Final = 6
"""Small tiles of sets with more pips on a half than this have digits instead of pips."""
MAX_PIPS: Final = 9
"""All tiles of sets with more pips on a half than this have digits: twelve pips can't be counted at a glance."""
_DIGIT: Final = 0.7
_MAX_BLUR: Final = 3
"""The maximum blur radius of a tile's shadow, in pixels: wider shades make files larger."""
_LIP: Final = 0.06
"""The height of a tile's lower edge as a share of a half's side."""


def _pips(
    theme: Theme, brush: Brush, number: int, at: tuple[float, float], half: float, sideways: bool, bold: bool
) -> None:
    """Draw a number's pips around a point, in its colour and its form."""
    spread = half * (0.285 if bold else 0.283)
    radius = _pip_radius(number, half, bold)
    for across, along in _PATTERNS[number]:
        dx, dy = _oriented(across, along, upright=not sideways)
        _pip(theme, brush, number, at[0] + dx * spread, at[1] + dy * spread, radius, sideways)


def _pip_radius(number: int, half: float, bold: bool) -> float:
    """Return the radius of a pip in pixels."""
    if number > MAX_PIPS_SMALL:
        return half * PIP_RADIUS_MANY
    return half * (PIP_RADIUS_SMALL if bold or half < _SMALL else PIP_RADIUS)


def _oriented(across: float, along: float, *, upright: bool) -> tuple[float, float]:
    """Return the x and the y of a point across and along a tile."""
    return (across, along) if upright else (along, across)


def _pip(theme: Theme, brush: Brush, number: int, x: float, y: float, radius: float, sideways: bool) -> None:
    """Draw one pip; pips that differ in colour differ in form too, at about the same size."""
    colour, r = theme.pips[number], radius
    match number:
        case 1:
            brush.disc(x, y, r * 1.4, colour)
        case 2 | 8:
            brush.polygon([(x, y - r * 1.25), (x + r * 1.25, y), (x, y + r * 1.25), (x - r * 1.25, y)], colour)
        case 4 | 9:
            side = r * 0.92
            brush.rounded((x - side, y - side, x + side, y + side), side * 0.35, colour)
        case 6:
            wide, high = (r * 0.8, r * 1.15) if sideways else (r * 1.15, r * 0.8)
            brush.rounded((x - wide, y - high, x + wide, y + high), min(wide, high), colour)
        case _:
            brush.disc(x, y, r, colour)
    if number in _HOLLOW:
        brush.disc(x, y, r * 0.38, theme.tile)


@lru_cache(maxsize=64)
def draw_tile(
    theme: Theme, first: int, second: int, half: int, upright: bool, bold: bool = False, top: int = 6, slant: int = 0
) -> Image.Image:
    """Draw a tile (mode ``RGBA``).

    Args:
        theme: the theme.
        first: the top or left half.
        second: the bottom or right half.
        half: the side of a half in pixels.
        upright: whether one half is above the other.
        bold: whether to draw for tiny sizes: larger pips, a thicker bar and no pin on it.
        top: the maximum pips on a half in the set. Small tiles of large sets, and all tiles of a double-twelve set,
            have digits instead of pips.
        slant: as in :class:`render.geometry.boxes.Spot`; a slanted tile is drawn in a square.

    """
    digits = top > MAX_PIPS or (top > MAX_PIPS_SMALL and half < _SMALL)
    lip = half * _LIP
    middle, across = ((half - lip / 2), half / 2) if upright else (half, (half - lip) / 2)
    numbers = ((first, middle * 0.5), (second, middle * 1.5))
    brush = _body(theme, half, upright)
    _draw_bar(theme, brush, half, middle, upright=upright, bold=bold, digits=digits)
    if digits:
        image = _turned(brush, slant)
        for number, along in numbers:
            x, y = _oriented(across, along, upright=upright)
            if slant:
                # digits stay upright
                x = image.width / 2 + (along - middle) / sqrt(2)
                y = image.height / 2 - slant * (along - middle) / sqrt(2) - lip / 2
            _digits(theme, image, number, round(x), round(y), round(half * _DIGIT))
        return image
    if not bold:
        brush.disc(*_oriented(across, middle, upright=upright), half * 0.075, theme.pin)
    for number, along in numbers:
        _pips(theme, brush, number, _oriented(across, along, upright=upright), half, not upright, bold)
    return _turned(brush, slant)


def _turned(brush: Brush, slant: int) -> Image.Image:
    image = brush.reduced()
    return slanted(image, slant) if slant else image


def _body(theme: Theme, half: int, upright: bool) -> Brush:
    """Return a brush that has drawn a blank tile."""
    width, height = (half, 2 * half) if upright else (2 * half, half)
    brush = Brush(width, height)
    gap, radius = max(half / 60, 0.5), half * 0.17
    brush.rounded((gap, gap, width - gap, height - gap), radius, theme.tile_lip)
    edge = gap + half * theme.tile_edge
    brush.rounded((edge, edge, width - edge, height - edge - half * _LIP), radius, theme.tile)
    return brush


def _draw_bar(theme: Theme, brush: Brush, half: int, middle: float, *, upright: bool, bold: bool, digits: bool) -> None:
    """Draw the bar between the halves, at the distance ``middle`` from the upper or left edge."""
    thick = half * (0.05 if bold else 0.035)
    # two-digit numbers come close to the bar
    short = 0.28 if digits else 0.16
    if upright:
        box = (half * short, middle - thick, half * (1 - short), middle + thick)
    else:
        box = (middle - thick, half * (short - 0.02), middle + thick, half * (0.96 - short))
    brush.rounded(box, thick, theme.tile_bar)


def _digits(theme: Theme, image: Image.Image, number: int, x: int, y: int, size: int) -> None:
    """Write a number around a point, in its pips' colour."""
    mask = text.draw(str(number), Style(size, 700)).mask
    image.paste((*theme.pips[number], 255), (x - mask.width // 2, y - mask.height // 2), mask)


@lru_cache(maxsize=2048)
def face(
    theme: Theme,
    first: int,
    second: int,
    half: int,
    upright: bool,
    dim: bool = False,
    back: RGB | None = None,
    top: int = 6,
    slant: int = 0,
) -> Sprite:
    """Return a tile as a sprite.

    Args:
        theme: the theme.
        first: as for :func:`draw_tile`.
        second: as for :func:`draw_tile`.
        half: the side of a half in pixels.
        upright: whether one half is above the other.
        dim: whether to draw it as a tile that can't be played.
        back: the colour around it; by default the table's.
        top: as for :func:`draw_tile`.
        slant: as for :func:`draw_tile`.

    """
    drawn = draw_tile(theme, first, second, half, upright, top=top, slant=slant)
    if dim:
        cover = drawn.getchannel("A")
        drawn = Image.blend(drawn, Image.new("RGBA", drawn.size, (*theme.ground, 255)), 0.45)
        drawn.putalpha(cover)
    return as_sprite(drawn, theme.table_palette, back or theme.ground)


@lru_cache(maxsize=64)
def tile_shadow(half: int, upright: bool, slant: int = 0) -> Sprite:
    """Return the shadow that a tile casts on the felt."""
    width, height = (half, 2 * half) if upright else (2 * half, half)
    return shadow(width, height, half // 6, min(max(half // 10, 2), _MAX_BLUR), max(half // 9, 2), slant)


@lru_cache(maxsize=64)
def halo(theme: Theme, half: int, upright: bool, colour: RGB, thick: int, slant: int = 0) -> Sprite:
    """Return a frame that reaches ``thick`` pixels beyond a tile, to be pasted below it.

    A gap separates the frame from the tile and makes it visible in all colours.
    """
    width, height = (half, 2 * half) if upright else (2 * half, half)
    brush = Brush(width + 2 * thick, height + 2 * thick)
    brush.rounded((0, 0, width + 2 * thick, height + 2 * thick), half * 0.17 + thick, colour)
    inner = thick - GAP
    brush.rounded((inner, inner, width + thick + GAP, height + thick + GAP), half * 0.17 + GAP, theme.ground)
    if not slant:
        return brush.sprite(theme.table_palette, theme.ground, -thick, -thick)
    turned = slanted(brush.reduced(), slant)
    out = (turned.width - 2 * round(3 * half / sqrt(8))) // 2
    return as_sprite(turned, theme.table_palette, theme.ground, -out, -out)


@lru_cache(maxsize=64)
def badge(theme: Theme, size: int, back: RGB | None = None, towards: int = 0, highlighted: bool = True) -> Sprite:
    """Return a disc ``size`` pixels wide, pasted by its middle, that points left (-1), right (1) or nowhere (0)."""
    rim, ground = (theme.highlight_edge, theme.highlight) if highlighted else (theme.line, theme.panel)
    wide = size + 2 * (size // 4)
    brush = Brush(wide, size)
    x, radius = wide / 2, size / 2
    tip = x + towards * (wide / 2 - 1)
    if towards:
        brush.polygon([(x, radius * 0.25), (tip, radius), (x, radius * 1.75)], rim)
        brush.polygon([(x, radius * 0.38), (tip - towards * 3, radius), (x, radius * 1.62)], ground)
    brush.disc(x, radius, radius, rim)
    brush.disc(x, radius, radius - max(size / 14, 2), ground)
    if towards:
        brush.polygon([(x, radius * 0.5), (tip - towards * 4, radius), (x, radius * 1.5)], ground)
    return brush.sprite(theme.table_palette, back or theme.ground, -wide // 2, -size // 2)


@lru_cache(maxsize=64)
def tile_back(theme: Theme, width: int, height: int, back: RGB) -> Sprite:
    """Return a small tile, face down."""
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), width * 0.2, theme.back_edge)
    brush.rounded((1, 1, width - 1, height - 2), width * 0.18, theme.back, theme.back_light, 1.5)
    return brush.sprite(theme.table_palette, back)
