"""Whole matches of every rule set that give today what they always gave."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.record import loads, replay
from engine.rules import CATALOGUE
from engine.rules.all_fives import outer_numbers
from engine.tiles import pips
from tests.engine import oracle
from tests.engine.record.golden_records import GOLDEN, NAMES, TRACED, Capture, golden, run


def ends(name: str) -> dict[str, Any]:
    return json.loads((GOLDEN / f"{name}.final.json").read_text(encoding="utf-8"))


def test_there_are_golden_records_of_every_rule_set_of_pairs_and_of_two_to_five_and_twelve_players() -> None:
    records = [json.loads(golden(name).read_text(encoding="utf-8")) for name in NAMES]
    assert {record["rules"] for record in records} == set(CATALOGUE)
    assert {record["seats"] for record in records} == {2, 3, 4, 5, 12}
    assert any(record["options"].get("pairs") for record in records)
    assert len(TRACED) > 5


def test_golden_records_have_deals_that_end_in_every_way_and_wins_of_every_kind() -> None:
    reasons = {(ends(name)["rules"], deal["reason"]) for name in NAMES for deal in ends(name)["deals"]}
    for rules in set(CATALOGUE) - {"accountants", "memory"}:
        assert {(rules, "out"), (rules, "blocked")} & reasons
    assert {("all-fives", "mark"), ("accountants", "mark"), ("classic-rounds", "out"), ("misere", "blocked")} <= reasons
    assert ends("classic-shared")["winners"] == [0, 1]
    assert [deal["winners"] for deal in ends("accountants-three")["deals"][:3]] == [[], [1], [0, 1]]
    assert ends("classic-rounds-three")["deals"][1] == {
        "opener": 2,
        "reason": "blocked",
        "winners": [],
        "points": [0, 0, 0],
        "totals": [38, 0, 0],
    }


def test_a_golden_record_has_a_last_tile_that_reaches_the_target() -> None:
    last = ends("all-fives-two")
    assert [] in last["hands"]
    assert last["deals"][-1]["reason"] == "mark"
    assert last["deals"][-1]["winners"] == last["winners"] == [1]
    record = loads(golden("all-fives-two").read_text(encoding="utf-8"))
    (_, before), (_, after) = list(replay(record))[-2:]
    assert after.hands[1] == ()
    assert pips(after.hands[0]) >= 3
    # the last total is the last play's own score alone
    assert after.totals[1] - before.totals[1] == sum(outer_numbers(after.layout))


@pytest.mark.parametrize("name", ["all-fives-drawn", "all-fives-four"])
def test_golden_records_have_a_first_double_that_had_to_be_drawn(name: str) -> None:
    record = json.loads(golden(name).read_text(encoding="utf-8"))
    actions = record["deals"][0]["actions"]
    opened = next(at for at, action in enumerate(actions) if "play" in action)
    seats = record["seats"]
    assert actions[:opened] == [f"{at % seats} draw" for at in range(opened)]
    assert opened >= 2
    assert ends(name)["deals"][0]["opener"] == (opened - 1) % seats


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_record_gives_the_state_that_it_always_gave(name: str, capsys: Capture) -> None:
    expected = (GOLDEN / f"{name}.final.json").read_text(encoding="utf-8")
    assert run(capsys, "replay", str(golden(name))) == expected
    assert json.loads(expected)["finished"] is True


@pytest.mark.parametrize("name", TRACED)
def test_a_golden_record_gives_the_trace_that_it_always_gave(name: str, capsys: Capture) -> None:
    expected = (GOLDEN / f"{name}.trace.jsonl").read_text(encoding="utf-8")
    assert run(capsys, "replay", "--trace", str(golden(name))) == expected


@pytest.mark.parametrize("name", NAMES)
def test_a_trace_has_a_line_for_every_deal_and_every_action(name: str, capsys: Capture) -> None:
    # Source: the game record, "Replaying".
    record = json.loads(golden(name).read_text(encoding="utf-8"))
    lines = [json.loads(line) for line in run(capsys, "replay", str(golden(name)), "--trace").splitlines()]
    written: list[str | None] = []
    for deal in record["deals"]:
        written += [None, *deal["actions"]]
    assert [line["action"] for line in lines] == written
    assert lines == oracle.trace(record)
    last = json.loads(run(capsys, "replay", str(golden(name))))
    assert {**last, "action": written[-1]} == lines[-1]


def test_a_record_has_a_tie_that_nobody_scored() -> None:
    assert ends("matador-choose")["deals"][0]["winners"] == []


def test_a_record_has_the_last_ones_reach_the_limit_in_the_same_deal() -> None:
    assert (ends("mata-last")["totals"], ends("mata-last")["winners"]) == ([45, 44, 54, 59], [1])


def test_a_record_has_a_deal_whose_first_play_was_not_its_beginners() -> None:
    record = json.loads(golden("mexican-train-nine-open").read_text(encoding="utf-8"))
    began = [int(deal["actions"][0][0]) for deal in record["deals"]]
    assert began == [0, 1, 2, 0]
    assert [deal["opener"] for deal in ends("mexican-train-nine-open")["deals"]] == [0, 2, 2, 0]


def test_a_record_has_a_win_that_is_shared_and_one_a_grid_with_no_pair_left() -> None:
    assert ends("memory-taken")["winners"] == [0, 2]
    assert ends("memory-stuck")["table"] == {"2": "5-5", "21": "3-3"}
