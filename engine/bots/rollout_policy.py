"""Chooses the moves in a rollout: by heuristics, with enough noise that rollouts differ."""

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
"""The most pips that random noise outweighs."""


class RolloutPolicy:
    """Chooses plays on lines, in rule sets without points during the deal.

    It weighs pips, doubles, tiles in the hand that fit next and unseen tiles that fit, as
    :mod:`engine.bots.heuristics` does, but on bit masks, since it runs some thousand times for one decision.

    Args:
        state: the start of the rollout.
        rng: for the noise.

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
        """Note that a tile has been played."""
        self._left &= ~(1 << move.tile.order)

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """Return one of the moves of the seat in turn."""
        rand, fits, values, touching = self._rand, self._fits, self._values, self._rules.fits
        answer, scarce = self._weights.answer, self._weights.scarce
        ends = self._rules.open_ends(state)
        hand = bitmask(state.hands[moves[0].seat])
        out = self._left & ~hand
        chosen, best = moves[0], -1e9
        for move in moves:
            if type(move) is not Play or move.end not in ends:
                # an opening, or a move other than a play: choose at random
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
    """Return the tiles that fit each number an end can show, as bit masks by the tiles' order."""
    return [bitmask(fitting) for fitting in rules.fits]


@cache
def _tile_values(rules: RuleSet) -> Sequence[float]:
    """Return the value of getting rid of each tile, by its order."""
    weights = weights_for(rules)
    return [weights.pip * each.pips + weights.double * each.double for each in full_set(rules.max_pips)]
