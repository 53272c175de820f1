"""Layout of any table, at a suitable size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final, TypeGuard

from engine.layouts import Branches, Cross, Feet, Grid, Layout, Line, Pile, Spinners, Trains, Tricks
from engine.rules import find
from engine.view import View
from render.geometry.boxes import Box, Chain
from render.geometry.branching.tree import NoRoom, tree
from render.geometry.dimensions import MIN_HALF, REACH
from render.geometry.end_labels import LABEL_ROOM
from render.geometry.extent import extent, rows_height, rows_needed
from render.geometry.feet import lay_out_feet
from render.geometry.pile import pile_rows
from render.geometry.positions import grid_cells
from render.geometry.snake import max_rows, min_folded, snake
from render.geometry.spinner_rows import spinner_rows
from render.geometry.strip import strip
from render.geometry.trains import train_rows
from render.geometry.tricks import trick_table

MAX_TABLE_HEIGHT: Final = 772
"""The maximum height of a table's middle (tiles and labels), in pixels; plates and rim take the rest."""
_FOLD_STEP: Final = 10
"""The number of a line's tiles folded away at once."""
_ROWS_ABOVE: Final = {46: 1, 38: 2, MIN_HALF: 2}
"""By size, the rows above the first one that a line of a large set may take before it shrinks, and moves."""
_HALF_OF_TRAINS: Final = {4: 34, 5: 40, 9: 40}
"""By number of trains, the side of a half: as large as the height allows, for a phone 340 pixels wide."""
_SMALL_SET_TOP: Final = 6
"""The maximum pips on a half of a small set."""


def is_tree(layout: Layout) -> TypeGuard[Cross | Branches | Spinners]:
    """Whether a table branches, and is laid out as a tree: not if it has many spinners, whose arms have rows."""
    return isinstance(layout, Cross | Branches) or (isinstance(layout, Spinners) and not layout.several)


def halves(view: View) -> Sequence[int]:
    """Return the sides of a half, in pixels, in which a table may be drawn, the best first.

    They depend only on what is constant in a deal: tiles keep their places as long as possible.
    """
    match view.layout:
        case Grid():
            return (54,)
        case Pile():
            return (42,)
        case Tricks():
            return (58,)
        case Trains():
            return (_HALF_OF_TRAINS.get(len(view.layout.ends), 42),)
        case Feet() | Spinners(several=True):
            return (MIN_HALF,)
        case Cross() | Branches() | Spinners():
            return (44, 38, MIN_HALF)
        case Line():
            if view.max_pips > _SMALL_SET_TOP:
                return (46, 38, MIN_HALF)
            dealt = find(view.rules).tiles_each(view.options, view.seats) * (view.seats - len(view.eliminated))
            return (46 if dealt > 21 else 48 if dealt > 14 else 50, 38, MIN_HALF)


def min_rows(view: View, half: int) -> int:
    """Return the number of rows reserved above the first row of a line."""
    return _ROWS_ABOVE.get(half, 1) if view.max_pips > _SMALL_SET_TOP else 1


def preferred_extent(half: int) -> int:
    """Return the preferred maximum distance above and below the first tile of a table that branches, in pixels."""
    return half * 9 // 2


def lay_out_at(view: View, half: int, fold: bool = False, train_pitch: int = 0) -> Chain | None:
    """Lay out the tiles of a table at a size.

    Args:
        view: the match.
        half: the side of a half in pixels, even.
        fold: whether to fold away tiles that do not fit. Trains are folded anyway.
        train_pitch: the minimum distance from one train down to the next, in pixels.

    Returns:
        The chain around x 0; None if it does not fit.

    """
    layout = view.layout
    match layout:
        case Grid():
            return grid_cells(layout, half, REACH, len(layout.tiles) + sum(view.hand_sizes))
        case Pile():
            return pile_rows(layout, half, REACH)
        case Spinners(several=True):
            return spinner_rows(layout, MIN_HALF, REACH)
        case Tricks():
            return trick_table(layout, half, REACH, view.clockwise)
        case Trains():
            return train_rows(layout, half, REACH, 1 if len(layout.ends) <= 4 else 0, train_pitch)
        case Feet():
            return lay_out_feet(layout, MIN_HALF, REACH)
        case Line():
            return _folded_line(layout, half) if fold else _line(view, layout, half)
        case Cross() | Branches() | Spinners():
            up, most = preferred_extent(half), MAX_TABLE_HEIGHT - 2 * LABEL_ROOM
            chain = _tree(layout, half, up, most - up, fold)
            # a picture that is too high is better than none
            return _tree(layout, half, up, 2 * most, fold) if chain is None and fold else chain


