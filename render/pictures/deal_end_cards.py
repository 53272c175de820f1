"""The hands at the end of a deal: players, tiles left, pips, and the effect on the totals."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final, NamedTuple

from engine.events import Result
from engine.tiles import Tile, pips
from engine.view import View
from render.pictures.player_plate import side_colour, sign
from render.pixels import decorations, tiles
from render.pixels.canvas import Canvas
from render.pixels.colours import RGB
from render.pixels.frame import RAIL, WIDTH
from render.pixels.theme import Theme
from render.pixels.typography import text
from render.pixels.typography.text import Style
from render.text import sentences, verdict

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
_TWO: Final = 2
_NARROW: Final = 3
_PIPS: Final = 130
"""The room for the pips beside tiles that lie below the name, in pixels."""
_BESIDE: Final = 9
"""Up to so many tiles lie beside the name, at full width."""
_BESIDE_NAME: Final = _LEFT + 400
"""Where tiles beside a name begin."""
_LARGE: Final = 42
"""The side of a half at full width, in pixels, where no hand has more tiles than fit then."""
_SMALL: Final = 36
"""The side of any other half: a phone 340 pixels wide shows its digits 6 pixels high."""
_SHORT: Final = 7
_APART: Final = 8


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

    def __init__(self, theme: Theme, view: View, result: Result, names: Sequence[str], t: NullTranslations) -> None:
        self._theme = theme
        self._view = view
        self._result = result
        self._names = names
        self._t = t
        shown = [side for side, seats in enumerate(view.teams) if any(verdict.played(view, result, s) for s in seats)]
        # at the end of the match its winners stand out and come first, not those of the last deal
        self._winners = view.winners or result.winners
        if view.finished and verdict.has_points(view):
            shown.sort(
                key=lambda side: result.totals[side], reverse=not sentences.rules_of(view).scoring.points_against
            )
        self._wide = len(shown) <= _FEW
        self._bars = self._wide and sentences.target(view) is not None and not sentences.single_deal(view)
        columns = 1 if self._wide else 2 if len(shown) <= _SEVERAL else 3
        narrow = columns == _NARROW
        self._figure = Style(29 if narrow else 34, 700)
        # two cards in a row have room for the pips beside the tiles, and else they stand beside the name
        self._pips_below = columns == _TWO
        seats = [seat for side in shown for seat in view.teams[side]]
        large = self._wide and max(map(len, result.hands)) <= _SHORT
        self._half = _LARGE if large and all(self._lies_beside(seat, _LARGE) for seat in seats) else _SMALL
        self._row = max(_ROW, 2 * self._half + 2 * _APART)
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
        return sum(self._seat_height(seat, width) for seat in self._view.teams[side]) + (_BAR if self._bars else 0)

    def _lines(self, seat: int, width: int) -> Sequence[Sequence[Tile]]:
        """Return a hand in lines below its name, one at least; none where it lies beside the name."""
        hand = sorted(self._result.hands[seat])
        if self._wide and len(hand) <= _BESIDE and self._lies_beside(seat, self._half):
            return []
        room = width - 40 - (_PIPS if self._pips(seat) and self._pips_below else 0)
        most = room // _step(self._half)
        return [hand[start : start + most] for start in range(0, max(len(hand), 1), most)]

    def _lies_beside(self, seat: int, half: int) -> bool:
        """Whether a hand has room between the name and the figures, on a card of full width."""
        figures = sum(text.width(figure, self._figure) + 22 for figure, _ in self._figures(seat))
        return _BESIDE_NAME + len(self._result.hands[seat]) * _step(half) <= _RIGHT - 24 - figures

    def _figures(self, seat: int) -> list[tuple[str, RGB]]:
        """Return the figures in the row of a name, the rightmost first."""
        left = self._pips(seat)
        return [*self._scores(seat), *([left] if left and not self._pips_below else [])]

    def _seat_height(self, seat: int, width: int) -> int:
        return self._row + len(self._lines(seat, width)) * (2 * self._half + 8)

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw all panels, the first at ``top``."""
        theme = canvas.theme
        for card in self._cards:
            seats = self._view.teams[card.side]
            won = any(seat in self._winners for seat in seats)
            panel = decorations.panel(
                theme,
                card.width,
                card.height,
                theme.panel,
                theme.highlight_edge if won else theme.line,
            )
            canvas.paste(panel, card.x, top + card.y)
            y = top + card.y
            for seat in seats:
                self._seat(canvas, seat, card, y)
                y += self._seat_height(seat, card.width)
            if self._bars:
                self._bar(canvas, card.side, y)

    def _seat(self, canvas: Canvas, seat: int, card: _Card, y: int) -> None:
        """Draw one hand: name, tiles laid open, and its figures."""
        theme = canvas.theme
        view, result = self._view, self._result
        won, hand = seat in self._winners, sorted(result.hands[seat])
        x, right, level = card.x + 22, card.x + card.width - 24, y + self._row // 2 + 11
        side = view.team_of(seat)
        if len(view.teams) < view.seats:
            colour = side_colour(theme, view, side)
            canvas.paste(decorations.square(theme, colour), x, y + self._row // 2 - 24)
            canvas.paste(sign(theme, side, 24, theme.text, colour), x + 24, y + self._row // 2)
            x += 62
        lines = self._lines(seat, card.width)
        start, first = (
            (card.x + 22, y + self._row - 8) if lines else (_BESIDE_NAME, y + (self._row - 2 * self._half) // 2)
        )
        left = self._pips(seat)
        if left and self._pips_below:
            canvas.write(left[0], (right, first + self._half + 12), self._figure, (left[1], theme.panel), "r")
        for figure, colour in self._figures(seat):
            right -= canvas.write(figure, (right, level), self._figure, (colour, theme.panel), "r") + 22
        most = right if lines else start - 12
        crown = 52 if won else 0
        front = theme.highlight if won else theme.text
        x += canvas.write(self._names[seat], (x, level), _NAME, (front, theme.panel), room=most - crown - x) + 12
        if won:
            canvas.paste(decorations.crown(theme, 38, theme.panel), x + 17, level - 11)
        if not hand:
            canvas.write(self._empty(), (start, first + self._half + 11), _NAME, (front, theme.panel))
        for number, line in enumerate(lines or [hand]):
            self._line(canvas, line, start, first + number * (2 * self._half + 8))

    def _empty(self) -> str:
        """Return the meaning of an empty hand."""
        if verdict.takes_tiles(self._view):
            return self._t.gettext("none")
        if sentences.counts_marks(self._view):
            return self._t.gettext("all tiles played")
        loses = sentences.rules_of(self._view).scoring.blocked_criterion == "most pips"
        return self._t.gettext("went out, and loses") if loses else self._t.gettext("went out")

    def _line(self, canvas: Canvas, line: Sequence[Tile], x: int, y: int) -> None:
        for number, each in enumerate(line):
            face = tiles.face(canvas.theme, each.high, each.low, self._half, upright=True, top=self._view.max_pips)
            canvas.paste(face, x + number * _step(self._half), y)

    def _pips(self, seat: int) -> tuple[str, RGB] | None:
        """Return the pips left in a hand, bright where they count; None where they say nothing."""
        rules, hand = sentences.rules_of(self._view), self._result.hands[seat]
        counted = not (
            rules.scoring.points_against or rules.scoring.scoring_totals or sentences.counts_marks(self._view)
        )
        if not counted or verdict.takes_tiles(self._view) or not hand:
            return None
        total = pips(hand)
        unit = self._t.ngettext("{count} pip", "{count} pips", total).format(count=total)
        theme = self._theme
        return unit, theme.warning if seat in self._result.counted else theme.faint

    def _scores(self, seat: int) -> list[tuple[str, RGB]]:
        """Return what a seat's side has and what this deal added, the rightmost first; empty where a bar tells it."""
        view, result, theme = self._view, self._result, self._theme
        if self._bars or not verdict.has_points(view):
            return []
        side, hand = view.team_of(seat), result.hands[seat]
        if verdict.takes_tiles(view):
            count = self._t.ngettext("{count} tile", "{count} tiles", len(hand)).format(count=len(hand))
            return [(count, theme.text)]
        points, added = result.totals[side], result.points[side]
        total = self._t.ngettext("{count} pt", "{count} pts", points).format(count=points)
        if sentences.rules_of(view).scoring.points_against:
            extra = verdict.penalty(result, seat)
            sums = f"+{pips(hand)}+{extra}" if extra else f"+{added}"
            return [(total, theme.text), (sums, theme.warning if added else theme.faint)]
        return [(total, theme.text), *([(self._sums(side), theme.highlight)] if added else [])]

    def _sums(self, side: int) -> str:
        """Write what a deal added: in play and by its end, where both did."""
        added, earned = self._result.points[side], self._result.earned[side]
        return f"+{added - earned}+{earned}" if 0 < earned < added else verdict.signed(added)

    def _bar(self, canvas: Canvas, side: int, y: int) -> None:
        """Draw a side's total as a bar towards the target, with what this deal added."""
        theme = canvas.theme
        goal = sentences.target(self._view)
        assert goal is not None, "bars lead to a target"
        total, added = self._result.totals[side], self._result.points[side]
        x, width = _LEFT + 22, 530
        # a total can also fall
        share = [min(points / goal, 1) for points in (total, min(total, total - added))]
        canvas.paste(decorations.progress(theme, width, *(round(width * each) for each in share)), x, y + 8)
        canvas.write(f"{total} / {goal}", (_RIGHT - 24, y + 32), self._figure, (theme.text, theme.panel), "r")
        if added:
            canvas.write(self._sums(side), (x + width + 20, y + 32), self._figure, (theme.highlight, theme.panel))
