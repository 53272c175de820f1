"""The second reading of the rules by itself: whole matches and the documents' examples."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.engine.oracle import RULE_SETS, play, trace
from tests.engine.oracle.by_hand import last, record_of, stock_of

pytestmark = pytest.mark.long

KEYS = ["rules", "deal", "turn", "ends", "boneyard", "hands", "totals", "legal", "finished", "winners", "deals"]


def every_option(rules: str, seats: int) -> list[dict[str, Any]]:
    kind = RULE_SETS[rules]
    values = {**kind.offers, **{name: [1, 4] for name in kind.numbers}}
    if "limit" in values:
        values["limit"] = [1, 60]
    if rules.startswith("mexican"):
        values["deals"] = [1, 2, max(values["deals"])]
    if rules.startswith("express") and seats != 4:
        values["pairs"] = [False]
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


SEATINGS = [(rules, seats) for rules, kind in RULE_SETS.items() for seats in kind.each]


# Whole matches


@pytest.mark.parametrize(("rules", "seats"), SEATINGS)
def test_random_matches_of_every_option_end_and_lose_no_tile(rules: str, seats: int) -> None:
    for seed, options in enumerate(every_option(rules, seats)):
        record = play(rules, seats, options, seed)
        assert record == play(rules, seats, options, seed)
        lines = trace(record)
        assert lines[-1]["finished"]
        assert not any(line["finished"] for line in lines[:-1])
        assert lines[-1]["winners"]
        assert len(lines[-1]["deals"]) == len(record["deals"])
        told = iter(lines)
        line = lines[0]
        for number, deal in enumerate(record["deals"], start=1):
            played: list[str] = []
            for action in [None, *deal["actions"]]:
                line = next(told)
                if action and " play " in action:
                    played.append(action.split()[2])
                undealt = deal["stock"][len(deal["stock"]) - line["boneyard"] :]
                tiles = [tile for hand in line["hands"] for tile in hand]
                tiles += played + undealt + list(line.get("table", {}).values())
                assert sorted(tiles) == sorted(deal["stock"])
                assert line["deal"] == number
                assert line["action"] == action
                assert bool(line["legal"]) == (line["turn"] is not None)
                assert line["legal"] == sorted(set(line["legal"]))
                assert all(text.startswith(f"{line['turn']} ") for text in line["legal"])
                assert [key for key in line if key in KEYS] == KEYS
            assert line["turn"] is None
        assert next(told, None) is None
        results = lines[-1]["deals"]
        assert lines[-1]["totals"] == results[-1]["totals"]
        assert [sum(column) for column in zip(*(result["points"] for result in results), strict=True)] == results[-1][
            "totals"
        ]


EVERY_REASON = {
    "memory": {"taken", "stuck"},
    "accountants": {"mark"},
    "all-fives": {"out", "blocked", "mark"},
}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_random_matches_come_by_every_reason_to_end(rules: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        seats = list(RULE_SETS[rules].each)[seed % 2]
        seen.update(result["reason"] for result in trace(play(rules, seats, {}, seed))[-1]["deals"])
    assert set(seen) == EVERY_REASON.get(rules, {"out", "blocked"})


# What the documents show


def test_the_worked_example_of_all_fives_comes_out() -> None:
    stock = stock_of("all-fives", 2, ["5-5 5-3 0-0 1-0 2-0 2-1 1-1", "5-0 5-2 3-3 3-0 3-1 3-2 2-2"], "6-6")
    plays = ["0 play 5-5 start", "1 play 5-0 arm1", "0 play 5-3 arm2", "1 play 5-2 arm3"]
    plays += ["0 play 0-0 arm1", "1 play 3-3 arm2"]
    totals = [line["totals"] for line in trace(record_of("all-fives", 2, stock, plays))]
    assert totals == [[0, 0], [10, 0], [10, 10], [10, 10], [10, 15], [15, 15], [15, 15]]


def test_the_record_that_the_record_shows_comes_out() -> None:
    stock = stock_of("all-fives", 2, ["5-5 6-4 5-0", "6-5"], "6-6")
    line = last("all-fives", 2, stock, ["0 play 5-5 start", "1 draw", "0 play 5-0 arm1"], {"target": 100})
    assert line["ends"] == {"arm1": 0, "arm2": 5, "arm3": 5, "arm4": 5}
    assert (line["boneyard"], line["totals"], line["turn"], line["deal"]) == (13, [20, 0], 1, 1)
    assert {"1 draw", "1 play 6-5 arm2"} <= set(line["legal"])
    assert not any("arm3" in action for action in line["legal"])
