"""What an end takes, and what a cross shows outside: worked out from the rule set's own data, whichever it is."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.layouts import Cross, Grid, Pile
from engine.layouts.cross import ARMS
from engine.parts.moves import only_plays, pass_when_unable
from engine.rules import find
from engine.tiles import Tile
from engine.view import View


@cache
def matadors_of(rules: str) -> frozenset[Tile]:
    """Return the tiles that go on an end whatever it shows: the matadors of Matador and Mata; in most games none."""
    first, *rest = find(rules).fits
    found = frozenset(tile for tile in first if all(tile in touching for touching in rest))
    # where all tiles do, nothing has to match and none stands out
    return found if any(len(touching) > len(found) for touching in rest) else frozenset()


@cache
def _halves(rules: str, shown: int) -> tuple[int, ...]:
    touching = find(rules).fits[shown]
    return tuple(sorted({half for tile, half in touching.items() if tile not in matadors_of(rules)}))


def matadors_in_order(rules: str) -> tuple[Tile, ...]:
    """Return the tiles that go anywhere in the order in which rule books name them: 0-0, 6-1, 5-2, 4-3."""
    return tuple(sorted(matadors_of(rules), key=lambda tile: tile.low))


def accepted_halves(view: View, shown: int) -> tuple[int, ...]:
    """Return the halves by which a tile may touch an end that shows ``shown``, those that go anywhere left aside.

    Equal halves: the number itself. Sums of seven: what is missing to seven; a blank takes none, which leaves it to
    the matadors. On a pile, where nothing has to match, and in a grid: none.
    """
    if isinstance(view.layout, Pile | Grid):
        return ()
    return _halves(view.rules, shown)


def draws_from_boneyard(view: View) -> bool:
    """Return whether the undealt tiles come into play: whether in this match one ever draws."""
    idle = (pass_when_unable, only_plays)
    return find(view.rules).other_moves not in idle and view.options.get("unable") != "pass"


MATADOR_SIGN: Final = "★"
"""Stands for the tiles that go anywhere, on an end that takes no others."""


def accepts_label(view: View, shown: int) -> str:
    """Return what an end that shows ``shown`` takes, in a character or two: a number, or a star for matadors alone."""
    return "/".join(map(str, accepted_halves(view, shown))) or MATADOR_SIGN


def outer_total(view: View) -> int | None:
    """Return the total of a cross whose multiples score (All Fives); None in other games and on an empty table."""
    layout, count = view.layout, find(view.rules).addends
    if count is None or not isinstance(layout, Cross) or not layout.placed:
        return None
    return sum(count(layout))


def arm_points(view: View, end: str) -> int | None:
    """Return what an arm adds to the outer total; None where nothing is added up, or the arm has not begun."""
    layout, count = view.layout, find(view.rules).addends
    if count is None or not isinstance(layout, Cross) or end not in ARMS[: layout.opened]:
        return None
    return count(layout)[-layout.opened :][ARMS.index(end)]
