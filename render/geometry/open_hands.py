"""Layout of the hands of all seats below a table, for rules that lay them open."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.view import View
from render.geometry.boxes import Box
from render.geometry.dimensions import RAIL, WIDTH

_SHAPES: Final = ((56, 1), (48, 1), (42, 1), (42, 2), (36, 2))
"""The sides of a half, in pixels, and numbers of lines, the best first; the first in which the longest hand fits."""
_APART: Final = 4
"""The distance between tiles, in pixels."""
_PAD: Final = 8
_GAP: Final = 8
_LABELS: Final = {1: 220, 2: 136}
"""The width of a name beside hands, in pixels, by the number of columns."""
_FEW: Final = 3
"""The maximum number of players whose hands stand below each other."""


class OpenHand(NamedTuple):
    """A seat's hand below the table.

    Attributes:
        box: the panel.
        at: the boxes of its tiles, in the order of the hand.

    """

    seat: int
    box: Box
    at: tuple[Box, ...]


def open_hands(view: View) -> tuple[list[OpenHand], int]:
    """Lay out the hands that everybody sees, from y 0 on; return them and their height.

    Grids have none: of the tiles taken only the number matters. Empty hands take no room.
    """
    seats = [seat for seat, hand in enumerate(view.open_hands) if hand]
    if not seats or view.layout.is_face_down:
        return [], 0
    longest = max(map(len, view.open_hands))
    columns = 1 if view.seats <= _FEW else 2
    left, room = RAIL + 10, WIDTH - 2 * RAIL - 20
    wide = (room - _GAP * (columns - 1)) // columns
    label = _LABELS[columns]
    free = wide - _PAD - label
    half = next((half for half, lines in _SHAPES if longest <= free // (half + _APART) * lines), _SHAPES[-1][0])
    across, step = free // (half + _APART), 2 * half + _APART
    hands: list[OpenHand] = []
    y = 0
    for first in range(0, len(seats), columns):
        row = seats[first : first + columns]
        lines = max(-(-len(view.open_hands[seat]) // across) for seat in row)
        high = lines * step - _APART + 2 * _PAD
        for column, seat in enumerate(row):
            box = Box(left + column * (wide + _GAP), y, wide, high)
            start = Box(box.x + label, y + _PAD, half, 2 * half)
            numbers = range(len(view.open_hands[seat]))
            at = tuple(start.moved(n % across * (half + _APART), n // across * step) for n in numbers)
            hands.append(OpenHand(seat, box, at))
        y += high + _GAP
    return hands, y
