"""Lays out any table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.layouts import Grid, Line, Pile, Trains
from engine.rules.catalogue import find
from engine.view import View
from render.geometry.boxes import Chain
from render.geometry.pile import heap
from render.geometry.positions import cells
from render.geometry.railway import railway
from render.geometry.snake import snake
from render.geometry.tree import NoRoom, tree

REACH = 474
"""How far to the left and right of a picture's middle tiles may lie, in pixels: so much the rim leaves."""
HIGHEST = 760
"""How high a table of tiles may be, in pixels."""
_FOLDING = 10


def lay(view: View, half: int, reach: int = REACH, high: int = HIGHEST) -> Chain | None:
    """Lay out the tiles on a table around x 0.

    Args:
        view: whose layout it is.
        half: the side of a half in pixels, even.
        reach: how far to the left and right of the middle tiles may lie, in pixels.
        high: how high it all may be, in pixels. Lines and trains that would be higher are folded.

    Returns:
        The chain; None where it can't be laid out with halves of that size.

    """
    layout = view.layout
    if isinstance(layout, Line):
        return _folded(layout, half, reach, high)
    if isinstance(layout, Trains):
        return railway(layout, half, reach, 1 if len(layout.ends) <= 4 else 0)
    if isinstance(layout, Pile):
        return heap(layout, half, reach)
    if isinstance(layout, Grid):
        return cells(layout, half, reach, len(layout.lying) + sum(view.counts))
    try:
        # what is not high enough for a strip is higher, and smaller
        return tree(layout, half, reach, max(high, HIGHEST) // 2)
    except NoRoom:
        return None


def _folded(line: Line, half: int, reach: int, high: int) -> Chain:
    """Lay out a line, and fold its middle as far as it would be too high."""
    chain = snake(line, half, reach)
    for folded in range(_FOLDING, len(line.placed), _FOLDING):
        if chain.bounds.h <= high:
            break
        chain = snake(line, half, reach, folded)
    return chain


def halves(view: View) -> Iterator[int]:
    """Give the sizes in which a table may be drawn, the side of a half in pixels, the best first.

    They depend on what stays the same in a deal, so that tiles stay where they were as long as they find room.
    """
    layout = view.layout
    if isinstance(layout, Grid):
        yield 54
    elif isinstance(layout, Pile):
        yield 42
    elif isinstance(layout, Trains):
        yield 36 if len(layout.ends) <= 6 else 32
    else:
        dealt = find(view.rules).hand_sizes[view.seats] * (view.seats - len(view.gone))
        first = 46 if dealt > 21 else 48 if dealt > 14 else 50
        yield from range(first, 36 if isinstance(layout, Line) else 22, -4)


def laid(view: View, sizes: Sequence[int] = (), high: int = HIGHEST) -> Chain:
    """Lay out a table as large as finds room.

    Args:
        view: whose layout it is.
        sizes: what to try, the side of a half in pixels, even, the best first; empty: what suits the picture of a
            table.
        high: how high it all may be, in pixels.

    Returns:
        The chain around x 0. One that nothing helps is higher than it may be.

    """
    sizes = sizes or tuple(halves(view))
    made: Chain | None = None
    for half in sizes:
        chain = lay(view, half, high=high)
        made = chain or made
        if chain is not None and chain.bounds.h <= high and (not chain.folds or isinstance(view.layout, Trains)):
            return chain
    made = made or lay(view, sizes[-1], high=2 * HIGHEST)
    assert made is not None, "a table of any height has room"
    return made
