"""Players' cards on leaderboards and in statistics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from hashlib import blake2s
from typing import Final

from render.i18n import grouped, percent
from render.names import initials
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.colours import RGB
from render.pixels.frame import RAIL, SMALL, WIDTH
from render.pixels.theme import Theme
from render.pixels.typography import fonts, text
from render.pixels.typography.text import Style
from render.text import figures
from render.values import LeaderboardRow

LEFT: Final = RAIL + 12
RIGHT: Final = WIDTH - RAIL - 12
"""The left and the right edge of cards."""
CARD: Final = 114
"""The height of a card with one row, in pixels."""
INNER: Final = RIGHT - 22
"""The right edge of the text on a card."""
_PLACE: Final = 82
"""The width of a place without a medal."""
FACE: Final = 64
"""The width of the disc with a player's initials."""

_FIRST, _SECOND = 46, 87
"""The baselines of a row's two lines."""
_MIDDLE: Final = LEFT + 470
"""The left edge of the second column."""
_WON: Final = 226
"""The width of the matches won there."""
_STREAKS: Final = 262
"""The width of the streaks below them."""
_HOT: Final = 3
"""The minimum number of wins in a row that is highlighted."""
_STRONG: Final = Style(34, 700)
_PLAIN: Final = Style(30, 600)


@lru_cache(maxsize=32)
def panel(theme: Theme, width: int, height: int, own: bool = False) -> Sprite:
    """Return an empty card."""
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), 14, theme.highlight if own else theme.line)
    brush.rounded((2, 2, width - 2, height - 2), 12, theme.own_row if own else theme.panel)
    return brush.sprite(theme.leaderboard_palette, theme.ground)


