"""Lays out any table, at the size that suits it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.layouts import Branches, Cross, Grid, Line, Pile, Trains
from engine.rules import find
from engine.view import View
from render.geometry.boxes import Chain
from render.geometry.branching.tree import NoRoom, tree
from render.geometry.dimensions import MIN_HALF, REACH
from render.geometry.end_labels import LABEL_ROOM
from render.geometry.extent import extent, rows_height, rows_needed
from render.geometry.pile import pile_rows
from render.geometry.positions import grid_cells
from render.geometry.snake import max_rows, min_folded, snake
from render.geometry.strip import strip
from render.geometry.trains import train_rows

MAX_TABLE_HEIGHT: Final = 772
"""How high the middle of a table may be, in pixels: tiles and the names of ends. The rest is for plates and rim."""
_FOLD_STEP: Final = 10
"""So many tiles of a line are folded away at once."""
_ROWS_ABOVE: Final = {46: 1, 38: 2, MIN_HALF: 2}
"""How many rows a large set's line has room for above its first one, by size: else it shrinks, and moves, first."""
_SMALL_SET_TOP: Final = 6
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
            return (36 if len(view.layout.ends) in {3, 5, 6} else MIN_HALF,)
        case Cross() | Branches():
            return (44, 38, MIN_HALF)
        case Line():
            if view.top > _SMALL_SET_TOP:
                return (46, 38, MIN_HALF)
            dealt = find(view.rules).hand_sizes[view.seats] * (view.seats - len(view.gone))
            return (46 if dealt > 21 else 48 if dealt > 14 else 50, 38, MIN_HALF)


def min_rows(view: View, half: int) -> int:
    """Give how many rows of a line there is room for above its first one, used or not."""
    return _ROWS_ABOVE.get(half, 1) if view.top > _SMALL_SET_TOP else 1


def preferred_extent(half: int) -> int:
    """Give how far above and below the first tile of a cross, or of a line that forks, all lies if it can."""
    return half * 9 // 2


def lay_out_at(view: View, half: int, fold: bool = False, train_pitch: int = 0) -> Chain | None:
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
            return grid_cells(layout, half, REACH, len(layout.lying) + sum(view.counts))
        case Pile():
            return pile_rows(layout, half, REACH)
        case Trains():
            return train_rows(layout, half, REACH, 1 if len(layout.ends) <= 4 else 0, train_pitch)
        case Line():
            return _folded_line(layout, half) if fold else _line(view, layout, half)
        case Cross() | Branches():
            up, most = preferred_extent(half), MAX_TABLE_HEIGHT - 2 * LABEL_ROOM
            chain = _tree(layout, half, up, most - up, fold)
            # rather a picture that is too high than none
            return _tree(layout, half, up, 2 * most, fold) if chain is None and fold else chain


def _line(view: View, line: Line, half: int) -> Chain | None:
    """Lay out a line; None where it is too high, or would move for want of rows above and may as well shrink."""
    if min_folded(line.placed, half, 2 * REACH, max_rows(half, MAX_TABLE_HEIGHT)):
        return None
    chain = snake(line, half, REACH)
    up, down = extent(chain)
    above, least = rows_needed(half, up), min_rows(view, half)
    if above > least and view.top > _SMALL_SET_TOP:
        return None
    return chain if rows_height(half, max(above, least)) + down <= MAX_TABLE_HEIGHT else None


def _folded_line(line: Line, half: int) -> Chain:
    """Lay out a line, and fold its middle as far as it would be too high."""
    chain = snake(line, half, REACH)
    for folded in range(_FOLD_STEP, len(line.placed), _FOLD_STEP):
        if sum(extent(chain)) <= MAX_TABLE_HEIGHT:
            break
        chain = snake(line, half, REACH, folded)
    return chain


def lay_out(view: View, half: int = 0, train_pitch: int = 0) -> Chain:
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
        chain = lay_out_at(view, each)
        if chain is not None:
            return chain
    chain = lay_out_at(view, least, fold=True, train_pitch=train_pitch)
    assert chain is not None, "what is folded finds room"
    return chain


def lay_out_strip(view: View, sizes: Sequence[int], max_height: int) -> Chain:
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
            chain = strip(layout, each, REACH, max_height, each == least)
        elif isinstance(layout, Cross | Branches):
            # a smaller size costs less time than a search
            chain = _tree(layout, each, max_height // 2, max_height // 2, each == least, patient=each == least)
            if chain is None and each == least:
                # what forks to one side finds room where there is more of it on that side
                ways = (
                    _tree(layout, each, up, max_height - up, fold=True)
                    for up in (max_height // 4, max_height - max_height // 4)
                )
                chain = next(filter(None, ways), None)
        else:
            chain = lay_out_at(view, each)
            if chain is not None and chain.bounds.h > max_height and each != least:
                continue
        if chain is not None:
            return chain
    chain = lay_out_at(view, least, fold=True)
    assert chain is not None, "what is folded finds room"
    return chain


def _tree(layout: Cross | Branches, half: int, up: int, down: int, fold: bool, patient: bool = True) -> Chain | None:
    try:
        return tree(layout, half, REACH, up, down, preferred_down=min(up, down), fold=fold, patient=patient)
    except NoRoom:
        return None
