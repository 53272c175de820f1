"""Where the players sit: plates in a row below the tiles and a row above them."""

from __future__ import annotations

from typing import Final

from render.geometry.boxes import Box

MAX_WIDTH: Final = 476
"""A plate's greatest width in pixels."""
HEIGHT: Final = 96
"""A plate's height in pixels."""
NARROW: Final = 400
"""Plates narrower than this, in pixels, have three lines instead of two, and no fan of tiles."""
NARROW_HEIGHT: Final = 110
_FEW: Final = 4
_APART, _CLOSER = 24, 18
"""How far plates stand apart, up to so many players and else, in pixels: between them turns are shown."""


def seating(seats: int, width: int, clockwise: bool) -> tuple[tuple[bool, Box], ...]:
    """Give each seat's place: whether it is above the tiles, and its plate with y 0 at its own row's top.

    Seat 0 sits below. The others follow in turn order around the table: from the lower left to the right and back
    along the upper row, the other way round where turns go clockwise.

    Args:
        seats: how many sit down.
        width: the room for a row in pixels; plates keep to its middle.
        clockwise: the direction of turns.

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
