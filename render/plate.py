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
from render.colours import AMBER, CREAM, FELT, GOLD, GOLD_DEEP, INK, MUTED, PANEL, RGB, RIM, SIDES, TABLE
from render.frame import SMALL
from render.text import Style

HEIGHT: Final = 96
"""A plate's height in pixels."""
_SCORE: Final = 92
_NAME: Final = Style(34, 700)
_POINTS: Final = Style(40, 700)
_UNIT: Final = Style(27, 500)
_COUNT: Final = Style(32, 700)
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


def _notes(view: View, seat: int, words: NullTranslations) -> tuple[str, ...]:
    """Give what the plate's second line may say, the fullest first: the last action, and the passes."""
    last = sentences.last_of(view, seat)
    if seat == view.turn:
        did = words.gettext("to play")
    elif isinstance(last, Play):
        did = words.gettext("laid {tile}").format(tile=last.tile.text)
    else:
        did = words.gettext("passed") if isinstance(last, Pass) else ""
    passed = sentences.numbers(view.passed[seat])
    if not passed:
        return (did,)
    no = words.gettext("no {numbers}").format(numbers=passed)
    if isinstance(last, Pass) and seat != view.turn:
        return words.gettext("passed on {numbers}").format(numbers=passed), no
    return f"{did} · {no}", no


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
    canvas.write(str(points), (middle, y + 49), _POINTS, (CREAM, colour), "m", room=_SCORE - 10)
    unit = words.ngettext("pt", "pts", points)
    canvas.write(unit, (middle, y + 76), _UNIT, (CREAM, colour), "m", room=_SCORE - 12)
    left, right = x + _SCORE + 14, box.right - 16
    at = left
    if len(view.sides) < view.seats:
        canvas.paste(sign(side, 24, front, back), left + 12, y + 33)
        at += 34
    name = sentences.shown_name(names, seat, words)
    canvas.write(name, (at, y + 44), _NAME, (front, back), room=right - at)
    at = _tiles(canvas, view.counts[seat], left, y + 53, box.w // 3, front, back) + 16
    room = right - at
    notes = _notes(view, seat, words)
    style = Style(28, 700) if turn else SMALL
    note = next((each for each in notes if text.width(each, style) <= room), notes[-1])
    canvas.write(
        note, (right, y + 81), style, (INK if turn else AMBER if view.passed[seat] else MUTED, back), "r", room
    )


def _tiles(canvas: Canvas, count: int, left: int, top: int, most: int, front: RGB, back: RGB) -> int:
    """Draw a fan of tile backs and how many they are; give the x where that ends."""
    # Many tiles lie closer together, so that a fan never takes more than ``most``.
    step = min(_BACK[0] - 4, max((most - 60) // max(count, 1), 2))
    at = left
    for number in range(count):
        canvas.paste(tiles.tile_back(*_BACK, back), left + number * step, top)
        at = left + number * step + _BACK[0] + 8
    return at + canvas.write(str(count), (at, top + 28), _COUNT, (front, back))
