"""The engine against a second, independent reading of the rules."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from typing import Any

import pytest

from engine.record import describe, dumps, loads, replay
from tests.engine import oracle_express
from tests.engine.games import options_of, play_out

MATCHES = 300
SEATINGS = [(rules, seats) for rules in ("express", "express-it") for seats in (2, 3, 4)]


def engine_trace(text: str) -> list[dict[str, Any]]:
    return [
        {**describe(state), "action": None if str(action).startswith("deal ") else str(action)}
        for action, state in replay(loads(text))
    ]


def random_record(rules: str, seats: int, source: random.Random) -> str:
    steps = play_out(rules, seats, source.choice(options_of(rules, seats)), source.getrandbits(32))
    return dumps(rules, seats, steps[0].before.options, tuple(step.action for step in steps))


@pytest.mark.parametrize(("rules", "seats"), SEATINGS)
def test_both_readings_of_the_rules_agree_on_every_state_of_random_matches(rules: str, seats: int) -> None:
    source = random.Random(f"{rules} {seats}")
    seen: Counter[str] = Counter()
    for _ in range(MATCHES // len(SEATINGS)):
        text = random_record(rules, seats, source)
        ours, theirs = engine_trace(text), oracle_express.trace(json.loads(text))
        assert len(ours) == len(theirs)
        for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            assert one == other, f"line {number} of {text}"
            assert list(one) == list(other)
        seen.update(result["reason"] for result in ours[-1]["deals"])
        assert ours[-1]["finished"]
    assert seen["out"] > 20, "too few deals were won by going out to say anything"
    assert seen["blocked"] > 20, "too few deals were blocked to say anything"


@pytest.mark.parametrize("wrong", ["opener", "fewest", "partner", "italian"])
def test_the_comparison_notices_a_rule_read_otherwise(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Misread(oracle_express.Express):
        def deal(self, stock: list[str]) -> None:
            if wrong == "italian":
                self.rules = "express"
            super().deal(stock)
            if wrong == "opener" and self.done:
                self.opener = self.turn = (self.opener + 1) % self.seats

        def fewest(self) -> list[int]:
            return max(self.sides, key=self.left) if wrong == "fewest" else super().fewest()

        def finish(self, reason: str, winner: list[int]) -> None:
            if wrong == "partner" and reason == "out":
                self.hands = copy.deepcopy(self.hands)
                self.hands[(winner[-1])] = []
            super().finish(reason, winner)

    monkeypatch.setattr(oracle_express, "Express", Misread)
    source = random.Random(1)

    def differs(text: str) -> bool:
        try:
            return engine_trace(text) != oracle_express.trace(json.loads(text))
        except AssertionError:
            return True

    assert any(differs(random_record("express-it", 4, source)) for _ in range(30))
