"""Tests of Brazilian pairs, from the second rule book."""

from __future__ import annotations

import pytest

from engine import match
from engine.events import Result
from tests.engine.answers import can, how_it_ended
from tests.engine.games import deal, deal_action
from tests.engine.rules.pairs.book_deals import next_opener, play_deal, played


@pytest.mark.parametrize(
    ("name", "winners", "points"),
    [("lá-e-lô", (0, 2), 3), ("cruzada", (1, 3), 4), ("carroça", (0, 2), 2), ("simples", (0, 2), 1)],
)
def test_example_1_the_kinds_of_the_last_tile(name: str, winners: tuple[int, ...], points: int) -> None:
    state = played("dupla", f"dupla 1, {name}", capicua="plain")
    scored = (points, 0) if 0 in winners else (0, points)
    assert how_it_ended(state) == ("out", winners, scored)
    assert [bonus[:2] for bonus in state.results[-1].bonuses] == [(name, points)]


def test_example_1_a_plain_tile_on_two_equal_ends_makes_la_e_lo() -> None:
    state = played("dupla", "dupla 1, simples")
    assert how_it_ended(state) == ("out", (0, 2), (3, 0))
    assert [bonus[:2] for bonus in state.results[-1].bonuses] == [("lá-e-lô", 3)]


def test_cruzada_is_six_by_option() -> None:
    assert played("dupla", "dupla 1, cruzada", cruzada=6).totals == (0, 6)


def test_example_2_a_blocked_deal_is_one_point() -> None:
    assert how_it_ended(played("dupla", "quinientos 2")) == ("blocked", (1, 3), (0, 1))


def test_example_3_a_tie_is_carried_over_or_lost_by_the_blocker() -> None:
    state = played("dupla", "quinientos 3")
    assert how_it_ended(state) == ("blocked", (), (0, 0))
    state = play_deal(state, "dupla 1, carroça")
    assert how_it_ended(state) == ("out", (0, 2), (3, 0))
    assert [bonus[:2] for bonus in state.results[-1].bonuses] == [("carroça", 2), ("carried over", 1)]
    state = play_deal(state, "dupla 1, simples")
    assert state.totals == (6, 0), "carried over once"
    state = played("dupla", "quinientos 3", blocked_tie="blocker-loses")
    assert how_it_ended(state) == ("blocked", (1, 3), (0, 1))
    assert state.results[-1].winning_seat == 1, "the partner with fewer pips"


def test_example_4_more_than_the_target_is_fine() -> None:
    state = play_deal(match.new("dupla", 4)._replace(totals=(5, 4)), "dupla 1, lá-e-lô")
    assert state.totals == (8, 4)
    assert state.winners == (0, 2)


def test_the_highest_double_opens_every_deal_and_without_one_the_strongest_tile() -> None:
    state = play_deal(match.new("dupla", 4), "dupla 1, simples")
    plain = "6-5 6-4 6-3 6-2 6-1 6-0 | 5-4 5-3 5-2 5-1 5-0 4-3 | 4-2 4-1 4-0 3-2 3-1 3-0 | 2-1 2-0 1-0 0-0 1-1 2-2"
    six = match.new("dupla", 4, {"tiles": 6})._replace(results=state.results)
    assert can(deal(six, *plain.split(" | "))) == ["3 play 2-2 start"]
    assert len(deal(six, *plain.split(" | ")).boneyard) == 4, "four tiles sleep"


@pytest.mark.parametrize(("option", "opens"), [("winner", 2), ("rotate", 3)])
def test_the_winner_or_the_next_seat_opens_later_deals_by_option(option: str, opens: int) -> None:
    state = played("dupla", "dupla 1, simples", next_opener=option)
    assert next_opener(state) == opens


def test_a_void_deal_is_no_tie_and_carries_nothing() -> None:
    state = match.new("dupla", 4, {"redeal": 4})
    fours = "0-0 1-1 2-2 3-3 1-0 2-0 3-0"
    state = match.apply(state, deal_action([fours, "6-6 6-5 6-4 6-3 6-2 6-1 6-0"]))[0]
    assert state.results[-1].reason == "void"
    others = ("6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4")
    state = match.apply(state, deal_action(["0-0 1-1 2-2 4-3 1-0 2-0 3-0", *others]))[0]
    assert state.turn is not None, "three doubles are none too many"
    void = Result(0, "void", (), (0, 0), (0, 0), ((),) * 4, (), (0, 0))
    state = play_deal(match.new("dupla", 4)._replace(results=(void, void)), "dupla 1, carroça")
    assert state.totals == (2, 0)
