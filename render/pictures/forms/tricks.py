"""Drawing of tricks: bids, trump and points beside the tiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.layouts import Tricks
from engine.layouts.tricks import count_of
from engine.tiles import Tile
from render.geometry.boxes import Box, Chain
from render.geometry.forms.tricks import CONTRACT, HEADING, LAST, last_trick, seat_sign, trick_sign
from render.pictures.forms.form import EndTile, FormPicture
from render.pictures.player_plate import side_colour, sign
from render.pixels import decorations, tiles
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.theme import Theme
from render.pixels.typography.text import Style
from render.text import tricks
from render.text.sentences import capitalized

_HEADING: Final = Style(30, 600)
_LABEL: Final = Style(28, 600)
_CALL: Final = Style(34, 700)
_BIG: Final = Style(48, 700)
_FIGURE: Final = Style(38, 700)


@lru_cache(maxsize=16)
def _slot(theme: Theme, width: int, height: int, lit: bool) -> Sprite:
    """Return the place of a tile that has not been laid."""
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), 14, theme.highlight if lit else theme.line)
    brush.rounded((3, 3, width - 3, height - 3), 11, theme.panel)
    return brush.sprite(theme.table_palette, theme.ground)


class TricksPicture(FormPicture[Tricks]):
    """The trick that has been begun, between the contract and the last trick; at the end of a deal all tricks."""

    def draw_signs(self, canvas: Canvas, chain: Chain, *, labels: bool) -> None:
        """Draw everything except the tiles."""
        for number, seat in enumerate(self.layout.taken_by):
            if trick_sign(number) in chain.signs:
                self._draw_taken(canvas, number, seat, chain.signs[trick_sign(number)])
        if CONTRACT in chain.signs:
            self._draw_contract(canvas, chain.signs[CONTRACT])
            self._draw_last(canvas, chain.signs[LAST])
            self._draw_heading(canvas, chain.signs[HEADING])
            self._draw_places(canvas, chain)

    def hand_ends(self) -> Sequence[EndTile]:
        """Return the tiles of the trick with the names of their players, the best marked."""
        focus = self.layout.focus
        return [
            EndTile(self.name(each.seat or 0), each.tile.high, each.tile.low, marked=each == focus)
            for each in self.layout.trick
        ]

    def rim_note(self) -> str:
        """Return the trump; empty before it is named."""
        if self.layout.trump is None:
            return ""
        return self.t.gettext("Trump: {trump}").format(trump=tricks.trump_name(self.layout.trump, self.t))

    def figure_below(self, tile: Tile, *, fits: bool) -> str:
        """Return the points of a tile in a trick."""
        points = count_of(tile)
        return str(points) if points else ""

    def _draw_places(self, canvas: Canvas, chain: Chain) -> None:
        """Draw the empty places: in the bidding with each seat's bid, the place of the seat in turn lit."""
        theme, view = canvas.theme, self.view
        calls = dict(tricks.calls(view)) if self.layout.trump is None else {}
        for seat in range(view.seats):
            box = chain.signs.get(seat_sign(seat))
            if box is None:
                continue
            canvas.paste(_slot(theme, box.w, box.h, seat == view.turn), box.x, box.y)
            if seat in calls:
                self._draw_call(canvas, box, calls[seat], is_best=seat == self.layout.bidder)

    def _draw_call(self, canvas: Canvas, box: Box, bid: int | None, *, is_best: bool) -> None:
        """Write a seat's bid; None for a pass."""
        theme, (x, y) = canvas.theme, box.centre
        note, colour = str(bid), theme.text
        if bid is None:
            note, colour = self.t.gettext("pass"), theme.faint
        if is_best:
            colour = theme.highlight
        canvas.write(note, (x, y + 12), _CALL, (colour, theme.panel), "m", room=box.w - 8)

    def _draw_heading(self, canvas: Canvas, box: Box) -> None:
        theme, t = canvas.theme, self.t
        if self.layout.trump is None:
            note = t.gettext("The bidding")
        elif self.layout.trick:
            note = t.gettext("{suit} led").format(suit=capitalized(tricks.suit_name(self.layout.suit_led, t)))
        elif self.view.turn is not None:
            note = t.gettext("Trick {number} of 7").format(number=len(self.layout.taken_by) + 1)
        else:
            return
        canvas.write(note, (box.centre[0], box.y + 30), _HEADING, (theme.text, theme.ground), "m", room=box.w)

    def _draw_contract(self, canvas: Canvas, box: Box) -> None:
        """Draw the highest bid, trump, and the points of both pairs."""
        theme, table, t = canvas.theme, self.layout, self.t
        _panel(canvas, box)
        left, room = box.x + 18, box.w - 36

        def label(text: str, y: int) -> None:
            canvas.write(text, (left, box.y + y), _LABEL, (theme.faint, theme.panel), room=room)

        def figure(text: str, y: int, style: Style = _BIG) -> None:
            canvas.write(text, (left, box.y + y), style, (theme.highlight, theme.panel), room=room)

        if table.bidder is None or table.bid is None:
            label(t.gettext("No bid yet"), 44)
            return
        label(t.gettext("{name} bids").format(name=self.name(table.bidder)), 38)
        figure(tricks.bid_text(table.bid, t), 86, _BIG if table.bid <= 42 else _FIGURE)
        if table.trump is None:
            return
        label(t.gettext("Trump"), 130)
        figure(tricks.trump_name(table.trump, t), 176, Style(42, 700))
        y = box.y + 222
        for side, points in enumerate(table.taken):
            x = left + side * (room // 2)
            canvas.paste(sign(theme, side, 28, theme.text, theme.panel), x + 14, y + 4)
            canvas.write(str(points), (x + 38, y + 18), _BIG, (theme.text, theme.panel), room=room // 2 - 40)
        lacks = tricks.lacking(self.view)
        if lacks:
            note = t.ngettext("{count} more needed", "{count} more needed", lacks).format(count=lacks)
            canvas.write(note, (left, box.bottom - 28), _LABEL, (theme.text, theme.panel), room=room)
            side = table.bidder % 2
            canvas.fill(Box(left + side * (room // 2), y + 32, room // 2 - 24, 4), theme.highlight)

    def _draw_last(self, canvas: Canvas, box: Box) -> None:
        """Draw the last trick with its tiles face up; the tile that took it is framed."""
        theme, view, table = canvas.theme, self.view, self.layout
        _panel(canvas, box)
        title = self.t.gettext("Last trick") if table.taken_by else self.t.gettext("No trick yet")
        canvas.write(title, (box.x + 18, box.y + 38), _LABEL, (theme.faint, theme.panel), room=box.w - 36)
        if not table.taken_by:
            return
        taker, number = table.taken_by[-1], len(table.taken_by) - 1
        chain = last_trick(Box(box.x + 40, box.y + 48, box.w - 80, box.h - 48 - 62), table, view.clockwise)
        for spot in chain.spots:
            if spot.placed.seat == taker:
                canvas.paste(tiles.halo(theme, chain.half, True, theme.highlight, 6), spot.box.x, spot.box.y)
            face = tiles.face(theme, spot.first, spot.second, chain.half, True, top=view.max_pips)
            canvas.paste(face, spot.box.x, spot.box.y)
        colour = side_colour(theme, view, view.team_of(taker))
        canvas.fill(Box(box.x + 18, box.bottom - 50, 6, 34), colour)
        points = f"+{table.trick_points(number)}"
        right = box.right - 18
        right -= canvas.write(points, (right, box.bottom - 22), _FIGURE, (theme.highlight, theme.panel), "r") + 12
        at, room = (box.x + 34, box.bottom - 24), right - box.x - 34
        canvas.write(self.name(taker), at, _LABEL, (theme.text, theme.panel), room=room)

    def _draw_taken(self, canvas: Canvas, number: int, seat: int, box: Box) -> None:
        """Write the seat that took a trick, and its points, below it."""
        theme, side = canvas.theme, self.view.team_of(seat)
        canvas.paste(sign(theme, side, 22, theme.text, theme.ground), box.x + 14, box.centre[1])
        points = f"+{self.layout.trick_points(number)}"
        right = box.right
        right -= canvas.write(points, (right, box.y + 29), _LABEL, (theme.highlight, theme.ground), "r") + 8
        at, room = (box.x + 32, box.y + 29), right - box.x - 32
        canvas.write(self.name(seat), at, _LABEL, (theme.text, theme.ground), room=room)


def _panel(canvas: Canvas, box: Box) -> None:
    theme = canvas.theme
    canvas.paste(decorations.panel(theme, box.w, box.h, theme.panel, theme.line), box.x, box.y)
