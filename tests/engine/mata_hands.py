"""Positions that the tests of Mata begin with."""

from __future__ import annotations

import pytest

from engine import match
from engine.game import State
from tests.engine.games import after, deal, late

both_rules = pytest.mark.parametrize("rules", ["mata", "mata-alsace"])

HANDS = ("6-6 5-5 3-0 2-0 1-0", "4-4 6-5 6-4 6-3 6-2", "3-3 6-0 5-4 5-3 5-1", "2-2 5-0 4-2 4-1 4-0")
"""Four hands of five tiles without a mata; seat 0 has the highest double."""

TWO_LEFT = "5-1 4-2"
"""A boneyard from which nobody draws any more."""


def finished(
    *hands: str,
    rules: str = "mata",
    opener: int = 0,
    totals: tuple[int, ...] | None = None,
    until: str = "deals",
    deals: int = 5,
    limit: int = 100,
) -> State:
    """Return a match of which a deal has just ended: seat 0 had one tile left, and went out."""
    chosen: dict[str, int | str] = {"until": until, "deals": deals, "limit": limit}
    state = late(["1-1", *hands], ["6-4"], rules=rules, opener=opener, totals=totals, boneyard=TWO_LEFT)
    return after(state._replace(options=match.new(rules, state.seats, chosen).options), "0 play 1-1 e1")


DYING = ("0-0 3-0 2-0 6-0 6-6", "4-3 5-2 6-1 5-5 5-4", "4-0 5-0 1-0 4-4 2-2")
"""Three hands that lay all four matas and close every end with a blank in ten plays."""

BLANKS = (
    *("0 play 0-0 start", "1 play 4-3 e1", "2 play 4-0 e3", "0 play 3-0 e1", "1 play 5-2 e1", "2 play 5-0 e4"),
    *("0 play 2-0 e1", "1 play 6-1 e1", "2 play 1-0 e1"),
)


def dying(rules: str, *, plays: int = 9) -> State:
    """Play so many of the nine plays after which 6-0 closes the last end."""
    return after(deal(match.new(rules, 3), *DYING, first=0 if rules == "mata" else None), *BLANKS[:plays])
