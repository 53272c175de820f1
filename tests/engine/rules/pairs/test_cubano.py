"""Tests of Cuban double-nine, from the second rule book."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import Deal
from engine.game import State
from engine.options import Value
from engine.tiles import full_set, tile
from tests.engine.answers import can, how_it_ended
from tests.engine.games import after, deal_action, late
from tests.engine.rules.pairs.book_deals import later, next_opener, play_deal, played

NINE = full_set(9)


def test_example_1_the_lightest_hand_or_the_pair() -> None:
    assert how_it_ended(played("cubano", "cubano 1")) == ("blocked", (1, 3), (0, 78))
    assert how_it_ended(played("cubano", "cubano 1", blocked="pair")) == ("blocked", (0, 2), (79, 0))


def test_example_2_the_opponents_pips_or_all() -> None:
    state = play_deal(later("cubano", 2), "cubano 2")
    assert how_it_ended(state) == ("out", (1, 3), (0, 29))
    state = play_deal(later("cubano", 2, count="all", capicua_doubles=True), "cubano 2")
    assert how_it_ended(state) == ("out", (1, 3), (0, 55))


def test_example_3_the_lightest_hands_belong_to_opponents() -> None:
    state = play_deal(later("cubano", 2), "cubano 3")
    assert how_it_ended(state) == ("blocked", (), (0, 0))
    assert next_opener(state) == 3
    state = play_deal(later("cubano", 2, tie="opener"), "cubano 3")
    assert how_it_ended(state) == ("blocked", (0, 2), (68, 0))


@pytest.mark.parametrize(("opening", "points"), [("9-9", 20), ("9-8", 0)])
def test_example_4_a_pass_on_an_opening_double(opening: str, points: int) -> None:
    # seat 1 holds neither a nine nor an eight
    hands = ["9-9 9-8 9-7 9-6 9-5 9-4 9-3 9-2 9-1 9-0", "0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 3-3"]
    state, _ = match.apply(match.new("cubano", 4, {"opening_pass": 20}), deal_action(hands, first=0, stock=NINE))
    state = after(state, f"0 play {opening} start", "1 pass")
    assert state.totals == (points, 0)


def test_a_drawn_seat_or_the_highest_double_opens_the_first_deal() -> None:
    state, _ = match.apply(match.new("cubano", 4), Deal(NINE, 3))
    assert state.turn == 3
    assert len(match.legal(state)) == 10
    state, _ = match.apply(match.new("cubano", 4, {"first_opener": "double"}), Deal(NINE))
    assert can(state) == ["3 play 7-7 start"]


def test_capicua_doubles_the_pips_by_option() -> None:
    def out(**options: Value) -> State:
        hands = ["9-1", "5-5", "4-4", "6-0"]
        return after(late(hands, ["9-2", "2-1 right"], rules="cubano", boneyard="", **options), "0 play 9-1 left")

    assert out().totals == (16, 0)
    assert out(capicua_doubles=True).totals == (32, 0)


@pytest.mark.parametrize(("capicua", "points"), [("either", 32), ("plain", 16)])
def test_a_plain_tile_on_two_equal_ends_doubles_the_pips_by_option(capicua: str, points: int) -> None:
    hands = ["9-1", "5-5", "4-4", "6-0"]
    options: dict[str, Value] = {"capicua_doubles": True, "capicua": capicua}
    state = late(hands, ["9-2", "3-2 right", "9-3 right"], rules="cubano", boneyard="", **options)
    assert after(state, "0 play 9-1 left").totals == (points, 0)


def test_five_doubles_in_a_hand_make_a_deal_void_by_option() -> None:
    hand = "0-0 1-1 2-2 3-3 4-4 1-0 2-0 3-0 4-0 5-0"
    action = deal_action([hand], first=2, stock=NINE)
    state, events = match.apply(match.new("cubano", 4, {"redeal": 5}), action)
    assert how_it_ended(state) == ("void", (), (0, 0))
    assert [type(event).__name__ for event in events] == ["Dealt", "DealEnded"]
    assert state.results[-1].opener == 2
    assert state.awaits_deal
    assert not state.history
    assert state.rules.draws_opener(state), "a seat is drawn anew"
    calm = match.apply(match.new("cubano", 4), action)[0]
    assert calm.turn == 2


@pytest.mark.parametrize(("option", "opens"), [("winner", 1), ("rotate", 3)])
def test_a_void_deal_moves_neither_a_winning_nor_a_rotated_opener(option: str, opens: int) -> None:
    state = play_deal(later("cubano", 2, next_opener=option), "cubano 2")
    state = state._replace(options={**state.options, "redeal": 5})
    doubles = [tile(n, n) for n in range(10)]
    plain = [each for each in NINE if not each.double]
    state, _ = match.apply(state, Deal((*doubles, *plain)))
    assert state.results[-1].reason == "void"
    assert state.results[-1].opener == opens
    state, _ = match.apply(state, Deal((*plain, *doubles)))
    assert state.turn == opens
