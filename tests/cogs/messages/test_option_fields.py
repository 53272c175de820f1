"""Tests of the rule sets that a typed name means."""

from __future__ import annotations

import pytest

from cogs.messages.option_fields import ranked_rules, rules_typed
from engine.errors import Illegal, IllegalMove
from engine.rules import RULE_SETS
from render.i18n import translations

CALLED = {
    ("classic", "en-US"): "classic",
    ("MATA", "en-US"): "mata",
    ("mexi", "en-US"): "mexican-train",
    ("mexican-train-nine", "en-US"): "mexican-train-nine",
    ("train mexicain", "fr"): "mexican-train",
    ("block", "en-US"): "classic",
    ("draw", "en-US"): "classic-draw",
    ("muggins", "fr"): "fives",
    ("fives", "en-US"): "fives",
    ("five up", "en-US"): "fives",
    ("chicken", "en-US"): "chickenfoot",
    ("poule", "fr"): "chickenfoot",
    ("Concentration", "en-US"): "memory",
    ("cinq", "fr"): "all-fives",
    ("pioche", "fr"): "classic-draw",
    ("sebastopol", "en-US"): "sebastopol",
    ("italien", "fr"): "express-it",
}


@pytest.mark.parametrize(("typed", "language", "first"), [(*typed, first) for typed, first in CALLED.items()])
def test_a_rule_set_is_found_by_what_players_call_it(typed: str, language: str, first: str) -> None:
    assert rules_typed(typed, translations(language)) == first


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("mata", ["mata", "matador", "mata-alsace"]),
        ("train", ["mexican-train", "mexican-train-nine", "chickenfoot"]),
        ("express", ["express", "express-it"]),
        ("itali", ["express-it"]),
        ("???", []),
    ],
)
def test_a_name_comes_before_its_start_and_its_start_before_the_rest(typed: str, found: list[str]) -> None:
    assert [*ranked_rules(typed, translations("en-US"))] == found


def test_a_word_that_names_no_rule_set_is_refused() -> None:
    with pytest.raises(IllegalMove) as caught:
        rules_typed("???", translations("en-US"))
    assert caught.value.reason is Illegal.UNKNOWN_RULES


@pytest.mark.parametrize("language", ["en-US", "fr"])
def test_each_rule_set_has_aliases_of_its_own(language: str) -> None:
    t = translations(language)
    aliases = [each.strip() for rules in RULE_SETS.values() for each in t.gettext(rules.about.aliases).split(",")]
    assert all(aliases)
    assert len(set(aliases)) == len(aliases)
