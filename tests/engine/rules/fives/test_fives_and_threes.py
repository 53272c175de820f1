"""Tests of Fives and Threes, from the second rule book."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import Deal
from engine.errors import Illegal, IllegalMove
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after, dealt_in_order, late, outer_totals, scores

EXAMPLE_1 = "4-0 3-1 5-0 4-4 1-1 2-1 2-2 6-6 6-4 3-0 1-0 5-4 4-3 3-2"
MOVES_1 = """
    1 play 6-6 start, 0 pass, 1 play 6-4 right, 0 play 4-0 right, 1 play 3-0 right, 0 play 3-1 right, 1 play 1-0 right,
    0 play 5-0 right, 1 play 5-4 right, 0 play 4-4 right, 1 play 4-3 right, 0 pass, 1 play 3-2 right
"""
EXAMPLE_2 = "3-2 3-3 6-2 6-1 1-0 3-0 4-1 4-2 6-5 0-0 2-1 3-1 6-3 1-1 2-0 4-0 6-6 5-4 5-3 4-4"
MOVES_2 = """
    2 play 2-1 start, 3 pass, 0 play 3-2 left, 1 play 3-0 left, 2 play 3-1 right, 3 play 4-0 left, 0 play 3-3 right,
    1 play 4-1 left, 2 play 6-3 right, 3 play 6-6 right, 0 play 6-2 right, 1 play 4-2 right, 2 play 1-1 left,
    3 play 5-4 right, 0 play 6-1 left, 1 play 6-5 left, 2 pass, 3 play 5-3 left
"""


def test_example_1_totals_and_points() -> None:
    state = dealt_in_order("fives-and-threes", 2, EXAMPLE_1, first=1)
    assert outer_totals(state, MOVES_1)[1] == [12, 16, 12, 15, 13, 12, 17, 16, 20, 15, 14]
    state, points = scores(state, MOVES_1)
    assert points == [4, 0, 4, 8, 0, 4, 0, 0, 4, 8, 0]
    assert how_it_ended(state) == ("out", (1,), (8, 25))
    assert state.results[-1].earned == (0, 1)


def test_example_2_a_blocked_deal_scores_nothing() -> None:
    state = dealt_in_order("fives-and-threes", 4, EXAMPLE_2, first=2)
    assert outer_totals(state, MOVES_2)[1] == [3, 4, 1, 3, 7, 10, 7, 7, 13, 3, 5, 6, 7, 11, 10, 8]
    state, points = scores(state, MOVES_2)
    assert points == [1, 0, 0, 1, 0, 2, 0, 0, 0, 1, 1, 2, 0, 0, 2, 0]
    assert how_it_ended(state) == ("blocked", (), (3, 3, 4, 0))
    assert [*map(str, state.hands[1])] == ["0-0"]


def near(total: int, hand: str, *lying: str) -> list[int | str]:
    """Return what seat 0 scores with its first tile, at the right end, and why the deal ends."""
    state = late((hand, "5-3 6-1 4-0"), lying, rules="fives-and-threes", totals=(total, 0))
    state, (points,) = scores(state, f"0 play {hand.split()[0]} right")
    return [points, state.totals[0], state.results[-1].reason if state.results else ""]


def test_example_3_the_target_has_to_be_reached_exactly() -> None:
    # ends of 5-5 and 5: 15; of 6 and 3: 9
    assert near(58, "5-4 1-0", "5-5", "5-1 right", "4-1 right") == [0, 58, ""]
    assert near(58, "4-3 1-0", "6-4") == [3, 61, "mark"]
    # at 60: a total of 3, of 5, of 6, and going out with 6
    assert near(60, "2-0 1-0", "3-2") == [1, 61, "mark"]
    assert near(60, "2-0 1-0", "5-2") == [1, 61, "mark"]
    assert near(60, "2-0 1-0", "6-2") == [0, 60, ""]
    assert near(60, "2-0", "6-2") == [0, 61, "mark"]


def test_who_reaches_the_target_by_the_last_tile_gets_no_point_for_going_out() -> None:
    assert near(58, "4-3", "6-4") == [3, 61, "mark"]


@pytest.mark.parametrize("target", [61, 121])
def test_the_target_may_be_121(target: int) -> None:
    state = late(("2-0 1-0", "4-0"), ("3-2",), rules="fives-and-threes", totals=(60, 0), target=target)
    state, (points,) = scores(state, "0 play 2-0 right")
    assert (points, state.totals[0], state.finished) == (1, 61, target == 61)


def test_a_drawn_seat_opens_the_first_deal_and_the_next_seat_each_later_one() -> None:
    state = dealt_in_order("fives-and-threes", 4, EXAMPLE_2, first=2)
    assert len(can(state)) == 5
    state, _ = scores(state, MOVES_2)
    assert match.apply(state, Deal(match.stock_of(state)))[0].turn == 3
    with pytest.raises(IllegalMove, match="luck chooses no seat"):
        match.apply(state, Deal(match.stock_of(state), 1))


def test_nobody_draws_and_nobody_passes_who_can_play() -> None:
    state = after(dealt_in_order("fives-and-threes", 2, EXAMPLE_1, first=1), "1 play 6-6 start")
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 draw") is Illegal.NO_DRAWING
    state = after(state, "0 pass")
    assert why_not(state, "1 pass") is Illegal.MUST_PLAY


@pytest.mark.parametrize(("tiles", "sizes"), [("7-5-5", {2: 7, 3: 5, 4: 5}), ("9-6-6", {2: 9, 3: 6, 4: 6})])
def test_hands_are_as_large_as_the_option_says(tiles: str, sizes: dict[int, int]) -> None:
    for seats, size in sizes.items():
        state = dealt_in_order("fives-and-threes", seats, "", first=0, tiles=tiles)
        assert {len(hand) for hand in state.hands} == {size}


def test_partners_score_together_and_win_together() -> None:
    state = late(("4-3", "4-4", "1-0", "2-0"), ("6-4",), rules="fives-and-threes", totals=(58, 60), pairs=True)
    state, (points,) = scores(state, "0 play 4-3 right")
    assert points == 3
    assert how_it_ended(state) == ("mark", (0, 2), (3, 0))
    assert state.winners == (0, 2)
    state = late(("1-0", "4-4", "1-1", "2-0"), ("4-1",), rules="fives-and-threes", pairs=True)
    assert how_it_ended(after(state, "0 play 1-0 right")) == ("out", (0, 2), (1, 0))
