"""Drawing of tricks: bids, trump and points beside the tiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from engine.layouts import Tricks
from engine.view import View
from render.geometry.boxes import Box, Chain
from render.geometry.forms.tricks import CONTRACT, HEADING, LAST, last_trick, seat_sign, trick_sign
from render.pictures.plate import side_colour, sign
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
_FRAME: Final = 8


@lru_cache(maxsize=16)
def _slot(theme: Theme, width: int, height: int, lit: bool) -> Sprite:
    """Return the place of a tile that has not been laid."""
    brush = Brush(width, height)
    brush.rounded((0, 0, width, height), 14, theme.highlight if lit else theme.line)
    brush.rounded((3, 3, width - 3, height - 3), 11, theme.panel)
    return brush.sprite(theme.table_palette, theme.ground)


def draw_tricks(
    canvas: Canvas, view: View, table: Tricks, chain: Chain, names: Sequence[str], t: NullTranslations
) -> None:
    """Draw everything of tricks that is no tile of the trick that has been begun."""
    for number, seat in enumerate(table.taken_by):
        if trick_sign(number) in chain.signs:
            _draw_taken(canvas, view, table, number, seat, chain.signs[trick_sign(number)], names, t)
    if CONTRACT not in chain.signs:
        return
    _draw_contract(canvas, view, table, chain.signs[CONTRACT], names, t)
    _draw_last(canvas, view, table, chain.signs[LAST], names, t)
    _draw_heading(canvas, view, table, chain.signs[HEADING], t)
    _draw_places(canvas, view, table, chain, t)


def _name(names: Sequence[str], seat: int, t: NullTranslations) -> str:
    return names[seat] if seat < len(names) else t.gettext("Player {number}").format(number=seat + 1)


def _panel(canvas: Canvas, box: Box) -> None:
    theme = canvas.theme
    canvas.paste(decorations.panel(theme, box.w, box.h, theme.panel, theme.line), box.x, box.y)


def _draw_places(canvas: Canvas, view: View, table: Tricks, chain: Chain, t: NullTranslations) -> None:
    """Draw the empty places: in the bidding with what each seat has bid, later that of the seat in turn lit."""
    theme = canvas.theme
    made = dict(tricks.calls(view)) if table.trump is None else {}
    for seat in range(view.seats):
        box = chain.signs.get(seat_sign(seat))
        if box is None:
            continue
        canvas.paste(_slot(theme, box.w, box.h, seat == view.turn), box.x, box.y)
        if seat in made:
            best = seat == table.bidder
            colour = theme.highlight if best else theme.text if made[seat] is not None else theme.faint
            x, y = box.centre
            called = t.gettext("pass") if made[seat] is None else str(made[seat])
            canvas.write(called, (x, y + 12), _CALL, (colour, theme.panel), "m", room=box.w - 8)


def _draw_heading(canvas: Canvas, view: View, table: Tricks, box: Box, t: NullTranslations) -> None:
    theme = canvas.theme
    if table.trump is None:
        note = t.gettext("The bidding")
    elif table.trick:
        note = t.gettext("{suit} led").format(suit=capitalized(tricks.suit_name(table.suit_led, t)))
    elif view.turn is not None:
        note = t.gettext("Trick {number} of 7").format(number=len(table.taken_by) + 1)
    else:
        return
    canvas.write(note, (box.centre[0], box.y + 30), _HEADING, (theme.text, theme.ground), "m", room=box.w)


def _draw_contract(
    canvas: Canvas, view: View, table: Tricks, box: Box, names: Sequence[str], t: NullTranslations
) -> None:
    """Draw the highest bid, what is trump, and the points of both pairs."""
    theme = canvas.theme
    _panel(canvas, box)
    left, room = box.x + 18, box.w - 36

    def label(text: str, y: int) -> None:
        canvas.write(text, (left, box.y + y), _LABEL, (theme.faint, theme.panel), room=room)

    def figure(text: str, y: int, style: Style = _BIG) -> None:
        canvas.write(text, (left, box.y + y), style, (theme.highlight, theme.panel), room=room)

    if table.bidder is None or table.bid is None:
        label(t.gettext("No bid yet"), 44)
        return
    label(t.gettext("{name} bids").format(name=_name(names, table.bidder, t)), 38)
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
    lacks = tricks.lacking(view)
    if lacks:
        note = t.ngettext("{count} more needed", "{count} more needed", lacks).format(count=lacks)
        canvas.write(note, (left, box.bottom - 28), _LABEL, (theme.text, theme.panel), room=room)
        side = table.bidder % 2
        canvas.fill(Box(left + side * (room // 2), y + 32, room // 2 - 24, 4), theme.highlight)


def _draw_last(canvas: Canvas, view: View, table: Tricks, box: Box, names: Sequence[str], t: NullTranslations) -> None:
    """Draw the last trick, open to look at, the tile that took it framed."""
    theme = canvas.theme
    _panel(canvas, box)
    title = t.gettext("Last trick") if table.taken_by else t.gettext("No trick yet")
    canvas.write(title, (box.x + 18, box.y + 38), _LABEL, (theme.faint, theme.panel), room=box.w - 36)
    if not table.taken_by:
        return
    taker, number = table.taken_by[-1], len(table.taken_by) - 1
    chain = last_trick(Box(box.x + 40, box.y + 46, box.w - 80, box.h - 46 - 58), table, view.clockwise)
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
    name = _name(names, taker, t)
    canvas.write(name, (box.x + 34, box.bottom - 24), _LABEL, (theme.text, theme.panel), room=right - box.x - 34)


def _draw_taken(
    canvas: Canvas,
    view: View,
    table: Tricks,
    number: int,
    seat: int,
    box: Box,
    names: Sequence[str],
    t: NullTranslations,
) -> None:
    """Write below a trick who took it, and what it counts."""
    theme, side = canvas.theme, view.team_of(seat)
    canvas.paste(sign(theme, side, 22, theme.text, theme.ground), box.x + 14, box.centre[1])
    points = f"+{table.trick_points(number)}"
    right = box.right - canvas.write(points, (box.right, box.y + 29), _LABEL, (theme.highlight, theme.ground), "r") - 8
    name = _name(names, seat, t)
    canvas.write(name, (box.x + 32, box.y + 29), _LABEL, (theme.text, theme.ground), room=right - box.x - 32)
