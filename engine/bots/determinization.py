"""Random deals of the hidden tiles that a seat can't distinguish from the real deal."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from itertools import permutations
from operator import attrgetter

from engine.actions import Draw
from engine.bots.beliefs import Beliefs, bitmask
from engine.bots.memory import FlippedTiles
from engine.bots.opponent_model import OpponentModel
from engine.game import State, state_from_fields
from engine.layouts import Grid
from engine.legal import default_move
from engine.tiles import Tile
from engine.view import View

_HANDS, _BONEYARD, _LAYOUT = (State._fields.index(name) for name in ("hands", "boneyard", "layout"))
_IN_ORDER = attrgetter("order")

MAX_ATTEMPTS = 30
"""The number of attempts at a deal that violates the restrictions."""

MAX_ENUMERATED = 6
"""Up to how many hidden tiles all deals are enumerated: at most 720."""

RESAMPLED = 4
"""From how many deals one is chosen, by how well it explains the plays of the others."""


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
        self._unseen = bitmask(self.beliefs.unseen)
        self._restricted = [(seat, mask) for seat, mask in self.beliefs.slots if mask != self._unseen]
        self._free = [seat for seat, mask in self.beliefs.slots if mask == self._unseen]

    def sample(self, rng: random.Random) -> State:
        """Return a random state, likelier ones more often. Its legal moves are not computed yet."""
        if not self._opponents and len(self._restricted) < 2:
            return self._sample_uniform(rng)[0]
        candidates = [self._sample_uniform(rng) for _ in range(RESAMPLED)]
        weights = [ways * self._opponents.likelihood(state) for state, ways in candidates]
        return rng.choices(candidates, weights)[0][0]

    def enumerate(self) -> list[tuple[State, float]]:
        """Return every state with its likelihood if few tiles are hidden, else none."""
        beliefs = self.beliefs
        if len(beliefs.unseen) > MAX_ENUMERATED or isinstance(beliefs.visible.layout, Grid):
            return []
        # the order of the boneyard matters only if tiles are drawn
        drawn = isinstance(default_move(beliefs.visible), Draw)
        found: dict[object, tuple[State, float]] = {}
        for order in permutations(beliefs.unseen):
            if all(mask >> each.order & 1 for (_, mask), each in zip(beliefs.slots, order, strict=False)):
                dealt: dict[int, list[Tile]] = {}
                for (seat, _), each in zip(beliefs.slots, order, strict=False):
                    dealt.setdefault(seat, []).append(each)
                state = self._state_with(dealt, order[len(beliefs.slots) :])
                key = (state.hands, state.boneyard if drawn else ())
                likelihood = found[key][1] if key in found else 0.0
                # a hand can arise in several ways
                found[key] = (state, likelihood + self._opponents.likelihood(state))
        return list(found.values())

    def _sample_uniform(self, rng: random.Random) -> tuple[State, float]:
        """Return a state, and the number of ways it was chosen from: the most restricted slots are filled first."""
        pool = list(self.beliefs.unseen)
        grid = self.beliefs.visible.layout
        if isinstance(grid, Grid):
            fields = [*self._fields]
            fields[_LAYOUT] = self._grid(grid, pool, rng)
            return state_from_fields(fields), 1.0
        dealt, rest, ways = self._deal(pool, rng)
        return self._state_with(dealt, rest), ways

    def _state_with(self, dealt: Mapping[int, list[Tile]], boneyard: Iterable[Tile]) -> State:
        fields = [*self._fields]
        hands = [*self.beliefs.visible.hands]
        for seat, held in dealt.items():
            held.sort(key=_IN_ORDER)
            hands[seat] = tuple(held)
        fields[_HANDS] = tuple(hands)
        fields[_BONEYARD] = tuple(boneyard)
        return state_from_fields(fields)

    def _deal(self, pool: list[Tile], rng: random.Random) -> tuple[dict[int, list[Tile]], list[Tile], float]:
        for _ in range(MAX_ATTEMPTS):
            rng.shuffle(pool)
            rest, left, ways = [*pool], self._unseen, 1.0
            dealt: dict[int, list[Tile]] = {}
            for seat, mask in self._restricted:
                ways *= (mask & left).bit_count()
                for at, each in enumerate(rest):
                    if mask >> each.order & 1:
                        left &= ~(1 << each.order)
                        dealt.setdefault(seat, []).append(rest.pop(at))
                        break
                else:
                    break
            else:
                for seat in self._free:
                    dealt.setdefault(seat, []).append(rest.pop())
                return dealt, rest, ways
        # never seen in a match: some deal is always consistent, and a few attempts find one
        rest = [*pool]
        dealt = {}
        for seat, _ in self.beliefs.slots:
            dealt.setdefault(seat, []).append(rest.pop())
        return dealt, rest, 1.0

    def _grid(self, grid: Grid, pool: list[Tile], rng: random.Random) -> Grid:
        known = {at: tile for at, tile in self._known.items() if at in grid.tiles}
        taken = set(known.values())
        rest = [each for each in pool if each not in taken]
        rng.shuffle(rest)
        return Grid({at: known[at] if at in known else rest.pop() for at in grid.tiles}, grid.face_up)
