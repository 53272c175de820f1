"""Tests of the layout of chicken feet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Play
from engine.layouts import Feet
from engine.tiles import parse_tile, tile
from render.geometry.boxes import Chain
from render.geometry.dimensions import MIN_END, MIN_HALF, REACH
from render.geometry.forms.feet import lay_out_feet
from tests.render.constructed import feet
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


@settings(max_examples=examples(40))
@given(feet())
def test_nothing_ever_moves_while_feet_grow(layout: Feet) -> None:
    grown = Feet.start(layout.station, len(layout.ends) - 2 * sum(each.tile.double for each in layout.placed), 9)
    chains = [chain_of(grown)]
    for placed in layout.placed:
        grown = grown.place(Play(0, placed.tile, placed.end), placed.inward, placed.crosswise)
        chains.append(chain_of(grown))
    for before, after in pairwise(chains):
        old, new = ({spot.placed: spot.box for spot in chain.spots} for chain in (before, after))
        assert all(new[placed] == box for placed, box in old.items() if placed in new)
        # a row that is full hides two tiles behind their number, then one more each time
        assert len(old.keys() - new.keys()) <= 2


@given(st.sampled_from((4, 6)))
def test_the_arms_of_the_middle_lie_clockwise_from_the_upper_left(arms: int) -> None:
    chain = chain_of(laid(arms=arms))
    x, y = chain.spots[0].box.centre
    sides = [(box.centre[0] > x, (box.centre[1] > y) - (box.centre[1] < y)) for box in chain.ends.values()]
    level = [(True, 0)] if arms == 6 else []
    assert sides == [(False, -1), (True, -1), *level, (True, 1), (False, 1), *([(False, 0)] if arms == 6 else [])]


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
    left = next(spot for spot in chain.spots if spot.placed.tile == tile(9, 5))
    assert (left.slant, left.first, left.second) == (-1, 5, 9)


def test_where_a_row_leads_to_a_foot_a_sign_takes_the_place_of_its_end() -> None:
    before, after = chain_of(laid(*START, "5-4 e1")), chain_of(laid(*START, "5-4 e1", "4-4 e1"))
    assert after.signs["4-4"].x <= before.ends["e1"].x
    assert after.signs["4-4"].right == before.ends["e1"].right
    assert set(after.signs) == {"4-4", *after.ends}
    assert set(before.signs) == {*before.ends}


def test_a_row_too_long_for_its_foot_shows_its_first_tile_how_many_follow_and_its_last() -> None:
    row = ("5-5 e1", "6-5 e1", "5-4 e5", "5-1 e6", "4-1 e5", "7-1 e5")
    assert shown(*START, *row)[-6:] == ["5-5", "6-5", "5-4", "5-1", "4-1", "7-1"]
    chain = chain_of(laid(*START, *row, "7-2 e5", "4-2 e5"))
    assert [spot.placed.tile.text for spot in chain.spots][-5:] == ["5-5", "6-5", "5-4", "5-1", "4-2"]
    assert [fold.folded for fold in chain.folds] == [3]


def test_there_is_room_for_three_feet_from_the_start_and_for_three_more_each_time() -> None:
    heights = [chain_of(laid()).bounds.h]
    steps: Sequence[str] = (
        *("5-5 e1", "6-5 e1", "5-4 e5", "7-5 e6", "8-8 e2", "8-7 e2", "8-6 e7", "8-5 e8", "2-2 e3", "6-2 e3", "4-2 e9"),
        *("7-2 e10", "3-3 e4", "3-1 e4", "6-3 e11", "7-3 e12"),
    )
    heights += [chain_of(laid(*START, *steps[:count])).bounds.h for count in (1, 5, 9, 13, len(steps))]
    low, high = heights[0], heights[-1]
    assert heights == [low, low, low, low, high, high]
    assert 190 <= high - low <= 200


def test_every_end_has_room_to_be_seen() -> None:
    assert {box.w for box in chain_of(laid(*START, "5-5 e1")).ends.values()} == {MIN_END}
