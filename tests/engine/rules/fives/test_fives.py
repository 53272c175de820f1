"""Tests of American fives, from the second rule book."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import Deal
from engine.errors import Illegal, IllegalMove
from engine.game import State
from engine.options import Value
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after, dealt_in_order, late, outer_totals, scores

EXAMPLE_1 = "3-0 5-1 1-0 2-2 3-1 6-5 4-2 2-1 5-4 2-0 4-4 5-5 5-0 5-3"
MOVES_1 = """
    0 play 6-5 start, 1 play 5-5 e2, 0 play 5-1 e2, 1 play 5-4 e3, 0 play 3-1 e2, 1 play 5-3 e2, 0 play 4-2 e3,
    1 play 5-0 e4, 0 play 2-2 e3, 1 play 2-1 e3, 0 play 1-0 e3, 1 play 2-0 e3, 0 play 3-0 e4
"""
EXAMPLE_2 = "4-2 6-6 2-0 6-4 4-3 6-0 4-4 4-1 3-3 3-1 6-5 5-5 5-4 6-1 3-2"
MOVES_2 = """
    0 play 2-0 start, 1 draw, 1 play 3-2 e1, 0 play 6-0 e2, 1 play 3-3 e1, 0 play 6-6 e2, 1 play 3-1 e1, 0 play 4-3 e3,
    1 play 5-4 e3, 0 play 6-4 e2, 1 play 6-1 e5, 0 play 4-4 e2, 1 play 6-5 e6, 0 play 4-2 e2
"""
EXAMPLE_3 = "5-1 6-6 3-3 3-2 1-0 4-4 4-3 4-0 3-1 5-4 6-1 6-4 4-2 5-5"
MOVES_3 = """
    0 play 4-4 start, 1 play 4-0 e1, 0 play 1-0 e1, 1 play 4-2 e2, 0 play 4-3 e3, 1 play 3-1 e3, 0 play 3-2 e2,
    1 play 6-1 e3, 0 play 6-6 e3, 1 play 5-4 e4, 0 play 5-1 e4, 1 play 6-4 e3, 0 play 3-3 e2
"""
EXAMPLE_4 = """
    3-3 5-2 6-2 5-5 4-4 5-1 4-0 0-0 2-2 3-1 3-0 2-0 1-0 2-1 4-2 5-0 6-0 6-4 6-3 6-5 3-2 5-4 6-1 1-1 6-6 4-1 4-3 5-3
"""
DRAWS = ", ".join(["0 draw"] * 11)
MOVES_4 = f"""
    0 play 4-4 start, 1 draw, 1 play 4-2 e2, 0 play 4-0 e1, 1 play 1-0 e1, 0 play 6-2 e2, 1 play 3-1 e1,
    0 play 3-3 e1, 1 play 3-0 e1, 0 draw, 0 play 5-0 e1, 1 draw, 1 play 6-0 e2, 0 play 5-2 e1, 1 play 2-0 e1,
    {DRAWS}, 0 pass, 1 play 0-0 e1
