"""Tests of the layout of chicken feet."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings

from engine.actions import Play
from engine.layouts import Feet
from engine.tiles import parse_tile, tile
from render.geometry.boxes import Chain
from render.geometry.dimensions import MIN_END, MIN_HALF, REACH
from render.geometry.forms import geometry_of
from render.geometry.forms.feet import lay_out_feet
from tests.render.constructed import feet, seen
from tests.support.examples import examples

START = ("9-5 e1", "9-8 e2", "9-2 e3", "9-3 e4")


def laid(*steps: str, arms: int = 4) -> Feet:
    """Lay tiles around 9-9."""
    layout = Feet.start(tile(9, 9), arms, 9)
    for step in steps:
        text, end = step.split()
        each = parse_tile(text)
        layout = layout.place(Play(0, each, end), layout.ends[end], each.double)
    return layout


def chain_of(layout: Feet) -> Chain:
    return lay_out_feet(layout, MIN_HALF, REACH)


def shown(*steps: str) -> list[str]:
    """The tiles that are not folded away, without the double in the middle."""
    return [spot.placed.tile.text for spot in chain_of(laid(*steps)).spots[1:]]


def growing(layout: Feet) -> list[Feet]:
    """A table from its first double to its last tile."""
    arms = len(layout.ends) - 2 * sum(each.tile.double for each in layout.placed)
    grown = [Feet.start(layout.station, arms, 9)]
    for placed in layout.placed:
        grown.append(grown[-1].place(Play(0, placed.tile, placed.end), placed.inward, placed.crosswise))
    return grown


@settings(max_examples=examples(40))
@given(feet())
def test_nothing_ever_moves_while_feet_grow(layout: Feet) -> None:
    for before, after in pairwise(map(chain_of, growing(layout))):
        old, new = ({spot.placed: spot.box for spot in chain.spots} for chain in (before, after))
        assert all(new[placed] == box for placed, box in old.items() if placed in new)
        # a row that is full hides two tiles behind their number, then one more each time
        assert len(old.keys() - new.keys()) <= 2


def sides(arms: int) -> list[tuple[bool, int]]:
    """Where the ends of the station lie: whether on its right, and above it (-1), level with it (0) or below it (1)."""
    chain = chain_of(laid(arms=arms))
    x, y = chain.spots[0].box.centre
    return [(box.centre[0] > x, (box.y >= y) - (box.bottom <= y)) for box in chain.ends.values()]


def test_four_arms_of_the_middle_leave_to_the_right_from_the_upper_one_down() -> None:
    assert sides(4) == [(True, -1), (True, -1), (True, 1), (True, 1)]
    ends = chain_of(laid()).ends.values()
    assert [box.y for box in ends] == sorted(box.y for box in ends)


def test_six_arms_of_the_middle_lie_clockwise_from_the_upper_left() -> None:
    assert sides(6) == [(False, -1), (True, -1), (True, 0), (True, 1), (False, 1), (False, 0)]


def test_the_lowest_toe_is_the_middle_one_and_the_next_is_above_it() -> None:
    chain = chain_of(laid(*START, "5-5 e1"))
    x, y = chain.spots[-1].box.centre
    toes = [chain.ends[end].centre for end in ("e1", "e5", "e6")]
    assert all(toe[0] > x for toe in toes)
    assert [(toe[1] > y) - (toe[1] < y) for toe in toes] == [0, -1, 1]


def test_a_slanted_toe_shows_its_inward_half_at_the_double() -> None:
    chain = chain_of(laid(*START, "5-5 e1", "6-5 e1", "5-4 e5", "7-5 e6"))
    *_, up, down = chain.spots
    assert (up.slant, up.first, up.second) == (1, 5, 4)
    assert (down.slant, down.first, down.second) == (-1, 5, 7)
    left = next(spot for spot in chain_of(laid(*START, arms=6)).spots if spot.placed.tile == tile(9, 5))
    assert (left.slant, left.first, left.second) == (-1, 5, 9)


def test_where_a_row_leads_to_a_foot_a_sign_takes_the_place_of_its_end() -> None:
    before, after = chain_of(laid(*START, "5-4 e1")), chain_of(laid(*START, "5-4 e1", "4-4 e1"))
    assert after.signs == {"4-4": before.ends["e1"]}
    assert before.signs == {}


def test_a_row_too_long_for_its_foot_shows_its_first_tile_how_many_follow_and_its_last() -> None:
    row = ("5-5 e1", "6-5 e1", "5-4 e5", "5-1 e6", "4-1 e5", "7-1 e5")
    assert shown(*START, *row)[-6:] == ["5-5", "6-5", "5-4", "5-1", "4-1", "7-1"]
    chain = chain_of(laid(*START, *row, "7-2 e5", "4-2 e5"))
    assert [spot.placed.tile.text for spot in chain.spots][-5:] == ["5-5", "6-5", "5-4", "5-1", "4-2"]
    assert [fold.folded for fold in chain.folds] == [3]


@pytest.mark.parametrize(
    ("half", "steps"),
    [
        (72, ""),
        (72, "9-5 e1, 9-8 e2, 9-2 e3, 9-3 e4, 8-4 e2, 7-4 e2, 7-6 e2, 6-0 e2"),
        (56, "9-5 e1, 9-8 e2, 9-2 e3, 9-3 e4, 8-4 e2, 7-4 e2, 7-6 e2, 6-0 e2, 1-0 e2"),
        (56, "9-5 e1, 9-8 e2, 9-2 e3, 9-3 e4, 8-8 e2"),
        (56, "9-5 e1, 9-8 e2, 9-2 e3, 9-3 e4, 8-8 e2, 8-7 e2, 8-6 e5, 8-5 e6, 2-2 e3"),
        (46, "9-5 e1, 9-8 e2, 9-2 e3, 9-3 e4, 8-8 e2, 8-7 e2, 8-6 e5, 8-5 e6, 2-2 e3, 7-2 e3, 6-2 e7, 5-2 e8, 3-3 e4"),
        (46, "9-5 e1, 9-8 e2, 9-2 e3, 9-3 e4, 8-8 e2, 8-7 e2, 8-6 e5, 8-5 e6, 7-4 e2, 4-0 e2, 2-0 e2"),
        (36, "9-5 e1, 9-8 e2, 9-2 e3, 9-3 e4, 8-8 e2, 8-7 e2, 8-6 e5, 8-5 e6, 7-4 e2, 4-0 e2, 2-0 e2, 2-1 e2"),
    ],
)
def test_tiles_are_as_large_as_the_number_of_feet_and_their_longest_rows_allow(half: int, steps: str) -> None:
    view = seen("chickenfoot", 4, laid(*filter(None, steps.split(", "))))
    assert geometry_of(view).lay_out().half == half


@pytest.mark.long
@settings(max_examples=examples(20))
@given(feet())
def test_while_feet_grow_tiles_only_shrink_and_the_table_grows_by_whole_rows(layout: Feet) -> None:
    chains = [geometry_of(seen("chickenfoot", 4, each)).lay_out() for each in growing(layout)]
    for before, after in pairwise(chains):
        assert before.half >= after.half
        if before.half == after.half:
            assert before.bounds.h == after.bounds.h or after.bounds.h - before.bounds.h > 5 * after.half
    for chain in chains:
        lowest = max(box.bottom for box in (*chain.boxes, *chain.ends.values()))
        assert chain.bounds.bottom - lowest < 3 * chain.half


def test_every_end_has_room_to_be_seen() -> None:
    assert {box.w for box in chain_of(laid(*START, "5-5 e1")).ends.values()} == {MIN_END}
