"""A player's plate at the table: name, tiles, score, and what happened to them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from engine.actions import Pass, Play
from engine.view import View
from render import sentences, text, tiles
from render.boxes import Box
from render.brush import Brush
from render.canvas import Canvas, Sprite
from render.colours import AMBER, CREAM, FELT, GOLD, GOLD_DEEP, INK, PANEL, RGB, RIM, SIDES, TABLE
from render.frame import SMALL
from render.text import Style

HEIGHT: Final = 104
"""A plate's height in pixels."""
_SCORE: Final = 100
_NAME: Final = Style(34, 700)
_POINTS: Final = Style(42, 700)
_UNIT: Final = Style(27, 500)
_COUNT: Final = Style(36, 700)
_BACK: Final = (17, 32)


def side_colour(view: View, side: int) -> RGB:
    """Give the colour of a side: two pairs have one each, people who play alone share the rim's."""
    return SIDES[side % len(SIDES)] if len(view.sides) < view.seats else PANEL


@lru_cache(maxsize=64)
def _board(width: int, turn: bool, side: RGB) -> Sprite:
    brush = Brush(width, HEIGHT)
    if turn:
        brush.rounded((0, 0, width, HEIGHT), 16, GOLD_DEEP)
        brush.rounded((3, 3, width - 3, HEIGHT - 3), 13, GOLD)
    else:
        brush.rounded((0, 0, width, HEIGHT), 16, RIM)
        brush.rounded((2, 2, width - 2, HEIGHT - 2), 14, PANEL)
    edge = 7
    brush.rounded((edge, edge, _SCORE, HEIGHT - edge), 11, side, CREAM if side in SIDES else RIM, 2)
    return brush.sprite(TABLE, FELT)


@lru_cache(maxsize=16)
def sign(side: int, size: int, colour: RGB, back: RGB) -> Sprite:
    """Give a pair's sign, a diamond or a ring, ``size`` pixels wide, to be pasted by its middle."""
    brush = Brush(size, size)
    half = size / 2
    if side == 0:
        brush.polygon([(half, 0), (size, half), (half, size), (0, half)], colour)
    else:
        brush.disc(half, half, half, colour)
        brush.disc(half, half, half * 0.45, back)
    return brush.sprite(TABLE, back, -size // 2, -size // 2)


def _note(canvas: Canvas, view: View, seat: int, left: int, right: int, base: int, words: NullTranslations) -> None:
    """Write the plate's second line: what the player did last, and on what they have passed."""
    turn = seat == view.turn
    back = GOLD if turn else PANEL
    last = sentences.last_of(view, seat)
    x = left
    if turn:
        x += canvas.write(words.gettext("to play"), (x, base), Style(28, 700), (INK, back), room=right - x) + 16
    elif isinstance(last, Play):
        half = 26
        canvas.paste(tiles.face(last.tile.high, last.tile.low, half, upright=False), x, base - 23)
        x += 2 * half + 14
    elif isinstance(last, Pass) and not view.passed[seat]:
        x += canvas.write(words.gettext("passed"), (x, base), SMALL, (AMBER, back)) + 16
    if view.passed[seat]:
        long = words.gettext("passed on {numbers}").format(numbers=sentences.numbers(view.passed[seat]))
        short = words.gettext("no {numbers}").format(numbers=sentences.numbers(view.passed[seat]))
        note = long if text.width(long, SMALL) <= right - x else short
        canvas.write(note, (x, base), SMALL, (INK if turn else AMBER, back), room=right - x)


def plate(canvas: Canvas, view: View, seat: int, box: Box, names: Sequence[str], words: NullTranslations) -> None:
    """Draw a seat's plate into a box of :data:`HEIGHT` pixels."""
    turn = seat == view.turn
    side = view.side_of(seat)
    colour = side_colour(view, side)
    back, front = (GOLD, INK) if turn else (PANEL, CREAM)
    x, y = box.x, box.y
    canvas.paste(_board(box.w, turn, colour), x, y)
    middle = x + (_SCORE + 7) // 2
    points = view.totals[side]
    canvas.write(str(points), (middle, y + 56), _POINTS, (CREAM, colour), "m")
    unit = words.ngettext("pt", "pts", points)
    canvas.write(unit, (middle, y + 86), _UNIT, (CREAM, colour), "m", room=_SCORE - 12)
    left, right = x + _SCORE + 16, box.right - 18
    count = view.counts[seat]
    wide = canvas.write(str(count), (right, y + 46), _COUNT, (front, back), "r")
    at = right - wide - 10
    # Many tiles lie closer together: a fan never takes more than a third of the plate.
    step = min(_BACK[0] + 3, max((box.w // 3 - _BACK[0]) // max(count - 1, 1), 3))
    first = at - _BACK[0] - step * max(count - 1, 0)
    for number in range(count):
        canvas.paste(tiles.tile_back(*_BACK, back), first + number * step, y + 18)
    if len(view.sides) < view.seats:
        canvas.paste(sign(side, 24, front, back), left + 12, y + 35)
        left += 34
    name = sentences.shown_name(names, seat, words)
    canvas.write(name, (left, y + 46), _NAME, (front, back), room=(first if count else at) - left - 14)
    _note(canvas, view, seat, x + _SCORE + 16, right, y + 87, words)
