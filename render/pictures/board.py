"""The leaderboard: something to show around."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from hashlib import blake2s

from PIL import Image

from render.names import initials
from render.pixels import fonts, text
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.colours import (
    BRONZE,
    CREAM,
    FELT,
    GOLD,
    GOLD_DEEP,
    INK,
    MUTED,
    PANEL,
    PERSONS,
    RGB,
    RIM,
    SHADE,
    SILVER,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
    Palette,
)
from render.pixels.frame import RAIL, SMALL, WIDTH
from render.pixels.text import Style

MOST = 10
"""How many rows a picture shows; further ones are left out."""

_HEAD = 128
_ROW = 92
_LEFT = RAIL + 12
_RIGHT = WIDTH - RAIL - 12
_BAR = 190
_MEDALS: tuple[RGB, ...] = (GOLD, SILVER, BRONZE)
_OWN: RGB = (92, 74, 20)


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


def _pairs() -> list[tuple[RGB, RGB, int]]:
    grounds = (PANEL, _OWN, FELT)
    found: list[tuple[RGB, RGB, int]] = [(ground, front, 4) for ground in grounds for front in (CREAM, MUTED, GOLD)]
    found += [(ground, medal, 2) for ground in grounds for medal in _MEDALS]
    found += [(medal, INK, 4) for medal in _MEDALS]
    found += [(person, CREAM, 4) for person in PERSONS]
    found += [(ground, person, 1) for ground in grounds[:2] for person in PERSONS]
    found += [(WOOD, CREAM, 4), (WOOD, WOOD_LIGHT, 2), (WOOD, WOOD_DARK, 2), (FELT, RIM, 2), (WOOD, GOLD, 2)]
    return found


BOARD = Palette(FELT, _pairs(), (SHADE, GOLD_DEEP, INK))
"""For the leaderboard."""


@lru_cache(maxsize=16)
def _ground(height: int) -> Image.Image:
    brush = Brush(WIDTH, height)
    brush.rounded((0, 0, WIDTH, height), 0, WOOD_DARK)
    brush.rounded((2, 2, WIDTH - 2, height - 2), 16, WOOD)
    brush.rounded((6, 4, WIDTH - 6, 7), 1.5, WOOD_LIGHT)
    brush.rounded((RAIL, _HEAD - 42, WIDTH - RAIL, height - RAIL), 18, WOOD_DARK)
    brush.rounded((RAIL + 2, _HEAD - 40, WIDTH - RAIL - 2, height - RAIL - 2), 16, FELT)
    return brush.sprite(BOARD, FELT).indices


@lru_cache(maxsize=16)
def _panel(own: bool) -> Sprite:
    brush = Brush(_RIGHT - _LEFT, _ROW - 8)
    brush.rounded((0, 0, _RIGHT - _LEFT, _ROW - 8), 14, GOLD if own else RIM)
    brush.rounded((2, 2, _RIGHT - _LEFT - 2, _ROW - 10), 12, _OWN if own else PANEL)
    return brush.sprite(BOARD, FELT)


@lru_cache(maxsize=64)
def _disc(colour: RGB, line: RGB, back: RGB, size: int) -> Sprite:
    brush = Brush(size, size)
    brush.disc(size / 2, size / 2, size / 2, colour, line, 2)
    return brush.sprite(BOARD, back, -size // 2, -size // 2)


@lru_cache(maxsize=256)
def _bar(share: int, back: RGB) -> Sprite:
    brush = Brush(_BAR, 16)
    brush.rounded((0, 0, _BAR, 16), 8, SHADE)
    if share:
        brush.rounded((0, 0, max(_BAR * share / 100, 16), 16), 8, GOLD)
    return brush.sprite(BOARD, back)


def _person(name: str) -> RGB:
    """Choose a colour by the name, always the same one."""
    return PERSONS[blake2s(name.encode(errors="replace")).digest()[0] % len(PERSONS)]


def _row(canvas: Canvas, row: LeaderboardRow, y: int, words: NullTranslations) -> None:
    back = _OWN if row.you else PANEL
    canvas.paste(_panel(row.you), _LEFT, y)
    middle = y + (_ROW - 8) // 2
    rank = Style(32, 700)
    if row.rank <= len(_MEDALS):
        medal = _MEDALS[row.rank - 1]
        canvas.paste(_disc(medal, CREAM, back, 52), _LEFT + 44, middle)
        canvas.write(str(row.rank), (_LEFT + 44, middle + 12), rank, (INK, medal), "m")
    else:
        canvas.write(str(row.rank), (_LEFT + 44, middle + 12), rank, (MUTED, back), "m", room=72)
    name = text.name(row.name, words.gettext("Player"))
    colour = _person(name)
    canvas.paste(_disc(colour, CREAM, back, 60), _LEFT + 118, middle)
    letters = initials(name)
    if fonts.drawable(letters):
        canvas.write(letters, (_LEFT + 118, middle + 10), Style(28, 700), (CREAM, colour), "m", room=54)
    you = words.gettext("you")
    room = 310
    x = _LEFT + 164
    if row.you:
        room -= text.width(you, SMALL) + 14
    x += canvas.write(name, (x, middle + 12), Style(34, 700), (CREAM, back), room=room) + 14
    if row.you:
        canvas.write(you, (x, middle + 12), SMALL, (GOLD, back))
    x = _LEFT + 492
    wins = words.ngettext("{wins} of {matches} won", "{wins} of {matches} won", row.matches)
    canvas.write(wins.format(wins=row.wins, matches=row.matches), (x, middle - 4), SMALL, (CREAM, back), room=240)
    canvas.paste(_bar(row.rate, back), x, middle + 12)
    canvas.write(f"{row.rate} %", (x + _BAR + 12, middle + 30), Style(28, 700), (GOLD, back))
    right = _RIGHT - 22
    canvas.write(f"{row.points}", (right, middle - 1), Style(36, 700), (CREAM, back), "r")
    canvas.write(words.ngettext("point", "points", row.points), (right, middle + 29), SMALL, (MUTED, back), "r")


def leaderboard(title: str, rows: Sequence[LeaderboardRow], words: NullTranslations) -> bytes:
    """Draw the leaderboard.

    Args:
        title: what it is of, for example the server's name.
        rows: the players, best first; ten at most are shown.
        words: the translations to write in.

    Returns:
        A PNG file, 1000 pixels wide; without rows a kind word.

    """
    rows = rows[:MOST]
    height = _HEAD - 40 + 14 + (len(rows) * _ROW if rows else 230) + RAIL + 6
    canvas = Canvas(BOARD, _ground(height))
    canvas.write(words.gettext("Leaderboard"), (RAIL + 16, 58), Style(44, 700), (GOLD, WOOD))
    left = RAIL + 16 + text.width(words.gettext("Leaderboard"), Style(44, 700)) + 30
    cleaned = text.name(title, "")
    canvas.write(cleaned, (_RIGHT - 6, 56), Style(32, 600), (CREAM, WOOD), "r", room=_RIGHT - 6 - left)
    for number, row in enumerate(rows):
        _row(canvas, row, _HEAD - 40 + 14 + number * _ROW, words)
    if not rows:
        middle = _HEAD - 40 + 120
        for y, style, colour, line in (
            (-8, Style(40, 700), CREAM, words.gettext("No match has been finished yet.")),
            (44, Style(32, 500), MUTED, words.gettext("Play one, and this board is yours.")),
        ):
            canvas.write(line, (WIDTH // 2, middle + y), style, (colour, FELT), "m", room=_RIGHT - _LEFT - 20)
    return canvas.png()
