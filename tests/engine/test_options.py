"""Tests of house rules."""

from __future__ import annotations

from typing import Any

import pytest

from engine import match
from engine.errors import Illegal, IllegalMove
from engine.options import complete
from engine.rules import RULE_SETS, find
from tests.support.each import each


@each("seats", [-1, 0, 1, 5, 100, True, 2.0, "2", None])
def test_a_number_of_players_that_the_rule_set_lacks_is_refused(seats: Any) -> None:
    with pytest.raises(IllegalMove, match="2 to 4") as caught:
        match.new("express", seats)
    assert caught.value.reason is Illegal.BAD_SEATS


def test_partners_sit_across() -> None:
    # Source: the rule book, "Domino Express": seats 0+2 against 1+3.
    assert match.new("express", 4, {"pairs": True}).teams == ((0, 2), (1, 3))
    assert match.new("express", 4).teams == ((0,), (1,), (2,), (3,))


@each("rules", list(RULE_SETS))
def test_every_value_offered_can_be_chosen(rules: str) -> None:
    book = RULE_SETS[rules]
    for option in book.options:
        for value in option.values:
            assert match.new(rules, 4, {option.id: value}).options[option.id] == value


@each("rules", list(RULE_SETS))
def test_every_option_has_a_label_and_every_value_a_word_or_is_a_number_that_speaks_for_itself(rules: str) -> None:
    for option in RULE_SETS[rules].options:
        assert option.label
        for value, word in option.values.items():
            assert word or type(value) is int
        assert option.accepts(option.default)
        assert RULE_SETS[rules].option(option.id) is option
    assert RULE_SETS[rules].option("bogus") is None


@each(
    ("rules", "name", "chosen", "matters"),
    [
        ("express", "blocked_pairs", {"pairs": True}, True),
        *(("express", "blocked_pairs", {"pairs": False}, False), ("express", "target", {}, True)),
        *(("mata", "deals", {"until": "deals"}, True), ("mata", "deals", {"until": "limit"}, False)),
        *(("mata", "limit", {"until": "deals"}, False), ("mata", "limit", {"until": "limit"}, True)),
        ("mata-alsace", "limit", {"until": "last"}, True),
    ],
)
def test_an_option_tells_whether_it_matters_beside_the_others(
    rules: str, name: str, chosen: dict[str, Any], matters: bool
) -> None:
    assert find(rules).option(name).matters(complete(rules, find(rules).options, chosen)) is matters


@each("rules", list(RULE_SETS))
def test_an_option_is_idle_only_beside_another_of_the_same_rule_set(rules: str) -> None:
    for option in find(rules).options:
        if option.needs is not None:
            name, values = option.needs
            assert set(values) < set(find(rules).option(name).values)


def test_chosen_options_cannot_be_changed_afterwards() -> None:
    options: Any = complete("express", find("express").options, {})
    with pytest.raises(TypeError):
        options["target"] = 50
