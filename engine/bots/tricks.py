"""Bids, names trump and lays tiles in games of tricks (the second rule book, "Texas 42").

A hand is rated by the tricks that it can count on. Tiles are laid by a policy that takes tricks with tiles that nothing
can beat, gives points to a partner who takes the trick, and else lays low. The expert deals the hidden tiles again and
again, plays each deal on by that policy, and solves the last tricks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from engine.actions import Bid, Move, Pass, Play, Trump
from engine.bots.decision import Decision, Estimate, Rationale
from engine.bots.determinization import Determinizer
from engine.bots.easy import HEURISTICS_PROBABILITY
from engine.bots.expert import WORLD_EFFORT, Candidate, narrow_down
from engine.bots.level import Level
from engine.layouts import Tricks
from engine.layouts.tricks import NO_SUIT, TRUMPS, count_of, rank_in, suits_of
from engine.parts.tricks import ALL_POINTS, marks_of
from engine.simulation.tables import bits
from engine.tiles import Tile, bitmask, full_set
from engine.view import View

MAX_SOLVED_TILES = 3
"""Up to how many tiles in the longest hand a deal is solved."""

LIKELY_TRUMP = 2.0
"""By how much each trump that the bidder holds makes a deal likelier."""

COUNTED_TO_BID = 4.5
"""How many tricks a hand has to count on for a bid of 30 points; for all points it needs all seven."""

POINTS_PER_TRICK = 6
"""The points of a trick on average."""

TRUMPS_TRIED = 3
"""For how many trumps the expert imagines deals before it bids."""

FIRST_BATCH = 100
"""The number of deals sampled before the first moves are pruned: the policy tells little of which are good."""

POLICY_LEAD = 0.02
"""By how much the tile of the policy is taken to be better before any deal is imagined."""

TRICK_LEAD = 0.03
"""The same of a trump for each trick more that the hand can count on."""

PASS_WORTH = 0.1
"""What the expert expects of a pass, in marks, while nobody has bid."""

PASS_WORTH_PARTNER = 0.6
"""The same if its partner has made the highest bid."""

PASS_WORTH_OPPONENT = -0.2
"""The same if an opponent has."""

TILES = full_set(6)
COUNTS = [count_of(each) for each in TILES]


class Suits:
    """What tiles are worth in a trick with one trump, in numbers. Tiles are numbers by their order, sets bit masks.

    Attributes:
        asked: the suit that each tile asks for when it is led.
        follow: the tiles of each suit.
        power: for each suit led, how high each tile is; 0 if it can't win.
        above: for each suit led, the tiles that beat each tile.
        trumps: the tiles that are trump.
        feeding: how gladly each tile is laid for its points: the most points, then what is least worth keeping.
        wasted: what is lost with each tile if others take it.
        sure: how good a lead each tile is if nothing beats it.
        ruffed: the same if only trumps do.

    """

    def __init__(self, trump: int) -> None:
        suits = [suits_of(each, trump) for each in TILES]
        self.asked = [each[0] for each in suits]
        self.follow = [bitmask(tile for tile, own in zip(TILES, suits, strict=True) if n in own) for n in range(8)]
        self.trumps = 0 if trump == NO_SUIT else self.follow[trump]
        self.power = [[self._power(tile, led, trump) for tile in TILES] for led in range(8)]
        self.above = [[bitmask(t for t in TILES if row[t.order] > own) for own in row] for row in self.power]
        own = [self.power[led][order] for order, led in enumerate(self.asked)]
        high = [bool(self.trumps >> each.order & 1) for each in TILES]
        keep = [
            30.0 + power if trump else 12.0 if tile.double else tile.low + tile.high / 4
            for tile, power, trump in zip(TILES, own, high, strict=True)
        ]
        self.feeding = [100 * count - kept for count, kept in zip(COUNTS, keep, strict=True)]
        self.wasted = [3 * count + kept for count, kept in zip(COUNTS, keep, strict=True)]
        # high trumps draw the others
        self.sure = [30.0 + power if trump else 20.0 + n for n, power, trump in zip(COUNTS, own, high, strict=True)]
        self.ruffed = [10.0 - count / 2 for count in COUNTS]

    def _power(self, tile: Tile, led: int, trump: int) -> int:
        suits = suits_of(tile, trump)
        if suits[0] == trump != NO_SUIT:
            return 20 + rank_in(tile, trump)
        return 1 + rank_in(tile, led) if led in suits else 0

    def lead(self, hand: int, unseen: int) -> tuple[int, Rationale]:
        """Return the tile to lead by the policy, and why; ``unseen`` are the tiles in the other hands."""
        trumps, asked, above = self.trumps, self.asked, self.above
        trumps_out = unseen & trumps
        chosen, best = -1, 0.0
        for tile in bits(hand):
            beaten = above[asked[tile]][tile] & unseen
            trump = trumps >> tile & 1
            if not beaten and (trumps_out or not trump):
                value = self.sure[tile]
            elif beaten == trumps_out and not trump:
                value = self.ruffed[tile]
            else:
                continue
            if value > best:
                chosen, best = tile, value
        return (chosen, Rationale.TAKES) if best else (self.low(bits(hand)), Rationale.SAVES)

    def low(self, choices: Sequence[int]) -> int:
        """Return the tile that is least worth taking and keeping."""
        return min(choices, key=self.wasted.__getitem__)


@cache
def suits_for(trump: int) -> Suits:
    """Return the numbers for a trump, made once."""
    return Suits(trump)


class Trickplay:
    """A deal from the naming of trump on, played in place.

    Args:
        table: the tricks so far.
        held: the tiles in each hand.
        turn: the seat in turn.
        trump: the suit that is trump.

    Attributes:
        taken: the points of both pairs.
        best: the seat that takes the trick so far.
        beating: the tiles that would take it from that seat.
        worth: the points of the trick so far.

    """

    __slots__ = ("beating", "best", "held", "laid", "led", "suits", "taken", "turn", "worth")

    def __init__(self, table: Tricks, held: Sequence[int], turn: int, trump: int) -> None:
        self.suits = suits_for(trump)
        self.held = [*held]
        self.taken = [*table.taken]
        trick = table.trick
        self.turn = turn
        self.laid, self.led, self.best, self.beating, self.worth = 0, NO_SUIT, turn, 0, 1
        if trick:
            self.turn = trick[0].seat or 0
            for each in trick:
                self.held[self.turn] |= 1 << each.tile.order
                self.play(each.tile.order)

    def copy(self) -> Trickplay:
        """Return the same deal, to be played on apart."""
        new = object.__new__(Trickplay)
        new.suits, new.held, new.taken, new.turn = self.suits, self.held[:], self.taken[:], self.turn
        new.laid, new.led, new.best = self.laid, self.led, self.best
        new.beating, new.worth = self.beating, self.worth
        return new

    def play(self, tile: int) -> None:
        """Lay a tile; the fourth gives the trick to a pair."""
        seat, suits = self.turn, self.suits
        self.held[seat] ^= 1 << tile
        if not self.laid:
            self.led = suits.asked[tile]
        if not self.laid or self.beating >> tile & 1:
            self.best, self.beating = seat, suits.above[self.led][tile]
        self.laid += 1
        self.worth += COUNTS[tile]
        if self.laid < 4:
            self.turn = (seat + 1) & 3
            return
        self.taken[self.best & 1] += self.worth
        self.turn = self.best
        self.laid, self.led, self.worth = 0, NO_SUIT, 1

    def play_on(self, side: int, need: int) -> bool:
        """Play to the end by the policy, the last tricks as well as can be; return whether ``side`` gets its points."""
        taken, held = self.taken, self.held
        spare = ALL_POINTS - need
        while taken[side] < need and taken[1 - side] <= spare:
            if not self.laid and held[self.turn].bit_count() <= MAX_SOLVED_TILES:
                return self._solve(self.turn, 0, NO_SUIT, 0, 0, 1, side, need - taken[side], spare - taken[1 - side])
            self.play(self.sensible()[0])
        return taken[side] >= need

    def _solve(
        self, seat: int, laid: int, led: int, best: int, beating: int, worth: int, side: int, lacks: int, spare: int
    ) -> bool:
        """Return whether the pair ``side`` gets its points with best play and open hands.

        Args:
            seat: the seat in turn.
            laid: how many tiles lie in the trick.
            led: the suit led.
            best: the seat that takes the trick so far.
            beating: the tiles that would take it from that seat.
            worth: the points of the trick so far.
            side: the pair that bid.
            lacks: how many points it lacks.
            spare: how many points the others may take.

        """
        held, suits = self.held, self.suits
        hand = held[seat]
        if not laid and not hand & hand - 1:
            # the last trick decides
            power = suits.power[suits.asked[hand.bit_length() - 1]]
            return max(range(4), key=lambda each: power[held[each].bit_length() - 1]) & 1 == side
        mine = seat & 1 == side
        for tile in bits(hand & suits.follow[led] or hand) if laid else bits(hand):
            if not laid:
                led = suits.asked[tile]
            taker, above = (seat, suits.above[led][tile]) if not laid or beating >> tile & 1 else (best, beating)
            points = worth + COUNTS[tile]
            held[seat] = hand ^ 1 << tile
            if laid < 3:
                won = self._solve((seat + 1) & 3, laid + 1, led, taker, above, points, side, lacks, spare)
            elif taker & 1 == side:
                won = lacks <= points or self._solve(taker, 0, NO_SUIT, 0, 0, 1, side, lacks - points, spare)
            else:
                won = spare >= points and self._solve(taker, 0, NO_SUIT, 0, 0, 1, side, lacks, spare - points)
            if won == mine:
                held[seat] = hand
                return mine
        held[seat] = hand
        return not mine

    def sensible(self) -> tuple[int, Rationale]:
        """Return a tile by the policy, from what the seat in turn can see, and why."""
        seat, suits, held = self.turn, self.suits, self.held
        hand = held[seat]
        unseen = (held[0] | held[1] | held[2] | held[3]) ^ hand
        if not self.laid:
            return suits.lead(hand, unseen)
        legal = hand & suits.follow[self.led] or hand
        if not legal & legal - 1:
            return legal.bit_length() - 1, Rationale.ONLY
        choices = bits(legal)
        beating, last = self.beating, self.laid == 3
        if self.best & 1 == seat & 1:
            if last or not beating & unseen & ~held[self.best]:
                most = max(choices, key=suits.feeding.__getitem__)
                if COUNTS[most]:
                    return most, Rationale.FEEDS
            return suits.low(choices), Rationale.SAVES
        winning = legal & beating
        if winning:
            takers = bits(winning)
            if not last:
                above = suits.above[self.led]
                takers = [tile for tile in takers if not above[tile] & unseen]
            if takers:
                return max(takers, key=suits.feeding.__getitem__), Rationale.TAKES
            # a trump is worth a try for points
            ruffs = winning & suits.trumps
            if ruffs and self.worth > 1:
                return ruffs.bit_length() - 1, Rationale.TAKES
        return suits.low(choices), Rationale.SAVES


def tricks_counted(hand: int, trump: int) -> float:
    """Return how many tricks a hand can count on if it names trump and leads.

    High trumps win; so do other tiles that nothing beats but trumps, which have been drawn by then, and long trumps.
    """
    suits = suits_for(trump)
    out = ((1 << len(TILES)) - 1) ^ hand
    found = 0.0
    trumps_out = bits(out & suits.trumps)
    own = sorted(bits(hand & suits.trumps), key=lambda tile: -suits.power[suits.asked[tile]][tile])
    trumps_out.sort(key=lambda tile: -suits.power[suits.asked[tile]][tile])
    for tile in own:
        if not trumps_out:
            found += 1
        elif suits.power[suits.asked[tile]][tile] > suits.power[suits.asked[trumps_out[0]]][trumps_out[0]]:
            found += 1
            # each lead draws two of the others' on average
            del trumps_out[-2:]
        else:
            del trumps_out[:2]
    drawn = 1.0 if not trumps_out else 0.8 if own else 0.6
    for tile in bits(hand & ~suits.trumps):
        beaten = suits.above[suits.asked[tile]][tile] & out & ~suits.trumps
        if not beaten:
            found += drawn
        elif beaten.bit_count() == 1:
            found += 0.4 * drawn
    return found


def best_trump(hand: int) -> str:
    """Return the trump with which a hand counts on most tricks."""
    return max(TRUMPS, key=lambda trump: tricks_counted(hand, TRUMPS[trump]))


def choose(view: View, level: Level, rng: random.Random, effort: int, compared: Move | None = None) -> Decision:
    """Return a decision for the seat in turn: a bid or a pass, a trump, or a tile."""
    if level is Level.EXPERT:
        return _Expert(view, rng, effort, compared).decide()
    sensible = level is Level.NORMAL or rng.random() < HEURISTICS_PROBABILITY
    move, rationale = _by_heuristics(view) if sensible else (_anything(view, rng), Rationale.TRIED)
    return Decision(move, rationale, tuple(Estimate(each, float(each is move), 0) for each in view.legal))


def _table(view: View) -> Tricks:
    assert isinstance(view.layout, Tricks)
    return view.layout


def _by_heuristics(view: View) -> tuple[Move, Rationale]:
    hand = bitmask(view.hand)
    first = view.legal[0]
    if isinstance(first, Trump):
        trump = best_trump(hand)
        return next(each for each in view.legal if isinstance(each, Trump) and each.trump == trump), Rationale.COUNTS
    if isinstance(first, Play):
        return _sensible_tile(view)
    counted = tricks_counted(hand, TRUMPS[best_trump(hand)])
    move = _bid_on(view, counted)
    return move, Rationale.TOO_LITTLE if isinstance(move, Pass) else Rationale.COUNTS


def _bid_on(view: View, counted: float) -> Move:
    """Return the lowest bid that so many tricks are good for, or a pass; the last seat may have to bid."""
    bids = [each for each in view.legal if isinstance(each, Bid)]
    passes = [each for each in view.legal if isinstance(each, Pass)]
    partner = _table(view).bidder is not None and (_table(view).bidder or 0) % 2 == (view.seat or 0) % 2
    good_for = 30 + POINTS_PER_TRICK * (counted - COUNTED_TO_BID)
    lowest = bids[0].points if bids else None
    if lowest is not None and (not passes or (lowest <= good_for and not partner and lowest < ALL_POINTS)):
        return bids[0]
    if lowest is not None and lowest >= ALL_POINTS and counted >= 7 and not partner:
        return bids[0]
    return passes[0]


def _sensible_tile(view: View) -> tuple[Move, Rationale]:
    """Return the policy's tile: it reads of the other hands no more than which tiles they hold together."""
    table = _table(view)
    seat = view.seat or 0
    laid = bitmask(each.tile for each in table.placed)
    own = bitmask(view.hand)
    held = [0] * 4
    held[seat] = own
    # the tiles of the others, as though one of them held them all
    held[(seat + 1) % 4] = ((1 << len(TILES)) - 1) ^ own ^ laid
    tile, rationale = Trickplay(table, held, seat, table.trump_suit).sensible()
    return next(each for each in view.legal if isinstance(each, Play) and each.tile.order == tile), rationale


