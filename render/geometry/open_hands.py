"""Layout of the hands of all seats below a table, for rules that lay them open."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.view import View
from render.geometry.boxes import Box
from render.geometry.dimensions import MIN_HALF, RAIL, WIDTH

HALF: Final = MIN_HALF
"""The side of a half in these hands, in pixels."""
_STEP: Final = HALF + 4
_PAD: Final = 8
_GAP: Final = 8
_LABEL, _LONG_LABEL = 120, 220
"""The width of a name beside long hands in two columns, and beside short ones, in pixels."""


class OpenHand(NamedTuple):
    """A seat's hand below the table.

    Attributes:
        box: the panel.
        at: the boxes of its tiles, in the order of the hand.

    """

    seat: int
    box: Box
    at: tuple[Box, ...]


def open_hands(view: View, longest: int = 0) -> tuple[list[OpenHand], int]:
    """Lay out the hands that everybody sees, from y 0 on; return them and their height.

    Grids have none: of the tiles taken only the number matters.

    Args:
        view: the match.
        longest: the maximum number of tiles in a hand during the deal; 0 if unknown.

    """
    if not view.open_hands or view.layout.is_face_down:
        return [], 0
    columns = 1 if view.seats <= 3 else 2
    left, room = RAIL + 10, WIDTH - 2 * RAIL - 20
    wide = (room - _GAP * (columns - 1)) // columns
    label = _LONG_LABEL if columns == 1 else _LABEL
    if longest:
        # names take the room that hands never need
        label = max(label, min(_LONG_LABEL, wide - _PAD - longest * _STEP))
    across = max((wide - label - _PAD) // _STEP, 1)
    hands: list[OpenHand] = []
    y = 0
    for first in range(0, view.seats, columns):
        row = range(first, min(first + columns, view.seats))
        lines = max(1, *(-(-len(view.open_hands[seat]) // across) for seat in row))
        high = lines * (2 * HALF + 4) - 4 + 2 * _PAD
        for seat in row:
            box = Box(left + (seat - first) * (wide + _GAP), y, wide, high)
            at = tuple(
                Box(box.x + label + n % across * _STEP, y + _PAD + n // across * (2 * HALF + 4), HALF, 2 * HALF)
                for n in range(len(view.open_hands[seat]))
            )
            hands.append(OpenHand(seat, box, at))
        y += high + _GAP
    return hands, y
