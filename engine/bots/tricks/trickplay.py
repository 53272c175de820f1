"""A deal of tricks played on in place: by a policy, and its last tricks as well as can be."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.decision import Rationale
from engine.bots.tricks.suits import COUNTS, suits_for
from engine.layouts import Tricks
from engine.layouts.tricks import NO_SUIT
from engine.parts.tricks import ALL_POINTS
from engine.simulation.rule_tables import bits

MAX_SOLVED_TILES = 3
"""Up to how many tiles in the longest hand a deal is solved."""


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
        """Return a tile by the policy, from the knowledge of the seat in turn, and the reason."""
        seat, suits, held = self.turn, self.suits, self.held
        hand = held[seat]
        unseen = (held[0] | held[1] | held[2] | held[3]) ^ hand
        if not self.laid:
            return suits.lead(hand, unseen)
        legal = hand & suits.follow[self.led] or hand
        if not legal & legal - 1:
            return legal.bit_length() - 1, Rationale.ONLY
        chosen = self._feed(legal, unseen) if self.best & 1 == seat & 1 else self._take(legal & self.beating, unseen)
        return chosen or (suits.low(bits(legal)), Rationale.SAVES)

    def _feed(self, legal: int, unseen: int) -> tuple[int, Rationale] | None:
        """Return the tile with the most points for a partner who takes the trick, as far as one can tell."""
        if self.laid < 3 and self.beating & unseen & ~self.held[self.best]:
            return None
        tile = max(bits(legal), key=self.suits.feeding.__getitem__)
        return (tile, Rationale.FEEDS) if COUNTS[tile] else None

    def _take(self, winning: int, unseen: int) -> tuple[int, Rationale] | None:
        """Return the tile of ``winning`` with the most points that takes the trick, as far as one can tell."""
        suits, takers = self.suits, bits(winning)
        if self.laid < 3:
            above = suits.above[self.led]
            takers = [tile for tile in takers if not above[tile] & unseen]
        if takers:
            return max(takers, key=suits.feeding.__getitem__), Rationale.TAKES
        # a trump is worth a try for points
        ruffs = winning & suits.trumps
        return (ruffs.bit_length() - 1, Rationale.TAKES) if ruffs and self.worth > 1 else None
