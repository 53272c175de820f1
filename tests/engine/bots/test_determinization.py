"""Tests of deals that a seat can't tell apart."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, permutations

import pytest

from engine import match
from engine.actions import Draw
from engine.bots.beliefs import Beliefs
from engine.bots.determinization import Determinizer, World
from engine.game import State
from engine.legal import default_move
from engine.rules import RULE_SETS
from engine.tiles import full_set
from tests.engine.bots.assignments import keeps, possible
from tests.engine.bots.positions import apart, choices
from tests.engine.laws.laws import tiles_are_conserved
from tests.engine.simulation.test_simulation import SIMULATED
from tests.support.cases import few_rule_sets, few_seatings


class Worlds:
    """The deals made up for the seat in turn, as states."""

    def __init__(self, state: State) -> None:
        self.made = Determinizer(match.view(state, state.turn))
        self.beliefs = self.made.beliefs

    def sample(self, chance: random.Random) -> State:
        """Return a deal made up."""
        return self._state(self.made.sample(chance))

    def enumerate(self) -> list[tuple[State, float]]:
        """Return all deals, each with its likelihood, if there are few."""
        return [(self._state(world), likelihood) for world, likelihood in self.made.enumerate()]

    def _state(self, world: World) -> State:
        tiles = full_set(self.beliefs.visible.max_pips)
        hands = tuple(tuple(each for each in tiles if held >> each.order & 1) for held in world.held)
        boneyard = tuple(tiles[each] for each in reversed(world.stock))
        return self.beliefs.visible._replace(hands=hands, boneyard=boneyard, legal=None)


def opening(state: State) -> bool:
    """Return whether somebody still has to open the deal, which only happens with a tile of one's own."""
    return state.opening is not None and state.opening.tiles is not None


def looks_the_same(state: State, world: State) -> None:
    """Hold what the seat in turn sees of a deal made up against what it sees of the one on the table."""
    view, made = match.view(state, state.turn), match.view(world, state.turn)
    # what one drew is in one's hand; what may open is not asked again of a deal made up
    aside = {"drawn": (), "must_open_with": None, **({"default_move": None, "legal": ()} if opening(state) else {})}
    assert replace(made, **aside) == replace(view, **aside)


@pytest.mark.parametrize(("rules", "seats"), few_seatings(SIMULATED))
def test_every_deal_made_up_looks_as_the_one_on_the_table_does(rules: str, seats: int) -> None:
    chance = random.Random(7)
    for state in apart(rules, seats, 3, "worlds"):
        worlds = Worlds(state)
        for _ in range(3):
            world = worlds.sample(chance)
            looks_the_same(state, world)
            tiles_are_conserved(world)
            assert keeps(world, worlds.beliefs), "something that was ruled out is held"
            # each move can be gone on from
            for move in match.legal(state)[:3]:
                match.step(world, move)


def late(rules: str, seats: int, count: int) -> list[State]:
    """Return positions in which few tiles are hidden, and who holds them is not quite open."""
    source = random.Random(f"{rules} late")
    found: list[State] = []
    for state in islice(choices(rules, source, seats), 2000):
        hidden = Worlds(state).beliefs
        if 2 <= len(hidden.unseen) <= 9 and hidden.slots and len(state.history) > 4:
            found.append(state)
            if len(found) == count:
                break
    return found


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        # habits make some deals likelier, and none impossible
        *(("express", 4), ("classic-draw", 2), ("misere", 3), ("no-boneyard", 2), ("sebastopol", 3)),
        # they tell nothing
        *(("all-fives", 2), ("mata", 2)),
    ],
)
def test_every_tile_comes_up_in_every_hand_that_could_hold_it(rules: str, seats: int) -> None:
    positions = late(rules, seats, 3)
    assert positions
    for state in positions:
        worlds = Worlds(state)
        hidden = worlds.beliefs
        others = {seat for seat, _ in hidden.slots}
        could = {(seat, each) for seat in others for each in hidden.unseen if possible(hidden, seat, each)}
        chance, met = random.Random(5), set()
        for _ in range(1500):
            world = worlds.sample(chance)
            met |= {(seat, each) for seat in others for each in world.hands[seat]}
            if met >= could:
                break
        assert met == could


@pytest.mark.parametrize(
    ("rules", "seats"), [("express", 4), ("classic-draw", 2), ("no-boneyard", 2), ("all-fives", 2)]
)
def test_all_possible_deals_are_found_where_few_tiles_are_hidden(rules: str, seats: int) -> None:
    found = 0
    for state in late(rules, seats, 12):
        worlds = Worlds(state)
        every = [world for world, _ in worlds.enumerate()]
        if not every:
            continue
        found += 1
        assert all(likelihood > 0 for _, likelihood in worlds.enumerate())
        hands = {world.hands for world in every}
        assert state.hands in hands
        assert len({(world.hands, world.boneyard) for world in every}) == len(every)
        for world in every[:20]:
            looks_the_same(state, world)
            assert keeps(world, worlds.beliefs)
        chance = random.Random(3)
        assert {worlds.sample(chance).hands for _ in range(150)} <= hands
    assert found


