"""Rates running totals by what they offer to the next player (document 004 no. 10)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import RuleSet
from engine.tiles import Tile

MAX_ADDED = 12
"""The most pips that one tile adds."""


def count_hits(total: int, rules: RuleSet, passing: bool, tiles: Iterable[Tile]) -> int:
    """Return how many tiles would bring a total to a mark, or with ``passing`` past it."""
    missing = [mark - total for mark in rules.scoring_totals if 0 < mark - total <= MAX_ADDED]
    if not missing:
        return 0
    nearest = missing[0]
    return sum(each.pips >= nearest if passing else each.pips in missing for each in tiles)
