"""Tests of plates, open hands, the scale of a pile, and the room that each takes."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import atan2, pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match
from engine.layouts import Feet, Trains
from engine.rules.accountants import SCORING_TOTALS
from render.geometry.arrangement import Room, arrange, room_for
from render.geometry.boxes import Box
from render.geometry.dimensions import REACH
from render.geometry.forms.pile import TOTAL_HEIGHT, scale
from render.geometry.open_hands import open_hands
from render.geometry.seating import seating
from tests.render.checks import MAX_HEIGHT, check_arrangement
from tests.render.constructed import every_tile_piled, seen
from tests.render.games import AnyDeal, any_deal, any_deals, longest
from tests.support.examples import examples

FEW = settings(max_examples=examples(25))


@pytest.mark.parametrize("clockwise", [False, True])
@pytest.mark.parametrize("seats", range(2, 13))
def test_turns_go_once_round_the_table(seats: int, clockwise: bool) -> None:
    places = seating(seats, 944, clockwise)
    assert not places[0][0], "seat 0 sits below"
    angles = [atan2(300 if above else -300, box.centre[0] - 472) for above, box in places]
    way = -1 if clockwise else 1
    steps = [(way * (b - a)) % (2 * pi) for a, b in pairwise((*angles, angles[0]))]
    assert all(step > 0 for step in steps)
    assert sum(steps) == pytest.approx(2 * pi)
    for (above, one), (other_above, other) in combinations(places, 2):
        assert above != other_above or not one.overlaps(other)
    assert all(box.x >= 0 and box.right <= 944 for _, box in places)
    assert len({box.h for _, box in places}) == 1


def test_the_longest_table_of_four_is_hardly_higher_than_three_quarters_of_its_width() -> None:
    assert arrange(longest()).height <= 770


@pytest.mark.parametrize("seats", range(2, 13))
def test_an_empty_table_is_arranged_for_any_number_of_players(seats: int) -> None:
    view = match.view(any_deal("double-twelve", seats, 1)[0], None)
    assert not view.layout.placed
    check_arrangement(view)


@FEW
@given(any_deals())
def test_moments_that_share_a_room_share_plates_height_and_the_first_tiles_place(deal: AnyDeal) -> None:
    views = [match.view(state, None) for state in deal.states]
    room = room_for(views)
    tables = [arrange(view, room) for view in views]
    assert len({(table.plates, table.height) for table in tables}) == 1
    assert tables[0].height <= MAX_HEIGHT
    assert {table.chain.half for table in tables} == {room.half}
    assert room.hands_height == max(open_hands(view)[1] for view in views)
    # the labels of ends among chicken feet move on with their rows
    for end in {} if isinstance(views[-1].layout, Feet) else tables[0].chain.signs:
        assert len({table.chain.signs[end] for table in tables}) == 1
    if not isinstance(views[-1].layout, Trains):
        assert len({chain.spots[0].box for chain, *_ in tables if chain.spots and not chain.folds}) <= 1


def test_a_taller_room_is_taller_on_both_sides() -> None:
    view = longest()
    table, taller = arrange(view), arrange(view, room_for([view]).taller(101))
    assert taller.height == table.height + 101
    assert taller.chain.spots[0].box.y - table.chain.spots[0].box.y == 50
    assert Room(up=3, down=4).taller(3) == Room(up=4, down=6)


# ---------------------------------------------------------------------- a pile


def test_the_marks_stand_on_the_rule_where_their_totals_are() -> None:
    room = Box(-REACH, 0, 2 * REACH, TOTAL_HEIGHT)
    found = scale(room, SCORING_TOTALS)
    assert [*found.strokes] == [*found.labels] == [*SCORING_TOTALS]
    for mark in SCORING_TOTALS:
        stroke, label = found.strokes[mark], found.labels[mark]
        assert stroke.centre[0] == label.centre[0] == found.rule.x + found.share(mark)
        assert stroke.y < found.rule.y < found.rule.bottom < stroke.bottom <= label.y
    boxes = (found.figure, found.note, found.rule, *found.strokes.values(), *found.labels.values())
    assert all(box.within(room) for box in boxes)
    apart = (found.figure, found.note, found.rule, *found.labels.values())
    assert not any(one.overlaps(other) for one, other in combinations(apart, 2))


@given(st.integers(0, 168))
def test_a_total_fills_its_share_of_the_rule_and_no_more_than_all(total: int) -> None:
    found = scale(Box(-REACH, 0, 2 * REACH, TOTAL_HEIGHT), SCORING_TOTALS)
    assert found.share(total) == min(found.rule.w * total // 100, found.rule.w)


def test_a_pile_grows_by_a_row_and_shrinks_its_tiles_before_a_third_one() -> None:
    tables = [arrange(seen("accountants", 3, every_tile_piled(count))) for count in range(29)]
    steps = [(table.chain.half, table.height) for table in tables]
    assert list(dict.fromkeys(steps)) == [(72, 637), (72, 738), (60, 690)]
    assert steps[11] < steps[12] == steps[22]
