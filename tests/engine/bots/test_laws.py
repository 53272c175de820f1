"""Tests of the laws of players: every level, over every rule set and number of seats."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

import engine
from engine import match
from engine.bots import expert
from engine.bots.level import Level
from engine.rules import RULE_SETS
from tests.engine.bots import laws
from tests.engine.bots.positions import apart, seen
from tests.engine.games import SEATINGS, deal, options_of, play_on
from tests.support.cases import few_rule_sets, few_seatings
from tests.support.examples import examples

every_seating = pytest.mark.parametrize(("rules", "seats"), few_seatings(SEATINGS))
every_rule_set = pytest.mark.parametrize("rules", few_rule_sets())
every_level = pytest.mark.parametrize("level", Level)

SEEDS = (11, 12, 13, 14)
"""One for each so many positions, so that what they are stays the same from run to run."""
POSITIONS = examples(50)


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let experts try few deals at once, where all that counts is that they choose."""
    monkeypatch.setattr(expert, "FIRST_BATCH", 2)


@every_level
@every_seating
def test_a_choice_is_legal_and_follows_from_what_the_seat_may_know_and_the_seed_alone(
    rules: str, seats: int, level: Level
) -> None:
    for seed, state in enumerate(apart(rules, seats, 1 if level is Level.EXPERT else 2, level)):
        view, turned = seen(state)
        decision = laws.thought_of(view, turned, level, seed)
        laws.the_choice_is_legal(state, decision)
        laws.every_option_is_estimated(view, decision)
        laws.the_same_is_thought_again(state, level, seed, decision)
        laws.nobody_knows_what_is_hidden(state, level, seed, decision, random.Random(seed))


@every_seating
def test_nothing_is_tried_without_a_choice(rules: str, seats: int) -> None:
    source = random.Random(f"{rules} {seats}")
    begun = match.new(rules, seats, source.choice(options_of(rules, seats)))
    forced = (step.after for step in islice(play_on(begun, source), 400) if len(match.legal(step.after)) == 1)
    found = [*islice(forced, 3)]
    # at 100 the deal is over, with most tiles still in the hands, and at random a grid is hardly ever cleared
    assert found or rules in ("accountants", "memory")
    for state in found:
        for level in Level:
            laws.the_only_move_is_made_without_trying(state, level)


@pytest.mark.sampled
@pytest.mark.laws
@every_rule_set
def test_no_player_chooses_an_illegal_action(rules: str, brief: None) -> None:
    for seed in SEEDS:
        laws.choices_are_legal(rules, POSITIONS, seed, (Level.EASY, Level.NORMAL))
    laws.choices_are_legal(rules, 10, SEEDS[0], (Level.EXPERT,))


@every_seating
def test_a_match_between_easy_and_normal_players_ends(rules: str, seats: int) -> None:
    source = random.Random(f"{rules} {seats}")
    options = source.choice([each for each in options_of(rules, seats) if each.get("deals", 1) in (1, 2)])
    assert laws.the_match_ends(rules, seats, options, (Level.EASY, Level.NORMAL), seats).winners


@pytest.mark.sampled(2)
@every_rule_set
def test_a_match_with_experts_ends(rules: str, brief: None) -> None:
    source = random.Random(rules)
    seats = RULE_SETS[rules].seats[0]
    options = source.choice([each for each in options_of(rules, seats) if each.get("deals", 1) == 1])
    assert laws.the_match_ends(rules, seats, options, (Level.EXPERT, Level.NORMAL, Level.EASY), 1).winners


@every_level
def test_the_seed_decides_among_equal_moves(level: Level) -> None:
    state = deal(match.new("memory", 2), "", "", first=0)
    assert len({laws.thought_of(*seen(state), level, seed).move for seed in range(12)}) > 3


def test_an_easy_player_does_one_thing_or_another() -> None:
    (state,) = apart("accountants", 3, 1)
    assert len({laws.thought_of(*seen(state), Level.EASY, seed).move for seed in range(30)}) > 1


ELSEWHERE = """
import pickle, sys
sys.path.insert(0, sys.argv[1])
padding = [object() for _ in range(int(sys.argv[2]))]
from engine.bots.choose import choose_move
questions = pickle.load(sys.stdin.buffer)
sys.stdout.buffer.write(pickle.dumps([choose_move(*each) for each in questions]))
"""
"""A process in which tiles lie elsewhere in memory, so that sets of them have another order."""


@pytest.mark.long
def test_another_process_thinks_the_same() -> None:
    questions = []
    for rules in RULE_SETS:
        (state,) = apart(rules, RULE_SETS[rules].seats[-1], 1, "elsewhere")
        view, turned = seen(state)
        portable = replace(view, options=dict(view.options), open_ends=dict(view.open_ends))
        questions += [(portable, turned, level, 7, 100) for level in Level]
    root = str(Path(engine.__file__).parents[1])
    told = subprocess.run(
        [sys.executable, "-P", "-s", "-S", "-c", ELSEWHERE, root, "12345"],
        input=pickle.dumps(questions),
        capture_output=True,
        check=True,
    )
    for question, answer in zip(questions, pickle.loads(told.stdout), strict=True):
        assert laws.thought_of(*question) == answer
