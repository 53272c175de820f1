"""Tests of Texas 42, from the second rule book."""

from __future__ import annotations

import random

import pytest

from engine import match, random_deal
from engine.errors import Illegal, IllegalMove
from engine.game import State
from engine.layouts import Tricks
from engine.layouts.tricks import count_of
from engine.options import Value
from engine.record import describe
from engine.tiles import full_set, parse_tile
from tests.engine.answers import can, how_it_ended, why_not
from tests.engine.games import after, deal, dealt, dealt_in_order, scores

EXAMPLE_1 = """
    4-3 3-2 5-2 6-2 6-3 6-6 5-5 5-1 5-0 3-0 6-5 1-1 6-4 3-3 4-4 4-1 6-0 2-2 5-4 3-1 2-0 4-2 0-0 6-1 2-1 1-0 5-3 4-0
"""
EXAMPLE_2 = (
    "3-1 0-0 2-0 2-1 3-0 3-2 4-0 | 1-0 6-5 1-1 2-2 3-3 4-4 5-5 | 4-1 6-3 4-2 4-3 5-0 5-1 5-2 | "
    "6-1 6-4 5-3 5-4 6-0 6-2 6-6"
)
EXAMPLE_3 = (
    "6-4 5-2 6-5 0-0 1-0 1-1 2-0 | 4-2 3-2 5-4 2-2 3-0 3-1 3-3 | 4-3 6-2 5-5 4-0 4-1 5-0 5-3 | "
    "4-4 2-1 5-1 6-0 6-1 6-3 6-6"
)
SUITS = (
    "6-1 5-5 5-4 5-3 4-4 4-3 3-3 | 1-0 6-2 2-0 3-0 4-0 5-0 0-0 | 6-6 6-5 6-4 6-3 6-0 1-1 2-1 | "
    "3-1 4-1 5-1 2-2 3-2 4-2 5-2"
)
"""Seat 1 holds 1-0 and 6-2, and no other one or six."""


def table(state: State) -> Tricks:
    assert isinstance(state.layout, Tricks)
    return state.layout


def begun(hands: str, first: int = 0, **options: Value) -> State:
    return dealt("forty-two", hands, first=first, **options)


def led(trump: str, hands: str = SUITS) -> State:
    return after(begun(hands), "0 bid 30", "1 pass", "2 pass", "3 pass", f"0 trump {trump}", "0 play 6-1 trick")


def test_example_1_a_bid_made_after_two_tricks() -> None:
    state = dealt_in_order("forty-two", 4, EXAMPLE_1, first=0)
    state = after(state, "0 bid 30", "1 bid 31", "2 pass", "3 pass", "1 trump 3")
    state = after(state, "1 play 5-0 trick", "2 play 5-4 trick")
    assert "3 play 5-3 trick" in can(state)
    state = after(state, "3 play 5-3 trick", "0 play 5-5 trick")
    assert (table(state).taken_by, table(state).taken, state.turn) == ((3,), (0, 16), 3)
    state = after(state, "3 play 4-2 trick")
    # 4-3 is a three, so seat 0 need not follow
    assert len(can(state)) == 6
    state = after(state, "0 play 5-2 trick", "1 play 6-4 trick", "2 play 4-1 trick")
    assert (table(state).taken_by, table(state).taken) == ((3, 1), (0, 32))
    assert how_it_ended(state) == ("made", (1, 3), (0, 1))
    assert state.results[0].opener == 1


def test_example_2_the_doubles_are_trump_and_one_trick_sets_a_bid_of_42() -> None:
    state = after(begun(EXAMPLE_2), "0 pass", "1 bid 42", "2 pass", "3 pass", "1 trump doubles")
    state = after(state, "1 play 1-0 trick", "2 play 4-1 trick", "3 play 6-1 trick", "0 play 3-1 trick")
    assert (table(state).taken_by, table(state).taken) == ((3,), (0, 6))
    state = after(state, "3 play 6-4 trick", "0 play 0-0 trick", "1 play 6-5 trick", "2 play 6-3 trick")
    assert table(state).taken_by == (3, 0)
    assert how_it_ended(state) == ("set", (0, 2), (1, 0))


