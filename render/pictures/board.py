"""The leaderboard: something to show around."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from hashlib import blake2s

from render.names import initials
from render.pixels import fonts, frame, text
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite, packed
from render.pixels.colours import RGB
from render.pixels.frame import RAIL, SMALL, WIDTH
from render.pixels.text import Style
from render.pixels.theme import DEFAULT, Theme

MOST = 10
"""How many rows a picture shows; further ones are left out."""

_HEAD = frame.BOARD_HEAD
_ROW = 92
_LEFT = RAIL + 12
_RIGHT = WIDTH - RAIL - 12
_BAR = 190


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One player's standing.

    Attributes:
        rank: the place, from 1; players who are level share it.
        name: the display name, as people write it.
        matches: how many matches were finished.
        wins: how many of them were won.
        points: the points of all deals.
        you: whether the reader is meant.

    """

    rank: int
    name: str
    matches: int
    wins: int
    points: int
    you: bool = False

    @property
    def rate(self) -> int:
        """The share of matches won, in whole percent; 0 without matches."""
        return round(100 * self.wins / self.matches) if self.matches else 0


@lru_cache(maxsize=16)
def _panel(theme: Theme, own: bool) -> Sprite:
    brush = Brush(_RIGHT - _LEFT, _ROW - 8)
    brush.rounded((0, 0, _RIGHT - _LEFT, _ROW - 8), 14, theme.lit if own else theme.line)
    brush.rounded((2, 2, _RIGHT - _LEFT - 2, _ROW - 10), 12, theme.own if own else theme.panel)
    return brush.sprite(theme.board, theme.ground)


@lru_cache(maxsize=64)
def _disc(theme: Theme, colour: RGB, line: RGB, back: RGB, size: int) -> Sprite:
    brush = Brush(size, size)
    brush.disc(size / 2, size / 2, size / 2, colour, line, 2)
    return brush.sprite(theme.board, back, -size // 2, -size // 2)


@lru_cache(maxsize=256)
def _bar(theme: Theme, share: int, back: RGB) -> Sprite:
    brush = Brush(_BAR, 16)
    brush.rounded((0, 0, _BAR, 16), 8, theme.shade)
    if share:
        brush.rounded((0, 0, max(_BAR * share / 100, 16), 16), 8, theme.lit)
    return brush.sprite(theme.board, back)


def _person(theme: Theme, name: str) -> RGB:
    """Choose a colour by the name, always the same one."""
    return theme.persons[blake2s(name.encode(errors="replace")).digest()[0] % len(theme.persons)]


def _row(canvas: Canvas, row: LeaderboardRow, y: int, words: NullTranslations) -> None:
    theme = canvas.theme
    back = theme.own if row.you else theme.panel
    canvas.paste(_panel(theme, row.you), _LEFT, y)
    middle = y + (_ROW - 8) // 2
    rank = Style(32, 700)
    if row.rank <= len(theme.medals):
        medal = theme.medals[row.rank - 1]
        canvas.paste(_disc(theme, medal, theme.text, back, 52), _LEFT + 44, middle)
        canvas.write(str(row.rank), (_LEFT + 44, middle + 12), rank, (theme.ink, medal), "m")
    else:
        canvas.write(str(row.rank), (_LEFT + 44, middle + 12), rank, (theme.faint, back), "m", room=72)
    name = text.name(row.name, words.gettext("Player"))
    colour = _person(theme, name)
    canvas.paste(_disc(theme, colour, theme.text, back, 60), _LEFT + 118, middle)
    letters = initials(name)
    if fonts.drawable(letters):
        canvas.write(letters, (_LEFT + 118, middle + 10), Style(28, 700), (theme.text, colour), "m", room=54)
    you = words.gettext("you")
    room = 310
    x = _LEFT + 164
    if row.you:
        room -= text.width(you, SMALL) + 14
    x += canvas.write(name, (x, middle + 12), Style(34, 700), (theme.text, back), room=room) + 14
    if row.you:
        canvas.write(you, (x, middle + 12), SMALL, (theme.lit, back))
    x = _LEFT + 492
    wins = words.ngettext("{wins} of {matches} won", "{wins} of {matches} won", row.matches)
    canvas.write(wins.format(wins=row.wins, matches=row.matches), (x, middle - 4), SMALL, (theme.text, back), room=240)
    canvas.paste(_bar(theme, row.rate, back), x, middle + 12)
    canvas.write(f"{row.rate} %", (x + _BAR + 12, middle + 30), Style(28, 700), (theme.lit, back))
    right = _RIGHT - 22
    canvas.write(f"{row.points}", (right, middle - 1), Style(36, 700), (theme.text, back), "r")
    canvas.write(words.ngettext("point", "points", row.points), (right, middle + 29), SMALL, (theme.faint, back), "r")


def leaderboard(title: str, rows: Sequence[LeaderboardRow], words: NullTranslations, theme: Theme = DEFAULT) -> bytes:
    """Draw the leaderboard.

    Args:
        title: what it is of, for example the server's name.
        rows: the players, best first; ten at most are shown.
        words: the translations to write in.
        theme: the look to draw it in.

    Returns:
        A PNG file, 1000 pixels wide; without rows a kind word.

    """
    return packed(_drawn, title, rows[:MOST], words, theme)


def _drawn(title: str, rows: Sequence[LeaderboardRow], words: NullTranslations, theme: Theme) -> Canvas:
    height = _HEAD + 14 + (len(rows) * _ROW if rows else 230) + RAIL + 6
    canvas = frame.board(theme, height)
    canvas.write(words.gettext("Leaderboard"), (RAIL + 16, 58), Style(44, 700), (theme.lit, theme.frame))
    left = RAIL + 16 + text.width(words.gettext("Leaderboard"), Style(44, 700)) + 30
    cleaned = text.name(title, "")
    canvas.write(cleaned, (_RIGHT - 6, 56), Style(32, 600), (theme.text, theme.frame), "r", room=_RIGHT - 6 - left)
    for number, row in enumerate(rows):
        _row(canvas, row, _HEAD + 14 + number * _ROW, words)
    if not rows:
        middle = _HEAD + 120
        for y, style, colour, line in (
            (-8, Style(40, 700), theme.text, words.gettext("No match has been finished yet.")),
            (44, Style(32, 500), theme.faint, words.gettext("Play one, and this board is yours.")),
        ):
            canvas.write(line, (WIDTH // 2, middle + y), style, (colour, theme.ground), "m", room=_RIGHT - _LEFT - 20)
    return canvas
