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
    matadors = frozenset(tile for tile in first if all(tile in touching for touching in rest))
    # where all tiles fit everywhere, none is a matador
    return matadors if any(len(touching) > len(matadors) for touching in rest) else frozenset()


@cache
def _halves(rules: str, number: int) -> tuple[int, ...]:
    touching = find(rules).fits[number]
    return tuple(sorted({half for tile, half in touching.items() if tile not in matadors_of(rules)}))


def matadors_in_order(rules: str) -> tuple[Tile, ...]:
    """Return the matadors in the order of rule books: 0-0, 6-1, 5-2, 4-3."""
    return tuple(sorted(matadors_of(rules), key=lambda tile: tile.low))


def accepted_halves(view: View, number: int) -> tuple[int, ...]:
    """Return the halves by which a tile other than a matador may touch an end that shows ``number``.

    Equal halves: the number itself. Sums of seven: the complement to seven; a blank accepts only matadors. Piles
    and tricks, where nothing has to match, and grids: none.
    """
    return _halves(view.rules, number) if view.layout.has_ends else ()


def draws_from_boneyard(view: View) -> bool:
    """Whether players of the match ever draw undealt tiles."""
    idle = (pass_when_unable, only_plays, pass_the_bid)
    return find(view.rules).other_moves not in idle and view.options.get("unable") != "pass"


MATADOR_SIGN: Final = "★"
"""Stands for the matadors, on an end that accepts only those."""


def accepts_label(view: View, number: int) -> str:
    """Return the label of an end that shows ``number``: the half that it accepts, or a star for only matadors."""
    return "/".join(map(str, accepted_halves(view, number))) or MATADOR_SIGN


def plays_score(view: View) -> bool:
    """Whether plays score at once."""
    return find(view.rules).scoring.move_points is not None


def outer_total(view: View) -> int | None:
    """Return the total of the ends, by which plays score; None in other games and on an empty table."""
    layout, count = view.layout, find(view.rules).scoring.addends
    if count is None or not layout.has_ends or not layout.placed:
        return None
    return sum(count(layout))


def scores_by_itself(view: View, total: int) -> bool:
    """Whether an outer total is one that scores."""
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