def _line(view: View, line: Line, half: int) -> Chain | None:
    """Lay out a line; None if it is too high, or would move for lack of rows above and can shrink instead."""
    if min_folded(line.placed, half, 2 * REACH, max_rows(half, MAX_TABLE_HEIGHT)):
        return None
    chain = snake(line, half, REACH)
    up, down = extent(chain)
    above, least = rows_needed(half, up), min_rows(view, half)
    if above > least and view.max_pips > _SMALL_SET_TOP:
        return None
    return chain if rows_height(half, max(above, least)) + down <= MAX_TABLE_HEIGHT else None


def _folded_line(line: Line, half: int) -> Chain:
    """Lay out a line, and fold its middle until its height fits."""
    chain = snake(line, half, REACH)
    for folded in range(_FOLD_STEP, len(line.placed), _FOLD_STEP):
        if sum(extent(chain)) <= MAX_TABLE_HEIGHT:
            break
        chain = snake(line, half, REACH, folded)
    return chain


def lay_out(view: View, half: int = 0, train_pitch: int = 0) -> Chain:
    """Lay out a table as large as possible, for a picture that grows from move to move.

    Args:
        view: the match.
        half: the side of a half in pixels, even; 0 for the largest of :func:`halves` that fits.
        train_pitch: the minimum distance from one train down to the next, in pixels.

    Returns:
        The chain around x 0.

    """
    *larger, least = (half,) if half else halves(view)
    for each in larger:
        chain = lay_out_at(view, each)
        if chain is not None:
            return chain
    chain = lay_out_at(view, least, fold=True, train_pitch=train_pitch)
    assert chain is not None, "a folded table fits"
    return chain


def resize(view: View, sizes: Sequence[int], max_height: int) -> Chain | None:
    """Lay out a table that branches as :func:`lay_out` does, and show it in another size.

    Args:
        view: the match.
        sizes: the sides of a half to try, in pixels, even, the best first.
        max_height: the maximum height of the tiles, in pixels.

    Returns:
        The chain around x 0; None if it fits in none of these sizes.

    """
    layout, table = view.layout, lay_out(view)
    assert is_tree(layout), "other tables don't branch"
    boxes = [each.box for each in (*table.spots, *table.folds)]
    bounds = reduce(Box.joined, boxes) if boxes else Box(0, 0, 0, 0)
    for half in sizes:
        if bounds.h * half <= max_height * table.half and bounds.w * half <= 2 * REACH * table.half:
            up, most = preferred_extent(table.half), MAX_TABLE_HEIGHT - 2 * LABEL_ROOM
            fold = table.half == MIN_HALF
            return _tree(layout, table.half, up, most - up, fold, shown=half)
    return None


def lay_out_strip(view: View, sizes: Sequence[int], max_height: int) -> Chain:
    """Lay out a table as large as possible in a strip of a picture that does not grow.

    Args:
        view: the match.
        sizes: the sides of a half to try, in pixels, even, the best first.
        max_height: the strip's height in pixels, which piles, grids and trains may exceed.

    Returns:
        The chain around x 0.

    """
    *larger, least = sizes
    layout = view.layout
    if isinstance(layout, Tricks):
        return lay_out(view)
    for each in (*larger, least):
        if isinstance(layout, Line):
            chain = strip(layout, each, REACH, max_height, each == least)
        elif is_tree(layout):
            # trying a smaller size takes less time than a search
            chain = _tree(layout, each, max_height // 2, max_height // 2, each == least, patient=each == least)
            if chain is None and each == least:
                # a tree that forks to one side may fit with more room on that side
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
    assert chain is not None, "a folded table fits"
    return chain


def _tree(
    layout: Cross | Branches | Spinners,
    half: int,
    up: int,
    down: int,
    fold: bool,
    patient: bool = True,
    shown: int = 0,
) -> Chain | None:
    try:
        return tree(
            layout, half, REACH, up, down, preferred_down=min(up, down), fold=fold, patient=patient, shown=shown
        )
    except NoRoom:
        return None
