"""Places of the players' plates: a row below the tiles and a row above them."""

from __future__ import annotations

from typing import Final

from render.geometry.boxes import Box

MAX_WIDTH: Final = 476
"""A plate's maximum width in pixels."""
HEIGHT: Final = 96
"""A plate's height in pixels."""
NARROW: Final = 400
"""Plates narrower than this, in pixels, have three lines instead of two, and no fan of tiles."""
NARROW_HEIGHT: Final = 110
_FEW: Final = 4
_APART, _CLOSER = 24, 18
"""The gap between plates, with room for the arrow of turns, for up to :data:`_FEW` players and for more; in pixels."""


def seating(seats: int, width: int, clockwise: bool) -> tuple[tuple[bool, Box], ...]:
    """Return each seat's place: whether it is above the tiles, and its plate, with y 0 at the top of its row.

    Seat 0 sits below. The others follow in turn order around the table: from the lower left to the right and back
    along the upper row, or the other way round if turns go clockwise.

    Args:
        seats: the number of players.
        width: the width of a row in pixels; plates are centred in it.
        clockwise: whether turns go clockwise.

    """
    gap = _APART if seats <= _FEW else _CLOSER
    below = seats // 2 or 1
    rows = [(is_above, count) for is_above, count in ((False, below), (True, seats - below)) if count]
    wide = {count: min(MAX_WIDTH, (width - gap * (count - 1)) // count) for _, count in rows}
    high = HEIGHT if min(wide.values()) >= NARROW else NARROW_HEIGHT
    places: list[tuple[bool, Box]] = []
    for is_above, count in rows:
        start = (width - wide[count] * count - gap * (count - 1)) // 2
        row = [Box(start + at * (wide[count] + gap), 0, wide[count], high) for at in range(count)]
        if is_above != clockwise:
            row.reverse()
        places += [(is_above, box) for box in row]
    return tuple(places)
