"""Deals that a seat can't tell apart: the hidden tiles, dealt anew in keeping with all that was seen."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from itertools import permutations
from operator import attrgetter

from engine.actions import Draw
from engine.bots.beliefs import Hidden, bits
from engine.bots.memory import TurnedUp
from engine.bots.opponent_model import Habits
from engine.game import State, made_of
from engine.layouts import Grid
from engine.legal import fallback
from engine.tiles import Tile
from engine.view import View

_HANDS, _BONEYARD, _LAYOUT = (State._fields.index(name) for name in ("hands", "boneyard", "layout"))
_IN_ORDER = attrgetter("order")

ATTEMPTS = 30
"""How often a deal that leads nowhere is begun again."""

FEW = 6
"""Of how many hidden tiles all deals are looked at: 720, if nothing is ruled out."""

CANDIDATES = 4
"""Of how many deals one is taken, by how well it explains what the others have laid."""


class Worlds:
    """Every state that a seat could be in, as far as it knows.

    Args:
        view: what the seat sees.
        turned: what has been turned up of a grid.

    """

    def __init__(self, view: View, turned: TurnedUp = ()) -> None:
        self.hidden = Hidden(view)
        self._fields = [*self.hidden.start]
        self._habits = Habits(self.hidden)
        self._known = dict(turned)
        self._unseen = bits(self.hidden.unseen)
        self._bound = [(seat, mask) for seat, mask in self.hidden.places if mask != self._unseen]
        self._free = [seat for seat, mask in self.hidden.places if mask == self._unseen]

    def one(self, chance: random.Random) -> State:
        """Give one of them by chance, the likelier ones more often. What may be done is not worked out yet."""
        if not self._habits and len(self._bound) < 2:
            return self._any(chance)[0]
        candidates = [self._any(chance) for _ in range(CANDIDATES)]
        weights = [ways * self._habits.likelihood(world) for world, ways in candidates]
        return chance.choices(candidates, weights)[0][0]

    def all(self) -> list[tuple[State, float]]:
        """Give every one of them with its likelihood, where few tiles are hidden; else none."""
        hidden = self.hidden
        if len(hidden.unseen) > FEW or isinstance(hidden.start.layout, Grid):
            return []
        # nobody sees in what order tiles lie that nobody draws
        drawn = isinstance(fallback(hidden.start), Draw)
        found: dict[object, tuple[State, float]] = {}
        for order in permutations(hidden.unseen):
            if all(mask >> each.order & 1 for (_, mask), each in zip(hidden.places, order, strict=False)):
                dealt: dict[int, list[Tile]] = {}
                for (seat, _), each in zip(hidden.places, order, strict=False):
                    dealt.setdefault(seat, []).append(each)
                world = self._with(dealt, order[len(hidden.places) :])
                key = (world.hands, world.boneyard if drawn else ())
                likelihood = found[key][1] if key in found else 0.0
                # one hand can have come together in several ways
                found[key] = (world, likelihood + self._habits.likelihood(world))
        return list(found.values())

    def _any(self, chance: random.Random) -> tuple[State, float]:
        """Give a world, and among how many it was chosen: the places filled first take what suits them."""
        pool = list(self.hidden.unseen)
        grid = self.hidden.start.layout
        if isinstance(grid, Grid):
            fields = [*self._fields]
            fields[_LAYOUT] = self._grid(grid, pool, chance)
            return made_of(fields), 1.0
        dealt, rest, ways = self._deal(pool, chance)
        return self._with(dealt, rest), ways

    def _with(self, dealt: Mapping[int, list[Tile]], boneyard: Iterable[Tile]) -> State:
        fields = [*self._fields]
        hands = [*self.hidden.start.hands]
        for seat, held in dealt.items():
            held.sort(key=_IN_ORDER)
            hands[seat] = tuple(held)
        fields[_HANDS] = tuple(hands)
        fields[_BONEYARD] = tuple(boneyard)
        return made_of(fields)

    def _deal(self, pool: list[Tile], chance: random.Random) -> tuple[dict[int, list[Tile]], list[Tile], float]:
        for _ in range(ATTEMPTS):
            chance.shuffle(pool)
            rest, left, ways = [*pool], self._unseen, 1.0
            dealt: dict[int, list[Tile]] = {}
            for seat, mask in self._bound:
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
        # never seen in a match: what was seen leaves some deal, and a few attempts find it
        rest = [*pool]
        dealt = {}
        for seat, _ in self.hidden.places:
            dealt.setdefault(seat, []).append(rest.pop())
        return dealt, rest, 1.0

    def _grid(self, grid: Grid, pool: list[Tile], chance: random.Random) -> Grid:
        known = {at: tile for at, tile in self._known.items() if at in grid.lying}
        taken = set(known.values())
        rest = [each for each in pool if each not in taken]
        chance.shuffle(rest)
        return Grid({at: known[at] if at in known else rest.pop() for at in grid.lying}, grid.up)
