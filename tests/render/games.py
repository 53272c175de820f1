"""Matches and lines to draw."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from gettext import NullTranslations
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from engine import match
from engine.actions import Deal, Play
from engine.game import State
from engine.layouts import START, Line
from engine.options import Value
from engine.rules import RULE_SETS
from engine.tiles import full_set, tile
from engine.view import View
from render.geometry.boxes import Box, Spot
from tests.engine.games import SEATINGS, SEEDS, options_of, play_on

WORDS = NullTranslations()
NAMES = ("Ana", "Benoît", "Chloé", "Dmitri")
PEOPLE = (*NAMES, "Eleonora", "Fatima", "Gus", "Hiroshi", "Ines", "Jürgen", "Kim", "Léa")


def deal(seats: int, seed: int, options: dict[str, Any] | None = None, number: int = 1) -> list[State]:
    """Play random moves of Domino Express; return every state of the deal of that number."""
    return any_deal("express", seats, seed, number, **(options or {}))


def any_deal(rules: str, seats: int, seed: int, number: int = 1, **options: Value) -> list[State]:
    """Play random moves of any rule set; return every state of the deal of that number, or of the last before it."""
    states: list[State] = []
    for step in play_on(match.new(rules, seats, options), random.Random(seed)):
        if isinstance(step.action, Deal):
            # before the deal: it may be void
            if len(step.before.results) >= number:
                break
            states = []
        states.append(step.after)
    return states


def moment(rules: str, seats: int, wanted: Callable[[View], object], *, own: bool = False, **options: Value) -> View:
    """Return the first position in play of some deals that is as wanted, as the channel or the seat in turn sees it."""
    for seed in range(50):
        for state in any_deal(rules, seats, seed, **options):
            view = match.view(state, state.turn if own else None)
            if state.turn is not None and wanted(view):
                return view
    raise LookupError("no such moment")


@dataclass(frozen=True)
class AnyDeal:
    """A deal of random moves of any rule set, named by what makes it again."""

    rules: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    seed: int
    number: int

    @property
    def states(self) -> list[State]:
        return any_deal(self.rules, self.seats, self.seed, self.number, **dict(self.options))

    def views(self, chance: int) -> list[View]:
        """A few positions of the deal, the last one among them."""
        states = self.states
        step = max(len(states) // 4, 1)
        return [match.view(state, None) for state in (*states[chance % step :: step], states[-1])]


@st.composite
def any_deals(draw: st.DrawFn, layouts: tuple[type, ...] = (), rules: str | None = None) -> AnyDeal:
    """A deal of any rule set, with any options and number of players; of some layouts or one rule set if given."""
    rules = rules or draw(st.sampled_from(list(dict.fromkeys(rules for rules, _, _ in _matches(layouts)))))
    _, seats, options = draw(st.sampled_from([each for each in _matches(layouts) if each[0] == rules]))
    return AnyDeal(rules, seats, options, draw(SEEDS), draw(st.integers(1, 3)))


@cache
def _matches(layouts: tuple[type, ...]) -> list[tuple[str, int, tuple[tuple[str, Value], ...]]]:
    """Every match that can be agreed upon and is played on one of these layouts."""
    return [
        (rules, seats, tuple(options.items()))
        for rules, seats in SEATINGS
        for options in options_of(rules, seats)
        if not layouts or isinstance(RULE_SETS[rules].initial_layout(match.new(rules, seats, options)), layouts)
    ]


def finished(seats: int, seed: int, options: dict[str, Any] | None = None) -> State:
    return deal(seats, seed, options, number=1000)[-1]


def deals() -> st.SearchStrategy[AnyDeal]:
    """A deal of Domino Express, alone or in pairs."""
    return any_deals(rules="express")


@st.composite
def lines(draw: st.DrawFn, tops: tuple[int, ...] = (6, 6, 12)) -> Line:
    """Any line of play, lopsided ones too, of a set with so many pips on a half."""
    top = draw(st.sampled_from(tops))
    chance = random.Random(draw(st.integers(0, 10**9)))
    left_share = draw(st.sampled_from((0.0, 0.1, 0.5, 1.0)))
    doubles_first = draw(st.booleans())
    rest = list(full_set(top))
    first = chance.choice(rest)
    rest.remove(first)
    line = Line().place(Play(0, first, START), first.high, crosswise=first.double)
    for _ in range(draw(st.integers(0, len(rest)))):
        end = "left" if chance.random() < left_share else "right"
        fitting = [each for each in rest if line.ends[end] in each]
        if not fitting:
            break
        doubles = [each for each in fitting if each.double]
        chosen = doubles[0] if doubles and doubles_first else chance.choice(fitting)
        rest.remove(chosen)
        line = line.place(Play(len(line.placed) % 4, chosen, end), line.ends[end], crosswise=chosen.double)
    return line


def whole_set(top: int = 6) -> Line:
    """All tiles of a set in one line, half of them laid on each side. ``top`` has to be even."""
    # A walk over every pair of numbers once, each number's double where the walk first meets it.
    numbered = range(top, -1, -1)
    edges = {number: [other for other in numbered if other != number] for number in numbered}
    walk: list[int] = []
    stack = [0]
    while stack:
        here = stack[-1]
        if edges[here]:
            other = edges[here].pop()
            edges[other].remove(here)
            stack.append(other)
        else:
            walk.append(stack.pop())
    numbers: list[int] = []
    for number in walk:
        numbers += [number] if number in numbers else [number, number]
    chain = list(pairwise(numbers))
    middle = len(chain) // 2
    opening = tile(*chain[middle])
    line = Line().place(Play(0, opening, START), opening.high, crosswise=opening.double)
    left, right = chain[:middle][::-1], chain[middle + 1 :]
    if chain[middle][0] != opening.high:
        left, right = right, left
    for turn in range(len(chain)):
        for end, side in (("left", left), ("right", right)):
            if turn < len(side):
                laid = tile(*side[turn])
                line = line.place(Play(len(line.placed) % 4, laid, end), line.ends[end], crosswise=laid.double)
    return line


def longest() -> View:
    """A view with all 28 tiles on the table."""
    view = match.view(deal(4, 3, {"pairs": True}, number=2)[-2], None)
    passed = ((1, 4), (), (0, 3, 5), ())
    return replace(view, layout=whole_set(), hand_sizes=(0, 0, 0, 0), totals=(72, 85), passed=passed)


def shared_edge(one: Box, other: Box) -> int:
    """How long an edge two boxes share, in pixels."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(wide, high) if min(wide, high) == 0 else 0


def halves(spot: Spot) -> list[tuple[int, Box]]:
    """Each half's number and box, the first one first."""
    x, y, w, h = spot.box
    if spot.upright:
        return [(spot.first, Box(x, y, w, h // 2)), (spot.second, Box(x, y + h // 2, w, h // 2))]
    return [(spot.first, Box(x, y, w // 2, h)), (spot.second, Box(x + w // 2, y, w // 2, h))]
