"""House rules."""

from __future__ import annotations

from typing import Any

import pytest

from engine import match
from engine.errors import Reason, Refused
from engine.rules.catalogue import CATALOGUE, find
from engine.rules.options import Value, complete
from tests.engine.games import SEATINGS

BOOKS = ("express", "express-it")


@pytest.mark.parametrize("rules", BOOKS)
def test_what_nobody_chooses_takes_its_default(rules: str) -> None:
    # Source: the rule book, "Domino Express".
    assert dict(match.new(rules, 4).options) == {"target": 100, "pairs": False, "blocked_pairs": "all"}


@pytest.mark.parametrize("rules", BOOKS)
def test_the_options_and_their_values_are_those_of_the_rule_book(rules: str) -> None:
    offered = {option.id: list(option.values) for option in CATALOGUE[rules].options}
    assert offered == {
        "target": [50, 100, 150, 200],
        "pairs": [False, True],
        "blocked_pairs": ["all", "opponents"],
    }


@pytest.mark.parametrize(
    ("name", "value"), [("target", 50), ("target", 200), ("blocked_pairs", "opponents"), ("pairs", True)]
)
def test_a_value_that_is_offered_is_taken(name: str, value: Value) -> None:
    assert match.new("express", 4, {name: value}).options[name] == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", 99),
        ("target", "100"),
        ("target", 100.0),
        ("target", True),
        ("target", None),
        ("target", [100]),
        ("pairs", 1),
        ("pairs", 0),
        ("pairs", "true"),
        ("pairs", None),
        ("blocked_pairs", "ALL"),
        ("blocked_pairs", True),
        ("blocked_pairs", {}),
    ],
)
def test_a_value_that_is_not_offered_is_refused(name: str, value: Any) -> None:
    with pytest.raises(Refused) as caught:
        match.new("express", 4, {name: value})
    assert caught.value.reason is Reason.BAD_OPTION
    assert caught.value.facts["option"] == name


@pytest.mark.parametrize("name", ["Target", "matador_ends", "", "opening"])
def test_an_option_that_the_rule_set_lacks_is_refused(name: str) -> None:
    with pytest.raises(Refused) as caught:
        match.new("express", 2, {name: True})
    assert caught.value.reason is Reason.UNKNOWN_OPTION


def test_an_option_that_others_make_idle_is_taken() -> None:
    # Source: the game record, "One action at a time".
    assert match.new("express", 2, {"blocked_pairs": "opponents"}).options["blocked_pairs"] == "opponents"


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 100, True, 2.0, "2", None])
def test_a_number_of_players_that_the_rule_set_lacks_is_refused(rules: str, seats: Any) -> None:
    with pytest.raises(Refused) as caught:
        match.new(rules, seats)
    assert caught.value.reason is Reason.BAD_SEATS
    assert "2 to 4" in str(caught.value)


@pytest.mark.parametrize("seats", [2, 3])
def test_pairs_with_other_than_four_seats_are_refused(seats: int) -> None:
    with pytest.raises(Refused) as caught:
        match.new("express", seats, {"pairs": True})
    assert caught.value.reason is Reason.BAD_SEATS


def test_partners_sit_across() -> None:
    # Source: the rule book, "Domino Express": seats 0+2 against 1+3.
    assert match.new("express", 4, {"pairs": True}).sides == ((0, 2), (1, 3))
    assert match.new("express", 4).sides == ((0,), (1,), (2,), (3,))


@pytest.mark.parametrize("rules", ["", "EXPRESS", "express ", "chess"])
def test_a_rule_set_that_is_not_listed_is_refused(rules: str) -> None:
    with pytest.raises(Refused) as caught:
        find(rules)
    assert caught.value.reason is Reason.UNKNOWN_RULES


@pytest.mark.parametrize("rules", list(CATALOGUE))
def test_every_default_is_among_the_values_and_every_value_has_a_word(rules: str) -> None:
    for option in CATALOGUE[rules].options:
        assert option.accepts(option.default)
        assert all(option.label and word for word in option.values.values())
        assert CATALOGUE[rules].option(option.id) is option


@pytest.mark.parametrize(("rules", "seats"), SEATINGS)
def test_there_are_tiles_enough_for_everyone(rules: str, seats: int) -> None:
    state = match.new(rules, seats)
    assert state.rules.hand_sizes[seats] * seats <= len(match.stock_of(state))


def test_chosen_options_cannot_be_changed_afterwards() -> None:
    options: Any = complete("express", find("express").options, {})
    with pytest.raises(TypeError):
        options["target"] = 50
