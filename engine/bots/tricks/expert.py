"""Moves by playing on deals that could be: each bid, trump or tile in the same ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from engine.actions import Bid, Move, Play, Trump
from engine.bots.decision import Decision, Estimate, Rationale
from engine.bots.determinization import Determinizer
from engine.bots.expert import WORLD_EFFORT, Candidate, narrow_down
from engine.bots.tricks.policy import by_heuristics, sensible_tile, tricks_counted
from engine.bots.tricks.suits import suits_for
from engine.bots.tricks.trickplay import Trickplay
from engine.layouts import Tricks
from engine.layouts.tricks import TRUMPS
from engine.parts.tricks import ALL_POINTS, marks_of
from engine.tiles import bitmask
from engine.view import View

LIKELY_TRUMP = 2.0
"""By how much each trump that the bidder holds makes a deal likelier."""

TRUMPS_TRIED = 3
"""For how many trumps the expert imagines deals before it bids."""

FIRST_BATCH = 100
"""The number of deals sampled before the first moves are pruned: the policy tells little of which are good."""

POLICY_LEAD = 0.02
"""By how much the tile of the policy is taken to be better before any deal is imagined."""

TRICK_LEAD = 0.03
"""The same of a trump for each trick more that the hand can count on."""

PASS_WORTH = 0.1
"""The marks that the expert expects of a pass while nobody has bid."""

PASS_WORTH_PARTNER = 0.6
"""The same if its partner has made the highest bid."""

PASS_WORTH_OPPONENT = -0.2
"""The same if an opponent has."""


class Expert:
    """Plays sampled deals on, for every move.

    Args:
        view: the view of the seat in turn.
        rng: for the sampled deals.
        effort: how much it may think, :data:`~engine.bots.expert.WORLD_EFFORT` for each deal.
        compared: a move that it keeps in mind to the end; None for none.

    """

    def __init__(self, view: View, rng: random.Random, effort: int, compared: Move | None) -> None:
        self.view, self.rng = view, rng
        self.table = Tricks.of(view.layout)
        self.seat = view.own_seat
        self.compared = compared
        self.worlds = max(2, effort // WORLD_EFFORT)
        self.determinizer = Determinizer(view)
        self._last: tuple[tuple[int, ...], float] | None = None

    def decide(self) -> Decision:
        """Return the decision: a tile, a trump, or a bid or pass."""
        first = self.view.legal[0]
        if isinstance(first, Play):
            return self._tile()
        if isinstance(first, Trump):
            return self._trump()
        return self._bid()

    def _sample(self) -> tuple[int, ...]:
        """Return the hands of a deal; the bidder is likelier to hold trumps."""
        held = self.determinizer.sample(self.rng).held
        bidder = self.table.bidder
        if self.table.trump is None or bidder is None or bidder == self.seat:
            return held
        suits = suits_for(self.table.trump_suit)
        likelihood = LIKELY_TRUMP ** (held[bidder] & suits.trumps).bit_count()
        if self._last is None or likelihood >= self._last[1] * self.rng.random():
            self._last = (held, likelihood)
        return self._last[0]

    def _tile(self) -> Decision:
        table, view = self.table, self.view
        bidder, bid = table.contract
        side, need = bidder % 2, min(bid, ALL_POINTS)
        own = self.seat % 2
        policy, rationale = sensible_tile(view)
        rated: dict[Move, Candidate] = {
            each: Candidate(each.tile.order, 0.0 if each == policy else POLICY_LEAD)
            for each in view.legal
            if isinstance(each, Play)
        }

        def imagine(alive: Sequence[Candidate]) -> None:
            start = Trickplay(table, self._sample(), self.seat, table.trump_suit)
            for each in alive:
                deal = start.copy()
                deal.play(each.code)
                won = deal.play_on(side, need) == (own == side)
                # points decide between tiles that win as often
                lead = deal.taken[own] - deal.taken[1 - own]
                each.add(0.96 * won + 0.0003 * (lead + ALL_POINTS), float(won))

        best, estimates = self._rated(rated, imagine)
        return Decision(best, rationale if best == policy else Rationale.TRIED, estimates)

    def _rated(
        self, rated: Mapping[Move, Candidate], imagine: Callable[[Sequence[Candidate]], None]
    ) -> tuple[Move, tuple[Estimate, ...]]:
        """Return the best of some moves, and how each was rated."""
        kept = None if self.compared is None else rated[self.compared]
        narrow_down([*rated.values()], self.worlds, imagine, kept, FIRST_BATCH)
        mean = max(each.mean for each in rated.values())
        estimates = tuple(
            [Estimate(move, each.value(mean), len(each.values), each.wins) for move, each in rated.items()]
        )
        # a pruned move has fewer samples, and stays out
        return max(estimates, key=lambda each: (each.samples, each.value)).move, estimates

    def _points_with(self, trump: int, held: Sequence[int]) -> int:
        """Return the points that the pair takes as the bidder's in a deal."""
        deal = Trickplay(Tricks(), held, self.seat, trump)
        while deal.held[deal.turn]:
            deal.play(deal.sensible()[0])
        return deal.taken[self.seat % 2]

    def _trump(self) -> Decision:
        need = min(self.table.contract[1], ALL_POINTS)
        hand = bitmask(self.view.hand)
        counted = {
            each: tricks_counted(hand, TRUMPS[each.trump]) for each in self.view.legal if isinstance(each, Trump)
        }
        max_counted = max(counted.values())
        rated: dict[Move, Candidate] = {
            each: Candidate(TRUMPS[each.trump], TRICK_LEAD * (max_counted - own)) for each, own in counted.items()
        }

        def imagine(alive: Sequence[Candidate]) -> None:
            held = self._sample()
            for each in alive:
                made = float(self._points_with(each.code, held) >= need)
                each.add(made, made)

        best, estimates = self._rated(rated, imagine)
        by_count = best == by_heuristics(self.view)[0]
        return Decision(best, Rationale.COUNTS if by_count else Rationale.TRIED, estimates)

    def _bid(self) -> Decision:
        hand = bitmask(self.view.hand)
        likely = sorted(TRUMPS.values(), key=lambda trump: -tricks_counted(hand, trump))[:TRUMPS_TRIED]
        deals = [self._sample() for _ in range(self.worlds)]
        points_by_trump = [[self._points_with(trump, held) for held in deals] for trump in likely]
        estimates = [
            self._bid_estimate(each, points_by_trump)
            if isinstance(each, Bid)
            else Estimate(each, 0.5 + self._pass_worth() / 12, 0)
            for each in self.view.legal
        ]
        best = max(estimates, key=lambda each: each.value)
        return Decision(best.move, Rationale.COUNTS if best.samples else Rationale.TOO_LITTLE, tuple(estimates))

    def _bid_estimate(self, bid: Bid, points_by_trump: Sequence[Sequence[int]]) -> Estimate:
        """Return the value of a bid, by the points taken in each sampled deal with each likely trump."""
        need = min(bid.points, ALL_POINTS)
        made = max(sum(taken >= need for taken in points) for points in points_by_trump) / self.worlds
        # a higher bid is harder to outbid
        worth = marks_of(bid.points) * (2 * made - 1) + 0.004 * (need - 30)
        return Estimate(bid, 0.5 + worth / 12, self.worlds, made)

    def _pass_worth(self) -> float:
        """Return the marks that the expert expects of a pass."""
        if self.table.bid is None:
            return PASS_WORTH
        bidder, bid = self.table.contract
        worth = PASS_WORTH_PARTNER if bidder % 2 == self.seat % 2 else PASS_WORTH_OPPONENT
        return worth * marks_of(bid)
