"""Finds the longest chain that a hand can play, as in its own train."""

from __future__ import annotations

from collections.abc import Sequence

from engine.tiles import Fits, Tile

MAX_CHAINS = 300
"""The maximum number of chains searched; then the best so far counts."""


def best_chain(hand: Sequence[Tile], number: int, fits: Sequence[Fits]) -> tuple[Tile, ...]:
    """Return the chain with the most pips from an end that shows ``number``, or a good one if there are very many."""
    best: tuple[int, tuple[Tile, ...]] = (0, ())
    left = MAX_CHAINS
    stack: list[tuple[int, int, tuple[Tile, ...]]] = [(number, 0, ())]
    while stack and left:
        left -= 1
        end, weight, chain = stack.pop()
        if weight > best[0]:
            best = (weight, chain)
        takes = fits[end]
        # the heaviest is searched first, and doubles before others
        fitting = sorted((each for each in hand if each in takes and each not in chain), key=_order)
        stack += [(each.pips - takes[each], weight + each.pips + 1, (*chain, each)) for each in fitting]
    return best[1]


def _order(tile: Tile) -> tuple[bool, int]:
    return tile.double, tile.pips