def shares(deals: Iterable[tuple[State, float]]) -> dict[object, float]:
    """Return the share of each deal: its hands, and its boneyard in order."""
    found: Counter[object] = Counter()
    for state, weight in deals:
        found[state.hands, state.boneyard] += weight
    total = sum(found.values())
    return {deal: each / total for deal, each in found.items()}


def fitting(beliefs: Beliefs) -> Iterator[tuple[State, float]]:
    """Return each order of the hidden tiles that fits, as the state that it makes: a deal may come several times."""
    for order in permutations(beliefs.unseen):
        hands = [list(hand) for hand in beliefs.visible.hands]
        for (seat, mask), each in zip(beliefs.slots, order, strict=False):
            if not mask >> each.order & 1:
                break
            hands[seat].append(each)
        else:
            dealt = tuple(tuple(sorted(hand)) for hand in hands)
            yield beliefs.visible._replace(hands=dealt, boneyard=order[len(beliefs.slots) :]), 1.0


def comes_as_often(expected: Mapping[object, float], drawn: Sequence[object]) -> None:
    """Check by chi-squared that each deal was drawn as often as expected, and none that was not expected."""
    met = Counter(drawn)
    assert met.keys() <= expected.keys()
    squares = sum((met[deal] - share * len(drawn)) ** 2 / (share * len(drawn)) for deal, share in expected.items())
    free = len(expected) - 1
    # by chance alone once in 100,000 positions (Wilson and Hilferty's approximation)
    limit = free * (1 - 2 / (9 * free) + 4.26 * math.sqrt(2 / (9 * free))) ** 3 if free else 1e-9
    assert squares <= limit, f"chi-squared is {squares:.0f}, and at most {limit:.0f} of {free + 1} deals"


def few_hidden(rules: str, count: int) -> Iterator[State]:
    """Return positions with three to five hidden tiles, in hands and in a boneyard to draw from."""
    source = random.Random(f"{rules} few")
    for state in choices(rules, source):
        hidden = len(state.boneyard) + sum(map(len, state.hands)) - len(state.hands[state.turn])
        if 3 <= hidden <= 5 and len(state.boneyard) < hidden and isinstance(default_move(state), Draw):
            yield state
            count -= 1
            if not count:
                return


DRAWING = [
    rules
    for rules, found in RULE_SETS.items()
    if isinstance(default_move(match.new(rules, found.seats[0])._replace(turn=0, boneyard=full_set(12))), Draw)
]
"""The rule sets in which tiles are drawn."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", few_rule_sets(DRAWING))
def test_every_deal_and_order_of_the_boneyard_that_fits_comes_equally_often(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for state in few_hidden(rules, 3):
        worlds, chance = Worlds(state), random.Random(5)
        monkeypatch.setattr(worlds.made._opponents, "_choices", [])  # habits make some deals likelier
        expected = shares(fitting(worlds.beliefs))
        made = [worlds.sample(chance) for _ in range(max(2000, 20 * len(expected)))]
        comes_as_often(expected, [(each.hands, each.boneyard) for each in made])


@pytest.mark.long
def test_deals_that_explain_the_plays_of_the_others_come_more_often() -> None:
    for state in late("express", 4, 6):
        worlds, chance = Worlds(state), random.Random(5)
        expected = shares(worlds.enumerate())
        if len(expected) > 3:
            made = [worlds.sample(chance) for _ in range(5000)]
            comes_as_often(expected, [(each.hands, each.boneyard) for each in made])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("rules", few_rule_sets(DRAWING))
def test_deals_that_differ_in_the_order_of_the_boneyard_are_told_apart(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for state in few_hidden(rules, 3):
        worlds = Worlds(state)
        monkeypatch.setattr(worlds.made._opponents, "_choices", [])  # habits make some deals likelier
        assert shares(worlds.enumerate()) == pytest.approx(shares(fitting(worlds.beliefs)))


def test_the_same_chance_makes_up_the_same_deals() -> None:
    (state,) = apart("classic-draw", 3, 1)
    one, other = Worlds(state), Worlds(state)
    assert [one.sample(random.Random(n)) for n in range(5)] == [other.sample(random.Random(n)) for n in range(5)]
    assert len({one.sample(random.Random(n)).hands for n in range(5)}) > 1
