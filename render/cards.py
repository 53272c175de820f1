"""The hands at the end of a deal: whose, what was left, the pips, and what it did to the totals."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final, NamedTuple

from engine.events import Result
from engine.tiles import Tile, pips
from engine.view import View
from render import sentences, tiles, trim, verdict
from render.canvas import Canvas
from render.colours import AMBER, CREAM, GOLD, GOLD_DEEP, MUTED, PANEL, RGB, RIM
from render.frame import RAIL, WIDTH
from render.plate import side_colour, sign
from render.text import Style

_LEFT: Final = RAIL + 12
_RIGHT: Final = WIDTH - RAIL - 12
_ROW: Final = 78
_BAR: Final = 56
_GAP: Final = 10
_NAME: Final = Style(32, 700)
_FEW: Final = 4
"""Up to so many sides stand below each other at full width; more go side by side."""
_SEVERAL: Final = 8
"""Up to so many sides go two in a row; more three."""
_NARROW: Final = 3
_BESIDE: Final = 9
"""Up to so many tiles lie beside the name, at full width."""


class _Card(NamedTuple):
    """A side's panel: where it is and how wide and high, in pixels, the y counted from the first panel's top."""

    side: int
    x: int
    y: int
    width: int
    height: int


def _step(half: int) -> int:
    return half + 6


class Cards:
    """The panels of all sides.

    Attributes:
        height: how high they are together, in pixels.

    """

    def __init__(self, view: View, result: Result, names: Sequence[str], words: NullTranslations) -> None:
        self._view = view
        self._result = result
        self._names = names
        self._words = words
        shown = [side for side, seats in enumerate(view.sides) if any(verdict.played(view, result, s) for s in seats)]
        self._wide = len(shown) <= _FEW
        self._bars = self._wide and sentences.target(view) is not None and not sentences.single_deal(view)
        columns = 1 if self._wide else 2 if len(shown) <= _SEVERAL else 3
        self._half = 32 if self._wide else 30
        self._figure = Style(34 if columns < _NARROW else 29, 700)
        self._cards: list[_Card] = []
        self.height = 0
        width = (_RIGHT - _LEFT - (columns - 1) * _GAP) // columns
        for start in range(0, len(shown), columns):
            row = shown[start : start + columns]
            high = max(self._side_height(side, width) for side in row)
            for number, side in enumerate(row):
                self._cards.append(_Card(side, _LEFT + number * (width + _GAP), self.height, width, high))
            self.height += high + _GAP

    def _side_height(self, side: int, width: int) -> int:
        return sum(self._seat_height(seat, width) for seat in self._view.sides[side]) + (_BAR if self._bars else 0)

    def _per_line(self, width: int) -> int:
        return (width - 40) // _step(self._half)

    def _lines(self, seat: int, width: int) -> Sequence[Sequence[Tile]]:
        """Give a hand in lines below its name; none where it lies beside the name."""
        hand, most = sorted(self._result.hands[seat]), self._per_line(width)
        if self._wide and len(hand) <= _BESIDE:
            return []
        return [hand[start : start + most] for start in range(0, len(hand), most)]

    def _seat_height(self, seat: int, width: int) -> int:
        lines = self._lines(seat, width)
        return _ROW + len(lines) * (2 * self._half + 8) if lines or self._wide else _ROW - 12

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw all panels, the first at ``top``."""
        for card in self._cards:
            seats = self._view.sides[card.side]
            won = any(seat in self._result.winners for seat in seats)
            panel = trim.panel(card.width, card.height, PANEL, GOLD_DEEP if won else RIM)
            canvas.paste(panel, card.x, top + card.y)
            y = top + card.y
            for seat in seats:
                self._seat(canvas, seat, card, y)
                y += self._seat_height(seat, card.width)
            if self._bars:
                self._bar(canvas, card.side, y)

    def _seat(self, canvas: Canvas, seat: int, card: _Card, y: int) -> None:
        """Draw one hand: name, tiles laid open, and its figures."""
        view, result = self._view, self._result
        won, hand = seat in result.winners, sorted(result.hands[seat])
        x, right = card.x + 22, card.x + card.width - 24
        side = view.side_of(seat)
        if len(view.sides) < view.seats:
            colour = side_colour(view, side)
            canvas.paste(trim.square(colour), x, y + _ROW // 2 - 24)
            canvas.paste(sign(side, 24, CREAM, colour), x + 24, y + _ROW // 2)
            x += 62
        for figure, colour in self._figures(seat):
            right -= canvas.write(figure, (right, y + 50), self._figure, (colour, PANEL), "r") + 22
        lines = self._lines(seat, card.width)
        most = _LEFT + 388 if self._wide and not lines else right
        crown = 52 if won else 0
        front = GOLD if won else CREAM
        x += canvas.write(self._names[seat], (x, y + 50), _NAME, (front, PANEL), room=most - crown - x) + 12
        if won:
            canvas.paste(trim.crown(38, PANEL), x + 17, y + 39)
        start = _LEFT + 400
        if not hand and self._wide:
            out = self._words.gettext("none") if verdict.takes_tiles(view) else self._words.gettext("out")
            canvas.write(out, (start, y + 50), _NAME, (GOLD, PANEL))
        if not lines:
            self._line(canvas, hand, start, y + (_ROW - 2 * self._half) // 2)
        for number, line in enumerate(lines):
            self._line(canvas, line, card.x + 22, y + _ROW - 8 + number * (2 * self._half + 8))

    def _line(self, canvas: Canvas, line: Sequence[Tile], x: int, y: int) -> None:
        for number, each in enumerate(line):
            face = tiles.face(each.high, each.low, self._half, upright=True)
            canvas.paste(face, x + number * _step(self._half), y)

    def _figures(self, seat: int) -> list[tuple[str, RGB]]:
        """Give what stands at the right of a seat's name, the rightmost first."""
        view, result, words = self._view, self._result, self._words
        hand = result.hands[seat]
        if verdict.takes_tiles(view):
            return [(words.ngettext("{count} tile", "{count} tiles", len(hand)).format(count=len(hand)), CREAM)]
        total = pips(hand)
        unit = words.ngettext("{count} pip", "{count} pips", total).format(count=total)
        if sentences.rules_of(view).points_against:
            extra = verdict.penalty(result, seat)
            added = f"{total}+{extra}" if extra else str(total)
            return [(str(result.totals[seat]), CREAM), (f"+{added}", AMBER if result.earned[seat] else MUTED)]
        counts = seat in result.counted and bool(hand)
        told = [(unit, AMBER if counts else MUTED)] if hand else []
        if self._bars or not verdict.has_scores(view):
            return told
        side = view.side_of(seat)
        added = [(f"+{result.points[side]}", GOLD)] if result.points[side] else []
        return [(str(result.totals[side]), CREAM), *added, *told]

    def _bar(self, canvas: Canvas, side: int, y: int) -> None:
        """Draw a side's total as a bar towards the target, with what this deal added."""
        goal = sentences.target(self._view)
        assert goal is not None, "bars lead to a target"
        total, added = self._result.totals[side], self._result.points[side]
        x, width = _LEFT + 22, 530
        share = [min(points / goal, 1) for points in (total, total - added)]
        canvas.paste(trim.progress(width, *(round(width * each) for each in share)), x, y + 8)
        canvas.write(f"{total} / {goal}", (_RIGHT - 24, y + 32), self._figure, (CREAM, PANEL), "r")
        if added:
            canvas.write(f"+{added}", (x + width + 20, y + 32), self._figure, (GOLD, PANEL))
