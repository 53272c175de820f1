"""Tests of Chickenfoot, from the second rule book."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from engine import match, random_deal
from engine.actions import Play
from engine.errors import Illegal
from engine.game import State
from engine.layouts import Feet
from engine.legal import distinct_moves
from engine.options import Value
from engine.rules.chickenfoot import CHICKENFOOT
from engine.tiles import parse_tile, tile
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after, dealt_in_order, late, scores, tiles

EXAMPLE_1 = """
    4-1 5-4 9-5 5-0 2-0 7-0 3-3 9-1 9-3 7-5 9-4 5-3 6-2 1-1 6-4 8-3 9-6 8-8 3-1 8-2 8-6 8-1 8-4 1-0 7-6 7-4 7-7 5-5 4-3
    6-3 6-5 3-0 5-1 6-1 6-0 0-0 4-0 2-2 9-0 9-8 9-2 4-2 8-7 7-2 8-0 7-3 7-1 5-2 4-4 2-1 6-6 9-7 8-5 3-2
"""
FIRST_MOVES = """
    0 play 9-5 e1, 1 play 9-1 e2, 2 play 9-4 e3, 3 play 9-6 e4, 4 play 7-6 e4, 5 play 5-5 e1, 6 play 6-5 e1
"""
MOVES_1 = """
    7 draw, 7 pass, 0 play 5-4 e5, 1 play 7-5 e6, 2 play 6-2 e1, 3 play 8-2 e1, 4 play 8-4 e5, 5 play 7-4 e4,
    6 play 6-1 e2, 7 play 4-0 e4, 0 play 4-1 e3, 1 play 7-0 e6, 2 play 6-4 e2, 3 play 3-1 e3, 4 play 8-1 e1,
    5 play 6-3 e3, 6 play 5-1 e1, 7 play 9-0 e6, 0 play 5-0 e4, 1 play 9-3 e6, 2 play 5-3 e4, 3 play 8-3 e4,
    4 play 8-6 e5, 5 play 4-3 e2, 6 play 6-0 e3, 7 play 9-8 e4, 0 play 2-0 e3
