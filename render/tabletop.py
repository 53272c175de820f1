"""The table during a deal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from math import cos, radians, sin

from engine.view import View
from render import frame, sentences, text, tiles
from render.boxes import Box, Chain
from render.brush import Brush
from render.canvas import Canvas, Sprite
from render.chain import draw_chain
from render.colours import CREAM, FELT, MUTED, TABLE, WOOD
from render.frame import BASELINE, HEAD, RAIL, SMALL, STRONG, WIDTH
from render.plate import HEIGHT as PLATE
from render.plate import plate
from render.seating import seating
from render.snake import snake
from render.text import Style

_GAP = 10
_REACH = WIDTH // 2 - RAIL - 12


def half_size(view: View) -> int:
    """Give the side of a half in pixels; it stays the same as long as a deal lasts."""
    in_play = len(view.layout.placed) + sum(view.counts)
    return 46 if in_play > 21 else 48 if in_play > 14 else 50


@lru_cache(maxsize=64)
def _room(half: int, above: int, below: int) -> tuple[int, int]:
    """Give how far the tiles may lie above and below the opening tile: a row each way is kept free for them."""
    return max(4 * half, above), max(4 * half, below)


def lay_out(view: View) -> tuple[Chain, tuple[Box, ...], int]:
    """Give the geometry of the table: its tiles, its plates in the order of seats, and the picture's height."""
    half = half_size(view)
    chain = snake(view.layout, half, _REACH)
    up, down = _room(half, -chain.bounds.y, chain.bounds.bottom)
    places = seating(view.seats, WIDTH - 2 * RAIL - 2 * _GAP, view.clockwise, PLATE, 2 * _GAP)
    top = HEAD + _GAP
    middle = top + PLATE + _GAP + up + 4
    bottom = middle + down + _GAP + 4
    plates = tuple(box.moved(RAIL + _GAP, top if above else bottom) for above, box in places)
    return chain.moved(WIDTH // 2, middle), plates, bottom + PLATE + _GAP + RAIL


@lru_cache(maxsize=2)
def _direction(clockwise: bool) -> Sprite:
    """Give a round arrow that shows which way turns go."""
    size, radius, opening = 30, 10, 60
    brush = Brush(size, size)
    middle = size / 2
    brush.arc((middle - radius, middle - radius, middle + radius, middle + radius), -opening, 180 + opening, CREAM, 3)
    # The circle is open above; the head sits at the end that turns run towards.
    side = -1 if clockwise else 1
    x, y = middle + side * radius * cos(radians(opening)), middle - radius * sin(radians(opening)) + 1
    along = (-side * sin(radians(opening)), -cos(radians(opening)))
    aside = (along[1], -along[0])
    head = [(x + along[0] * 8, y + along[1] * 8)]
    head += [(x + aside[0] * 6 * way, y + aside[1] * 6 * way) for way in (1, -1)]
    brush.polygon(head, CREAM)
    return brush.sprite(TABLE, WOOD)


def _header(canvas: Canvas, view: View, words: NullTranslations) -> None:
    target = sentences.target(view)
    if view.deal and target is not None:
        deal = words.gettext("Deal {deal} · first to {target}").format(deal=view.deal, target=target)
    elif view.deal:
        deal = words.gettext("Deal {deal}").format(deal=view.deal)
    else:
        deal = ""
    right = WIDTH - RAIL - 10
    right -= canvas.write(deal, (right, BASELINE), SMALL, (CREAM, WOOD), "r") + 30
    if view.boneyard:
        note = words.ngettext("{count} undealt", "{count} undealt", view.boneyard).format(count=view.boneyard)
        right -= canvas.write(note, (right, BASELINE), SMALL, (CREAM, WOOD), "r") + 10
        for number in range(3):
            canvas.paste(tiles.tile_back(17, 30, WOOD), right - 17 - 7 * number, 8)
        right -= 60
    left = RAIL + 10
    left += canvas.write(sentences.rules_name(view, words), (left, BASELINE), STRONG, (CREAM, WOOD), room=right - left)
    if right - left > 60:
        canvas.paste(_direction(view.clockwise), left + 14, HEAD // 2 - 15)


def _waiting(canvas: Canvas, view: View, y: int, names: Sequence[str], words: NullTranslations) -> None:
    if view.turn is None:
        note = words.gettext("The tiles are being shuffled")
    else:
        name = text.clipped(sentences.shown_name(names, view.turn, words), Style(40, 600), 420)
        note = words.gettext("{name} opens").format(name=name)
    canvas.write(note, (WIDTH // 2, y + 14), Style(40, 600), (CREAM if view.turn is not None else MUTED, FELT), "m")


def table(view: View, names: Sequence[str], words: NullTranslations) -> bytes:
    """Draw the table during a deal.

    Args:
        view: the match, as the channel or a seat sees it; hands are not drawn.
        names: each seat's name, as people write it.
        words: the translations to write in.

    Returns:
        A PNG file, 1000 pixels wide and about 650 high, legible when shown 400 pixels wide.

    """
    chain, plates, height = lay_out(view)
    canvas = frame.framed(height)
    if chain.spots:
        draw_chain(canvas, view, chain, half_size(view))
    else:
        _waiting(canvas, view, height // 2 + 18, names, words)
    for seat, box in enumerate(plates):
        plate(canvas, view, seat, box, names, words)
    _header(canvas, view, words)
    return canvas.png()