def _anything(view: View, rng: random.Random) -> Move:
    """Return any tile, or a trump that the hand holds; rather a pass than a bid, and the lowest bid."""
    first = view.legal[0]
    if isinstance(first, Play):
        return rng.choice(view.legal)
    if isinstance(first, Trump):
        hand = bitmask(view.hand)
        most = sorted(
            (each for each in view.legal if isinstance(each, Trump)),
            key=lambda each: -(hand & suits_for(TRUMPS[each.trump]).trumps).bit_count(),
        )
        return rng.choice(most[:3])
    return view.legal[-1] if isinstance(view.legal[-1], Pass) else first


class _Expert:
    """Plays sampled deals on, for every move."""

    def __init__(self, view: View, rng: random.Random, effort: int, compared: Move | None) -> None:
        self.view, self.rng = view, rng
        self.table = _table(view)
        self.seat = view.seat or 0
        self.compared = compared
        self.worlds = max(2, effort // WORLD_EFFORT)
        self.determinizer = Determinizer(view)
        self._last: tuple[tuple[int, ...], float] | None = None

    def decide(self) -> Decision:
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
        assert table.bid is not None
        assert table.bidder is not None
        side, need = table.bidder % 2, min(table.bid, ALL_POINTS)
        own = self.seat % 2
        policy, rationale = _sensible_tile(view)
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
        assert self.table.bid is not None
        need = min(self.table.bid, ALL_POINTS)
        hand = bitmask(self.view.hand)
        counted = {
            each: tricks_counted(hand, TRUMPS[each.trump]) for each in self.view.legal if isinstance(each, Trump)
        }
        most = max(counted.values())
        rated: dict[Move, Candidate] = {
            each: Candidate(TRUMPS[each.trump], TRICK_LEAD * (most - own)) for each, own in counted.items()
        }

        def imagine(alive: Sequence[Candidate]) -> None:
            held = self._sample()
            for each in alive:
                made = float(self._points_with(each.code, held) >= need)
                each.add(made, made)

        best, estimates = self._rated(rated, imagine)
        by_count = best == _by_heuristics(self.view)[0]
        return Decision(best, Rationale.COUNTS if by_count else Rationale.TRIED, estimates)

    def _bid(self) -> Decision:
        hand = bitmask(self.view.hand)
        likely = sorted(TRUMPS.values(), key=lambda trump: -tricks_counted(hand, trump))[:TRUMPS_TRIED]
        deals = [self._sample() for _ in range(self.worlds)]
        points = [[self._points_with(trump, held) for held in deals] for trump in likely]
        bidder = self.table.bidder
        passing = PASS_WORTH
        if bidder is not None:
            passing = PASS_WORTH_PARTNER if bidder % 2 == self.seat % 2 else PASS_WORTH_OPPONENT
            passing *= marks_of(self.table.bid or 30)
        estimates: list[Estimate] = []
        for each in self.view.legal:
            if not isinstance(each, Bid):
                estimates.append(Estimate(each, 0.5 + passing / 12, 0))
                continue
            need = min(each.points, ALL_POINTS)
            made = max(sum(taken >= need for taken in found) for found in points) / self.worlds
            # a higher bid is harder to outbid
            worth = marks_of(each.points) * (2 * made - 1) + 0.004 * (need - 30)
            estimates.append(Estimate(each, 0.5 + worth / 12, self.worlds, made))
        best = max(estimates, key=lambda each: each.value)
        return Decision(best.move, Rationale.COUNTS if best.samples else Rationale.TOO_LITTLE, tuple(estimates))
