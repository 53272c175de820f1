"""The second reading of the rules by itself: what its matches have to show, and its command."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.engine.oracle import RULE_SETS, Wrong, play, trace
from tests.engine.oracle.by_hand import record_of, stock_of

pytestmark = pytest.mark.long

EVERY_REASON = {"memory": {"taken", "stuck"}, "accountants": {"mark"}, "all-fives": {"out", "blocked", "mark"}}


def test_random_matches_come_by_every_reason_to_end(subtests: pytest.Subtests) -> None:
    for rules, kind in RULE_SETS.items():
        with subtests.test(rules):
            seen: Counter[str] = Counter()
            for seed in range(60):
                last = trace(play(rules, list(kind.each)[seed % 2], {}, seed))[-1]
                seen.update(result["reason"] for result in last["deals"])
            assert set(seen) == EVERY_REASON.get(rules, {"out", "blocked"})


def test_the_worked_example_of_all_fives_comes_out() -> None:
    stock = stock_of("all-fives", 2, ["5-5 5-3 0-0 1-0 2-0 2-1 1-1", "5-0 5-2 3-3 3-0 3-1 3-2 2-2"], "6-6")
    plays = ["0 play 5-5 start", "1 play 5-0 arm1", "0 play 5-3 arm2", "1 play 5-2 arm3"]
    plays += ["0 play 0-0 arm1", "1 play 3-3 arm2"]
    totals = [line["totals"] for line in trace(record_of("all-fives", 2, stock, plays))]
    assert totals == [[0, 0], [10, 0], [10, 10], [10, 10], [10, 15], [15, 15], [15, 15]]


@pytest.mark.parametrize("record", [None, [], "text", 1])
def test_what_is_no_object_is_no_record(record: object) -> None:
    with pytest.raises(Wrong):
        trace(record)


def test_the_command_prints_a_record_and_its_states_and_names_what_is_wrong(tmp_path: Path) -> None:
    def run(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tests.engine.oracle", *words]
        return subprocess.run(command, input=given, capture_output=True, text=True, check=False, timeout=60)

    options: dict[str, Any] = {"deals": 1}
    text = run("play", "--rules", "mata", "--seats", "3", "--options", json.dumps(options), "--seed", "7").stdout
    assert json.loads(text) == play("mata", 3, options, 7)
    file = tmp_path / "record.json"
    file.write_text(text)
    printed = run("trace", str(file))
    assert [json.loads(line) for line in printed.stdout.splitlines()] == trace(json.loads(text))
    wrong = run("trace", "-", given=text.replace(" start", " stop"))
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("deal 1, action 1: ")
