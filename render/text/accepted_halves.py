"""The halves that an end accepts, and the outer total, derived from the rule set's data."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.parts.moves import only_plays, pass_when_unable
from engine.parts.tricks import pass_the_bid
from engine.rules import find
from engine.tiles import Tile
from engine.view import View


@cache
def matadors_of(rules: str) -> frozenset[Tile]:
    """Return the tiles that fit every end: the matadors of Matador and Mata; in most games none."""
    first, *rest = find(rules).fits
    found = frozenset(tile for tile in first if all(tile in touching for touching in rest))
    # if all tiles fit everywhere, nothing has to match
    return found if any(len(touching) > len(found) for touching in rest) else frozenset()


@cache
def _halves(rules: str, shown: int) -> tuple[int, ...]:
    touching = find(rules).fits[shown]
    return tuple(sorted({half for tile, half in touching.items() if tile not in matadors_of(rules)}))


def matadors_in_order(rules: str) -> tuple[Tile, ...]:
    """Return the matadors in the order of rule books: 0-0, 6-1, 5-2, 4-3."""
    return tuple(sorted(matadors_of(rules), key=lambda tile: tile.low))


def accepted_halves(view: View, shown: int) -> tuple[int, ...]:
    """Return the halves by which a tile other than a matador may touch an end that shows ``shown``.

    Equal halves: the number itself. Sums of seven: the complement to seven; a blank accepts only matadors. Piles
    and tricks, where nothing has to match, and grids: none.
    """
    return _halves(view.rules, shown) if view.layout.has_ends else ()


def draws_from_boneyard(view: View) -> bool:
    """Return whether players of the match ever draw undealt tiles."""
    idle = (pass_when_unable, only_plays, pass_the_bid)
    return find(view.rules).other_moves not in idle and view.options.get("unable") != "pass"


MATADOR_SIGN: Final = "★"
"""Stands for the matadors, on an end that accepts only those."""


def accepts_label(view: View, shown: int) -> str:
    """Return what an end that shows ``shown`` accepts: a number, or a star for only matadors."""
    return "/".join(map(str, accepted_halves(view, shown))) or MATADOR_SIGN


def plays_score(view: View) -> bool:
    """Return whether plays score at once."""
    return find(view.rules).scoring.move_points is not None


def outer_total(view: View) -> int | None:
    """Return the total of the ends, by which plays score; None in other games and on an empty table."""
    layout, count = view.layout, find(view.rules).scoring.addends
    if count is None or not layout.has_ends or not layout.placed:
        return None
    return sum(count(layout))


def scores_by_itself(view: View, total: int) -> bool:
    """Return whether an outer total is one that scores."""
    points = find(view.rules).scoring.total_points
    return points is not None and points(total) > 0


def end_points(view: View, end: str) -> int | None:
    """Return an end's part of the outer total; None in other games and for an end without tiles."""
    layout, count = view.layout, find(view.rules).scoring.addends
    # an opening double alone counts once, and not by its ends
    if count is None or len(layout.placed) < 2:
        return None
    numbers = count(layout)
    # short ends of a spinner may count without a tile
    counted = [each for each in layout.ends if len(numbers) == len(layout.ends) or each not in layout.new_ends]
    # beside the only arm of a cross, its spinner counts first
    return numbers[-len(counted) :][counted.index(end)] if end in counted else None
