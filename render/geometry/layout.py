"""Lays out any table, at the size that suits it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.layouts import Branches, Cross, Grid, Line, Pile, Trains
from engine.rules import find
from engine.view import View
from render.geometry.boxes import Chain
from render.geometry.branching.tree import NoRoom, tree
from render.geometry.dimensions import LEAST_HALF, REACH
from render.geometry.end_labels import TAG_ROOM
from render.geometry.extent import extent, rows, rows_high
from render.geometry.pile import heap
from render.geometry.positions import cells
from render.geometry.snake import least_folded, most_rows, snake
from render.geometry.strip import stripes
from render.geometry.trains import railway

HIGHEST: Final = 772
"""How high the middle of a table may be, in pixels: tiles and the names of ends. The rest is for plates and rim."""
_FOLDING: Final = 10
"""So many tiles of a line are folded away at once."""
_ABOVE: Final = {46: 1, 38: 2, LEAST_HALF: 2}
"""How many rows a large set's line has room for above its first one, by size: else it shrinks, and moves, first."""
_SMALL: Final = 6
"""Sets with more pips on a half than this are large."""


def halves(view: View) -> Sequence[int]:
    """Give the sizes in which a table may be drawn, the side of a half in pixels, the best first.

    They depend on what stays the same in a deal, so that tiles stay where they were as long as they find room.
    """
    match view.layout:
        case Grid():
            return (54,)
        case Pile():
            return (42,)
        case Trains():
            return (36 if len(view.layout.ends) in {3, 5, 6} else LEAST_HALF,)
        case Cross() | Branches():
            return (44, 38, LEAST_HALF)
        case Line():
            if view.top > _SMALL:
                return (46, 38, LEAST_HALF)
            dealt = find(view.rules).hand_sizes[view.seats] * (view.seats - len(view.gone))
            return (46 if dealt > 21 else 48 if dealt > 14 else 50, 38, LEAST_HALF)


def least_rows(view: View, half: int) -> int:
    """Give how many rows of a line there is room for above its first one, used or not."""
    return _ABOVE.get(half, 1) if view.top > _SMALL else 1


def calm(half: int) -> int:
    """Give how far above and below the first tile of a cross, or of a line that forks, all lies if it can."""
    return half * 9 // 2


def lay(view: View, half: int, fold: bool = False, apart: int = 0) -> Chain | None:
    """Lay out the tiles of a table around x 0.

    Args:
        view: whose layout it is.
        half: the side of a half in pixels, even.
        fold: whether what finds no room may be folded away. Trains are folded anyway.
        apart: how far one train lies below the other at least, in pixels.

    Returns:
        The chain; None where it finds no room with halves of that size.

    """
    layout = view.layout
    match layout:
        case Grid():
            return cells(layout, half, REACH, len(layout.lying) + sum(view.counts))
        case Pile():
            return heap(layout, half, REACH)
        case Trains():
            return railway(layout, half, REACH, 1 if len(layout.ends) <= 4 else 0, apart)
        case Line():
            return _folded(layout, half) if fold else _grown(view, layout, half)
        case Cross() | Branches():
            up, most = calm(half), HIGHEST - 2 * TAG_ROOM
            chain = _forked(layout, half, up, most - up, fold)
            # rather a picture that is too high than none
            return _forked(layout, half, up, 2 * most, fold) if chain is None and fold else chain


def _grown(view: View, line: Line, half: int) -> Chain | None:
    """Lay out a line; None where it is too high, or would move for want of rows above and may as well shrink."""
    if least_folded(line.placed, half, 2 * REACH, most_rows(half, HIGHEST)):
        return None
    chain = snake(line, half, REACH)
    up, down = extent(chain)
    above, least = rows(half, up), least_rows(view, half)
    if above > least and view.top > _SMALL:
        return None
    return chain if rows_high(half, max(above, least)) + down <= HIGHEST else None


def _folded(line: Line, half: int) -> Chain:
    """Lay out a line, and fold its middle as far as it would be too high."""
    chain = snake(line, half, REACH)
    for folded in range(_FOLDING, len(line.placed), _FOLDING):
        if sum(extent(chain)) <= HIGHEST:
            break
        chain = snake(line, half, REACH, folded)
    return chain


def laid(view: View, half: int = 0, apart: int = 0) -> Chain:
    """Lay out a table as large as finds room, for a picture of it that grows from move to move.

    Args:
        view: whose layout it is.
        half: the side of a half in pixels, even; 0 for what suits the table.
        apart: how far one train lies below the other at least, in pixels.

    Returns:
        The chain around x 0.

    """
    *larger, least = (half,) if half else halves(view)
    for each in larger:
        chain = lay(view, each)
        if chain is not None:
            return chain
    chain = lay(view, least, fold=True, apart=apart)
    assert chain is not None, "what is folded finds room"
    return chain


def strip(view: View, sizes: Sequence[int], high: int) -> Chain:
    """Lay out a table as large as finds room in a strip of the picture, for what is shown once and does not grow.

    Args:
        view: whose layout it is.
        sizes: what to try, the side of a half in pixels, even, the best first.
        high: how high it all may be, in pixels. Piles, grids and trains are as high as they are.

    Returns:
        The chain around x 0.

    """
    *larger, least = sizes
    layout = view.layout
    for each in (*larger, least):
        if isinstance(layout, Line):
            chain = stripes(layout, each, REACH, high, each == least)
        elif isinstance(layout, Cross | Branches):
            # a smaller size costs less time than a search
            chain = _forked(layout, each, high // 2, high // 2, each == least, patient=each == least)
            if chain is None and each == least:
                # what forks to one side finds room where there is more of it on that side
                ways = (_forked(layout, each, up, high - up, fold=True) for up in (high // 4, high - high // 4))
                chain = next(filter(None, ways), None)
        else:
            chain = lay(view, each)
            if chain is not None and chain.bounds.h > high and each != least:
                continue
        if chain is not None:
            return chain
    chain = lay(view, least, fold=True)
    assert chain is not None, "what is folded finds room"
    return chain


def _forked(layout: Cross | Branches, half: int, up: int, down: int, fold: bool, patient: bool = True) -> Chain | None:
    try:
        return tree(layout, half, REACH, up, down, calm=min(up, down), fold=fold, patient=patient)
    except NoRoom:
        return None
