"""Tests of rollouts."""

from __future__ import annotations

import random

import pytest

from engine.bots.evaluation import evaluate_unfinished
from engine.bots.line_rollout import is_plain_line
from engine.bots.rollout import Rollouts
from engine.rules import RULE_SETS
from engine.simulation import simulate
from engine.tiles import bitmask
from tests.engine.bots.positions import apart
from tests.engine.games import tiles
from tests.support.cases import few_rule_sets


@pytest.mark.parametrize("rules", few_rule_sets(each for each in RULE_SETS if each not in ("memory", "forty-two")))
def test_the_fast_path_of_a_rollout_plays_the_same_moves(rules: str) -> None:
    for seats in (RULE_SETS[rules].seats[0], RULE_SETS[rules].seats[-1]):
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


def test_where_moves_score_a_seat_takes_the_most_points_and_else_plays_sensibly() -> None:
    scored = sensible = 0
    for rules in ("bergen", "fives-and-threes", "fives"):
        for state in apart(rules, 3, 8, "greedy"):
            deal = simulate(state)
            deal.look()
            points = {move: deal.points(move) for move in deal.moves}
            most = max(points.values())
            rollouts, same = (Rollouts(deal, 0, random.Random(3)) for _ in range(2))
            chosen = rollouts._greedy(deal)
            if most:
                scored += 1
                assert points[chosen] == most
            else:
                sensible += 1
                assert chosen == same._sensible(deal)
    assert scored
    assert sensible


@pytest.mark.parametrize(
    ("rules", "outweighed"), [("bergen", True), ("fives-and-threes", True), ("all-fives", False), ("fives", False)]
)
def test_a_lead_in_pips_is_worth_no_more_than_the_deal(rules: str, outweighed: bool) -> None:
    (state,) = apart(rules, 2, 1, "lead")
    deal = simulate(state)
    deal.hold([bitmask(tiles("1-0 1-1")), bitmask(tiles("6-6 6-5"))], [])
    deal.totals = [0, 3]
    assert (evaluate_unfinished(deal, 0) < 0.5) == outweighed


def test_most_rule_sets_take_the_fast_path() -> None:
    (state,) = apart("express", 4, 1)
    assert is_plain_line(simulate(state))
