"""Tests of rollouts."""

from __future__ import annotations

import random

import pytest

from engine.bots.line_rollout import is_plain_line
from engine.bots.rollout import Rollouts
from engine.rules import CATALOGUE
from engine.simulation import simulate
from tests.engine.bots.positions import apart
from tests.support.cases import few_rule_sets


@pytest.mark.parametrize("rules", few_rule_sets(each for each in CATALOGUE if each not in ("memory", "forty-two")))
def test_the_fast_path_of_a_rollout_plays_the_same_moves(rules: str) -> None:
    for seats in (CATALOGUE[rules].seats[0], CATALOGUE[rules].seats[-1]):
        for number, state in enumerate(apart(rules, seats, 4, "rollouts")):
            deal = simulate(state)
            deal.look()
            fast, slow = (Rollouts(deal, 0, random.Random(number)) for _ in range(2))
            slow._fast = False
            for move in deal.moves:
                one, other = deal.copy(), deal.copy()
                assert fast.value(one, move) == slow.value(other, move)
                assert (one.held, one.passes, one.tiles_laid) == (other.held, other.passes, other.tiles_laid)
                assert one.results[len(state.results) :] == other.results[len(state.results) :]


def test_a_rollout_notes_whether_the_side_won_the_deal_if_it_ended() -> None:
    noted: set[float | None] = set()
    for rules, seats in (("express", 4), ("all-fives", 3)):
        for state in apart(rules, seats, 3, "won"):
            deal = simulate(state)
            deal.look()
            rollouts = Rollouts(deal, 1, random.Random(1))
            for move in deal.moves:
                played = deal.copy()
                rollouts.value(played, move)
                winners = played.results[-1].winners if played.reason else ()
                shared = sum(seat in deal.teams[1] for seat in winners) / max(1, len(winners))
                assert rollouts.won == (shared if played.reason else None)
                noted.add(rollouts.won)
    assert noted >= {0.0, 1.0, None}


def test_most_rule_sets_take_the_fast_path() -> None:
    (state,) = apart("express", 4, 1)
    assert is_plain_line(simulate(state).tables)
