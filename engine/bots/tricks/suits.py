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
        feeding: how gladly each tile is laid for its points: the most points first, then those least worth keeping.
        wasted: the loss with each tile if others take it.
        sure: how good a lead each tile is if nothing beats it.
        ruffed: the same if only trumps do.

    """

    def __init__(self, trump: int) -> None:
        self.asked = [suits_of(tile, trump)[0] for tile in TILES]
        self.follow = [_tiles_of(suit, trump) for suit in range(8)]
        self.trumps = _tiles_of(trump, trump)
        self.power = [_powers(led, trump) for led in range(8)]
        self.above = [_beating(row) for row in self.power]
        worth = [(count, self._worth(tile)) for tile, count in zip(TILES, COUNTS, strict=True)]
        self.feeding = [100 * count - kept for count, kept in worth]
        self.wasted = [3 * count + kept for count, kept in worth]
        self.sure = [self._sureness(tile) for tile in TILES]
        self.ruffed = [10.0 - count / 2 for count in COUNTS]

    def _trump_power(self, tile: Tile) -> float:
        """Return the worth of a trump, the more the higher: high ones draw the others; 0 for other tiles."""
        is_trump = self.trumps >> tile.order & 1
        return 30.0 + self.power[self.asked[tile.order]][tile.order] if is_trump else 0.0

    def _sureness(self, tile: Tile) -> float:
        return self._trump_power(tile) or 20.0 + count_of(tile)

    def _worth(self, tile: Tile) -> float:
        """Return how much a tile is worth keeping."""
        if tile.double:
            return self._trump_power(tile) or 12.0
        return self._trump_power(tile) or tile.low + tile.high / 4

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


def _tiles_of(suit: int, trump: int) -> int:
    return bitmask(tile for tile in TILES if suit in suits_of(tile, trump))


def _powers(led: int, trump: int) -> list[int]:
    return [_power(tile, led, trump) for tile in TILES]


def _beating(powers: Sequence[int]) -> list[int]:
    """Return the tiles that beat each tile, by how high each is."""
    return [bitmask(tile for tile in TILES if powers[tile.order] > power) for power in powers]


def _power(tile: Tile, led: int, trump: int) -> int:
    suits = suits_of(tile, trump)
    if suits[0] == trump != NO_SUIT:
        return 20 + rank_in(tile, trump)
    return 1 + rank_in(tile, led) if led in suits else 0


@cache
def suits_for(trump: int) -> Suits:
    """Return the numbers for a trump, made once."""
    return Suits(trump)