@lru_cache(maxsize=64)
def _disc(theme: Theme, colour: RGB, line: RGB, back: RGB, size: int) -> Sprite:
    brush = Brush(size, size)
    brush.disc(size / 2, size / 2, size / 2, colour, line, 2)
    return brush.sprite(theme.leaderboard_palette, back, -size // 2, -size // 2)


@lru_cache(maxsize=16)
def _nameless(theme: Theme, back: RGB) -> Sprite:
    """Return the disc of a player without a name: head and shoulders."""
    brush, half = Brush(FACE, FACE), FACE / 2
    brush.disc(half, half, half, theme.shade, theme.faint, 2)
    brush.disc(half, half - 8, 10, theme.faint)
    brush.rounded((half - 17, half + 6, half + 17, half + 21), 7.5, theme.faint)
    return brush.sprite(theme.leaderboard_palette, back, -FACE // 2, -FACE // 2)


@lru_cache(maxsize=16)
def _star(theme: Theme, back: RGB) -> Sprite:
    """Return the star before a rating."""
    brush, radius = Brush(28, 28), 14
    turns = [(math.pi * (each / 5 - 0.5), radius if each % 2 == 0 else radius * 0.42) for each in range(10)]
    brush.polygon(
        [(radius + far * math.cos(turn), radius + far * math.sin(turn)) for turn, far in turns], theme.highlight
    )
    return brush.sprite(theme.leaderboard_palette, back)


@lru_cache(maxsize=512)
def _bar(theme: Theme, width: int, high: int, filled: int, back: RGB) -> Sprite:
    brush = Brush(width, high)
    brush.rounded((0, 0, width, high), high / 2, theme.shade)
    if filled:
        brush.rounded((0, 0, max(filled, high), high), high / 2, theme.highlight)
    return brush.sprite(theme.leaderboard_palette, back)


def draw_bar(canvas: Canvas, at: tuple[int, int], width: int, high: int, part: float, back: RGB) -> None:
    """Draw a bar of which a part, from 0 to 1, is filled."""
    filled = min(round(width * part), width)
    canvas.paste(_bar(canvas.theme, width, high, filled, back), *at)


def _colour(theme: Theme, name: str) -> RGB:
    """Choose a colour by the name, always the same one."""
    return theme.player_colours[blake2s(name.encode(errors="replace")).digest()[0] % len(theme.player_colours)]


def draw_face(canvas: Canvas, name: str, at: tuple[int, int], back: RGB) -> None:
    """Draw a player's initials on a disc around a point, or a figure for a player without a name."""
    theme = canvas.theme
    if not name:
        canvas.paste(_nameless(theme, back), *at)
        return
    colour = _colour(theme, name)
    canvas.paste(_disc(theme, colour, theme.text, back, FACE), *at)
    letters = initials(name)
    if fonts.is_drawable(letters):
        canvas.write(letters, (at[0], at[1] + 10), Style(28, 700), (theme.text, colour), "m", room=FACE - 6)


def shown_name(name: str, t: NullTranslations) -> str:
    """Return the drawable form of a name."""
    return text.drawable_name(name, t.gettext("Player")) if name else figures.nameless(t)


def draw_place(
    canvas: Canvas, place: int, at: tuple[int, int], back: RGB, *, shared: bool = False, medal: int = 0
) -> None:
    """Draw a place around a point, on its medal if it has one; a shared place with an equals sign if it fits."""
    theme, style = canvas.theme, Style(32, 700)
    x, y = at
    written = _dash(place)
    if place and shared and text.width(f"={written}", style) <= _PLACE:
        written = f"={written}"
    if medal:
        colour = theme.medals[medal - 1]
        canvas.paste(_disc(theme, colour, theme.text, back, 52), x, y)
        canvas.write(written, (x, y + 12), style, (theme.ink, colour), "m")
    else:
        canvas.write(written, (x, y + 12), style, (theme.faint, back), "m", room=_PLACE)


def draw_rating(canvas: Canvas, row: LeaderboardRow, at: tuple[int, int], back: RGB) -> None:
    """Write a rating behind a star, ending at a point; a provisional one fainter."""
    if row.rating is None:
        return
    theme, (x, y) = canvas.theme, at
    written = figures.rating(row.rating, provisional=row.provisional)
    x -= canvas.write(written, at, _STRONG, (theme.faint if row.provisional else theme.text, back), "r")
    canvas.paste(_star(theme, back), x - 36, y - 26)


def _write_figures(
    canvas: Canvas, at: tuple[int, int], numbers: Sequence[tuple[str, str, bool]], room: int, back: RGB
) -> int:
    """Write labels and numbers one after the other, with shorter labels for lack of room; return the x after them."""
    theme, strong, (x, y) = canvas.theme, Style(28, 700), at
    room -= sum(text.width(number, strong) for _, number, _ in numbers) + 26 * len(numbers) - 17
    full_width = sum(text.width(label, SMALL) for label, _, _ in numbers)
    for label, number, hot in numbers:
        each = max(min(text.width(label, SMALL) * room // full_width, room), 40) if full_width > room else 0
        x += canvas.write(label, (x, y), SMALL, (theme.faint, back), room=each) + 9
        x += canvas.write(number, (x, y), strong, (theme.highlight if hot else theme.text, back)) + 17
    return x


def _dash(number: int) -> str:
    return str(number) if number else "–"


def write_row(canvas: Canvas, row: LeaderboardRow, title: str, x: int, y: int, t: NullTranslations) -> None:
    """Write the two lines of a card's row, and the bar below them, from x on.

    Args:
        canvas: the picture.
        row: the figures.
        title: the player, or the kind of matches.
        x: the left edge of both.
        y: the card's upper edge.
        t: the catalog of the reader's language.

    """
    theme = canvas.theme
    back = theme.own_row if row.you else theme.panel
    you = t.gettext("you")
    room = _MIDDLE - 14 - x
    if row.you:
        room -= text.width(you, SMALL) + 14
    after = x + canvas.write(title, (x, y + _FIRST), _STRONG, (theme.text, back), room=room) + 14
    if row.you:
        canvas.write(you, (after, y + _FIRST), SMALL, (theme.highlight, back))
    wins = t.ngettext("{wins} of {matches} won", "{wins} of {matches} won", row.matches)
    won = wins.format(wins=row.wins, matches=row.matches)
    if text.width(won, _PLAIN) > _WON:
        won = f"{row.wins} / {row.matches}"
    canvas.write(won, (_MIDDLE, y + _FIRST), _PLAIN, (theme.text, back), room=_WON)
    canvas.write(percent(row.rate, t), (INNER - 146, y + _FIRST), _STRONG, (theme.highlight, back), "r")
    draw_rating(canvas, row, (INNER, y + _FIRST), back)
    if row.points or row.against:
        points = (t.gettext("points"), f"{grouped(row.points, t)} : {grouped(row.against, t)}", False)
        _write_figures(canvas, (x, y + _SECOND), [points], _MIDDLE - 14 - x, back)
    streak = (t.gettext("streak"), str(row.streak), row.streak >= _HOT)
    best = (t.gettext("best"), str(row.best_streak), False)
    after = _write_figures(canvas, (_MIDDLE, y + _SECOND), [streak, best], _STREAKS, back)
    comeback, number = t.gettext("comeback"), _dash(row.comeback)
    strong = Style(28, 700)
    canvas.write(number, (INNER, y + _SECOND), strong, (theme.text, back), "r")
    left = INNER - text.width(number, strong) - 9
    canvas.write(comeback, (left, y + _SECOND), SMALL, (theme.faint, back), "r", room=left - after)
    draw_bar(canvas, (x, y + CARD - 15), INNER - x, 6, row.rate / 100, back)
