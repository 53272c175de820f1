"""What the second reading refuses, and its command line."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.engine.oracle import Wrong, play, trace

GOOD = play("classic-rounds", 2, {}, 1)
TRAIN = play("mexican-train", 2, {"deals": 2}, 1)


def changed(record: dict[str, Any], where: str, value: Any) -> dict[str, Any]:
    """A copy with `value` at the dotted place; "gone" takes the place away."""
    copy = json.loads(json.dumps(record))
    *path, name = [int(step) if step.isdigit() else step for step in where.split(".")]
    place = copy
    for step in path:
        place = place[step]
    if value == "gone":
        del place[name]
    else:
        place[name] = value
    return copy


@pytest.mark.parametrize(
    ("record", "where", "value", "deal", "action"),
    [
        (GOOD, "format", "domino-record/2", 0, 0),
        (GOOD, "format", "gone", 0, 0),
        (GOOD, "rules", "clasic", 0, 0),
        (GOOD, "seats", 5, 0, 0),
        (GOOD, "seats", "2", 0, 0),
        (GOOD, "seats", True, 0, 0),
        (GOOD, "options", {"target": 75}, 0, 0),
        (GOOD, "options", {"target": "100"}, 0, 0),
        (GOOD, "options", {"target": 100.0}, 0, 0),
        (GOOD, "options", {"pairs": False}, 0, 0),
        (GOOD, "options", None, 0, 0),
        (play("express", 2, {}, 1), "options", {"pairs": True}, 0, 0),
        (play("express", 2, {}, 1), "options", {"pairs": 0}, 0, 0),
        (play("mata", 2, {}, 1), "options", {"deals": 0}, 0, 0),
        (play("mata", 2, {}, 1), "options", {"limit": True}, 0, 0),
        (GOOD, "deals", [], 0, 0),
        (GOOD, "deals", "gone", 0, 0),
        (GOOD, "deals.1", [], 2, 0),
        (GOOD, "deals.1.stock", "gone", 2, 0),
        (GOOD, "deals.0.stock.3", "7-0", 1, 0),
        (GOOD, "deals.0.stock.3", 7, 1, 0),
        (GOOD, "deals.0.stock.3", GOOD["deals"][0]["stock"][4], 1, 0),
        (GOOD, "deals.0.stock.3", "gone", 1, 0),
        (GOOD, "deals.0.first", 0, 1, 0),
        (GOOD, "deals.0.first", None, 1, 0),
        (TRAIN, "deals.0.first", "gone", 1, 0),
        (TRAIN, "deals.0.first", 2, 1, 0),
        (TRAIN, "deals.0.first", True, 1, 0),
        (TRAIN, "deals.1.first", 0, 2, 0),
        (TRAIN, "deals.1.stock", TRAIN["deals"][0]["stock"], 2, 0),
        (GOOD, "deals.0.actions", "gone", 1, 0),
        (GOOD, "deals.0.actions.0", "2 play 6-6 start", 1, 1),
        (GOOD, "deals.1.actions.2", "0 pass ", 2, 3),
        (GOOD, "deals.1.actions.2", None, 2, 3),
        (GOOD, "deals.0.actions", GOOD["deals"][0]["actions"][:-1], 2, 0),
        (GOOD, "deals.0.actions", GOOD["deals"][0]["actions"] + ["0 pass"], 1, len(GOOD["deals"][0]["actions"]) + 1),
        (GOOD, "deals", GOOD["deals"] + GOOD["deals"][:1], len(GOOD["deals"]) + 1, 0),
    ],
)
def test_a_record_that_breaks_the_form_is_refused_where_it_does(
    record: dict[str, Any], where: str, value: Any, deal: int, action: int
) -> None:
    assert trace(record)[-1]["finished"]
    with pytest.raises(Wrong) as refused:
        trace(changed(record, where, value))
    assert (refused.value.deal, refused.value.action) == (deal, action)


@pytest.mark.parametrize("record", [None, [], "text", 1])
def test_what_is_no_object_is_no_record(record: object) -> None:
    with pytest.raises(Wrong):
        trace(record)


def test_unknown_keys_idle_options_and_an_unfinished_last_deal_are_accepted() -> None:
    record = play("mata", 3, {}, 4)
    record |= {"seed": 4, "options": {"limit": 3}}
    record["deals"][0]["played_at"] = "noon"
    assert trace(record)[-1]["finished"]
    record["deals"] = [{**record["deals"][0], "actions": []}]
    assert trace(record)[-1]["turn"] == record["deals"][0]["first"]


def test_the_command_prints_a_record_and_its_states_and_names_what_is_wrong(tmp_path: Any) -> None:
    def run(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tests.engine.oracle", *words]
        return subprocess.run(command, input=given, capture_output=True, text=True, check=False, timeout=60)

    text = run("play", "--rules", "mata", "--seats", "3", "--options", '{"deals": 1}', "--seed", "7").stdout
    assert json.loads(text) == play("mata", 3, {"deals": 1}, 7)
    file = tmp_path / "record.json"
    file.write_text(text)
    told = run("trace", str(file))
    assert [json.loads(line) for line in told.stdout.splitlines()] == trace(json.loads(text))
    wrong = run("trace", "-", given=text.replace(" start", " stop"))
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("deal 1, action 1: ")