def test_example_3_without_trump_the_highest_of_the_suit_led_wins() -> None:
    state = after(begun(EXAMPLE_3), "0 pass", "1 bid 30", "2 pass", "3 pass", "1 trump none")
    state, _ = scores(state, "1 play 4-2 trick, 2 play 4-3 trick, 3 play 4-4 trick, 0 play 6-4 trick")
    assert table(state).taken == (0, 11)
    state, _ = scores(state, "3 play 2-1 trick, 0 play 5-2 trick, 1 play 3-2 trick, 2 play 6-2 trick")
    assert table(state).taken == (6, 11)
    state, _ = scores(state, "2 play 5-5 trick, 3 play 5-1 trick, 0 play 6-5 trick, 1 play 5-4 trick")
    assert table(state).taken == (17, 11)
    assert how_it_ended(state) == ("set", (0, 2), (1, 0))


def test_example_4_a_bid_is_higher_than_the_one_before_and_each_of_more_marks_follows_the_one_below() -> None:
    state = begun(SUITS, first=2)
    assert can(state) == [*sorted([f"2 bid {bid}" for bid in (*range(30, 43), 84)]), "2 pass"]
    state = after(state, "2 bid 30", "3 pass")
    assert why_not(state, "0 bid 126") is Illegal.BID_HIGHER
    assert why_not(state, "0 bid 30") is Illegal.BID_HIGHER
    state = after(state, "0 bid 84")
    assert can(state) == ["1 bid 126", "1 pass"]
    assert why_not(state, "1 bid 168") is Illegal.BID_HIGHER
    state = after(state, "1 bid 126")
    assert (state.turn, table(state).bid, table(state).bidder) == (1, 126, 1)
    assert can(state) == sorted(f"1 trump {each}" for each in (*range(7), "doubles", "none"))


def test_example_4_the_last_seat_must_bid_once_the_others_passed() -> None:
    state = after(begun(SUITS, first=2), "2 pass", "3 pass", "0 pass")
    assert why_not(state, "1 pass") is Illegal.MUST_BID
    state = after(state, "1 bid 30")
    assert state.turn == 1


def test_example_4_or_may_pass_as_well_which_voids_the_deal_and_moves_the_first_bid_on() -> None:
    state = after(begun(SUITS, first=2, all_pass="redeal"), "2 pass", "3 pass", "0 pass", "1 pass")
    assert how_it_ended(state) == ("void", (), (0, 0))
    assert (state.results[0].opener, state.results[0].last_seat) == (2, None)
    assert not state.rules.draws_opener(state)
    assert match.apply(state, random_deal(state, 1))[0].turn == 3


def test_example_5_a_tile_that_is_trump_asks_for_trump_and_any_other_for_its_higher_half() -> None:
    ones = led("1")
    assert (describe(ones)["ends"], can(ones)) == ({"trick": 1}, ["1 play 1-0 trick"])
    assert why_not(ones, "1 play 6-2 trick") is Illegal.FOLLOW_SUIT
    sixes = led("2")
    assert describe(sixes)["ends"] == {"trick": 6}
    # 6-2 is trump and does not follow, nor does 1-0: anything goes
    assert len(can(sixes)) == 7
    assert table(after(sixes, "1 play 6-2 trick", "2 play 6-0 trick", "3 play 3-1 trick")).taken_by == (1,)


@pytest.mark.parametrize(("trump", "suit"), [("none", 6), ("doubles", 6), ("6", 6), ("3", 6)])
def test_the_suit_led_is_shown_until_the_trick_is_complete(trump: str, suit: int) -> None:
    state = led(trump)
    assert describe(state)["ends"] == {"trick": suit}
    source = random.Random(1)
    for _ in range(3):
        state = match.apply(state, source.choice(match.legal(state)))[0]
    assert describe(state)["ends"] == {"trick": -1}


def test_doubles_that_are_trump_ask_for_doubles() -> None:
    state = after(begun(EXAMPLE_2), "0 bid 30", "1 pass", "2 pass", "3 pass", "0 trump doubles", "0 play 0-0 trick")
    assert describe(state)["ends"] == {"trick": 7}
    assert can(state) == [f"1 play {each} trick" for each in ("1-1", "2-2", "3-3", "4-4", "5-5")]


