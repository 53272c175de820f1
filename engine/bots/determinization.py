"""Random deals of the hidden tiles that a seat can't distinguish from the real deal."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

from engine.bots.beliefs import Beliefs
from engine.bots.opponent_model import OpponentModel
from engine.simulation.rule_tables import bits
from engine.tiles import bitmask
from engine.view import View

MAX_ATTEMPTS = 30
"""The number of attempts at a deal that violates the restrictions."""

MAX_ENUMERATED = 300
"""Up to how many deals are enumerated."""

PROPOSALS = 2
"""How many random deals are proposed for each that is returned, where some deals are likelier than others."""


class World(NamedTuple):
    """The possible places of all tiles.

    Attributes:
        held: the tiles in each hand, as bit masks by the tiles' order.
        stock: the boneyard by the tiles' order, the next to be drawn last.

    """

    held: tuple[int, ...]
    stock: tuple[int, ...]


class Determinizer:
    """Completes a view to deals that are consistent with everything the seat knows.

    Args:
        view: that of the seat.

    """

    def __init__(self, view: View) -> None:
        self.beliefs = Beliefs(view)
        self._opponents = OpponentModel(self.beliefs)
        self._visible = tuple([bitmask(hand) for hand in self.beliefs.visible.hands])
        self._unseen = bitmask(self.beliefs.unseen)
        restricted = Counter(slot for slot in self.beliefs.slots if slot[1] != self._unseen)
        self._restricted = [*restricted.items()]
        self._free = _counted(seat for seat, mask in self.beliefs.slots if mask == self._unseen)
        self._bits = [1 << each.order for each in self.beliefs.unseen]
        self._last: tuple[World, float] | None = None

    def sample(self, rng: random.Random) -> World:
        """Return a random deal, likelier ones more often.

        A deal follows the last one with the ratio of their weights as its chance (Metropolis and Hastings, 1970), so
        the share of each approaches its probability. The same deal can be returned twice in a row.
        """
        if not self._opponents and len(self._restricted) < 2:
            return self._propose(rng)[0]
        for _ in range(PROPOSALS):
            world, ways = self._propose(rng)
            weight = ways * self._opponents.likelihood(world.held)
            if self._last is None or weight >= self._last[1] * rng.random():
                self._last = (world, weight)
        assert self._last is not None
        return self._last[0]

    def enumerate(self) -> list[tuple[World, float]]:
        """Return every deal with its likelihood, or none if there are many."""
        # a hand can arise in several ways
        ways: dict[tuple[int, ...], int] = {self._visible: 1}
        for seat, mask in self.beliefs.slots:
            longer: dict[tuple[int, ...], int] = {}
            for held, count in ways.items():
                for tile in bits(mask & ~sum(held)):
                    hands = [*held]
                    hands[seat] |= 1 << tile
                    key = tuple(hands)
                    longer[key] = longer.get(key, 0) + count
            ways = longer
            if len(ways) > MAX_ENUMERATED:
                return []
        in_boneyard = len(self.beliefs.unseen) - len(self.beliefs.slots)
        # the order of the boneyard matters only if tiles are drawn
        count = math.factorial(in_boneyard) if self.beliefs.draws else 1
        if len(ways) * count > MAX_ENUMERATED:
            return []
        worlds: list[tuple[World, float]] = []
        for held, count in ways.items():
            likelihood = count * self._opponents.likelihood(held)
            rest = bits(self._unseen & ~sum(held))
            orders = permutations(rest) if self.beliefs.draws else [tuple(rest)]
            worlds += [(World(held, stock), likelihood) for stock in orders]
        return worlds

    def _propose(self, rng: random.Random) -> tuple[World, float]:
        """Fill the slots, the most restricted first; return a deal, and the product of the numbers of choices."""
        rand = rng.random
        for _ in range(MAX_ATTEMPTS):
            rest, ways = self._unseen, 1
            held = [*self._visible]
            for (seat, mask), count in self._restricted:
                fitting = mask & rest
                choices = fitting.bit_count()
                if choices < count:
                    break
                ways *= math.perm(choices, count)
                pool = [each for each in self._bits if each & fitting]
                for left in range(choices, choices - count, -1):
                    tile = pool.pop(int(rand() * left))
                    held[seat] |= tile
                    rest ^= tile
            else:
                return self._fill(held, rest, self._free, rng), ways
        # never seen in a match: some deal is always consistent, and a few attempts find one
        return self._fill([*self._visible], self._unseen, _counted(seat for seat, _ in self.beliefs.slots), rng), 1

    def _fill(self, held: list[int], tiles: int, seats: Sequence[tuple[int, int]], rng: random.Random) -> World:
        """Deal tiles that anybody can hold: to each seat its number in ``seats``, and the rest to the boneyard."""
        rand = rng.random
        pool = [each for each in self._bits if each & tiles]
        order = range(len(pool))
        lots = [rand() for _ in order]
        rest = [pool[each] for each in sorted(order, key=lots.__getitem__)]
        dealt = 0
        for seat, count in seats:
            held[seat] |= sum(rest[dealt : dealt + count])
            dealt += count
        return World(tuple(held), tuple([each.bit_length() - 1 for each in rest[dealt:]]))


def _counted(seats: Iterable[int]) -> Sequence[tuple[int, int]]:
    return [*Counter(seats).items()]