"""
SIXES = (
    *("9-6 e1", "9-1 e2", "9-2 e3", "9-3 e4", "7-6 e1", "6-1 e2", "6-2 e3", "6-3 e4"),
    *("8-7 e1", "6-4 e2", "6-5 e3", "8-6 e1"),
)
"""Eight of the sixes, two of the ends showing a six: e1 and e4."""


def dealt(**options: Value) -> State:
    return dealt_in_order("chickenfoot", 8, EXAMPLE_1, first=0, **options)


def position(hands: Sequence[str], chain: Sequence[str], *, middle: int = 9, **options: Value) -> State:
    """Write out a position around any double; the boneyard is empty."""
    state = late(hands, (), rules="chickenfoot", boneyard="", **options)
    layout = Feet.start(tile(middle, middle), int(state.options["first_arms"]), 9)
    for step in chain:
        text, end = step.split()
        each = parse_tile(text)
        assert layout.ends[end] in each, f"{step} does not fit"
        layout = layout.place(Play(0, each, end), layout.ends[end], each.double)
    return state._replace(layout=layout)


def with_boneyard(state: State, boneyard: str) -> State:
    return state._replace(boneyard=tiles(boneyard), legal=None)


def layout_of(state: State) -> Feet:
    assert isinstance(state.layout, Feet)
    return state.layout


def test_example_1_a_whole_deal_of_eight() -> None:
    state, _ = scores(dealt(), FIRST_MOVES)
    assert layout_of(state).waiting == ("e5", "e6")
    assert can(state) == ["7 draw"]
    state = after(state, "7 draw")
    assert tile(9, 2) in state.hands[7]
    assert can(state) == ["7 pass"]
    state, _ = scores(scores(dealt(), FIRST_MOVES)[0], MOVES_1)
    assert how_it_ended(state) == ("out", (0,), (0, 6, 2, 16, 1, 14, 3, 65))
    assert {each.text for each in state.hands[7]} == {"0-0", "2-2", "9-2"}


def test_example_1_a_double_blank_that_counts_nothing() -> None:
    state, _ = scores(scores(dealt(blank=0), FIRST_MOVES)[0], MOVES_1)
    assert state.totals[7] == 15


def test_example_2_a_foot_whose_number_is_used_up_binds_nobody() -> None:
    chain = (
        *("3-0 e1", "3-2 e2", "7-3 e3", "8-3 e4", "1-0 e1", "2-0 e2", "7-0 e3", "8-0 e4", "4-0 e2", "9-0 e4"),
        *("9-5 e4", "1-1 e1", "2-1 e1", "5-1 e5", "6-1 e6", "5-0 e5", "6-0 e6"),
    )
    hands = ("5-4 8-8", "9-9", "7-7", "9-8", "9-7", "9-1", "9-2", "0-0 9-4")
    state = position(hands, chain, middle=3)._replace(turn=7)
    state = after(state, "7 play 0-0 e6")
    assert layout_of(state).waiting == ()
    assert "0 play 5-4 e4" in can(state)
    state = after(state, "0 play 5-4 e4")
    assert [state.layout.ends[end] for end in ("e6", "e7", "e8")] == [0, 0, 0]


def test_example_3_a_double_as_the_last_tile_ends_the_deal_at_once() -> None:
    state = position(("5-5", "6-0 1-0"), ("9-5 e1", "9-1 e2", "9-2 e3", "9-3 e4"))
    state = after(state, "0 play 5-5 e1")
    assert how_it_ended(state) == ("out", (0,), (0, 7))
    assert layout_of(state).waiting == ("e1", "e5", "e6")


def test_example_4_the_last_tile_of_a_number_has_to_be_a_toe_and_frees_the_others() -> None:
    state = position(("1-0", "2-0 8-8", "3-0 4-4", "6-6 6-0 5-3"), SIXES)._replace(turn=3)
    state = after(state, "3 play 6-6 e1", "0 pass", "1 pass", "2 pass")
    assert can(state) == ["3 play 6-0 e1"]
    state = after(state, "3 play 6-0 e1")
    assert layout_of(state).waiting == ()
    assert dict(layout_of(state).open_ends) == dict(state.layout.ends)
    assert [state.layout.ends[end] for end in ("e1", "e5", "e6")] == [0, 6, 6]
    assert can(state) == ["0 play 1-0 e1"]


@pytest.mark.parametrize(("arms", "sides"), [(4, "e1 e2 e3 e4"), (6, "e1 e2 e3 e4 e5 e6")])
def test_the_first_plays_go_on_the_double_in_the_middle_one_on_each_side(arms: int, sides: str) -> None:
    state = dealt(first_arms=arms)
    assert dict(state.layout.ends) == dict.fromkeys(sides.split(), 9)
    assert can(state) == ["0 play 9-5 e1"]
    assert why_not(state, "0 play 9-5 e2") is Illegal.STATION_FIRST
    assert why_not(state, "0 play 5-4 e1") is Illegal.DOES_NOT_FIT
    state, _ = scores(state, "0 play 9-5 e1, 1 play 9-1 e2, 2 play 9-4 e3, 3 play 9-6 e4")
    free = ["4 play 1-0 e2", "4 play 7-6 e4", "4 play 8-1 e2"]
    assert can(state)[:3] == (free if arms == 4 else ["4 draw"])


def test_the_toes_are_laid_lowest_end_first_and_nothing_else_meanwhile() -> None:
    state, _ = scores(dealt(), FIRST_MOVES.rpartition(",")[0])
    assert can(state) == ["6 play 5-1 e1", "6 play 6-5 e1"]
    assert why_not(state, "6 play 6-5 e5") is Illegal.FOOT_FIRST
    assert why_not(state, "6 play 6-1 e2") is Illegal.FOOT_FIRST
    assert why_not(state, "6 play 6-1 e7") is Illegal.NO_SUCH_END
    # once the foot is complete, every end is open, its toes among them
    state, _ = scores(scores(dealt(), FIRST_MOVES)[0], MOVES_1.partition("2 play 6-2")[0].rstrip(" ,\n"))
    assert {move.rpartition(" ")[2] for move in can(state)} == {"e1", "e2", "e3", "e5"}


def test_two_feet_are_never_open_at_once() -> None:
    state = with_boneyard(position(("5-5 2-0", "8-8 7-0"), ("9-5 e1", "9-8 e2", "9-2 e3", "9-3 e4")), "4-4 5-4")
    state = after(state, "0 play 5-5 e1")
    assert can(state) == ["1 draw"]
    assert why_not(state, "1 play 8-8 e2") is Illegal.FOOT_FIRST


def test_who_cannot_play_draws_one_tile_and_plays_it_if_it_fits() -> None:
    state = with_boneyard(position(("4-0 8-8", "7-0"), ("9-5 e1", "9-1 e2", "9-2 e3", "9-3 e4")), "6-5 7-7 2-0")
    assert can(state) == ["0 draw"]
    assert why_not(state, "0 pass") is Illegal.MUST_DRAW
    state = after(state, "0 draw")
    assert can(state) == ["0 play 6-5 e1"]
    state = after(state, "0 play 6-5 e1", "1 draw")
    assert can(state) == ["1 pass"]
    assert why_not(state, "1 draw") is Illegal.DRAWN_ALREADY
    assert can(after(state, "1 pass")) == ["0 draw"]


def test_with_an_empty_boneyard_one_passes_at_once() -> None:
    state = position(("4-0 8-8", "5-0"), ("9-5 e1", "9-1 e2", "9-2 e3", "9-3 e4"))
    assert can(state) == ["0 pass"]
    assert why_not(state, "0 draw") is Illegal.BONEYARD_EMPTY
    assert can(after(state, "0 pass")) == ["1 play 5-0 e1"]


def test_a_deal_is_blocked_once_nobody_fits_and_nothing_is_left_to_draw() -> None:
    state = with_boneyard(
        position(("4-0", "0-0", "7-4 4-4"), ("9-5 e1", "9-1 e2", "9-2 e3", "9-3 e4"), blank=50), "8-8 8-6"
    )
    state = after(state, "0 draw", "0 pass", "1 draw")
    # the fewest points win: not the fewest pips, since 0-0 counts 50
    assert how_it_ended(state) == ("blocked", (2,), (20, 64, 19))


def test_the_next_deals_double_is_one_lower_and_the_next_seat_begins() -> None:
    state = match.new("chickenfoot", 3, {"deals": 2})
    state, _ = match.apply(state, random_deal(state, 5)._replace(first=2))
    assert state.turn == 2
    source = random.Random(1)
    while not state.results:
        state, _ = match.apply(state, source.choice(match.legal(state)))
    assert state.results[0].opener == 2
    state, _ = match.apply(state, random_deal(state, 6))
    assert (state.turn, layout_of(state).station) == (0, tile(8, 8))
    while not state.finished:
        state, _ = match.apply(state, source.choice(match.legal(state)))
    assert len(state.results) == 2
    assert state.winners == tuple(seat for seat in range(3) if state.totals[seat] == min(state.totals))


def test_the_opener_is_who_made_the_first_play_and_the_next_deal_begins_after_who_moved_first() -> None:
    # seats 0 and 1 hold no nine
    stock = "4-1 5-4 8-5 5-0 2-0 7-0 3-3 8-1 8-3 7-5 8-4 5-3 6-2 1-1 6-4"
    state = dealt_in_order("chickenfoot", 8, stock, first=0)
    nines = [seat for seat in range(8) if any(9 in each for each in state.hands[seat])]
    assert 0 not in nines
    source = random.Random(1)
    while not state.results:
        state, _ = match.apply(state, source.choice(match.legal(state)))
    opener = state.results[0].opener
    assert opener != 0
    state, _ = match.apply(state, random_deal(state, 1))
    assert state.turn == 1


def test_ends_that_show_the_same_number_are_all_listed_but_offered_once() -> None:
    state = position(("5-4 4-0", "7-0"), ("9-5 e1", "9-1 e2", "9-2 e3", "9-3 e4", "5-1 e2"))
    assert can(state) == ["0 play 5-4 e1", "0 play 5-4 e2"]
    assert [*distinct_moves(match.legal(state), state.layout)] == [0]


def test_hands_are_as_large_as_the_book_says() -> None:
    assert CHICKENFOOT.hand_sizes == {2: 21, 3: 14, 4: 11, 5: 8, 6: 7, 7: 6, 8: 5}
    assert len(match.stock_of(match.new("chickenfoot", 8))) == 54