"""


def example(number: str, stock: str, moves: str, **options: Value) -> tuple[State, list[int], list[int]]:
    """Play an example of the book; return its end, and the outer totals and points of its plays."""
    state = dealt_in_order("fives", 2, stock, first=0, **options)
    _, totals = outer_totals(state, moves)
    ended, points = scores(state, moves)
    assert ended.results, number
    return ended, totals, points


def test_example_1_the_first_double_is_the_only_spinner() -> None:
    state, totals, points = example("1", EXAMPLE_1, MOVES_1)
    assert totals == [11, 16, 7, 11, 13, 15, 13, 13, 15, 12, 11, 13, 16]
    assert points == [0, 0, 0, 0, 0, 15, 0, 0, 15, 0, 0, 0, 0]
    assert how_it_ended(state) == ("out", (0,), (25, 15))


def test_example_3_short_ends_count_under_sniff() -> None:
    state, totals, points = example("3", EXAMPLE_3, MOVES_3, spinners="sniff")
    assert totals == [8, 8, 9, 11, 10, 8, 9, 14, 20, 21, 17, 9, 12]
    assert points == [0, 0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0, 0]
    assert how_it_ended(state) == ("out", (0,), (40, 0))
    # under `first` the fourth play would leave 1 + 2
    assert outer_totals(dealt_in_order("fives", 2, EXAMPLE_3, first=0), MOVES_3)[1][3] == 3


def test_example_4_without_spinners_it_is_a_plain_line() -> None:
    state, totals, points = example("4", EXAMPLE_4, MOVES_4, spinners="none")
    assert totals == [8, 10, 2, 3, 7, 9, 12, 6, 11, 5, 2, 0, 0]
    assert points == [0, 10, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0]
    assert how_it_ended(state) == ("blocked", (1,), (0, 115))
    assert [*state.layout.ends] == ["e1", "e2"]


def test_example_2_every_double_is_a_spinner() -> None:
    state, totals, points = example("2", EXAMPLE_2, MOVES_2, spinners="all")
    assert totals == [2, 3, 9, 12, 18, 13, 17, 18, 10, 11, 15, 20, 14]
    assert points == [0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 15, 20, 0]
    assert how_it_ended(state) == ("out", (0,), (40, 20))
    assert [*state.layout.ends] == [f"e{number}" for number in range(1, 9)]
    assert {end: state.layout.ends[end] for end in ("e3", "e4", "e5", "e6", "e7", "e8")} == {
        **{"e3": 5, "e4": 3, "e5": 1, "e6": 5, "e7": 4, "e8": 4}
    }


def spun(*chain: str, **options: Value) -> State:
    return late(("5-4 5-3 1-1", "5-0 2-2"), chain, rules="fives", **options)


def test_of_a_spinners_short_ends_the_lower_is_played_on_first() -> None:
    state = spun("5-5", "6-5 e1", "5-1 e2")
    assert dict(state.layout.ends) == {"e1": 6, "e2": 1, "e3": 5, "e4": 5}
    assert can(state) == ["0 play 1-1 e2", "0 play 5-3 e3", "0 play 5-4 e3"]
    assert why_not(state, "0 play 5-4 e4") is Illegal.NOT_OPEN_YET
    assert "1 play 5-0 e4" in can(after(state, "0 play 5-4 e3"))


def test_short_ends_open_once_both_long_sides_are_covered() -> None:
    assert [*spun("5-5", "6-5 e1").layout.ends] == ["e1", "e2"]
    # a spinner in the line is covered on one side by the tile that it was laid at
    assert [*spun("6-5", "5-5 e2").layout.ends] == ["e1", "e2"]
    assert [*spun("6-5", "5-5 e2", "5-1 e2").layout.ends] == ["e1", "e2", "e3", "e4"]
    # later doubles are no spinners
    assert [*spun("6-5", "5-5 e2", "5-1 e2", "6-6 e1", "6-1 e1").layout.ends] == ["e1", "e2", "e3", "e4"]


def test_who_cannot_play_draws_until_a_tile_fits_and_passes_once_none_is_left() -> None:
    state = late(("3-2 1-1", "2-2"), ("6-5",), rules="fives", boneyard="3-1 6-1")
    assert can(state) == ["0 draw"]
    state = after(state, "0 draw", "0 draw")
    assert can(state) == ["0 play 6-1 e1"]
    assert why_not(state, "0 draw") is Illegal.MUST_PLAY
    assert can(late(("3-2 1-1", "6-2"), ("6-5",), rules="fives", boneyard="")) == ["0 pass"]


def test_who_went_out_opens_next_and_after_a_blocked_deal_luck_chooses() -> None:
    out, _, _ = example("1", EXAMPLE_1, MOVES_1)
    assert match.apply(out, Deal(match.stock_of(out)))[0].turn == 0
    with pytest.raises(IllegalMove, match="luck chooses no seat"):
        match.apply(out, Deal(match.stock_of(out), 1))
    blocked, _, _ = example("4", EXAMPLE_4, MOVES_4, spinners="none", target=150)
    assert match.apply(blocked, Deal(match.stock_of(blocked), 0))[0].turn == 0


def test_partners_score_the_opponents_pips_only() -> None:
    state = late(("1-0", "4-4", "6-6", "2-1"), ("5-1",), rules="fives", pairs=True)
    # 8 and 3 make 11, rounded 10; the ends of 5 and 0 score 5
    assert how_it_ended(after(state, "0 play 1-0 e2")) == ("out", (0, 2), (15, 0))


def test_a_level_block_is_nobodys() -> None:
    state = late(("1-0 2-2", "3-1"), ("5-1",), rules="fives", boneyard="")
    assert how_it_ended(after(state, "0 play 1-0 e2")) == ("blocked", (), (5, 0))


@pytest.mark.parametrize("hand", ["5-3 1-1", "5-3"])
def test_the_target_reached_by_a_play_ends_the_match_at_once(hand: str) -> None:
    state = late((hand, "4-4"), ("5-2",), rules="fives", totals=(95, 0))
    state, (points,) = scores(state, "0 play 5-3 e1")
    assert (points, state.totals, state.winners) == (5, (100, 0), (0,))
    assert state.results[-1].reason == "mark"


@pytest.mark.parametrize(("tiles", "sizes"), [("7-5-5", {2: 7, 3: 5, 4: 5}), ("9-7-5", {2: 9, 3: 7, 4: 5})])
def test_hands_are_as_large_as_the_option_says(tiles: str, sizes: dict[int, int]) -> None:
    for seats, size in sizes.items():
        state = dealt_in_order("fives", seats, "", first=0, tiles=tiles)
        assert {len(hand) for hand in state.hands} == {size}
