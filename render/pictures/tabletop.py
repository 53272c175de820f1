"""The table during a deal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from math import cos, radians, sin
from typing import Final, NamedTuple

from engine.layouts import Branches, Cross, Grid, Line
from engine.view import View
from render.geometry.boxes import Box, Chain
from render.geometry.laying import laid
from render.geometry.seating import seating
from render.pictures.chain import TAG_ROOM, draw_chain
from render.pictures.open_hands import draw_open_hands, open_hands
from render.pictures.plate import height, plate
from render.pixels import frame, text, tiles
from render.pixels.brush import Brush
from render.pixels.canvas import Canvas, Sprite
from render.pixels.frame import BASELINE, HEAD, RAIL, SMALL, STRONG, WIDTH
from render.pixels.text import Style
from render.pixels.theme import DEFAULT, Theme
from render.words import sentences
from render.words.takes import outer_total

_GAP = 10
_STACK = 3


class Room(NamedTuple):
    """The room that a table takes at least, so that pictures of several moments are alike; all in pixels.

    Attributes:
        half: the side of a half; 0 for as large as finds room.
        up: above the middle, where the first tile lies.
        down: below it.
        hands: for hands that lie open, under the table.

    """

    half: int = 0
    up: int = 0
    down: int = 0
    hands: int = 0

    def taller(self, by: int) -> Room:
        """Give the room with ``by`` more pixels in height, half of them above the middle."""
        return self._replace(up=self.up + by // 2, down=self.down + by - by // 2)


_AS_NEEDED: Final = Room()


def room_for(views: Sequence[View]) -> Room:
    """Give the room in which each of a deal's moments finds place, with tiles as large as the last one allows."""
    half = laid(views[-1]).half
    spans = [_span(view, laid(view, (half,))) for view in views]
    hands = max(open_hands(view)[1] for view in views)
    return Room(half, max(up for up, _ in spans), max(down for _, down in spans), hands)


def _span(view: View, chain: Chain) -> tuple[int, int]:
    """Give how far above and below the middle the tiles and what belongs to them reach."""
    up, down = -chain.bounds.y, chain.bounds.bottom
    if not chain.signs and not chain.cells:
        # a row each way is kept free, so that the first tiles stay where they are
        free = chain.half * (8 if isinstance(view.layout, Line) else 9) // 2
        up, down = max(free, up), max(free, down)
    if isinstance(view.layout, Line | Cross | Branches):
        up, down = up + TAG_ROOM, down + TAG_ROOM
    return up, down


