"""Tests of the Jamaican games, from the second rule book."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import Deal
from engine.game import State
from engine.options import Value
from tests.engine.answers import can, how_it_ended
from tests.engine.games import after, late
from tests.engine.rules.pairs.book_deals import played, stock_of


def won(state: State, seat: int) -> State:
    """Let a seat go out in the next deal, which is dealt like any other."""
    state, _ = match.apply(state, Deal(match.stock_of(state)))
    hands = [["6-5"] if each == seat else ["4-4", "3-3"] for each in range(state.seats)]
    last = late([" ".join(hand) for hand in hands], ["6-1", "1-0 right"], rules=state.rules.id, turn=seat, boneyard="")
    return after(
        state._replace(hands=last.hands, layout=last.layout, turn=seat, opening=None, legal=None),
        f"{seat} play 6-5 left",
    )


def course(rules: str, winners: str, *, seats: int = 4, **options: Value) -> State:
    """Play a match in which these sides win one deal after the other."""
    state = match.new(rules, seats, {"target": 6, **options})
    for letter in winners:
        state = won(state, "ABCD".index(letter))
    return state


def totals(state: State) -> list[tuple[int, ...]]:
    return [result.totals for result in state.results]


def is_posed(state: State) -> bool:
    """Whether 6-6 has to open the next deal."""
    state, _ = match.apply(state, Deal(match.stock_of(state)))
    return state.opening is not None and state.opening.must_open_with is not None


def test_example_1_a_tie_of_opponents() -> None:
    state = played("six-love", "six-love 1")
    assert how_it_ended(state) == ("blocked", (), (0, 0))
    assert is_posed(state)


def test_example_2_the_lightest_hands_are_partners() -> None:
    state = played("six-love", "six-love 2")
    assert how_it_ended(state) == ("blocked", (1, 3), (0, 1))
    assert state.results[-1].winning_seat == 3
    assert not is_posed(state)
    assert match.apply(state, Deal(match.stock_of(state)))[0].turn == 3
    assert how_it_ended(played("cut-throat", "six-love 2")) == ("blocked", (), (0, 0, 0, 0))


def test_example_3_love_is_broken() -> None:
    state = course("six-love", "AAABA")
    assert totals(state) == [(1, 0), (2, 0), (3, 0), (0, 0), (1, 0)]
    assert state.results[3].points == (-3, 0)
    assert state.results[3].winners == (1, 3)
    assert is_posed(course("six-love", "AAAB"))
    assert not is_posed(course("six-love", "AAA"))


def test_example_4_one_all() -> None:
    state = course("six-love", "ABA", series="one-all")
    assert totals(state) == [(1, 0), (1, 1), (2, 0)]
    assert state.results[2].points == (1, -1)
    assert is_posed(course("six-love", "AB", series="one-all"))
    assert totals(course("six-love", "AAB", series="one-all")) == [(1, 0), (2, 0), (0, 0)]


def test_example_5_cut_throat_bruks_once_everyone_has_a_point() -> None:
    def at(*points: int) -> State:
        before = course("cut-throat", "A", seats=3)
        return before._replace(totals=points, results=(before.results[0]._replace(totals=points, points=points),))

    assert won(at(4, 1, 0), 0).totals == (5, 1, 0)
    state = won(at(5, 1, 0), 2)
    assert state.totals == (0, 0, 0)
    assert how_it_ended(state) == ("out", (2,), (-5, -1, 0))
    assert is_posed(state)
    assert won(at(5, 2, 0), 0).winners == (0,)


def test_example_6_two_tied_deals_bring_three_points() -> None:
    state = course("six-love", "BB", tie="carry")
    tied = state.results[-1]._replace(winners=(), points=(0, 0))
    state = won(state._replace(results=(*state.results, tied, tied)), 1)
    assert state.totals == (0, 5)


def test_nothing_goes_back_in_a_straight_series() -> None:
    assert totals(course("six-love", "ABAB", series="straight")) == [(1, 0), (1, 1), (2, 1), (2, 2)]
    assert not is_posed(course("six-love", "AB", series="straight"))


def test_a_shut_out_of_three_wins_by_default() -> None:
    state = match.new("six-love", 4)
    for _ in range(3):
        state = won(state, 0)
    assert state.totals == (3, 0)
    assert state.winners == (0, 2)


def test_tied_deals_bring_the_next_winners_more_by_option() -> None:
    state = won(played("six-love", "six-love 1", tie="carry", target=6), 1)
    assert state.totals == (0, 2)
    assert [bonus[:2] for bonus in state.results[-1].bonuses] == [("tied deals before", 1)]
    state = won(played("six-love", "six-love 1", target=6), 1)
    assert state.totals == (0, 1)


def test_three_play_cut_throat_without_0_0() -> None:
    state = match.new("cut-throat", 3)
    stock = match.stock_of(state)
    assert len(stock) == 27
    assert "0-0" not in map(str, stock)
    state, _ = match.apply(state, Deal(stock))
    assert [len(hand) for hand in state.hands] == [9, 9, 9]
    assert not state.boneyard
    assert can(state) == ["2 play 6-6 start"]


@pytest.mark.parametrize("seats", [2, 4])
def test_two_and_four_share_the_whole_set(seats: int) -> None:
    state = match.new("cut-throat", seats)
    state, _ = match.apply(state, Deal(match.stock_of(state)))
    assert sum(map(len, state.hands)) == 28


def test_the_first_deal_is_posed_with_6_6() -> None:
    state = match.new("six-love", 4)
    assert can(match.apply(state, Deal(stock_of(state, "six-love 1")))[0]) == ["3 play 6-6 start"]