def test_all_tricks_are_worth_42_points() -> None:
    assert 7 + sum(count_of(each) for each in full_set(6)) == 42
    assert [count_of(parse_tile(each)) for each in ("5-5", "6-4", "5-0", "4-1", "3-2", "0-0", "6-6")] == [
        *(10, 10, 5, 5, 5, 0, 0)
    ]


def test_nothing_but_a_call_is_allowed_before_trump_is_named() -> None:
    state = begun(SUITS)
    assert why_not(state, "0 play 6-1 trick") is Illegal.BIDDING_OPEN
    assert why_not(state, "0 trump 3") is Illegal.BIDDING_OPEN
    assert why_not(state, "0 draw") is Illegal.NO_DRAWING
    state = after(state, "0 bid 30", "1 pass", "2 pass", "3 pass")
    for refused in ("0 bid 31", "0 pass", "0 play 6-1 trick"):
        assert why_not(state, refused) is Illegal.TRUMP_FIRST
    assert why_not(state, "0 trump 7") is Illegal.NO_SUCH_TRUMP
    state = after(state, "0 trump 3")
    for refused in ("0 bid 31", "0 pass", "0 trump 3"):
        assert why_not(state, refused) is Illegal.BIDDING_OVER
    assert why_not(state, "0 play 6-1 left") is Illegal.NO_SUCH_END


def test_a_pass_in_the_bidding_tells_nothing_of_the_hand() -> None:
    state = after(begun(SUITS), "0 pass")
    assert state.passed == ((), (), (), ())


@pytest.mark.parametrize(("bid", "marks"), [(30, 1), (42, 1), (84, 2)])
def test_a_bid_of_more_marks_is_paid_in_marks_to_whoever_wins_it(bid: int, marks: int) -> None:
    # seat 0 holds all sevens of the highest suit
    own = "6-6 6-5 6-4 6-3 6-2 6-1 6-0 | "
    hands = own + "0-0 1-0 1-1 2-0 2-1 2-2 3-0 | 3-1 3-2 3-3 4-0 4-1 4-2 4-3 | 4-4 5-0 5-1 5-2 5-3 5-4 5-5"
    state = after(begun(hands), f"0 bid {bid}", "1 pass", "2 pass", "3 pass")
    source = random.Random(bid)
    made = after(state, "0 trump 6")
    while not made.results:
        made = match.apply(made, source.choice(match.legal(made)))[0]
    assert how_it_ended(made) == ("made", (0, 2), (marks, 0))
    # all points need all seven tricks, fewer may be had sooner
    assert len(table(made).taken_by) == 7 or bid == 30


def test_the_first_bid_moves_on_from_deal_to_deal_whoever_won_the_bidding() -> None:
    state = begun(SUITS, first=3)
    firsts: list[int | None] = []
    while len(firsts) < 4:
        firsts.append(state.turn)
        while state.turn is not None:
            # the lowest bids, so that four deals decide no match
            state = match.apply(state, match.legal(state)[0])[0]
        state = match.apply(state, random_deal(state, 4))[0]
    assert firsts == [3, 0, 1, 2]


@pytest.mark.parametrize("target", [7, 5, 3])
def test_so_many_marks_win_the_match(target: int) -> None:
    state = match.new("forty-two", 4, {"target": target})
    source = random.Random(target)
    while not state.finished:
        waiting = state.awaits_deal
        state = match.apply(state, random_deal(state, source) if waiting else source.choice(match.legal(state)))[0]
    assert max(state.totals) >= target
    assert state.winners == ((0, 2) if state.totals[0] > state.totals[1] else (1, 3))


def test_it_is_played_by_four_in_pairs_only() -> None:
    with pytest.raises(IllegalMove):
        match.new("forty-two", 3)
    with pytest.raises(IllegalMove):
        match.new("forty-two", 4, {"pairs": False})


def test_a_hand_is_dealt_whole() -> None:
    state = deal(match.new("forty-two", 4), *SUITS.split(" | "), first=0)
    assert [len(hand) for hand in state.hands] == [7, 7, 7, 7]
    assert not state.boneyard
