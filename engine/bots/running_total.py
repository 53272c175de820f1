"""Rates running totals by what they offer to the next player (document 004 no. 10)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from engine.actions import Move, Play
from engine.game import RuleSet, State
from engine.layouts import Pile
from engine.tiles import Tile

MAX_ADDED = 12
"""The most pips that one tile adds."""

NOISE_PIPS = 4.0
"""The most pips that random noise outweighs."""


def count_hits(total: int, rules: RuleSet, passing: bool, tiles: Iterable[Tile]) -> int:
    """Return how many tiles would bring a total to a mark, or with ``passing`` past it."""
    missing = [mark - total for mark in rules.scoring_totals if 0 < mark - total <= MAX_ADDED]
    if not missing:
        return 0
    nearest = missing[0]
    return sum(each.pips >= nearest if passing else each.pips in missing for each in tiles)


def choose_careful(state: State, moves: Sequence[Move], rng: random.Random) -> Move:
    """Return one of the moves that offer the others the fewest marks, a heavy tile rather than a light one.

    With small tiles left, a player can choose later where the total stands. In a rollout players see all hands.
    """
    pile = state.layout
    assert isinstance(pile, Pile), "pips are added up"
    passing = state.options.get("hit") == "reach"
    others = [each for seat, hand in enumerate(state.hands) if seat != state.turn for each in hand]
    offered = [
        count_hits(pile.total + move.tile.pips, state.rules, passing, others) if isinstance(move, Play) else 0
        for move in moves
    ]
    least = min(offered)

    def weight(move: Move) -> float:
        return (move.tile.pips if isinstance(move, Play) else 0) + NOISE_PIPS * rng.random()

    return max((move for move, each in zip(moves, offered, strict=True) if each == least), key=weight)