def lay_out(view: View, room: Room = _AS_NEEDED) -> tuple[Chain, tuple[Box, ...], int]:
    """Give the geometry of the table: its tiles, its plates in the order of seats, and the height without hands."""
    chain = laid(view, (room.half,) if room.half else ())
    up, down = _span(view, chain)
    up, down = max(up, room.up), max(down, room.down)
    wide = WIDTH - 2 * RAIL - 2 * _GAP
    high = height(min(box.w for _, box in seating(view.seats, wide, view.clockwise, 0, _gap(view.seats))))
    places = seating(view.seats, wide, view.clockwise, high, _gap(view.seats))
    top = HEAD + _GAP
    middle = top + high + _GAP + up + 4
    bottom = middle + down + _GAP + 4
    plates = tuple(box.moved(RAIL + _GAP, top if above else bottom) for above, box in places)
    return chain.moved(WIDTH // 2, middle), plates, bottom + high + _GAP + RAIL


def _gap(seats: int) -> int:
    """Give the room between two plates in pixels."""
    return 2 * _GAP if seats <= 4 else _GAP


@lru_cache(maxsize=2)
def _direction(theme: Theme, clockwise: bool) -> Sprite:
    """Give a round arrow that shows which way turns go."""
    size, radius, opening = 30, 10, 60
    brush = Brush(size, size)
    middle = size / 2
    brush.arc(
        (middle - radius, middle - radius, middle + radius, middle + radius), -opening, 180 + opening, theme.text, 3
    )
    # The circle is open above; the head sits at the end that turns run towards.
    side = -1 if clockwise else 1
    x, y = middle + side * radius * cos(radians(opening)), middle - radius * sin(radians(opening)) + 1
    along = (-side * sin(radians(opening)), -cos(radians(opening)))
    aside = (along[1], -along[0])
    head = [(x + along[0] * 8, y + along[1] * 8)]
    head += [(x + aside[0] * 6 * way, y + aside[1] * 6 * way) for way in (1, -1)]
    brush.polygon(head, theme.text)
    return brush.sprite(theme.table, theme.frame)


def _course(view: View, words: NullTranslations) -> str:
    """Say how far the match is."""
    target, deals, limit = sentences.target(view), view.options.get("deals"), view.options.get("limit")
    if not view.deal or sentences.single_deal(view):
        return ""
    if target is not None:
        form = words.gettext("Deal {deal} · first to {target}")
    elif view.options.get("until", "deals") == "deals" and deals is not None:
        form = words.gettext("Deal {deal} of {deals}")
    elif limit is not None:
        form = words.gettext("Deal {deal} · limit {limit}")
    else:
        form = words.gettext("Deal {deal}")
    return form.format(deal=view.deal, target=target, deals=deals, limit=limit)


def _boneyard(canvas: Canvas, count: int, right: int, words: NullTranslations) -> int:
    """Draw a stack of tiles and how many they are, ending at ``right``; give the x where that begins."""
    theme = canvas.theme
    note = words.gettext("boneyard {count}").format(count=count)
    right -= canvas.write(note, (right, BASELINE), SMALL, (theme.text, theme.frame), "r") + 10
    for number in range(min(count, _STACK)):
        canvas.paste(tiles.tile_back(theme, 17, 30, theme.frame), right - 17 - 7 * number, 8)
    return right - 17 - 7 * (_STACK - 1)


def _header(canvas: Canvas, view: View, words: NullTranslations) -> None:
    theme = canvas.theme
    deal = _course(view, words)
    right = WIDTH - RAIL - 10
    if deal:
        right -= canvas.write(deal, (right, BASELINE), SMALL, (theme.text, theme.frame), "r") + 30
    if view.boneyard and not isinstance(view.layout, Grid):
        right = _boneyard(canvas, view.boneyard, right, words) - 26
    total = outer_total(view)
    if total is not None:
        note = words.gettext("ends count {total}").format(total=total)
        scores = total % 5 == 0 and total > 0
        right -= canvas.write(note, (right, BASELINE), STRONG, (theme.lit if scores else theme.text, theme.frame), "r")
        right -= 26
    left = RAIL + 10
    left += canvas.write(
        sentences.rules_name(view, words),
        (left, BASELINE),
        STRONG,
        (theme.text, theme.frame),
        room=right - left,
    )
    if right - left > 60:
        canvas.paste(_direction(theme, view.clockwise), left + 14, HEAD // 2 - 15)


def _waiting(canvas: Canvas, view: View, y: int, names: Sequence[str], words: NullTranslations) -> None:
    theme = canvas.theme
    if view.turn is None:
        note = words.gettext("The tiles are being shuffled")
    else:
        name = text.clipped(sentences.shown_name(names, view.turn, words), Style(40, 600), 420)
        note = words.gettext("{name} opens").format(name=name)
    canvas.write(
        note,
        (WIDTH // 2, y + 14),
        Style(40, 600),
        (theme.text if view.turn is not None else theme.faint, theme.ground),
        "m",
    )


def table(view: View, names: Sequence[str], words: NullTranslations, theme: Theme = DEFAULT) -> bytes:
    """Draw the table during a deal.

    Args:
        view: the match, as the channel or a seat sees it; hands are drawn only where all may see them.
        names: each seat's name, as people write it.
        words: the translations to write in.
        theme: the look to draw it in.

    Returns:
        A PNG file, 1000 pixels wide and from 650 to about 1100 high, legible when shown 400 pixels wide.

    """
    return drawn(view, names, words, theme).png()


def drawn(view: View, names: Sequence[str], words: NullTranslations, theme: Theme, room: Room = _AS_NEEDED) -> Canvas:
    """Draw the table as :func:`table` does, in at least this room."""
    chain, plates, high = lay_out(view, room)
    hands, more = open_hands(view)
    canvas = frame.framed(theme, high + max(more, room.hands))
    shown = [sentences.shown_name(names, seat, words) for seat in range(view.seats)]
    draw_chain(canvas, view, chain, chain.half, names=shown, words=words)
    if chain.bounds.w == 0:
        _waiting(canvas, view, chain.bounds.y, names, words)
    for seat, box in enumerate(plates):
        plate(canvas, view, seat, box, names, words)
    draw_open_hands(canvas, view, hands, high - RAIL, names, words)
    _header(canvas, view, words)
    return canvas
