"""Tests that tiles stay in their places from one picture to the next."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match
from engine.actions import parse_move
from engine.layouts import START, Cross, Grid, Pile, Placed, Spinners, Trains
from engine.layouts.cross import ARMS
from engine.tiles import Tile
from engine.view import View
from render.geometry.arrangement import arrange
from render.geometry.boxes import Box, Chain, Spot
from render.geometry.forms import geometry_of
from tests.render.constructed import crosses, forks, railways, seen, spinners, spun
from tests.render.games import AnyDeal, any_deal, any_deals
from tests.support.examples import examples

FEW = settings(max_examples=examples(40))


@dataclass
class Steps:
    """What became of the tiles on a table while more were laid.

    Attributes:
        steps: how many were laid.
        moved: how many tiles of the same size then lay elsewhere in the picture, those folded away left aside.
        unsteady: after how many of the steps any did.
        sizes: how often all changed their size.
        tables: the size and the height of the pictures in turn, one deal after the other.

    """

    steps: int = 0
    moved: int = 0
    unsteady: int = 0
    sizes: int = 0
    tables: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])


def played(rules: str, seats: int, seeds: range) -> Steps:
    """Follow the tables of some deals."""
    found = Steps()
    for seed in seeds:
        tables = [arrange(match.view(state, None)) for state in any_deal(rules, seats, seed)]
        for before, after in pairwise(tables):
            old, new = boxes(before.chain), boxes(after.chain)
            if len(after.chain.spots) + sum(fold.folded for fold in after.chain.folds) == len(old) or old == new:
                continue
            found.steps += 1
            if before.chain.half != after.chain.half:
                found.sizes += 1
                continue
            moved = sum(new[placed] != box for placed, box in old.items() if placed in new)
            found.moved += moved
            found.unsteady += moved > 0
        found.tables += [(table.chain.half, table.height) for table in tables]
    return found


def boxes(chain: Chain) -> dict[Placed, Box]:
    return {spot.placed: spot.box for spot in chain.spots}


LAW = {
    # rules, seats: how many tiles may move a step, and after how many of a hundred steps any may
    ("express", 4): (0.2, 1),
    ("classic", 3): (0, 0),
    ("classic-draw", 2): (0.2, 1),
    ("no-boneyard", 2): (0.2, 1),
    ("sebastopol", 3): (0.05, 0.5),
    ("all-fives", 2): (0.05, 0.5),
    ("all-fives", 4): (0.05, 0.5),
    ("fives", 2): (0.05, 0.5),
    ("fives", 4): (0.05, 0.5),
    ("mata", 4): (0.05, 1),
    ("mata-alsace", 2): (0.1, 1.5),
    ("matador", 2): (0.05, 1),
    ("accountants", 4): (0, 0),
    ("double-twelve", 2): (0.8, 2),
    ("double-twelve", 12): (0.8, 2),
    ("chickenfoot", 2): (0, 0),
    ("chickenfoot", 8): (0, 0),
    ("mexican-train", 3): (1, 16),
    ("mexican-train", 8): (0.5, 12),
    ("mexican-train-nine", 4): (1, 12),
}


@pytest.mark.long
@pytest.mark.parametrize(("rules", "seats"), LAW)
def test_tiles_seldom_move(rules: str, seats: int) -> None:
    found = played(rules, seats, range(8))
    most, often = LAW[rules, seats]
    assert found.steps > 60
    assert found.moved <= most * found.steps
    assert found.unsteady <= often / 100 * found.steps
    assert found.sizes <= 8 * 4


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("rules", "seats"), [("express", 4), ("all-fives", 4), ("matador", 3), ("mexican-train", 3), ("chickenfoot", 3)]
)
def test_a_picture_grows_in_a_few_steps_and_shrinks_only_with_its_tiles(rules: str, seats: int) -> None:
    for seed in range(4):
        tables = played(rules, seats, range(seed, seed + 1)).tables
        assert tables == sorted(tables, key=lambda table: (-table[0], table[1]))
        assert len(set(tables)) <= 9


@pytest.mark.long
@FEW
@given(st.one_of(crosses(), forks()), st.data())
def test_a_table_that_forks_grows_at_its_lower_edge_alone(layout: Cross, data: st.DataObject) -> None:
    view = seen("all-fives" if isinstance(layout, Cross) else "mata", 4, layout)
    count = data.draw(st.integers(1, len(layout.placed)))
    few = arrange(seen(view.rules, 4, layout._replace(placed=layout.placed[:count])))
    many = arrange(view)
    if few.chain.half == many.chain.half:
        assert few.chain.spots[0].box == many.chain.spots[0].box


@pytest.mark.long
@FEW
@given(crosses())
def test_the_arms_of_a_cross_never_all_bend_the_same_way_round(layout: Cross) -> None:
    assert abs(sum(first_turn(geometry_of(seen("all-fives", 4, layout)).lay_out(), arm) for arm in ARMS)) < len(ARMS)


def test_a_sidestep_by_a_double_does_not_hide_the_way_an_arm_bends() -> None:
    laid = (
        "3-3 start, 3-2 arm1, 2-2 arm1, 5-2 arm1, 5-5 arm1, 3-1 arm2, 1-1 arm2, 5-3 arm3, 6-3 arm4, 6-6 arm4, "
        "6-0 arm4, 0-0 arm4, 5-0 arm4, 6-5 arm1, 1-0 arm2, 5-1 arm4, 4-0 arm2, 4-4 arm2, 4-3 arm2, 4-1 arm4, "
        "4-2 arm4, 5-4 arm3, 3-0 arm2, 6-1 arm1, 6-2 arm4, 6-4 arm3, 2-0 arm2, 2-1 arm2"
    )
    layout = Cross()
    for number, each in enumerate(laid.split(", ")):
        play = parse_move(f"{number % 2} play {each}")
        layout = layout.place(play, layout.ends.get(play.end, play.tile.high), play.tile.double)
        turns = [first_turn(geometry_of(seen("all-fives", 4, layout)).lay_out(), arm) for arm in ARMS]
        assert abs(sum(turns)) < len(ARMS)


@pytest.mark.long
@FEW
@given(spinners())
def test_the_arms_of_a_spinner_never_all_bend_the_same_way_round(layout: Spinners) -> None:
    chain = geometry_of(seen("fives", 4, layout)).lay_out()
    assert abs(sum(turns_from_spinner(chain))) < len(ARMS)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", [41, 63, 115])
def test_the_arms_of_a_spinner_do_not_all_bend_one_way_where_that_would_be_easiest(seed: int) -> None:
    assert abs(sum(turns_from_spinner(geometry_of(seen("fives", 4, spun(seed))).lay_out()))) < len(ARMS)


def turns_from_spinner(chain: Chain) -> list[int]:
    """Which way round each arm of the spinner first turns, looked at from there; none if there is no spinner."""
    spinner = next((spot for spot in chain.spots if spot.placed.spinner), None)
    if spinner is None:
        return []
    ends = {end: [spot for spot in chain.spots if spot.placed.end == end] for end in ("e1", "e2", "e3", "e4")}
    home = spinner.placed.end
    if home == START:
        return [bend(spinner, arm, []) for arm in ends.values()]
    line = ends.pop(home)
    at = line.index(spinner)
    # the line leads back to the opening tile, and beyond it goes on to the other end
    beyond = [chain.spots[0], *ends.pop("e2" if home == "e1" else "e1")]
    back = bend(spinner, beyond, line[:at][::-1])
    return [bend(spinner, line[at + 1 :], []), back, *(bend(spinner, arm, []) for arm in ends.values())]


def bend(spinner: Spot, arm: list[Spot], reverse: list[Spot]) -> int:
    """Which way round an arm first turns; the tiles in ``reverse`` come first, and were laid the other way."""
    tiles = [*((spot, -1) for spot in reverse), *((spot, 1) for spot in arm)]
    if not tiles:
        return 0
    (nearest, _), box = tiles[0], spinner.box
    x = (nearest.box.x >= box.right) - (nearest.box.right <= box.x)
    y = (nearest.box.y >= box.bottom) - (nearest.box.bottom <= box.y)
    for spot, sense in tiles:
        if spot.placed.crosswise or spot.placed.end == START:
            continue
        outward = (spot.placed.inward, spot.placed.outward) == (spot.first, spot.second)
        towards = sense if outward else -sense
        dx, dy = (0, towards) if spot.upright else (towards, 0)
        if x * dy - y * dx:
            return x * dy - y * dx
    return 0


@pytest.mark.parametrize("seed", [0, 4, 12, 14, 33])
def test_the_arms_do_not_all_bend_one_way_where_that_would_be_easiest(seed: int) -> None:
    chain = geometry_of(match.view(any_deal("sebastopol", 4, seed)[-1], None)).lay_out()
    assert abs(sum(first_turn(chain, arm) for arm in ARMS)) < len(ARMS)


def first_turn(chain: Chain, arm: str) -> int:
    """Which way round an arm first turns away from its own direction: 1 for clockwise, -1 for the other, 0 for not."""
    ways = {"arm1": (-1, 0), "arm2": (1, 0), "arm3": (0, -1), "arm4": (0, 1)}
    x, y = ways[arm]
    for spot in chain.spots:
        if spot.placed.end == arm and not spot.placed.crosswise and spot.upright == bool(x):
            halves = (spot.placed.inward, spot.placed.outward)
            towards = 1 if halves == (spot.first, spot.second) else -1
            dx, dy = (0, towards) if spot.upright else (towards, 0)
            return x * dy - y * dx
    return 0


@FEW
@given(any_deals((Pile, Grid)))
def test_tiles_of_a_pile_and_positions_of_a_grid_never_move(deal: AnyDeal) -> None:
    for before, after in pairwise(arrange(match.view(state, None)) for state in deal.states):
        assert after.chain.spots[: len(before.chain.spots)] == before.chain.spots
        assert after.chain.cells == before.chain.cells


@FEW
@given(railways(), st.data())
def test_the_tiles_of_a_train_stay_where_they_were_until_it_folds_or_shrinks(
    trains: Trains, data: st.DataObject
) -> None:
    def train(chain: Chain, end: str) -> tuple[list[int], dict[Tile, tuple[int, int]]]:
        sign = chain.signs[end]
        folds = [fold.folded for fold in chain.folds if fold.box.centre[1] == sign.centre[1]]
        spots = (spot for spot in chain.spots if spot.placed.end == end)
        return folds, {spot.placed.tile: (spot.box.x, spot.box.y - sign.y) for spot in spots}

    def table(count: int) -> View:
        return seen("mexican-train", len(trains.ends) - 1, trains._replace(placed=trains.placed[:count]))

    count = data.draw(st.integers(1, len(trains.placed)))
    before, after = geometry_of(table(count - 1)).lay_out(), geometry_of(table(count)).lay_out()
    for end in before.signs:
        (folds, tiles), (more, after_tiles) = train(before, end), train(after, end)
        if folds == more and before.half == after.half:
            assert tiles.items() <= after_tiles.items()
