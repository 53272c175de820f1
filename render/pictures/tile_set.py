"""A whole set of tiles as a triangle, on a table or on paper."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final

from engine.tiles import full_set, pips
from render.geometry.triangle import triangle
from render.pixels import frame, paper, tiles
from render.pixels.canvas import Canvas, draw_png
from render.pixels.frame import BASELINE, HEADER, RAIL, STRONG, WIDTH
from render.pixels.theme import DEFAULT, Theme
from render.pixels.typography.text import Style
from render.values import TILE_SETS

_PAD: Final = 16
_MARGIN: Final = 180


def tile_set(top: int, t: NullTranslations, theme: Theme = DEFAULT) -> bytes:
    """Draw all tiles of a set as a triangle: a row a number, from its double on.

    Args:
        top: the maximum pips on a half: 6, 9 or 12.
        t: the catalog of the reader's language.
        theme: the theme.

    Returns:
        A PNG file, 1000 pixels wide.

    Raises:
        ValueError: there is no such set.

    """
    return draw_png(_draw, top, _title(top, t), t, theme)


def _draw(top: int, title: str, t: NullTranslations, theme: Theme) -> Canvas:
    shape = triangle(top, WIDTH - 2 * RAIL - 2 * _PAD)
    canvas = frame.begin_table(theme, HEADER + shape.height + 2 * _PAD + RAIL)
    _draw_tiles(canvas, top, (WIDTH - shape.width) // 2, HEADER + _PAD, WIDTH - 2 * RAIL - 2 * _PAD)
    left = RAIL + 10
    canvas.write(title, (left, BASELINE), STRONG, (theme.text, theme.frame), room=WIDTH - 2 * left)
    _counts(canvas, top, (RAIL + _PAD + 8, HEADER + _PAD + shape.height), 40, t)
    return canvas


def tile_set_sheet(top: int, t: NullTranslations) -> bytes:
    """Draw all tiles of a set for a printer: as :func:`tile_set`, black on white, on a sheet of A4.

    Args:
        top: as for :func:`tile_set`.
        t: the catalog of the reader's language.

    Returns:
        A PNG file, 3508 pixels wide and 2480 high, that is 297 x 210 mm large when it is printed as it is.

    Raises:
        ValueError: there is no such set.

    """
    title = _title(top, t)
    canvas = paper.begin_sheet()
    width = paper.WIDTH - 2 * _MARGIN
    shape = triangle(top, width)
    y = (paper.HEIGHT - shape.height) // 2
    _draw_tiles(canvas, top, (paper.WIDTH - shape.width) // 2, y, width)
    below = _MARGIN, y + shape.height
    _counts(canvas, top, below, 96, t)
    colours = (canvas.theme.text, canvas.theme.ground)
    canvas.write(title, (_MARGIN, below[1] - 5 * 96), Style(120, 700), colours, room=width // 2)
    return paper.sheet_png(canvas)


def _title(top: int, t: NullTranslations) -> str:
    if top not in TILE_SETS:
        raise ValueError(f"there is no double-{top} set")
    return t.gettext(TILE_SETS[top])


def _draw_tiles(canvas: Canvas, top: int, x: int, y: int, width: int) -> None:
    """Draw the tiles, as large as a width allows, from a point on."""
    shape = triangle(top, width)
    theme = canvas.theme
    placed = {each: box.moved(x, y) for each, box in shape.boxes.items()}
    for box in placed.values():
        canvas.shade(tiles.tile_shadow(shape.half, upright=False), box.x, box.y)
    for each, box in placed.items():
        canvas.paste(tiles.face(theme, each.low, each.high, shape.half, upright=False, top=top), box.x, box.y)


def _counts(canvas: Canvas, top: int, corner: tuple[int, int], size: int, t: NullTranslations) -> None:
    """Write the numbers of tiles and pips in the lower left corner, which the triangle leaves free."""
    all_of_them, theme = full_set(top), canvas.theme
    count, total, each = len(all_of_them), pips(all_of_them), top + 1
    lines = (
        (t.ngettext("{count} tile", "{count} tiles", count).format(count=count), 700, theme.text),
        (t.ngettext("{count} pip", "{count} pips", total).format(count=total), 700, theme.text),
        (t.gettext("each number on {count} tiles").format(count=each), 500, theme.faint),
    )
    x, y = corner
    for above, (line, weight, colour) in enumerate(reversed(lines)):
        style = Style(size if above else size * 4 // 5, weight)
        canvas.write(line, (x, y - size // 4 - above * size * 5 // 4), style, (colour, theme.ground))
