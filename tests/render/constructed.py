"""Tables as full as the rules allow, laid without regard to hands, and views of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from engine import match
from engine.actions import Play
from engine.layouts import START, Branches, Cross, Feet, Grid, Layout, Line, Pile, Spinners, Trains
from engine.layouts.cross import ARMS
from engine.rules import RULE_SETS
from engine.tiles import DOUBLES, EQUAL_HALVES, MATADORS, SUM_OF_SEVEN, Tile, full_set, tile
from engine.view import View
from tests.render.games import any_deal, lines, whole_set

Choice = tuple[Tile, str]
"""A tile, and the end at which it could be laid."""
Taste = Callable[[list[Choice]], list[Choice]]
"""Which of some choices come first; none: all alike."""


def _one_end(chance: random.Random) -> Taste:
    """Go on at one end, mostly."""
    favourite: list[str] = []

    def taste(choices: list[Choice]) -> list[Choice]:
        if not favourite or chance.random() < 0.05:
            favourite[:] = [chance.choice(choices)[1]]
        return [each for each in choices if each[1] == favourite[0]]

    return taste


def _tiles_first(likes: Callable[[Tile], bool]) -> Taste:
    return lambda choices: [each for each in choices if likes(each[0])]


def _tastes(draw: st.DrawFn, chance: random.Random, special: frozenset[Tile]) -> list[Taste]:
    """Some ways to play: at one end, what lies across early or late, in one order or the other, or anyhow."""
    order = sorted(special, reverse=draw(st.booleans()))
    offered: dict[str, list[Taste]] = {
        "anyhow": [],
        "early": [_tiles_first(special.__contains__)],
        "in order": [_tiles_first(lambda each, at=at: each == at) for at in order],
        "late": [_tiles_first(lambda each: each not in special)],
    }
    found = offered[draw(st.sampled_from(list(offered)))]
    return [*found, _one_end(chance)] if draw(st.booleans()) else found


def _filled(layout: Layout, rest: Sequence[Tile], tastes: Sequence[Taste], chance: random.Random) -> Layout:
    """Lay tiles until none fits any more."""
    touching, lying = (SUM_OF_SEVEN, MATADORS) if isinstance(layout, Branches) else (EQUAL_HALVES, DOUBLES)
    left = list(rest)
    while True:
        assert not isinstance(layout, Grid)
        ends = layout.open_ends if isinstance(layout, Cross | Spinners | Feet) else layout.ends
        choices = [(each, end) for end, shown in ends.items() for each in left if each in touching[shown]]
        if not choices:
            return layout
        for taste in tastes:
            choices = taste(choices) or choices
        laid, end = chance.choice(choices)
        left.remove(laid)
        seat = len(layout.placed) % 2
        layout = layout.place(Play(seat, laid, end), touching[ends[end]][laid], laid in lying)


@st.composite
def crosses(draw: st.DrawFn) -> Cross:
    """A cross that no tile fits any more: one very long arm, four even ones, doubles first, anything."""
    chance = random.Random(draw(st.integers(0, 10**9)))
    tastes = _tastes(draw, chance, DOUBLES)
    if draw(st.booleans()):
        arms = chance.sample(ARMS, 4)
        tastes.append(lambda choices: [each for each in choices if each[1] == arms[len(choices) % 4]])
    spinner = chance.choice([each for each in full_set(6) if each.double])
    layout = Cross().place(Play(0, spinner, START), spinner.high, crosswise=True)
    return _filled(layout, [each for each in full_set(6) if each != spinner], tastes, chance)


@st.composite
def spinners(draw: st.DrawFn) -> Spinners:
    """A line that no tile fits any more, on which the first double is a spinner, or none."""
    chance = random.Random(draw(st.integers(0, 10**9)))
    tastes = _tastes(draw, chance, DOUBLES)
    opening = chance.choice(sorted(DOUBLES) if draw(st.booleans()) else full_set(6))
    layout = Spinners(spinners_left=draw(st.sampled_from((1, 1, 0))))
    layout = layout.place(Play(0, opening, START), opening.high, crosswise=opening in DOUBLES)
    return _filled(layout, [each for each in full_set(6) if each != opening], tastes, chance)


@st.composite
def many_spinners(draw: st.DrawFn) -> Spinners:
    """A line that no tile fits any more, on which every double is a spinner."""
    chance = random.Random(draw(st.integers(0, 10**9)))
    tastes = _tastes(draw, chance, DOUBLES)
    opening = chance.choice(sorted(DOUBLES) if draw(st.booleans()) else full_set(6))
    layout = Spinners(spinners_left=7).place(Play(0, opening, START), opening.high, crosswise=opening in DOUBLES)
    return _filled(layout, [each for each in full_set(6) if each != opening], tastes, chance)


def spun(seed: int) -> Spinners:
    """A line with a spinner that no tile fits any more, laid by chance."""
    chance = random.Random(seed)
    opening = chance.choice(full_set(6))
    layout = Spinners().place(Play(0, opening, START), opening.high, crosswise=opening.double)
    return _filled(layout, [each for each in full_set(6) if each != opening], [], chance)


def one_arm() -> Cross:
    """A cross of which one arm has nearly all tiles."""
    spinner = tile(6, 6)
    layout = Cross().place(Play(0, spinner, START), spinner.high, crosswise=True)
    rest = [each for each in full_set(6) if each != spinner]
    return _filled(layout, rest, [lambda choices: [each for each in choices if each[1] == "arm1"]], random.Random(3))


def one_side() -> Branches:
    """A line of Mata whose forks all hang on one side."""
    first = (
        "6-2 e1, 1-1 e1, 6-6 e1, 6-3 e2, 6-4 e2, 4-1 e2, 5-3 e2, 4-2 e2, 3-0 e2, 1-0 e1, 6-1 e2, 3-1 e2, 5-4 e2, 2-2 e2"
    )
    then = "5-0 e2, 6-0 e3, 5-2 e2, 2-0 e2, 5-5 e4, 2-1 e4, 6-5 e4, 3-2 e4, 4-4 e4, 3-3 e4, 4-0 e4, 4-3 e2, 0-0 e2"
    opening = tile(5, 1)
    layout = Branches().place(Play(0, opening, START), opening.high, crosswise=False)
    for laid in f"{first}, {then}".split(", "):
        halves, end = laid.split()
        each = tile(int(halves[0]), int(halves[2]))
        layout = layout.place(Play(0, each, end), 7 - layout.ends[end], crosswise=each in MATADORS)
    return layout


@st.composite
def forks(draw: st.DrawFn) -> Branches:
    """A line of Mata or Matador that no tile fits any more, its matadors laid early, late or anyhow."""
    chance = random.Random(draw(st.integers(0, 10**9)))
    tastes = _tastes(draw, chance, MATADORS)
    opening = chance.choice(sorted(MATADORS) if draw(st.booleans()) else full_set(6))
    layout = Branches().place(Play(0, opening, START), opening.high, crosswise=opening in MATADORS)
    return _filled(layout, [each for each in full_set(6) if each != opening], tastes, chance)


@st.composite
def railways(draw: st.DrawFn, top: int = 12, seats: int | None = None) -> Trains:
    """Trains that no tile fits any more."""
    most = max(RULE_SETS["mexican-train" if top == 12 else "mexican-train-nine"].seats)
    seats = seats or draw(st.integers(2, most))
    chance = random.Random(draw(st.integers(0, 10**9)))
    number = draw(st.integers(0, top))
    station = tile(number, number)
    layout = Trains.start(station, seats, top)
    tastes = _tastes(draw, chance, DOUBLES)
    return _filled(layout, [each for each in full_set(top) if each != station], tastes, chance)


@st.composite
def feet(draw: st.DrawFn) -> Feet:
    """Chicken feet that no tile fits any more."""
    chance = random.Random(draw(st.integers(0, 10**9)))
    number = draw(st.integers(0, 9))
    middle = tile(number, number)
    layout = Feet.start(middle, draw(st.sampled_from((4, 6))), 9)
    return _filled(layout, [each for each in full_set(9) if each != middle], _tastes(draw, chance, DOUBLES), chance)


@cache
def _begun(rules: str, seats: int) -> View:
    return match.view(any_deal(rules, seats, 1)[0], None)


def seen(rules: str, seats: int, layout: Layout) -> View:
    """A table as everybody sees it."""
    return replace(_begun(rules, seats), layout=layout, hand_sizes=(1,) * seats)


@st.composite
def full_tables(draw: st.DrawFn) -> View:
    """A table of any rule set with as many tiles as could ever lie on it, or nearly so."""
    kinds = (
        "line",
        "long line",
        "cross",
        "forks",
        "spinners",
        "many spinners",
        "feet",
        "trains",
        "nine",
        "pile",
        "grid",
    )
    kind = draw(st.sampled_from(kinds))
    match kind:
        case "line":
            return seen("classic-draw", 2, draw(lines((6,))))
        case "long line":
            return seen("double-twelve", draw(st.integers(2, 12)), draw(lines((12,))))
        case "cross":
            return seen(draw(st.sampled_from(("all-fives", "sebastopol"))), draw(st.integers(3, 4)), draw(crosses()))
        case "forks":
            return seen(
                draw(st.sampled_from(("mata", "matador", "mata-alsace"))), draw(st.integers(2, 4)), draw(forks())
            )
        case "spinners":
            return seen("fives", draw(st.integers(2, 4)), draw(spinners()))
        case "many spinners":
            return seen("fives", draw(st.integers(2, 4)), draw(many_spinners()))
        case "feet":
            return seen("chickenfoot", draw(st.integers(2, 8)), draw(feet()))
        case "trains":
            trains = draw(railways())
            return seen("mexican-train", len(trains.ends) - 1, trains)
        case "nine":
            trains = draw(railways(9))
            return seen("mexican-train-nine", len(trains.ends) - 1, trains)
        case "pile":
            return seen("accountants", draw(st.integers(3, 5)), every_tile_piled(draw(st.integers(0, 28))))
        case _:
            left = draw(st.sets(st.integers(1, 28), min_size=1))
            grid = Grid(dict.fromkeys(sorted(left)))
            return replace(seen("memory", 4, grid), hand_sizes=(28 - len(left), 0, 0, 0))


def every_tile_piled(count: int = 28) -> Pile:
    """The first tiles of the set in a pile, all of them by default."""
    pile = Pile()
    for at, each in enumerate(full_set(6)[:count]):
        pile = pile.place(Play(at % 3, each, "pile"), each.high, crosswise=False)
    return pile


def one_way(top: int, end: str = "right") -> Line:
    """All tiles of a set in one line that only ever grew at one end. ``top`` has to be even."""
    chain = whole_set(top).chain()
    if end == "left":
        chain = tuple((placed, right, left) for placed, left, right in reversed(chain))
    (opening, near, far), *others = chain
    line = Line().place(Play(0, opening.tile, START), opening.tile.high, crosswise=opening.crosswise)
    # the opening tile faces the others, whichever half that is
    halves = (near, far) if end == "right" else (far, near)
    placed = line.placed[0]._replace(inward=halves[0], outward=halves[1])
    line = line._replace(placed=(placed,), ends={"left": halves[0], "right": halves[1]})
    for at, (placed, touching, _) in enumerate(others, 1):
        line = line.place(Play(at % 4, placed.tile, end), touching, crosswise=placed.crosswise)
    return line
