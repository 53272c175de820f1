"""Draws the hands of all seats under a table, where the rules lay them open."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final, NamedTuple

from engine.layouts import Grid
from engine.view import View
from render.geometry.boxes import Box
from render.pictures.signs import panel
from render.pixels import tiles
from render.pixels.canvas import Canvas
from render.pixels.frame import RAIL, WIDTH
from render.pixels.text import Style
from render.words import sentences

_HALF: Final = 32
_STEP: Final = _HALF + 4
_NAME: Final = Style(28, 600)
_PAD: Final = 8
_GAP: Final = 8


class OpenHand(NamedTuple):
    """A seat's hand under the table.

    Attributes:
        seat: whose it is.
        box: the panel.
        at: where its tiles lie on the panel, in the order of the hand.

    """

    seat: int
    box: Box
    at: tuple[Box, ...]


def open_hands(view: View) -> tuple[list[OpenHand], int]:
    """Lay out the hands that all may see, from y 0 on; give them and the height that they take.

    What players of Memory took is shown, too, but only how many tiles those are matters.
    """
    if not view.shown or isinstance(view.layout, Grid):
        return [], 0
    columns = 1 if view.seats <= 3 else 2
    left, room = RAIL + 10, WIDTH - 2 * RAIL - 20
    wide = (room - _GAP * (columns - 1)) // columns
    label = 220 if columns == 1 else 120
    across = max((wide - label - _PAD) // _STEP, 1)
    found: list[OpenHand] = []
    y = 0
    for first in range(0, view.seats, columns):
        row = range(first, min(first + columns, view.seats))
        lines = max(1, *(-(-len(view.shown[seat]) // across) for seat in row))
        high = lines * (2 * _HALF + 4) - 4 + 2 * _PAD
        for seat in row:
            box = Box(left + (seat - first) * (wide + _GAP), y, wide, high)
            count = len(view.shown[seat])
            # a hand of one line leaves the name what room it can
            start = box.x + label if lines > 1 else box.right - _PAD - count * _STEP
            at = tuple(
                Box(start + n % across * _STEP, y + _PAD + n // across * (2 * _HALF + 4), _HALF, 2 * _HALF)
                for n in range(count)
            )
            found.append(OpenHand(seat, box, at))
        y += high + _GAP
    return found, y


def draw_open_hands(
    canvas: Canvas, view: View, hands: Sequence[OpenHand], y: int, names: Sequence[str], words: NullTranslations
) -> None:
    """Draw hands that were laid out, from ``y`` on."""
    theme = canvas.theme
    for seat, box, at in hands:
        canvas.paste(
            panel(theme, box.w, box.h, theme.lit if seat == view.turn else theme.line),
            box.x,
            y + box.y,
        )
        name = sentences.shown_name(names, seat, words)
        room = (at[0].x if at else box.right) - box.x - 24
        canvas.write(name, (box.x + 14, y + box.y + 48), _NAME, (theme.text, theme.panel), room=room)
        for tile, place in zip(sorted(view.shown[seat]), at, strict=True):
            face = tiles.face(theme, tile.high, tile.low, _HALF, upright=True, back=theme.panel, top=view.top)
            canvas.paste(face, place.x, y + place.y)
