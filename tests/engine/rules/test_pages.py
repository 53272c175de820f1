"""Tests of what the pages of rules say, held against what the engine decides."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from engine import match
from engine.actions import Bid, Draw, Pass, Trump
from engine.events import Bonus, DealEnded, Passed, Played
from engine.game import Topic
from engine.rules import RULE_SETS, find
from tests.engine.games import Step, options_of, play_on
from tests.support.cases import few_rule_sets

ALWAYS = {Topic.OPENING, Topic.TURN, Topic.END, Topic.MATCH}

SURELY_SEEN = {Topic.BIDDING, Topic.UNABLE, Topic.EMPTY}
"""What shows in random matches if the rules know it at all."""

ACTIONS = 10_000
"""So many actions of a rule set, with all its options and numbers of players, show each of these."""


def steps(rules: str) -> Iterator[Step]:
    """Play matches of a rule set at random, each with other options and another number of players."""
    source = random.Random(rules)
    while True:
        seats = source.choice(RULE_SETS[rules].seats)
        yield from play_on(match.new(rules, seats, source.choice(options_of(rules, seats))), source)


def decided(rules: str) -> set[Topic]:
    """Return what the engine had to decide in these matches."""
    found = {Topic.POINTS} if RULE_SETS[rules].scoring.points_against else set[Topic]()
    draws = False
    for step in islice(steps(rules), ACTIONS):
        draws |= isinstance(step.action, Draw)
        match step.action:
            case Bid() | Trump():
                found.add(Topic.BIDDING)
            case Draw():
                found.add(Topic.UNABLE)
            case Pass() if Topic.BIDDING not in found:
                found.add(Topic.UNABLE)
                drew = step.before.mid_turn and isinstance(step.before.history[-1], Draw)
                if draws and not drew:
                    found.add(Topic.EMPTY)
            case _:
                pass
        for event in step.events:
            match event:
                case Played(points=points) if points:
                    found.add(Topic.POINTS)
                case Passed(bonus=Bonus()):
                    found.add(Topic.POINTS)
                case DealEnded(result=result):
                    found |= {"blocked": {Topic.BLOCKED}, "void": {Topic.VOID}}.get(result.reason, set())
                case _:
                    pass
    return found


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", few_rule_sets())
def test_a_page_speaks_of_everything_that_the_engine_decides_and_of_no_move_that_nobody_has(rules: str) -> None:
    page, found = RULE_SETS[rules].about.page, decided(rules)
    assert page.keys() >= ALWAYS | found
    assert page.keys() & SURELY_SEEN == found & SURELY_SEEN
    assert all(said for said in page.values())


def test_a_page_says_who_has_a_tie_wherever_a_blocked_deal_has_a_winner() -> None:
    without = {rules.id for rules in RULE_SETS.values() if Topic.TIE not in rules.about.page}
    assert without == {"accountants", "fives-and-threes", "forty-two"}
    assert all(
        Topic.BLOCKED not in rules.about.page or rules.scoring.blocked_criterion == "nobody"
        for rules in map(find, without)
    )
