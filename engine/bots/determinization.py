"""Random deals of the hidden tiles that a seat can't distinguish from the real deal."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from itertools import permutations
from operator import attrgetter

from engine.bots.beliefs import Beliefs, bitmask
from engine.bots.memory import FlippedTiles
from engine.bots.opponent_model import OpponentModel
from engine.game import State, state_from_fields
from engine.layouts import Grid
from engine.tiles import Tile
from engine.view import View

_HANDS, _BONEYARD, _LAYOUT = (State._fields.index(name) for name in ("hands", "boneyard", "layout"))
_IN_ORDER = attrgetter("order")

MAX_ATTEMPTS = 30
"""The number of attempts at a deal that violates the restrictions."""

MAX_ENUMERATED = 6
"""Up to how many hidden tiles all deals are enumerated: at most 720."""

PROPOSALS = 4
"""How many random deals are proposed for each that is returned, where some deals are likelier than others."""


class Determinizer:
    """Completes a view to full states that are consistent with everything the seat knows.

    Args:
        view: that of the seat.
        flipped: the tiles flipped in a grid.

    """

    def __init__(self, view: View, flipped: FlippedTiles = ()) -> None:
        self.beliefs = Beliefs(view)
        self._fields = [*self.beliefs.visible]
        self._opponents = OpponentModel(self.beliefs)
        self._known = dict(flipped)
        unseen = bitmask(self.beliefs.unseen)
        self._restricted = [(seat, mask) for seat, mask in self.beliefs.slots if mask != unseen]
        self._free = [seat for seat, mask in self.beliefs.slots if mask == unseen]
        self._last: tuple[State, float] | None = None

    def sample(self, rng: random.Random) -> State:
        """Return a random state, likelier ones more often. Its legal moves are not computed yet.

        A state follows the last one with the ratio of their weights as its chance (Metropolis and Hastings, 1970), so
        the share of each approaches its probability. The same state can be returned twice in a row.
        """
        if not self._opponents and len(self._restricted) < 2:
            return self._propose(rng)[0]
        for _ in range(PROPOSALS):
            state, ways = self._propose(rng)
            weight = ways * self._opponents.likelihood(state)
            if self._last is None or weight >= self._last[1] * rng.random():
                self._last = (state, weight)
        assert self._last is not None
        return self._last[0]

    def enumerate(self) -> list[tuple[State, float]]:
        """Return every state with its likelihood if few tiles are hidden, else none."""
        beliefs = self.beliefs
        if len(beliefs.unseen) > MAX_ENUMERATED or isinstance(beliefs.visible.layout, Grid):
            return []
        found: dict[object, tuple[State, float]] = {}
        for order in permutations(beliefs.unseen):
            if all(mask >> each.order & 1 for (_, mask), each in zip(beliefs.slots, order, strict=False)):
                dealt: dict[int, list[Tile]] = {}
                for (seat, _), each in zip(beliefs.slots, order, strict=False):
                    dealt.setdefault(seat, []).append(each)
                state = self._state_with(dealt, order[len(beliefs.slots) :])
                # the order of the boneyard matters only if tiles are drawn
                key = (state.hands, state.boneyard if beliefs.draws else ())
                likelihood = found[key][1] if key in found else 0.0
                # a hand can arise in several ways
                found[key] = (state, likelihood + self._opponents.likelihood(state))
        return list(found.values())

    def _propose(self, rng: random.Random) -> tuple[State, float]:
        """Return a random state, and the number of ways it was chosen from."""
        grid = self.beliefs.visible.layout
        if isinstance(grid, Grid):
            fields = [*self._fields]
            fields[_LAYOUT] = self._grid(grid, rng)
            return state_from_fields(fields), 1.0
        dealt, boneyard, ways = self._deal(rng)
        return self._state_with(dealt, boneyard), ways

    def _state_with(self, dealt: Mapping[int, list[Tile]], boneyard: Iterable[Tile]) -> State:
        fields = [*self._fields]
        hands = [*self.beliefs.visible.hands]
        for seat, held in dealt.items():
            held.sort(key=_IN_ORDER)
            hands[seat] = tuple(held)
        fields[_HANDS] = tuple(hands)
        fields[_BONEYARD] = tuple(boneyard)
        return state_from_fields(fields)

    def _deal(self, rng: random.Random) -> tuple[dict[int, list[Tile]], list[Tile], float]:
        """Fill the slots, the most restricted first; return the hands, the boneyard, and the product of the choices."""
        for _ in range(MAX_ATTEMPTS):
            rest, ways = [*self.beliefs.unseen], 1
            dealt: dict[int, list[Tile]] = {}
            for seat, mask in self._restricted:
                fitting = [at for at, each in enumerate(rest) if mask >> each.order & 1]
                if not fitting:
                    break
                ways *= len(fitting)
                dealt.setdefault(seat, []).append(rest.pop(fitting[int(rng.random() * len(fitting))]))
            else:
                rng.shuffle(rest)
                for seat in self._free:
                    dealt.setdefault(seat, []).append(rest.pop())
                return dealt, rest, ways
        # never seen in a match: some deal is always consistent, and a few attempts find one
        rest = [*self.beliefs.unseen]
        rng.shuffle(rest)
        dealt = {}
        for seat, _ in self.beliefs.slots:
            dealt.setdefault(seat, []).append(rest.pop())
        return dealt, rest, 1

    def _grid(self, grid: Grid, rng: random.Random) -> Grid:
        known = {at: tile for at, tile in self._known.items() if at in grid.tiles}
        taken = set(known.values())
        rest = [each for each in self.beliefs.unseen if each not in taken]
        rng.shuffle(rest)
        return Grid({at: known[at] if at in known else rest.pop() for at in grid.tiles}, grid.face_up)
