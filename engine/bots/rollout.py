"""Plays the rest of a deal at random or by a policy, to estimate the value of a move."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from engine.bots.evaluation import evaluate, evaluate_unfinished, share_of_win
from engine.bots.heuristics import MAX_ADDED, count_hits, weights_for
from engine.bots.line_rollout import is_plain_line, play_on
from engine.game import RuleSet
from engine.simulation import START, Simulation
from engine.simulation.pile import PileSimulation
from engine.simulation.trains import TrainSimulation
from engine.tiles import bitmask, full_set

HORIZON = 6
"""After how many actions a rollout stops where plays score at once: later points depend on chance."""

LINE_HORIZON = 12
"""The same on a line, which takes less time to play on."""

HORIZON_ROUNDS = 2
"""After how many rounds of the table a rollout of a large set stops."""

MAX_SMALL_SET = 6
"""The most pips of a half in a set whose rollouts never stop early."""

NO_HORIZON = 10_000
"""More actions than any deal has."""

NOISE_PIPS = 2.0
"""The most pips that random noise outweighs in a choice by the policy."""

NOISE_TOTAL = 4.0
"""The same where a running total counts."""

Policy = Callable[[Simulation], int]
"""Chooses one of several legal moves."""


class Rollouts:
    """Plays deals on to their ends.

    On lines the seats follow a policy, and first of all take the most points; elsewhere they play at random.

    Args:
        deal: the deal in which a move is to be chosen.
        side: the side for which deals are evaluated.
        rng: for the random choices.

    Attributes:
        won: the side's share of having won the last deal played on; None if it was not played to its end.

    """

    def __init__(self, deal: Simulation, side: int, rng: random.Random) -> None:
        self.won: float | None = None
        self._side = side
        self._seats = deal.teams[side]
        self._rand = rng.random
        self._horizon = _horizon(deal)
        rules = deal.rules
        self._policy: Policy = self._random
        self._fast = False
        if isinstance(deal, PileSimulation):
            self._policy = self._careful
            self._hits = _hits(rules, deal.options.get("hit") == "reach")
        elif rules.scoring.blocked_criterion != "most pips" and not isinstance(deal, TrainSimulation):
            # elsewhere trials showed that the policy makes players no stronger
            self._policy = self._sensible if rules.scoring.move_points is None else self._greedy
            self._weights = weights_for(rules)
            self._values = _tile_values(rules)
            self._fast = is_plain_line(deal)

    def value(self, deal: Simulation, move: int) -> float:
        """Play a move and the rest of a deal, in place; return its value."""
        deal.play(move)
        left = self._horizon
        while deal.reason is None:
            if left <= 0:
                self.won = None
                return evaluate_unfinished(deal, self._side)
            if self._fast:
                made = play_on(deal, left, self._weights, self._values, NOISE_PIPS, self._rand)
                left -= made
                if made:
                    continue
            moves = deal.moves
            deal.play(moves[0] if len(moves) == 1 else self._policy(deal))
            left -= 1
        deal.settle()
        self.won = share_of_win(deal.results[-1].winners, self._seats)
        return evaluate(deal, self._side)

    def _random(self, deal: Simulation) -> int:
        moves = deal.moves
        return moves[int(self._rand() * len(moves))]

    def _greedy(self, deal: Simulation) -> int:
        """Return the play that scores the most points, or a sensible one if none does."""
        best, points = deal.most_points(deal.moves)
        return best if points else self._sensible(deal)

    def _careful(self, deal: Simulation) -> int:
        """Return the play that scores, or one that offers the others the fewest marks, a heavy tile rather than light.

        With small tiles left, a player can choose later where the total stands. In a rollout players see all hands.
        """
        assert isinstance(deal, PileSimulation)
        others = 0
        for seat, hand in enumerate(deal.held):
            if seat != deal.turn:
                others |= hand
        rand, tiles, points = self._rand, deal.tables.tiles, deal.points_by_tile()
        hits = self._hits[deal.total :]
        chosen, max_points, min_offered, max_weight = -1, -1, 0, 0.0
        for move in deal.moves:
            tile = move >> 9
            gained = points[tile]
            if gained < max_points:
                continue
            added = tiles[tile].pips
            offered, weight = (hits[added] & others).bit_count(), added + NOISE_TOTAL * rand()
            if gained > max_points or offered < min_offered or (offered == min_offered and weight > max_weight):
                chosen, max_points, min_offered, max_weight = move, gained, offered, weight
        return chosen

    def _sensible(self, deal: Simulation) -> int:
        """Weigh pips, doubles, tiles in the hand that fit next and unseen tiles that fit, as the heuristics do.

        Noise makes rollouts differ. An opening tile is chosen at random.
        """
        moves, tables = deal.moves, deal.tables
        if moves[0] >> 4 & 31 == START:
            return self._random(deal)
        rand, fits, values, ends = self._rand, tables.fits, self._values, deal.ends
        answer, scarce = self._weights.answer, self._weights.scarce
        hand = deal.held[deal.turn]
        out = deal.left ^ hand
        where = deal.open_ends()
        others = [0] * START
        if len(where) == 2:
            one, two = where
            others[one], others[two] = fits[ends[two]], fits[ends[one]]
        else:
            for end in where:
                for each in where:
                    if each != end:
                        others[each] |= fits[ends[end]]
        chosen, best = 0, -1e9
        for move in moves:
            if move < 0:
                return self._random(deal)
            fitting = others[move >> 4 & 31] | fits[move & 15]
            # the tile itself is no answer
            answers = (hand & fitting & ~(1 << (move >> 9))).bit_count()
            value = values[move >> 9] + answer * answers - scarce * (out & fitting).bit_count() + NOISE_PIPS * rand()
            if value > best:
                chosen, best = move, value
        return chosen


def _horizon(deal: Simulation) -> int:
    """Return after how many actions a rollout stops."""
    rules = deal.rules
    if isinstance(deal, PileSimulation):
        return NO_HORIZON
    if rules.scoring.move_points is not None:
        return LINE_HORIZON if deal.tables.open else HORIZON
    return HORIZON_ROUNDS * deal.seats if rules.max_pips > MAX_SMALL_SET else NO_HORIZON


@cache
def _tile_values(rules: RuleSet) -> list[float]:
    """Return the value of getting rid of each tile, by its order."""
    weights = weights_for(rules)
    return [weights.pip * each.pips + weights.double * each.double for each in full_set(rules.max_pips)]


@cache
def _hits(rules: RuleSet, passing: bool) -> list[int]:
    """Return the tiles that would bring each running total to a mark, as bit masks."""
    tiles = full_set(rules.max_pips)
    return [
        bitmask(each for each in tiles if count_hits(total, rules, passing, (each,)))
        for total in range(max(rules.scoring.scoring_totals) + MAX_ADDED)
    ]
