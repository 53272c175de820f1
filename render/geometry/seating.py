"""Where the players sit: plates in a row below the tiles and a row above them."""

from __future__ import annotations

from render.geometry.boxes import Box

WIDEST = 476
"""A plate's greatest width in pixels."""


def seating(seats: int, width: int, clockwise: bool, height: int, gap: int) -> tuple[tuple[bool, Box], ...]:
    """Give each seat's place: whether it is above the tiles, and its plate with y 0 at its own row's top.

    Seat 0 sits below. The others follow in turn order around the table: from the lower left to the right and back
    along the upper row, the other way round where turns go clockwise.

    Args:
        seats: how many sit down.
        width: the room for a row in pixels; plates keep to its middle.
        clockwise: the direction of turns.
        height: a plate's height in pixels.
        gap: the room between two plates in pixels.

    """
    below = seats // 2 or 1
    above = seats - below
    places: list[tuple[bool, Box]] = []
    for is_above, count in ((False, below), (True, above)):
        if not count:
            continue
        plate = min(WIDEST, (width - gap * (count - 1)) // count)
        start = (width - plate * count - gap * (count - 1)) // 2
        row = [Box(start + at * (plate + gap), 0, plate, height) for at in range(count)]
        if is_above != clockwise:
            row.reverse()
        places += [(is_above, box) for box in row]
    return tuple(places)
