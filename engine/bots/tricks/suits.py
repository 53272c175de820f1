"""The worth of tiles in a trick with one trump."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.bots.decision import Rationale
from engine.layouts.tricks import NO_SUIT, count_of, rank_in, suits_of
from engine.simulation.rule_tables import bits
from engine.tiles import Tile, bitmask, full_set

TILES = full_set(6)
COUNTS = [count_of(each) for each in TILES]


class Suits:
    """The worth of tiles in a trick with one trump, in numbers. Tiles are numbers by their order, sets bit masks.

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
