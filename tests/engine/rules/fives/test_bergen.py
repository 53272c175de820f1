"""Tests of Bergen, from the second rule book."""

from __future__ import annotations

import pytest

from tests.engine.answers import can, how_it_ended
from tests.engine.games import after, deal, dealt, dealt_in_order, late, scores

EXAMPLE_1 = "1-1 0-0 2-1 3-3 6-3 5-3 3-1 6-1 3-2 5-0 4-2 6-0"
EXAMPLE_2 = """
    6-3 6-6 4-2 6-4 5-1 5-4 5-2 3-1 1-0 3-2 0-0 6-5 2-1 5-5 4-3 3-0 4-4 1-1 3-3 4-1 4-0 6-0 2-2 6-1 2-0 6-2 5-3 5-0
"""


def test_example_1_headers_and_going_out() -> None:
    state = dealt_in_order("bergen", 2, EXAMPLE_1)
    assert can(state) == ["0 play 0-0 start"]
    state, points = scores(
        state,
        """0 play 0-0 start, 1 play 5-0 right, 0 play 5-3 right, 1 play 6-0 left, 0 play 3-3 right, 1 play 3-2 right,
        0 play 2-1 right, 1 play 6-1 left, 0 play 1-1 left, 1 play 3-1 left, 0 play 6-3 left""",
    )
    assert points == [2, 0, 0, 0, 0, 0, 0, 2, 3, 0, 0]
    assert how_it_ended(state) == ("out", (0,), (6, 2))


def test_example_2_an_opening_double_counts_as_an_end_tile_and_two_tiles_stay() -> None:
    state = dealt_in_order("bergen", 2, EXAMPLE_2)
    state, points = scores(
        state,
        """1 play 0-0 start, 0 draw, 0 draw, 0 draw, 0 draw, 0 play 3-0 left, 1 play 3-1 left, 0 play 5-1 left,
        1 play 5-2 left, 0 play 2-1 left, 1 play 1-0 left""",
    )
    assert points == [2, 0, 0, 0, 0, 0, 3]
    state, points = scores(
        state,
        """0 draw, 0 draw, 0 draw, 0 draw, 0 draw, 0 play 4-0 right, 1 draw, 1 play 6-0 left, 0 play 5-4 right,
        1 play 6-5 left, 0 play 5-5 right, 1 draw, 1 draw, 1 draw, 1 draw""",
    )
    assert points == [0, 0, 0, 2, 3]
    assert state.boneyard_size == 2
    assert how_it_ended(state) == ("blocked", (1,), (3, 8))
    assert [state.pips_held(seat) for seat in (0, 1)] == [65, 26]


def test_example_3_nobody_gets_the_point_for_a_tied_block() -> None:
    lying = ("6-6", "6-1 left", "2-1 left", "6-2 left", "6-3 right", "4-3 right", "6-4 right", "6-0 right", "5-0 right")
    hands = ("4-4 4-0", "6-5 5-5 5-3 5-2 3-3 2-0", "5-4 3-0")
    state = after(late(hands, lying, rules="bergen", turn=1, boneyard="1-0 1-1"), "1 play 6-5 right")
    assert [state.pips_held(seat) for seat in range(3)] == [12, 33, 12]
    # seat 1 scored its double-header all the same
    assert how_it_ended(state) == ("blocked", (), (0, 2, 0))


@pytest.mark.parametrize(("opens", "tile"), [("lowest", "1-1"), ("highest", "5-5")])
def test_the_lowest_double_opens_or_by_option_the_highest(opens: str, tile: str) -> None:
    hands = "1-1 2-1 3-1 4-1 5-1 6-1 | 5-5 5-4 5-3 5-2 5-0 6-5"
    (move,) = can(dealt("bergen", hands, opens=opens))
    assert move.endswith(f"play {tile} start")


@pytest.mark.parametrize("opens", ["lowest", "highest"])
def test_without_doubles_the_strongest_tile_opens_and_scores_nothing(opens: str) -> None:
    state = dealt("bergen", "2-1 3-1 4-1 5-1 6-1 1-0 | 5-4 5-3 5-2 5-0 6-5 6-4", opens=opens)
    state, points = scores(state, "1 play 6-5 start")
    assert points == [0]


def test_the_rule_for_the_opener_is_applied_to_each_deal() -> None:
    state = late(("6-5", "4-0"), ("6-4",), rules="bergen", boneyard="")
    state = after(state, "0 play 6-5 left")
    state = deal(state, "1-1 2-1 3-1 4-1 5-1 6-1", "5-5 5-4 5-3 5-2 5-0 6-5")
    assert can(state) == ["0 play 1-1 start"]


def test_who_can_play_may_not_draw_and_who_can_not_draws_until_a_tile_fits() -> None:
    state = dealt("bergen", "0-0 2-1 3-1 4-1 5-1 6-1 | 5-4 5-3 5-2 4-3 6-5 6-4", boneyard="2-2 1-0 6-0")
    state = after(state, "0 play 0-0 start")
    assert can(state) == ["1 draw"]
    state = after(state, "1 draw", "1 draw")
    assert can(state) == ["1 play 1-0 left", "1 play 1-0 right"]


def test_winning_a_deal_scores_two_by_option() -> None:
    hands = ("6-5", "4-0 1-0")
    state = late(hands, ("6-4",), rules="bergen", boneyard="", win=2)
    assert how_it_ended(after(state, "0 play 6-5 left")) == ("out", (0,), (2, 0))


def test_a_play_that_reaches_the_target_ends_the_match_even_with_the_last_tile() -> None:
    state = late(("4-1", "3-0"), ("6-4", "6-1 left"), rules="bergen", totals=(13, 14))
    state, points = scores(state, "0 play 4-1 right")
    assert points == [2]
    assert how_it_ended(state) == ("mark", (0,), (2, 0))
    assert state.winners == (0,)


def test_the_point_for_going_out_wins_too_and_no_point_is_taken_off_near_the_target() -> None:
    state = late(("6-5", "3-0"), ("6-4",), rules="bergen", totals=(14, 3))
    state = after(state, "0 play 6-5 left")
    assert how_it_ended(state) == ("out", (0,), (1, 0))
    assert state.winners == (0,)
    state = late(("1-1 2-0", "3-0"), ("4-1", "4-2 left", "2-1 left"), rules="bergen", totals=(14, 3))
    assert after(state, "0 play 1-1 left").totals == (17, 3)
