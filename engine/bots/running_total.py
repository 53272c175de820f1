"""What a running total offers to whoever is next (document 004 no. 10)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from engine.actions import Move, Play
from engine.game import RuleSet, State
from engine.layouts import Pile
from engine.tiles import Tile

MAX_ADDED = 12
"""The most that one tile adds."""

NOISE_PIPS = 4.0
"""How many pips chance outweighs at most."""


def count_hits(total: int, rules: RuleSet, passing: bool, tiles: Iterable[Tile]) -> int:
    """Count the tiles that would bring a total to a mark, or with ``passing`` past it."""
    missing = [mark - total for mark in rules.scoring_totals if 0 < mark - total <= MAX_ADDED]
    if not missing:
        return 0
    nearest = missing[0]
    return sum(each.pips >= nearest if passing else each.pips in missing for each in tiles)


def choose_careful(state: State, moves: Sequence[Move], rng: random.Random) -> Move:
    """Choose among the moves that offer the others the fewest marks, the heavier tiles rather than the lighter.

    With small tiles left one chooses, later on, where the total stands. In thought players see all hands.

    Args:
        state: how it stands.
        moves: the legal moves.
        rng: the source of the noise.

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
