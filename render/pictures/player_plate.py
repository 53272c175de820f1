"""A player's plate at the table: name, tiles, points, and notes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from engine.view import View
from render.geometry.boxes import Box
from render.geometry.seating import HEIGHT
from render.pixels import tiles
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.colours import RGB
from render.pixels.frame import SMALL
from render.pixels.theme import Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text import sentences
from render.text.notes import laid_last, notes
from render.text.verdict import takes_tiles

_SCORE: Final = 92
_NAME: Final = Style(34, 700)
_POINTS: Final = Style(40, 700)
_UNIT: Final = Style(27, 500)
_COUNT: Final = Style(32, 700)
_NARROW_NAME: Final = Style(29, 700)
_NARROW_COUNT: Final = Style(30, 700)
_BACK: Final = (17, 32)
_TAG_HEIGHT: Final = 38


def shown_name(names: Sequence[str], seat: int, t: NullTranslations) -> str:
    """Return a seat's name for a picture; the player's number replaces a name that no font can draw."""
    return text.drawable_name(names[seat], t.gettext("Player {number}").format(number=seat + 1))


def side_colour(theme: Theme, view: View, side: int) -> RGB:
    """Return the colour of a side: each pair has its own, single players share the panel's."""
    return theme.sides[side % len(theme.sides)] if len(view.teams) < view.seats else theme.panel


@lru_cache(maxsize=64)
def _plate(theme: Theme, width: int, high: int, turn: bool, last: bool, side: RGB | None) -> Sprite:
    """Return a plate: lit for the seat in turn, rimmed for the last one, with a field for points in a side's colour."""
    brush = Brush(width, high)
    if turn:
        brush.rounded((0, 0, width, high), 16, theme.last if last else theme.highlight_edge)
        brush.rounded((4, 4, width - 4, high - 4), 12, theme.highlight)
    else:
        rim = 3 if last else 2
        brush.rounded((0, 0, width, high), 16, theme.last if last else theme.line)
        brush.rounded((rim, rim, width - rim, high - rim), 16 - rim, theme.panel)
    edge = 7
    if side is not None:
        brush.rounded((edge, edge, _SCORE, high - edge), 11, side, theme.text if side in theme.sides else theme.line, 2)
    return brush.sprite(theme.table_palette, theme.ground)


@lru_cache(maxsize=16)
def _tag(theme: Theme, width: int, back: RGB, front: RGB) -> Sprite:
    """Return the rim around the word for the opener."""
    brush = Brush(width, _TAG_HEIGHT)
    brush.rounded((0, 0, width, _TAG_HEIGHT), _TAG_HEIGHT / 2, front)
    brush.rounded((2, 2, width - 2, _TAG_HEIGHT - 2), _TAG_HEIGHT / 2 - 2, back)
    return brush.sprite(theme.table_palette, back)


