"""Tests of choices of computers that are today what they always were, or have a new version."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from engine.bots.choose import CHOICES
from engine.bots.level import Level
from engine.rules import RULE_SETS
from tools import choices
from tools.choices import RENEW, Moves, changed, main, stored


@cache
def moves_of(rules: str) -> Moves:
    return {key: move for key, move in stored()[1].items() if key[0].rules == rules}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_choice_changes_only_with_the_version(rules: str) -> None:
    lines = changed(moves_of(rules))
    assert not lines, "\n".join([*lines, RENEW])


def test_the_stored_choices_have_the_version_of_the_computers() -> None:
    assert stored()[0] == CHOICES, f"CHOICES is {CHOICES} now. {RENEW}"


def test_there_are_choices_of_each_level_in_every_rule_set() -> None:
    counts = Counter((played.rules, choice.level) for played, choice in stored()[1])
    assert {*counts} == {(rules, level) for rules in RULE_SETS for level in Level}
    assert min(counts.values()) >= 5


def test_a_changed_choice_is_not_stored_under_the_same_version(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = moves_of("express")
    key = next(iter(moves))
    monkeypatch.setattr(choices, "stored", lambda: (CHOICES, {key: "0 pass"}))
    with pytest.raises(SystemExit, match=f"0 pass has become {moves[key]}\nA computer's choice differs"):
        main()
