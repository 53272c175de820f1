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
"""The gap between plates, with room for the arrow of turns, for up to :data:`_FEW` players, and for more, in pixels."""


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
    counts = [count for count in (below, seats - below) if count]
    widths = [min(MAX_WIDTH, (width - gap * (count - 1)) // count) for count in counts]
    high = HEIGHT if min(widths) >= NARROW else NARROW_HEIGHT
    places: list[tuple[bool, Box]] = []
    for is_above, (count, wide) in zip((False, True), zip(counts, widths, strict=True), strict=False):
        row = _row(count, wide, high, gap, width)
        if is_above != clockwise:
            row.reverse()
        places += [(is_above, box) for box in row]
    return tuple(places)


def _row(count: int, wide: int, high: int, gap: int, width: int) -> list[Box]:
    """Return boxes side by side in the middle of a row."""
    start = (width - wide * count - gap * (count - 1)) // 2
    return [Box(start + at * (wide + gap), 0, wide, high) for at in range(count)]
