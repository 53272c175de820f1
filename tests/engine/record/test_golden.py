"""Tests of whole matches of every rule set that give today what they always gave."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.rules import RULE_SETS
from tests.engine import oracle
from tests.engine.cli.shell import Capture
from tests.engine.record.golden_records import GOLDEN, NAMES, TRACED, golden, run


def ends(name: str) -> dict[str, Any]:
    return json.loads((GOLDEN / f"{name}.final.json").read_text(encoding="utf-8"))


def test_there_are_golden_records_of_every_rule_set_of_pairs_and_of_two_to_five_eight_and_twelve_players() -> None:
    records = [json.loads(golden(name).read_text(encoding="utf-8")) for name in NAMES]
    assert {record["rules"] for record in records} == set(RULE_SETS)
    assert {record["seats"] for record in records} == {2, 3, 4, 5, 8, 12}
    assert any(record["options"].get("pairs") for record in records)
    assert len(TRACED) > 5


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_record_gives_the_state_that_it_always_gave(name: str, capsys: Capture) -> None:
    expected = (GOLDEN / f"{name}.final.json").read_text(encoding="utf-8")
    assert run(capsys, "replay", str(golden(name))) == expected
    assert json.loads(expected)["finished"] is True


@pytest.mark.parametrize("name", TRACED)
def test_a_golden_record_gives_the_trace_that_it_always_gave(name: str, capsys: Capture) -> None:
    expected = (GOLDEN / f"{name}.trace.jsonl").read_text(encoding="utf-8")
    assert run(capsys, "replay", "--trace", str(golden(name))) == expected


@pytest.mark.sampled
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
    assert {**json.loads(run(capsys, "replay", str(golden(name)))), "action": written[-1]} == lines[-1]
