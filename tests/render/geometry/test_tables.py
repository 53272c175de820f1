"""Tests of tables of every rule set, from a deal's first tile to its last and beyond."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.layouts import Branches, Cross, Layout, Line, Spinners, Trains
from engine.tiles import full_set
from engine.view import View
from render.geometry.boxes import Chain
from render.geometry.dimensions import MIN_HALF, REACH
from render.geometry.extent import extent
from render.geometry.forms import geometry_of
from render.geometry.forms.tree import TreeGeometry
from render.pixels.frame import RAIL, WIDTH
from tests.render.checks import check, check_arrangement, things
from tests.render.constructed import (
    crosses,
    every_tile_piled,
    forks,
    full_tables,
    one_arm,
    one_side,
    one_way,
    railways,
    seen,
    spinners,
)
from tests.render.games import AnyDeal, any_deals, lines, whole_set
from tests.support.examples import examples

FEW = settings(max_examples=examples(40))
MANY = settings(max_examples=examples(120))


def grown(view: View, high: int, *, fold: bool) -> Chain | None:
    """A table that branches, at the smallest size, with so much room above and below its first tile."""
    geometry = geometry_of(view)
    assert isinstance(geometry, TreeGeometry)
    return geometry.grow(MIN_HALF, high, high, fold=fold)


def test_tiles_reach_as_far_as_the_rim_leaves_room() -> None:
    assert WIDTH // 2 - RAIL - 12 == REACH


@FEW
@given(any_deals(), st.integers(0, 1000))
def test_every_position_of_a_deal_is_laid_out_soundly(deal: AnyDeal, chance: int) -> None:
    for view in deal.views(chance):
        check(view, geometry_of(view).lay_out())
        check_arrangement(view)


@pytest.mark.long
@MANY
@given(full_tables())
def test_tables_as_full_as_the_rules_allow_are_laid_out_soundly(view: View) -> None:
    check(view, geometry_of(view).lay_out())
    check_arrangement(view)


@FEW
@given(forks(), st.data())
def test_a_line_that_forks_is_sound_from_its_first_tile_to_its_last(layout: Branches, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, len(layout.placed)))
    view = seen("matador", 2, Branches(layout.placed[:count], _ends(layout, count)))
    check(view, geometry_of(view).lay_out())


def _ends(layout: Branches, count: int) -> dict[str, int]:
    """The ends after so many tiles; what they show does not matter for where they lie."""
    opened = {name for placed in layout.placed[:count] for name in (placed.end, placed.opens) if name.startswith("e")}
    return {name: layout.ends[name] for name in sorted({"e1", "e2", *opened})}


# ---------------------------------------------------------------------- extremes


EXTREMES: dict[str, tuple[str, int, Layout]] = {
    "a double-twelve line of 91": ("double-twelve", 12, whole_set(12)),
    "91 to one side": ("double-twelve", 2, one_way(12)),
    "a double-six line of 28": ("classic-draw", 4, whole_set(6)),
    "91 to the left": ("double-twelve", 9, one_way(12, "left")),
    "28 to the left": ("classic-draw", 3, one_way(6, "left")),
    "28 to one side": ("classic-draw", 2, one_way(6)),
    "every tile on the pile": ("accountants", 5, every_tile_piled()),
}


@pytest.mark.parametrize("name", EXTREMES)
def test_the_longest_tables_are_shown_whole(name: str) -> None:
    rules, seats, layout = EXTREMES[name]
    view = seen(rules, seats, layout)
    chain = geometry_of(view).lay_out()
    check(view, chain)
    check_arrangement(view)
    assert not chain.folds
    assert len(chain.spots) == len(layout.placed) == len(full_set(view.max_pips))


@pytest.mark.parametrize("end", ["left", "right"])
def test_there_is_room_for_a_line_that_grows_at_one_end_and_for_its_name_at_every_length(end: str) -> None:
    line = one_way(6, end)
    for count in range(1, len(line.placed) + 1):
        check_arrangement(seen("classic-draw", 2, Line(line.placed[:count], line.ends)))


_RULES = {Branches: "mata", Cross: "all-fives", Spinners: "fives"}


@pytest.mark.long
@FEW
@given(st.one_of(forks(), crosses(), spinners()))
def test_no_table_that_forks_is_ever_folded(layout: Branches | Cross | Spinners) -> None:
    view = seen(_RULES[type(layout)], 4, layout)
    assert not geometry_of(view).lay_out().folds


@FEW
@given(railways(seats=8))
def test_nine_trains_show_how_each_began_or_how_much_of_it_is_folded_and_its_last_tiles(trains: Trains) -> None:
    view = seen("mexican-train", 8, trains)
    chain = geometry_of(view).lay_out()
    check(view, chain)
    assert len(chain.signs) == 9
    for end in trains.ends:
        train = trains.train(end)
        shown = [spot.placed for spot in chain.spots if spot.placed.end == end]
        assert shown == list(train[len(train) - len(shown) :])
        assert len(shown) >= min(len(train), 3)


# ---------------------------------------------------------------------- strips


@FEW
@given(full_tables(), st.sampled_from((160, 220, 340)))
def test_a_strip_holds_any_table_and_folds_what_finds_no_room(view: View, high: int) -> None:
    geometry = geometry_of(view)
    forked = isinstance(geometry, TreeGeometry)
    chain = geometry.lay_out_compactly((50, 42, 34, MIN_HALF), 380 if forked else high)
    check(view, chain, least_end=MIN_HALF)
    if forked or isinstance(view.layout, Line):
        assert chain.bounds.h <= (380 if forked else high)


@pytest.mark.long
@FEW
@given(st.one_of(forks(), crosses(), spinners()))
def test_a_table_that_forks_keeps_its_form_in_another_size(layout: Branches | Cross | Spinners) -> None:
    view = seen(_RULES[type(layout)], 4, layout)
    geometry = geometry_of(view)
    assert isinstance(geometry, TreeGeometry)
    table, smaller = geometry.lay_out(), geometry.resized((42, 38, 34, 32), 380)
    if smaller is None:
        assert sum(extent(table)) * 32 > 380 * table.half
        return
    assert [(each.placed, each.box.x * table.half) for each in smaller.spots] == [
        (each.placed, each.box.x * smaller.half) for each in table.spots
    ]
    boxes = [each.box for each in smaller.spots]
    assert max(box.bottom for box in boxes) - min(box.y for box in boxes) <= 380


@pytest.mark.long
def test_forks_that_all_hang_on_one_side_find_their_room_there() -> None:
    view = seen("mata", 2, one_side())
    chain = geometry_of(view).lay_out_compactly((50, 42, 34, MIN_HALF), 380)
    check(view, chain, least_end=MIN_HALF)
    assert chain.bounds.h <= 380


@pytest.mark.long
@settings(max_examples=examples(15))
@given(st.one_of(forks(), crosses()), st.sampled_from((200, 260)))
def test_a_forked_table_without_room_folds_the_middle_of_its_longest_runs(layout: Branches | Cross, high: int) -> None:
    view = seen("mata" if isinstance(layout, Branches) else "all-fives", 4, layout)
    chain = grown(view, high // 2, fold=True)
    if chain is None:
        # so many forks leave no run to fold
        assert isinstance(layout, Branches)
        return
    check(view, chain, least_end=MIN_HALF)
    assert all(-high // 2 <= box.y and box.bottom <= high // 2 for box in things(chain))


@pytest.mark.long
def test_a_very_long_arm_is_shown_whole_on_a_table_and_folded_where_there_is_no_room() -> None:
    layout = one_arm()
    assert len(layout.arm("arm1")) >= 18
    view = seen("all-fives", 2, layout)
    assert not geometry_of(view).lay_out().folds
    chain = grown(view, 110, fold=True)
    assert chain is not None
    (fold,) = chain.folds
    assert fold.folded % 4 == 0
    arm, shown = layout.arm("arm1"), [spot.placed for spot in chain.spots if spot.placed.end == "arm1"]
    assert shown == [arm[0], *arm[1 + fold.folded :]]
    assert grown(view, 110, fold=False) is None


@FEW
@given(lines((6, 12)))
def test_a_strip_folds_the_middle_of_a_long_line_and_no_more_of_it_than_need_be(line: Line) -> None:
    view = seen("double-twelve", 2, line)
    chain = geometry_of(view).lay_out_compactly((MIN_HALF,), 220)
    if len(line.placed) <= 26:
        assert not chain.folds
    for fold in chain.folds:
        left = sum(spot.placed.end == "left" for spot in chain.spots)
        assert fold.folded >= 2
        assert left < len(chain.spots)
        assert len(chain.spots) >= 18
