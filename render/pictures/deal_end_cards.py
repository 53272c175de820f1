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
_ROW: Final = 66
_BAR: Final = 24
"""The height of a bar with the space below it, in pixels."""
_GAP: Final = 8
_NAME: Final = Style(36, 700)
_NARROW_NAME: Final = Style(32, 700)
_FEW: Final = 4
"""The maximum number of sides that stand below each other, at full width."""
_SEVERAL: Final = 8
"""The maximum number of sides in rows of two; more stand in rows of three."""
_TWO: Final = 2
_NARROW: Final = 3
_PIPS: Final = 130
"""The room for the pips beside tiles that lie below the name, in pixels."""
_BESIDE: Final = 9
"""The maximum number of tiles beside a name, at full width."""
_BESIDE_NAME: Final = _LEFT + 320
"""The x at which tiles beside a name begin."""
_LARGE: Final = 42
"""The side of a half at full width, in pixels, if all hands are small."""
_SMALL: Final = 36
"""The side of any other half: a phone 340 pixels wide shows its digits 6 pixels high."""
_SHORT: Final = 7
"""The maximum number of tiles in a small hand."""
_APART: Final = 8
"""The space above and below tiles beside a name, in pixels."""
_EMPTY: Final = 40
"""The height of the meaning of an empty hand below a name, in pixels."""
_EMPTY_HAND: Final = Style(30, 500)


class _Card(NamedTuple):
    """A side's panel and its place, in pixels; y 0 is the top of the first panel."""

    side: int
    x: int
    y: int
    width: int
    height: int


def _step(half: int) -> int:
    return half + 6


def _columns(sides: int) -> int:
    """Return the number of cards in a row."""
    if sides <= _FEW:
        return 1
    return _TWO if sides <= _SEVERAL else _NARROW


