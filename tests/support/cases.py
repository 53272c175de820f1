"""Cases of parametrised tests: a few at each change, all of them in the long step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engine.rules import RULE_SETS

FORMS = (
    *("express", "classic-draw", "memory", "all-fives", "mexican-train-nine", "chickenfoot", "mata", "dominicano"),
    *("forty-two", "accountants", "fives"),
)
"""A rule set for each form of table and for each way to end a turn without a tile, and one with bonuses."""


def few(cases: Iterable[Any], kept: Iterable[Any]) -> list[Any]:
    """Mark the cases ``long`` that are not kept at each change. A case is a value or a tuple of values."""
    at_each_change = [*kept]
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)), marks=[] if case in at_each_change else [pytest.mark.long]
        )
        for case in cases
    ]


def few_rule_sets(rules: Iterable[str] = RULE_SETS) -> list[Any]:
    """Keep a rule set for each form of table."""
    return few(rules, FORMS)


def few_seatings(seatings: Iterable[tuple[str, int]]) -> list[Any]:
    """Keep the most seats of a rule set for each form of table."""
    return few(seatings, [(each, RULE_SETS[each].seats[-1]) for each in FORMS])


def few_matches(matches: Iterable[tuple[str, Any]]) -> list[Any]:
    """Keep the matches, each a rule set with options, of a rule set for each form of table."""
    cases = [*matches]
    return few(cases, [case for case in cases if case[0] in FORMS])
