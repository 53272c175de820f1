"""House rules."""

from __future__ import annotations

from typing import Any

import pytest

from engine import match, random_deal
from engine.errors import Illegal, IllegalMove
from engine.options import complete
from engine.rules import CATALOGUE, find
from tests.support.each import each

BOOKS = ("express", "express-it")


@each(
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
    with pytest.raises(IllegalMove) as caught:
        match.new("express", 4, {name: value})
    assert caught.value.reason is Illegal.BAD_OPTION
    assert caught.value.facts["option"] == name


@each("name", ["Target", "matador_ends", "", "opening"])
def test_an_option_that_the_rule_set_lacks_is_refused(name: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        match.new("express", 2, {name: True})
    assert caught.value.reason is Illegal.UNKNOWN_OPTION


@each("rules", BOOKS)
@each("seats", [-1, 0, 1, 5, 100, True, 2.0, "2", None])
def test_a_number_of_players_that_the_rule_set_lacks_is_refused(rules: str, seats: Any) -> None:
    with pytest.raises(IllegalMove) as caught:
        match.new(rules, seats)
    assert caught.value.reason is Illegal.BAD_SEATS
    assert "2 to 4" in str(caught.value)


def test_partners_sit_across() -> None:
    # Source: the rule book, "Domino Express": seats 0+2 against 1+3.
    assert match.new("express", 4, {"pairs": True}).teams == ((0, 2), (1, 3))
    assert match.new("express", 4).teams == ((0,), (1,), (2,), (3,))


TARGET: dict[str, Any] = {"target": [50, 100]}
OPENING: dict[str, Any] = {"opening": ["strongest", "free"]}
UNTIL: dict[str, Any] = {"until": ["deals", "limit", "last"], "deals": [1, 3, 5, 7, 10], "limit": [50, 100, 150, 200]}
PAIRS: dict[str, Any] = {"target": [50, 100, 150, 200], "pairs": [False, True], "blocked_pairs": ["all", "opponents"]}
OFFERED: dict[str, dict[str, Any]] = {
    "express": PAIRS,
    "express-it": PAIRS,
    "classic": OPENING,
    "classic-draw": OPENING,
    "classic-rounds": OPENING | TARGET,
    "misere": OPENING,
    "no-boneyard": OPENING | TARGET,
    "memory": {},
    "sebastopol": {},
    "all-fives": {"target": [50, 100, 150, 200, 250, "one-deal"]},
    "matador": TARGET | {"matador_ends": ["both", "choose"], "unable": ["draw", "pass"]},
    "accountants": {"hit": ["exact", "reach"]},
    "double-twelve": {},
    "mexican-train": {"deals": list(range(1, 14)), "open_hands": [False, True]},
    "mexican-train-nine": {"deals": list(range(1, 11)), "open_hands": [False, True]},
    "mata": UNTIL,
    "mata-alsace": UNTIL,
}
"""What the rule book offers, section by section."""

DEFAULTS: dict[str, Any] = {
    "target": 100,
    "pairs": False,
    "blocked_pairs": "all",
    "opening": "strongest",
    "matador_ends": "both",
    "unable": "draw",
    "hit": "exact",
    "open_hands": False,
    "until": "deals",
    "limit": 100,
}
"""The same for every rule set that offers the option; ``deals`` differs."""

DEALS = {"mexican-train": 13, "mexican-train-nine": 10, "mata": 5, "mata-alsace": 5}


@each("rules", list(CATALOGUE))
def test_every_rule_set_offers_the_options_of_the_rule_book(rules: str) -> None:
    offered = {option.id: list(option.values) for option in CATALOGUE[rules].options}
    assert offered == OFFERED[rules]
    assert [type(value) for values in offered.values() for value in values] == [
        type(value) for values in OFFERED[rules].values() for value in values
    ]


@each("rules", list(CATALOGUE))
def test_every_rule_set_has_the_defaults_of_the_rule_book(rules: str) -> None:
    defaults = {option.id: option.default for option in CATALOGUE[rules].options}
    assert defaults == {
        name: DEALS[rules] if name == "deals" else default
        for name, default in (DEFAULTS | {"deals": 0}).items()
        if name in OFFERED[rules]
    }


@each("rules", list(CATALOGUE))
def test_every_value_offered_can_be_chosen(rules: str) -> None:
    book = CATALOGUE[rules]
    for option in book.options:
        for value in option.values:
            assert match.new(rules, 4, {option.id: value}).options[option.id] == value


@each("rules", list(CATALOGUE))
def test_every_option_has_a_label_and_every_value_a_word_or_is_a_number_that_speaks_for_itself(rules: str) -> None:
    for option in CATALOGUE[rules].options:
        assert option.label
        for value, word in option.values.items():
            assert word or type(value) is int
        assert option.accepts(option.default)
        assert CATALOGUE[rules].option(option.id) is option
    assert CATALOGUE[rules].option("bogus") is None


@each("rules", ["mata", "mata-alsace"])
@each("name", ["deals", "limit"])
@each("value", [1, 2, 37, 10_000])
def test_deals_and_limit_of_mata_are_any_whole_number_from_1(rules: str, name: str, value: int) -> None:
    # Source: the rule book, "Mata": "`deals` and `limit` are whole numbers from 1".
    assert match.new(rules, 2, {name: value}).options[name] == value


@each("rules", ["mata", "mata-alsace"])
@each("name", ["deals", "limit"])
@each("value", [0, -1, 1.0, True, "5", None])
def test_deals_and_limit_of_mata_are_nothing_else(rules: str, name: str, value: Any) -> None:
    with pytest.raises(IllegalMove) as caught:
        match.new(rules, 2, {name: value})
    assert caught.value.reason is Illegal.BAD_OPTION


@each(("rules", "value"), [("mexican-train", 14), ("mexican-train-nine", 11), ("mexican-train", 0)])
def test_no_more_deals_of_the_mexican_train_are_played_than_there_are_engines(rules: str, value: int) -> None:
    # Source: the rule book, "Mexican train": "Option `deals`: how many are played, 1 to all, default all".
    with pytest.raises(IllegalMove) as caught:
        match.new(rules, 2, {"deals": value})
    assert caught.value.reason is Illegal.BAD_OPTION


@each(
    ("rules", "name", "chosen", "matters"),
    [
        ("express", "blocked_pairs", {"pairs": True}, True),
        ("express", "blocked_pairs", {"pairs": False}, False),
        ("express", "target", {}, True),
        ("mata", "deals", {"until": "deals"}, True),
        ("mata", "deals", {"until": "limit"}, False),
        ("mata", "limit", {"until": "deals"}, False),
        ("mata", "limit", {"until": "limit"}, True),
        ("mata-alsace", "limit", {"until": "last"}, True),
    ],
)
def test_an_option_tells_whether_it_matters_beside_the_others(
    rules: str, name: str, chosen: dict[str, Any], matters: bool
) -> None:
    option = find(rules).option(name)
    assert option.matters(complete(rules, find(rules).options, chosen)) is matters


@each("rules", list(CATALOGUE))
def test_an_option_is_idle_only_beside_another_of_the_same_rule_set(rules: str) -> None:
    for option in find(rules).options:
        if option.needs is not None:
            name, values = option.needs
            other = find(rules).option(name)
            assert set(values) < set(other.values)


SEATS = {
    "express": {2: 7, 3: 7, 4: 7},
    "express-it": {2: 7, 3: 7, 4: 7},
    "classic": {2: 7, 3: 6, 4: 6},
    "classic-draw": {2: 7, 3: 6, 4: 6},
    "classic-rounds": {2: 7, 3: 6, 4: 6},
    "misere": {2: 7, 3: 6, 4: 6},
    "no-boneyard": {2: 12, 3: 8, 4: 6},
    "memory": {2: 0, 3: 0, 4: 0, 5: 0, 6: 0},
    "sebastopol": {3: 9, 4: 7},
    "all-fives": {2: 7, 3: 5, 4: 5, 5: 5},
    "matador": {2: 7, 3: 7, 4: 6},
    "accountants": {3: 8, 4: 6, 5: 5},
    "double-twelve": {2: 12, 3: 12, 4: 12, 5: 10, 6: 10, 7: 8, 8: 8, 9: 7, 10: 7, 11: 7, 12: 7},
    "mexican-train": {2: 16, 3: 16, 4: 15, 5: 14, 6: 12, 7: 10, 8: 9},
    "mexican-train-nine": {2: 15, 3: 13, 4: 10},
    "mata": {2: 5, 3: 5, 4: 5, 5: 5},
    "mata-alsace": {2: 5, 3: 5, 4: 5, 5: 5},
}
"""The rule book's table: tiles each, by the number of players."""


@each("rules", list(CATALOGUE))
@each("seats", range(1, 14))
def test_every_number_of_players_is_dealt_what_the_rule_books_table_says_or_refused(rules: str, seats: int) -> None:
    if seats not in SEATS[rules]:
        with pytest.raises(IllegalMove) as caught:
            match.new(rules, seats)
        assert caught.value.reason is Illegal.BAD_SEATS
        return
    state = match.new(rules, seats)
    state, _ = match.apply(state, random_deal(state, seats))
    assert [len(hand) for hand in state.hands] == [SEATS[rules][seats]] * seats


def test_chosen_options_cannot_be_changed_afterwards() -> None:
    options: Any = complete("express", find("express").options, {})
    with pytest.raises(TypeError):
        options["target"] = 50
