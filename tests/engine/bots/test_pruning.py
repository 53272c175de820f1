"""Tests of how experts drop moves."""

from __future__ import annotations

import random

import pytest

from engine.bots import expert
from engine.bots.choose import choose_move
from engine.bots.level import Level
from tests.engine.bots.positions import apart, seen


def sampled(source: random.Random, mean: float, count: int) -> list[float]:
    return [float(source.random() < mean) for _ in range(count)]


def test_more_samples_gain_less_the_further_a_move_leads_and_the_fewer_are_to_come() -> None:
    source = random.Random(1)
    one, other = sampled(source, 0.6, 100), sampled(source, 0.5, 100)
    gains = [expert._gain(one, other, lead, 500) for lead in (0.0, 0.02, 0.1)]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > expert.MIN_GAIN > gains[-1]
    fewer = [expert._gain(one, other, 0.02, worlds) for worlds in (500, 200, 110, 100)]
    assert fewer == sorted(fewer, reverse=True)
    assert fewer[-1] == 0


def test_the_gain_is_what_choosing_again_wins_on_average() -> None:
    source = random.Random(2)
    one, other = sampled(source, 0.5, 60), sampled(source, 0.5, 60)
    lead, prior = 0.03, expert.PRIOR_SAMPLES
    differences = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(differences) / 60
    spread = (sum((each - mean) ** 2 for each in differences) / 59) ** 0.5
    change = spread * (1 / (60 + prior) - 1 / (500 + prior)) ** 0.5
    simulated = sum(max(0.0, -source.gauss(lead, change)) for _ in range(40_000)) / 40_000
    assert expert._gain(one, other, lead, 500) == pytest.approx(simulated, rel=0.05)


def test_an_expert_stops_early_once_a_move_leads_beyond_doubt() -> None:
    samples: set[bool] = set()
    for number, state in enumerate(apart("classic", 3, 8, "pruning")):
        decision = choose_move(*seen(state), Level.EXPERT, number, 24 * 300)
        tried = [each.samples for each in decision.estimates]
        assert max(tried) <= 300
        assert next(each.samples for each in decision.estimates if each.move == decision.move) == max(tried)
        samples.add(max(tried) < 300)
    assert True in samples
