"""One player's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import NamedTuple

from engine.layouts import Pile
from engine.tiles import Tile
from engine.view import View
from render import frame, sentences, text, tiles
from render.brush import Brush
from render.canvas import Canvas, Sprite
from render.colours import CREAM, FELT, GOLD, INK, MUTED, RGB, SKY, TABLE, WOOD
from render.fits import Group, fitting, group_name, groups, in_groups, is_mine, whose_turn
from render.frame import BASELINE, HEAD, RAIL, SMALL, STRONG, WIDTH
from render.text import Style
from render.verdict import takes_tiles

_DIGIT = Style(30, 700)
_SUM = Style(32, 700)
_NEW = Style(26, 700)
_BADGE = 40
_WIDE = 60
_LIFT = 16
_HEADING = 58
_TAG = 30
_ROOM = WIDTH - 2 * RAIL - 40
_MANY = 30
_FULL = 12
_TWO = 2
_SMALL_BADGE = 30


def _badge(canvas: Canvas, end: str, number: int, x: int, y: int, back: RGB = FELT, size: int = _BADGE) -> None:
    """Light a number, pointing to where its end lies."""
    canvas.paste(tiles.badge(size, back, {"left": -1, "right": 1}.get(end, 0)), x, y)
    canvas.write(str(number), (x, y + size // 4), _DIGIT if size == _BADGE else Style(26, 700), (INK, GOLD), "m")


def _rim(canvas: Canvas, view: View, words: NullTranslations) -> int:
    """Write the open ends, or a pile's total, at the right of the rim; give the x where that begins."""
    x = WIDTH - RAIL - 10
    if not is_mine(view) or not view.ends:
        return x
    if isinstance(view.layout, Pile):
        total = words.gettext("total {total}").format(total=view.layout.total)
        return x - canvas.write(total, (x, BASELINE), STRONG, (GOLD, WOOD), "r") - 24
    if in_groups(view):
        return x
    for end, number in reversed(list(view.open_ends.items())):
        _badge(canvas, end, number, x - _WIDE // 2, HEAD // 2 + 1, WOOD)
        x -= _WIDE + 6
    return x - canvas.write(words.gettext("ends"), (x - 4, BASELINE), SMALL, (CREAM, WOOD), "r") - 24


@lru_cache(maxsize=16)
def _pill(width: int) -> Sprite:
    brush = Brush(width, _TAG)
    brush.rounded((0, 0, width, _TAG), _TAG / 2, SKY)
    return brush.sprite(TABLE, FELT, -width // 2)


def _columns(count: int) -> int:
    """Give how many tiles stand side by side: fewer than ten only where the hand is small."""
    return _FULL if count > _MANY else max(min(count, 10), 7)


class _Row(NamedTuple):
    """Tiles side by side.

    Attributes:
        held: the tiles.
        group: what they fit, where the hand is split by that; else None.
        top: the upper edge of its tiles, those that stand out, in pixels.

    """

    held: Sequence[Tile]
    group: Group | None
    top: int


class _Sheet:
    """Where everything in the picture of a hand lies, and how it is drawn.

    Attributes:
        rows: the tiles.
        headings: the groups with the y at which each begins.
        bottom: the y below all of it.

    """

    def __init__(self, view: View, words: NullTranslations) -> None:
        self._view = view
        self._words = words
        self._fits = fitting(view)
        self._new = {each for each in view.drawn if each in view.hand}
        split = groups(view) if is_mine(view) and self._fits and view.ends and in_groups(view) else []
        self._lift = 0 if split else _LIFT
        self._columns = _columns(len(view.hand))
        self._half = min(_ROOM // self._columns - 18, 92) // 2 * 2
        self.rows: list[_Row] = []
        self.headings: list[tuple[Group, int]] = []
        self.bottom = HEAD + 16
        for group in split or [None]:
            self._add(group, group.tiles if group else sorted(view.hand))
        if not self.rows:
            self.bottom += 2 * self._half + _LIFT + _BADGE + 24

    def _add(self, group: Group | None, held: Sequence[Tile]) -> None:
        if group is not None:
            self.headings.append((group, self.bottom))
            self.bottom += _HEADING
        for start in range(0, len(held), self._columns):
            row = held[start : start + self._columns]
            top = self.bottom + (_TAG + 6 if self._new.intersection(row) else 0)
            self.rows.append(_Row(row, group, top))
            below = _BADGE + 24 if group is None or any(self._also(group, each) for each in row) else 24
            self.bottom = top + 2 * self._half + self._lift + below

    def _also(self, group: Group | None, each: Tile) -> list[tuple[str, int]]:
        """Give the ends, with their numbers, that are lit below a tile; under a heading only those of other numbers."""
        ends = [(end, self._view.ends[end]) for end in self._fits.get(each, ()) if end in self._view.ends]
        if group is None:
            return ends
        if group.number is None:
            return []
        return list({number: (end, number) for end, number in ends if number != group.number}.values())

    def draw(self, canvas: Canvas, names: Sequence[str]) -> None:
        """Draw headings and tiles."""
        for group, y in self.headings:
            self._head(canvas, group, y, names)
        for row in self.rows:
            for number, each in enumerate(row.held):
                self._tile(canvas, row, number, each)

    def _head(self, canvas: Canvas, group: Group, y: int, names: Sequence[str]) -> None:
        x = RAIL + 20
        if group.number is not None:
            canvas.paste(tiles.badge(_BADGE), x + _BADGE // 2, y + 32)
            canvas.write(str(group.number), (x + _BADGE // 2, y + 42), _DIGIT, (INK, GOLD), "m")
            x += _BADGE + 12
        name = group_name(group, self._view, names, self._words)
        canvas.write(name, (x, y + 42), STRONG, (CREAM if group.ends else MUTED, FELT), room=WIDTH - RAIL - 20 - x)

    def _tile(self, canvas: Canvas, row: _Row, number: int, each: Tile) -> None:
        half, fits = self._half, each in self._fits
        step = _ROOM // max(len(row.held), self._columns)
        start = (WIDTH - step * len(row.held)) // 2 if row.group is None else RAIL + 20
        x = start + (step - half) // 2 + number * step
        y = row.top + (0 if fits else self._lift)
        canvas.shade(tiles.tile_shadow(half, upright=True), x, y)
        if fits:
            canvas.paste(tiles.halo(half, True, GOLD, 6), x, y)
            canvas.paste(tiles.face(each.high, each.low, half, True, back=GOLD), x, y)
        else:
            canvas.paste(tiles.face(each.high, each.low, half, True, dim=is_mine(self._view)), x, y)
        if each in self._new:
            note = self._words.gettext("new")
            canvas.paste(_pill(text.width(note, _NEW) + 24), x + half // 2, y - _TAG - (8 if fits else 2))
            canvas.write(note, (x + half // 2, y - (17 if fits else 11)), _NEW, (INK, SKY), "m")
        self._below(canvas, row.group, each, x + half // 2, y + 2 * half + 14 + _BADGE // 2)

    def _below(self, canvas: Canvas, group: Group | None, each: Tile, x: int, y: int) -> None:
        """Light what a tile fits, or on a pile write the total that it makes."""
        layout = self._view.layout
        if isinstance(layout, Pile):
            if each in self._fits:
                canvas.write(str(layout.total + each.pips), (x, y + 11), _SUM, (GOLD, FELT), "m")
            return
        ends = self._also(group, each)
        size = _BADGE if self._columns < _FULL or len(ends) < _TWO else _SMALL_BADGE
        wide = size + 2 * (size // 4) if group is None else size
        width = len(ends) * (wide + 2) - 2
        for place, (end, number) in enumerate(ends):
            _badge(canvas, end, number, x - width // 2 + place * (wide + 2) + wide // 2, y, size=size)


def hand(view: View, names: Sequence[str], words: NullTranslations) -> bytes:
    """Draw the hand of the seat whose view it is, and of nobody else; on its turn with what fits where.

    Where there are more than two ends, and on trains, the tiles stand under the ends that they fit.

    Args:
        view: the match as ``view.seat`` sees it.
        names: each seat's name; trains are called by them.
        words: the translations to write in.

    Returns:
        A PNG file, 1000 pixels wide and about 330 high; more with more than ten tiles or two ends.

    """
    sheet = _Sheet(view, words)
    canvas = frame.framed(sheet.bottom + RAIL)
    left = RAIL + 10
    room = _rim(canvas, view, words) - left
    canvas.write(whose_turn(view, words), (left, BASELINE), STRONG, (CREAM, WOOD), room=room)
    if not sheet.rows:
        none = words.gettext("You have taken no tiles yet") if takes_tiles(view) else words.gettext("You hold no tiles")
        middle = HEAD + (sheet.bottom - HEAD) // 2
        canvas.write(none, (WIDTH // 2, middle), Style(38, 600), (CREAM, FELT), "m")
    sheet.draw(canvas, [sentences.shown_name(names, seat, words) for seat in range(view.seats)])
    return canvas.png()
