"""Tests of the Spanish and international pairs, from the second rule book."""

from __future__ import annotations

import pytest

from engine import match
from engine.actions import Deal
from tests.engine.answers import can, how_it_ended
from tests.engine.games import dealt
from tests.engine.rules.pairs.book_deals import next_opener, play_deal, played, stock_of


def test_example_1_the_pips_of_all_hands_or_of_the_opponents() -> None:
    state = played("parejas", "parejas 1")
    assert how_it_ended(state) == ("out", (0, 2), (27, 0))
    assert next_opener(state) == 3
    assert how_it_ended(played("parejas", "parejas 1", count="opponents")) == ("out", (0, 2), (17, 0))


@pytest.mark.parametrize(
    ("tie", "winners", "points"), [("none", (), (0, 0)), ("opener", (1, 3), (0, 64)), ("blocker", (0, 2), (64, 0))]
)
def test_example_2_a_tie(tie: str, winners: tuple[int, ...], points: tuple[int, int]) -> None:
    state = played("parejas", "quinientos 3", tie=tie)
    assert how_it_ended(state) == ("blocked", winners, points)
    assert next_opener(state) == 2


def test_example_3_a_blocked_deal() -> None:
    state = played("parejas", "quinientos 2")
    assert how_it_ended(state) == ("blocked", (1, 3), (0, 68))
    assert next_opener(state) == 1
    assert how_it_ended(played("parejas", "quinientos 2", count="opponents")) == ("blocked", (1, 3), (0, 41))


def test_the_holder_of_6_6_opens_the_first_deal_with_it_and_any_tile_opens_later() -> None:
    state = match.new("parejas", 4)
    state, _ = match.apply(state, Deal(stock_of(state, "parejas 1")))
    assert can(state) == ["2 play 6-6 start"]
    state = play_deal(match.new("parejas", 4), "parejas 1")
    assert len(match.legal(match.apply(state, Deal(match.stock_of(state)))[0])) == 7


def test_a_drawn_seat_opens_the_first_deal_with_any_tile_by_option() -> None:
    state = match.new("parejas", 4, {"first_opener": "random"})
    state, _ = match.apply(state, Deal(match.stock_of(state), 3))
    assert state.turn == 3
    assert len(match.legal(state)) == 7


def test_the_winning_seat_opens_later_deals_by_option_and_the_next_seat_after_a_tie() -> None:
    assert next_opener(played("parejas", "parejas 1", next_opener="winner")) == 2
    assert next_opener(played("parejas", "quinientos 2", next_opener="winner")) == 1
    assert next_opener(played("parejas", "quinientos 3", next_opener="winner")) == 2


def test_a_seat_must_play_if_it_can_and_passes_otherwise() -> None:
    hands = (
        "6-6 6-5 6-4 6-3 6-2 6-1 5-5 | 6-0 0-0 1-0 1-1 2-0 2-1 2-2 | "
        "3-0 3-1 3-2 3-3 4-0 4-1 4-2 | 4-3 4-4 5-0 5-1 5-2 5-3 5-4"
    )
    state = dealt("parejas", hands)
    state, _ = match.apply(state, match.legal(state)[0])
    assert can(state) == ["1 play 6-0 left", "1 play 6-0 right"]
    state, _ = match.apply(state, match.legal(state)[0])
    assert state.layout.ends == {"left": 0, "right": 6}
    state, _ = match.apply(state, match.legal(state)[0])
    assert can(state)[0].startswith("3 ")