@lru_cache(maxsize=16)
def sign(theme: Theme, side: int, size: int, colour: RGB, back: RGB) -> Sprite:
    """Return a pair's sign, a diamond or a ring, ``size`` pixels wide, to be pasted by its middle."""
    brush = Brush(size, size)
    half = size / 2
    if side == 0:
        brush.polygon([(half, 0), (size, half), (half, size), (0, half)], colour)
    else:
        brush.disc(half, half, half, colour)
        brush.disc(half, half, half * 0.45, back)
    return brush.sprite(theme.table_palette, back, -size // 2, -size // 2)


def _draw_note(canvas: Canvas, view: View, seat: int, at: tuple[int, int, str], room: int, t: NullTranslations) -> None:
    """Write the last line; ``at`` is its x, its baseline and its anchor."""
    theme = canvas.theme
    turn = seat == view.turn
    style = Style(28, 700) if turn else SMALL
    choices = notes(view, seat, t)
    note = next((each for each in choices if text.width(each, style) <= room), choices[-1])
    colours = (theme.ink, theme.highlight) if turn else (_note_colour(theme, view, seat), theme.panel)
    canvas.write(note, at[:2], style, colours, at[2], room)


def _note_colour(theme: Theme, view: View, seat: int) -> RGB:
    """Return the colour of a seat's last move: that of the last tile's frame if the seat laid it."""
    if laid_last(view, seat):
        return theme.last
    return theme.warning if view.passed[seat] or seat in view.eliminated else theme.faint


def draw_plate(
    canvas: Canvas, view: View, seat: int, box: Box, names: Sequence[str], t: NullTranslations, spare: int = 0
) -> None:
    """Draw a seat's plate in its box; on a narrow one ``spare`` pixels beside the name stay free."""
    name = shown_name(names, seat, t)
    if box.h > HEIGHT:
        _draw_narrow(canvas, view, seat, box, name, spare, t)
    else:
        _draw_wide(canvas, view, seat, box, name, t)


def _colours(theme: Theme, view: View, seat: int) -> tuple[RGB, RGB]:
    """Return the colours of a plate's ground and of the text on it."""
    if seat == view.turn:
        return theme.highlight, theme.ink
    return theme.panel, theme.faint if seat in view.eliminated else theme.text


def _draw_name(
    canvas: Canvas, view: View, seat: int, name: str, at: tuple[int, int, int], style: Style, t: NullTranslations
) -> None:
    """Write a name between two x at a baseline, after the sign of the pair, before the tag of the winner of ties."""
    theme = canvas.theme
    back, front = _colours(theme, view, seat)
    x, right, y = at
    if seat == sentences.tie_winner(view):
        word = sentences.opener_word(t)
        width = text.width(word, SMALL) + 28
        canvas.paste(_tag(theme, width, back, front), right - width, y - _TAG_HEIGHT + 9)
        canvas.write(word, (right - width // 2, y), SMALL, (front, back), "m")
        right -= width + 10
    if len(view.teams) < view.seats:
        canvas.paste(sign(theme, view.team_of(seat), 24, front, back), x + 12, y - 11)
        x += 34
    canvas.write(name, (x, y), style, (front, back), room=right - x)


def _draw_wide(canvas: Canvas, view: View, seat: int, box: Box, name: str, t: NullTranslations) -> None:
    """Draw a plate with a field for the points, a fan of tiles, and two lines."""
    theme = canvas.theme
    side = view.team_of(seat)
    colour = side_colour(theme, view, side)
    back, front = _colours(theme, view, seat)
    x, y = box.x, box.y
    scoring = not sentences.rules_of(view).scoring.scoreless
    canvas.paste(
        _plate(theme, box.w, box.h, seat == view.turn, laid_last(view, seat), colour if scoring else None), x, y
    )
    left, right = x + (_SCORE + 14 if scoring else 20), box.right - 16
    if scoring:
        middle = x + (_SCORE + 7) // 2
        points = view.totals[side]
        canvas.write(str(points), (middle, y + 49), _POINTS, (theme.text, colour), "m", room=_SCORE - 10)
        canvas.write(_unit(view, points, t), (middle, y + 76), _UNIT, (theme.text, colour), "m", room=_SCORE - 12)
    _draw_name(canvas, view, seat, name, (left, right, y + 44), _NAME, t)
    at = left
    if not takes_tiles(view):
        at = _draw_fan(canvas, view.hand_sizes[seat], left, y + 53, box.w // 3, front, back) + 16
    _draw_note(canvas, view, seat, (right, y + 81, "r"), right - at, t)


def _unit(view: View, points: int, t: NullTranslations) -> str:
    if takes_tiles(view):
        return t.ngettext("tile", "tiles", points)
    if sentences.counts_marks(view):
        return t.gettext("of {target}").format(target=sentences.target(view))
    return t.ngettext("pt", "pts", points)


def _draw_narrow(canvas: Canvas, view: View, seat: int, box: Box, name: str, spare: int, t: NullTranslations) -> None:
    """Draw a plate of three lines: name, tiles and points, and the last move."""
    theme = canvas.theme
    back, front = _colours(theme, view, seat)
    left, right, y = box.x + 12, box.right - 12, box.y
    canvas.paste(_plate(theme, box.w, box.h, seat == view.turn, laid_last(view, seat), None), box.x, y)
    _draw_name(canvas, view, seat, name, (left, right - spare, y + 34), _NARROW_NAME, t)
    at = left
    if not takes_tiles(view):
        canvas.paste(tiles.tile_back(theme, 14, 26, back), left, y + 43)
        at += 22
        at += canvas.write(str(view.hand_sizes[seat]), (at, y + 67), _NARROW_COUNT, (front, back))
    if not sentences.rules_of(view).scoring.scoreless:
        points = view.totals[view.team_of(seat)]
        total = f"{points} {_unit(view, points, t)}"
        if text.width(total, _NARROW_COUNT) > right - at - 10:
            total = str(points)
        gold = theme.highlight if back is theme.panel else front
        canvas.write(total, (right, y + 67), _NARROW_COUNT, (gold, back), "r", room=max(right - at - 10, 30))
    _draw_note(canvas, view, seat, (left, y + 98, "l"), right - left, t)


def _draw_fan(canvas: Canvas, count: int, left: int, top: int, max_width: int, front: RGB, back: RGB) -> int:
    """Draw a fan of tile backs and their number; return the x of its right edge."""
    # many tiles lie closer together
    step = min(_BACK[0] - 4, max((max_width - 60) // max(count, 1), 2))
    at = left
    for number in range(count):
        canvas.paste(tiles.tile_back(canvas.theme, *_BACK, back), left + number * step, top)
        at = left + number * step + _BACK[0] + 8
    return at + canvas.write(str(count), (at, top + 28), _COUNT, (front, back))