class Cards:
    """The panels of all sides.

    Attributes:
        height: the height of all panels, in pixels.

    """

    def __init__(self, theme: Theme, view: View, result: Result, names: Sequence[str], t: NullTranslations) -> None:
        self._theme = theme
        self._view = view
        self._result = result
        self._names = names
        self._t = t
        # at the end of the match its winners stand out, not those of the last deal
        self._winners = view.winners or result.winners
        sides = self._sides()
        self._columns = _columns(len(sides))
        self._has_bars = self._columns == 1 and sentences.target(view) is not None and not sentences.single_deal(view)
        self._figure = Style(29 if self._columns == _NARROW else 36, 700)
        self._name_style = _NAME if self._columns == 1 else _NARROW_NAME
        self._half = self._half_for(sides)
        self._cards: list[_Card] = []
        self.height = 0
        width = (_RIGHT - _LEFT - (self._columns - 1) * _GAP) // self._columns
        for start in range(0, len(sides), self._columns):
            row = sides[start : start + self._columns]
            high = max(self._side_height(side, width) for side in row)
            for number, side in enumerate(row):
                self._cards.append(_Card(side, _LEFT + number * (width + _GAP), self.height, width, high))
            self.height += high + _GAP

    def _sides(self) -> list[int]:
        """Return the sides that played, at the end of the match the best first."""
        view, result = self._view, self._result
        sides = [
            side for side, seats in enumerate(view.teams) if any(verdict.played(view, result, seat) for seat in seats)
        ]
        if view.finished and verdict.has_points(view):
            sides.sort(
                key=lambda side: result.totals[side], reverse=not sentences.rules_of(view).scoring.points_against
            )
        return sides

    def _half_for(self, sides: Sequence[int]) -> int:
        """Return the side of a half: large if all hands are small, and lie beside their names."""
        if self._columns > 1 or max(map(len, self._result.hands)) > _SHORT:
            return _SMALL
        seats = (seat for side in sides for seat in self._view.teams[side])
        return _LARGE if all(self._lies_beside(seat, _LARGE) for seat in seats) else _SMALL

    @property
    def _pips_below(self) -> bool:
        """Whether pips stand beside the tiles, not beside the name: two cards in a row have room for that."""
        return self._columns == _TWO

    def _side_height(self, side: int, width: int) -> int:
        height = sum(self._seat_height(seat, width) for seat in self._view.teams[side])
        return height + _BAR if self._has_bar(side) else height

    def _has_bar(self, side: int) -> bool:
        """Whether a side has points towards a target."""
        return self._has_bars and self._result.totals[side] > 0

    def _lines(self, seat: int, width: int) -> Sequence[Sequence[Tile]]:
        """Return a hand in lines below its name; none if it is empty or lies beside the name."""
        hand = sorted(self._result.hands[seat])
        if not hand or (self._columns == 1 and len(hand) <= _BESIDE and self._lies_beside(seat, self._half)):
            return []
        room = width - 40
        if self._pips_below and self._pips(seat):
            room -= _PIPS
        count = room // _step(self._half)
        return [hand[start : start + count] for start in range(0, len(hand), count)]

    def _lies_beside(self, seat: int, half: int) -> bool:
        """Whether a hand has room between the name and the figures, on a card of full width."""
        figures = sum(text.width(figure, self._figure) + 22 for figure, _ in self._figures(seat))
        return _BESIDE_NAME + len(self._result.hands[seat]) * _step(half) <= _RIGHT - 24 - figures

    def _figures(self, seat: int) -> list[tuple[str, RGB]]:
        """Return the figures in the row of a name, the rightmost first."""
        figures = self._scores(seat)
        left = self._pips(seat)
        if left and not self._pips_below:
            figures.append(left)
        return figures

    def _row(self, seat: int, width: int) -> int:
        """Return the height of a name's row: that of the tiles beside it, if there are any."""
        hand = self._result.hands[seat]
        return 2 * (self._half + _APART) if hand and not self._lines(seat, width) else _ROW

    def _seat_height(self, seat: int, width: int) -> int:
        lines = len(self._lines(seat, width)) * (2 * self._half + 8)
        # in narrow cards the meaning of an empty hand stands below the name
        return self._row(seat, width) + (lines or (0 if self._columns == 1 or self._result.hands[seat] else _EMPTY))

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw all panels, the first at ``top``."""
        theme = canvas.theme
        for card in self._cards:
            seats = self._view.teams[card.side]
            won = any(seat in self._winners for seat in seats)
            line = theme.highlight_edge if won else theme.line
            y = top + card.y
            canvas.paste(decorations.panel(theme, card.width, card.height, theme.panel, line), card.x, y)
            for seat in seats:
                self._seat(canvas, seat, card, y)
                y += self._seat_height(seat, card.width)
            if self._has_bar(card.side):
                self._bar(canvas, card.side, y)

    def _seat(self, canvas: Canvas, seat: int, card: _Card, y: int) -> None:
        """Draw one hand: name, tiles face up, and its figures."""
        theme = canvas.theme
        hand, lines, row = sorted(self._result.hands[seat]), self._lines(seat, card.width), self._row(seat, card.width)
        x, right, level = card.x + 22, card.x + card.width - 24, y + row // 2 + 12
        start, first = _BESIDE_NAME, y + _APART
        if lines:
            start, first = card.x + 22, y + row - 4
        left = self._pips(seat)
        if left and self._pips_below:
            canvas.write(left[0], (right, first + self._half + 12), self._figure, (left[1], theme.panel), "r")
        for figure, colour in self._figures(seat):
            right -= canvas.write(figure, (right, level), self._figure, (colour, theme.panel), "r") + 22
        colours = (theme.faint, theme.panel)
        if not hand and self._columns == 1:
            right -= canvas.write(self._empty(), (right, level), _EMPTY_HAND, colours, "r") + 22
        elif not hand:
            canvas.write(self._empty(), (x, level + _EMPTY), _EMPTY_HAND, colours, room=card.width - 44)
        self._name(canvas, seat, x, start - 12 if hand and not lines else right, level)
        for number, line in enumerate(lines or [hand]):
            self._line(canvas, line, start, first + number * (2 * self._half + 8))

    def _front(self, seat: int) -> RGB:
        """Return the colour of a seat's name."""
        return self._theme.highlight if seat in self._winners else self._theme.text

    def _name(self, canvas: Canvas, seat: int, x: int, right: int, y: int) -> None:
        """Write a name between two x at a baseline, after the sign of the pair, before the crown of a winner."""
        theme, view = canvas.theme, self._view
        if len(view.teams) < view.seats:
            side = view.team_of(seat)
            colour = side_colour(theme, view, side)
            canvas.paste(decorations.square(theme, colour), x, y - 35)
            canvas.paste(sign(theme, side, 24, theme.text, colour), x + 24, y - 11)
            x += 62
        won = seat in self._winners
        if won:
            right -= 52
        x += (
            canvas.write(self._names[seat], (x, y), self._name_style, (self._front(seat), theme.panel), room=right - x)
            + 12
        )
        if won:
            canvas.paste(decorations.crown(theme, 38, theme.panel), x + 17, y - 11)

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
        """Return the pips left in a hand, bright if they count; None if they have no meaning."""
        scoring, hand = sentences.rules_of(self._view).scoring, self._result.hands[seat]
        counted = not (scoring.points_against or scoring.scoring_totals or sentences.counts_marks(self._view))
        if not counted or verdict.takes_tiles(self._view) or not hand:
            return None
        total = pips(hand)
        unit = self._t.ngettext("{count} pip", "{count} pips", total).format(count=total)
        theme = self._theme
        return unit, theme.warning if seat in self._result.counted else theme.faint

    def _scores(self, seat: int) -> list[tuple[str, RGB]]:
        """Return the total of a seat's side and the points of this deal, the rightmost first.

        Above a bar they stand beside the side's first name alone.
        """
        view, result, theme = self._view, self._result, self._theme
        side, hand = view.team_of(seat), result.hands[seat]
        if not verdict.has_points(view) or (self._has_bars and seat != view.teams[side][0]):
            return []
        if verdict.takes_tiles(view):
            count = self._t.ngettext("{count} tile", "{count} tiles", len(hand)).format(count=len(hand))
            return [(count, theme.text)]
        points, added = result.totals[side], result.points[side]
        total = self._t.ngettext("{count} pt", "{count} pts", points).format(count=points)
        if self._has_bars:
            total = f"{points} / {sentences.target(view)}"
        scores = [(total, theme.text)]
        if sentences.rules_of(view).scoring.points_against:
            extra = verdict.penalty(result, seat)
            sums = f"+{pips(hand)}+{extra}" if extra else f"+{added}"
            scores.append((sums, theme.warning if added else theme.faint))
        elif added:
            scores.append((self._sums(side), theme.highlight))
        return scores

    def _sums(self, side: int) -> str:
        """Return the points that a deal added, those in play and those of its end apart if there are both."""
        added, earned = self._result.points[side], self._result.earned[side]
        return f"+{added - earned}+{earned}" if 0 < earned < added else verdict.signed(added)

    def _bar(self, canvas: Canvas, side: int, y: int) -> None:
        """Draw a side's total as a bar towards the target; the points of this deal are lit."""
        theme = canvas.theme
        goal = sentences.target(self._view)
        assert goal is not None, "bars lead to a target"
        total, added = self._result.totals[side], self._result.points[side]
        width = _RIGHT - _LEFT - 44
        # a total can also fall
        share = [min(points / goal, 1) for points in (total, min(total, total - added))]
        canvas.paste(decorations.progress(theme, width, *(round(width * each) for each in share)), _LEFT + 22, y)
