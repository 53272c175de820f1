"""Tests of the sizes of tiles: large while they are few, and never larger with more of them."""

from __future__ import annotations

from itertools import pairwise
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match
from engine.layouts import Branches, Cross, Line, Spinners
from render.geometry.forms import geometry_of
from tests.render.constructed import crosses, every_tile_piled, forks, seen, spinners
from tests.render.games import any_deal, lines
from tests.support.examples import examples

FEW = settings(max_examples=examples(20))


@pytest.mark.parametrize(("tiles", "half"), [(8, 72), (14, 60), (28, 48)])
@given(line=lines((6,)))
def test_a_line_of_few_tiles_has_large_ones_whatever_its_shape(line: Line, tiles: int, half: int) -> None:
    few = Line(line.placed[:tiles], line.ends)
    assert geometry_of(seen("classic-draw", 4, few)).lay_out().half >= half


SIZES = {
    # rules, seats: the median side of a half at 4, 8, 14 and 20 tiles
    ("all-fives", 2): (72, 72, 52, 44),
    ("sebastopol", 4): (72, 72, 60, 44),
    ("fives", 4): (72, 60, 52, 44),
    ("mata", 2): (72, 60, 52, 44),
    ("matador", 3): (72, 60, 52, 44),
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("rules", "seats"), SIZES)
def test_most_tables_that_branch_have_large_tiles_too(rules: str, seats: int) -> None:
    halves: dict[int, list[int]] = {4: [], 8: [], 14: [], 20: []}
    for seed in range(12):
        for view in (match.view(state, None) for state in any_deal(rules, seats, seed)):
            if len(view.layout.placed) in halves:
                halves[len(view.layout.placed)].append(geometry_of(view).lay_out().half)
    for found, half in zip(halves.values(), SIZES[rules, seats], strict=True):
        assert not found or median(found) >= half


@given(lines())
def test_the_tiles_of_a_line_never_grow_and_keep_their_places_at_one_size(line: Line) -> None:
    views = [seen("double-twelve", 2, Line(line.placed[:count], line.ends)) for count in range(1, len(line.placed) + 1)]
    for before, after in pairwise(geometry_of(view).lay_out() for view in views):
        assert after.half <= before.half
        if before.half == after.half and not after.folds:
            assert after.spots[:-1] == before.spots


_RULES = {Branches: "mata", Cross: "all-fives", Spinners: "fives"}


@pytest.mark.long
@FEW
@given(st.one_of(crosses(), forks(), spinners()))
def test_the_tiles_of_a_table_that_branches_never_grow_and_keep_their_places_at_a_large_size(
    layout: Branches | Cross | Spinners,
) -> None:
    rules = _RULES[type(layout)]
    views = [seen(rules, 4, layout._replace(placed=layout.placed[:count])) for count in range(1, len(layout.placed))]
    for before, after in pairwise(geometry_of(view).lay_out() for view in views):
        assert after.half <= before.half
        if before.half == after.half > 44:
            assert after.spots[:-1] == before.spots


def test_a_pile_grows_by_a_row_and_shrinks_its_tiles_before_a_third_one() -> None:
    halves = [geometry_of(seen("accountants", 3, every_tile_piled(count))).lay_out().half for count in range(29)]
    assert halves == [72] * 23 + [60] * 6
