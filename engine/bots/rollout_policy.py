"""What players in thought lay: what common sense would, at a glance, with enough whim that no two deals go alike."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

from engine.actions import Move, Play
from engine.bots.beliefs import bitmask
from engine.bots.heuristics import weights_for
from engine.game import RuleSet, State
from engine.tiles import full_set

NOISE_PIPS = 2.0
"""How many pips of common sense chance outweighs at most."""


class RolloutPolicy:
    """Chooses what to lay in a deal that is played on, where lines grow and nothing is scored on the way.

    It weighs pips, doubles, answers left in the hand and what is still out that fits, as
    :mod:`engine.bots.heuristics` does; counted in bits, since this is asked some thousand times for one choice.

    Args:
        state: where the deal stands.
        chance: where whims come from.

    """

    __slots__ = ("_fits", "_left", "_rand", "_rules", "_values", "_weights")

    def __init__(self, state: State, rng: random.Random) -> None:
        self._rules = state.rules
        self._rand = rng.random
        self._weights = weights_for(state.rules)
        self._fits = _fitting_tiles(state.rules)
        self._values = _tile_values(state.rules)
        self._left = bitmask(state.boneyard)
        for hand in state.hands:
            self._left |= bitmask(hand)

    def note_play(self, move: Play) -> None:
        """Note that a tile has been laid."""
        self._left &= ~(1 << move.tile.order)

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """Choose among the moves of the seat in turn."""
        rand, fits, values, touching = self._rand, self._fits, self._values, self._rules.fits
        answer, scarce = self._weights.answer, self._weights.scarce
        ends = self._rules.open_ends(state)
        hand = bitmask(state.hands[moves[0].seat])
        out = self._left & ~hand
        chosen, best = moves[0], -1e9
        for move in moves:
            if type(move) is not Play or move.end not in ends:
                # a way not to play, or an opening: as good as any
                return moves[int(rand() * len(moves))]
            tile = move.tile
            fitting = fits[tile.pips - touching[ends[move.end]][tile]]
            for end, shown in ends.items():
                if end != move.end:
                    fitting |= fits[shown]
            answers = (hand & ~(1 << tile.order) & fitting).bit_count()
            value = values[tile.order] + answer * answers - scarce * (out & fitting).bit_count() + NOISE_PIPS * rand()
            if value > best:
                chosen, best = move, value
        return chosen


@cache
def _fitting_tiles(rules: RuleSet) -> Sequence[int]:
    """Give the tiles that fit each number that an end can show, as bits by their order."""
    return [bitmask(fitting) for fitting in rules.fits]


@cache
def _tile_values(rules: RuleSet) -> Sequence[float]:
    """Give what it is worth to be rid of each tile, by its order."""
    weights = weights_for(rules)
    return [weights.pip * each.pips + weights.double * each.double for each in full_set(rules.max_pips)]
