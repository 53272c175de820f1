"""The outer numbers of a line, on which points in mid-deal depend."""

from __future__ import annotations

from engine.layouts import Layout, outermost


def outer_numbers(layout: Layout) -> tuple[int, ...]:
    """Return the count of each end of a line: its outward half, or both halves of a double.

    An opening double counts once (the second rule book, "American fives" and "Fives and Threes"). Short ends of a
    spinner without a tile count nothing, or under Sniff their number.
    """
    ends, last = layout.ends, outermost(layout.placed, layout.ends)
    if len(layout.placed) == 1 and layout.placed[0].tile.double:
        return (layout.placed[0].tile.pips,)
    return tuple(
        [
            last[end].pips if end in last and last[end].double else number
            for end, number in ends.items()
            if layout.short_ends_count or end in last
        ]
    )
