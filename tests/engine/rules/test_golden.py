"""Whole matches of the rule sets with sevens, trains and a grid, checked by hand once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from tests.engine import oracle

GOLDEN = Path(__file__).parents[1] / "golden" / "rules"
NAMES = sorted(file.name.removesuffix(".record.json") for file in GOLDEN.glob("*.record.json"))
TRACED = sorted(file.name.removesuffix(".trace.jsonl") for file in GOLDEN.glob("*.trace.jsonl"))

Capture = pytest.CaptureFixture[str]


def replayed(capsys: Capture, name: str, *more: str) -> str:
    """Replay a record; it has to succeed and say nothing on standard error."""
    assert main(["replay", str(GOLDEN / f"{name}.record.json"), *more]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def ends(name: str) -> dict[str, Any]:
    return json.loads((GOLDEN / f"{name}.final.json").read_text(encoding="utf-8"))


def test_every_rule_set_with_sevens_trains_or_a_grid_has_a_record() -> None:
    rules = {ends(name)["rules"] for name in NAMES}
    assert rules == {"matador", "mata", "mata-alsace", "mexican-train", "mexican-train-nine", "memory"}
    assert TRACED


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_record_gives_the_state_that_it_always_gave(name: str, capsys: Capture) -> None:
    assert replayed(capsys, name) == (GOLDEN / f"{name}.final.json").read_text(encoding="utf-8")
    assert ends(name)["finished"] is True


@pytest.mark.parametrize("name", TRACED)
def test_a_golden_record_gives_the_trace_that_it_always_gave(name: str, capsys: Capture) -> None:
    assert replayed(capsys, name, "--trace") == (GOLDEN / f"{name}.trace.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_second_reading_of_the_rules_gives_the_same_states(name: str, capsys: Capture) -> None:
    record = json.loads((GOLDEN / f"{name}.record.json").read_text(encoding="utf-8"))
    lines = [json.loads(line) for line in replayed(capsys, name, "--trace").splitlines()]
    assert lines == oracle.trace(record)


def test_a_record_has_a_tie_that_nobody_scored() -> None:
    assert ends("matador-choose")["deals"][0]["winners"] == []


def test_a_record_has_the_last_ones_reach_the_limit_in_the_same_deal() -> None:
    assert (ends("mata-last")["totals"], ends("mata-last")["winners"]) == ([45, 44, 54, 59], [1])


def test_a_record_has_a_deal_whose_first_play_was_not_its_beginners() -> None:
    record = json.loads((GOLDEN / "mexican-train-nine-open.record.json").read_text(encoding="utf-8"))
    began = [int(deal["actions"][0][0]) for deal in record["deals"]]
    assert began == [0, 1, 2, 0]
    assert [deal["opener"] for deal in ends("mexican-train-nine-open")["deals"]] == [0, 2, 2, 0]


def test_a_record_has_a_win_that_is_shared_and_one_a_grid_with_no_pair_left() -> None:
    assert ends("memory-taken")["winners"] == [0, 2]
    assert ends("memory-stuck")["table"] == {"2": "5-5", "21": "3-3"}
