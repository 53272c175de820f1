"""The game record: written, read and replayed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import match
from engine.__main__ import main
from engine.record import FORMAT, describe, dumps, loads, replay
from engine.rules.all_fives import outer_total
from engine.rules.catalogue import CATALOGUE
from engine.tiles import pips
from tests.engine import oracle
from tests.engine.games import play_out

GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(file.name.removesuffix(".record.json") for file in GOLDEN.glob("*.record.json"))
TRACED = sorted(file.name.removesuffix(".trace.jsonl") for file in GOLDEN.glob("*.trace.jsonl"))
PLAIN = "express-four-alone"
"""A record with nothing special about it: four players in four deals, all options at their defaults."""

Capture = pytest.CaptureFixture[str]


def golden(name: str) -> Path:
    return GOLDEN / f"{name}.record.json"


def run(capsys: Capture, *arguments: str) -> str:
    """Run the shell's command; it has to succeed and say nothing on standard error."""
    assert main(list(arguments)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def ends(name: str) -> dict[str, Any]:
    return json.loads((GOLDEN / f"{name}.final.json").read_text(encoding="utf-8"))


ELSEWHERE = {"memory", "matador", "mata", "mata-alsace", "mexican-train", "mexican-train-nine"}
"""Rule sets whose golden records stand beside their own tests."""


def test_there_are_golden_records_of_every_rule_set_of_pairs_and_of_two_to_five_and_twelve_players() -> None:
    records = [json.loads(golden(name).read_text(encoding="utf-8")) for name in NAMES]
    assert {record["rules"] for record in records} == set(CATALOGUE) - ELSEWHERE
    assert {record["seats"] for record in records} == {2, 3, 4, 5, 12}
    assert any(record["options"].get("pairs") for record in records)
    assert len(TRACED) > 5


def test_golden_records_have_deals_that_end_in_every_way_and_wins_of_every_kind() -> None:
    reasons = {(ends(name)["rules"], deal["reason"]) for name in NAMES for deal in ends(name)["deals"]}
    for rules in set(CATALOGUE) - ELSEWHERE - {"accountants"}:
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
    assert after.totals[1] - before.totals[1] == sum(outer_total(after))


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


def test_the_state_is_described_to_the_letter() -> None:
    # Source: the game record, "Replaying". By hand: seat 0 opens with 6-6, seat 1 answers 6-1.
    stock = ["6-6", "6-5", "5-4", "4-1", "5-1", "1-0", "3-2", "6-1", "6-2", "6-3", "5-5", "2-0", "2-1", "0-0"]
    rest = [str(tile) for tile in match.stock_of(match.new("express", 2)) if str(tile) not in stock]
    text = json.dumps(
        {
            "format": "domino-record/1",
            "rules": "express",
            "seats": 2,
            "deals": [{"stock": stock + rest, "actions": ["0 play 6-6 start", "1 play 6-1 right"]}],
        }
    )
    states = [state for _, state in replay(loads(text))]
    assert [describe(state) for state in states] == [
        {
            "rules": "express",
            "deal": 1,
            "turn": 0,
            "ends": {},
            "boneyard": 14,
            "hands": [
                ["1-0", "3-2", "4-1", "5-1", "5-4", "6-5", "6-6"],
                ["0-0", "2-0", "2-1", "5-5", "6-1", "6-2", "6-3"],
            ],
            "totals": [0, 0],
            "legal": ["0 play 6-6 start"],
            "finished": False,
            "winners": [],
            "deals": [],
        },
        {
            "rules": "express",
            "deal": 1,
            "turn": 1,
            "ends": {"left": 6, "right": 6},
            "boneyard": 14,
            "hands": [
                ["1-0", "3-2", "4-1", "5-1", "5-4", "6-5"],
                ["0-0", "2-0", "2-1", "5-5", "6-1", "6-2", "6-3"],
            ],
            "totals": [0, 0],
            "legal": [
                "1 play 6-1 left",
                "1 play 6-1 right",
                "1 play 6-2 left",
                "1 play 6-2 right",
                "1 play 6-3 left",
                "1 play 6-3 right",
            ],
            "finished": False,
            "winners": [],
            "deals": [],
        },
        {
            "rules": "express",
            "deal": 1,
            "turn": 0,
            "ends": {"left": 6, "right": 1},
            "boneyard": 14,
            "hands": [["1-0", "3-2", "4-1", "5-1", "5-4", "6-5"], ["0-0", "2-0", "2-1", "5-5", "6-2", "6-3"]],
            "totals": [0, 0],
            "legal": ["0 play 1-0 right", "0 play 4-1 right", "0 play 5-1 right", "0 play 6-5 left"],
            "finished": False,
            "winners": [],
            "deals": [],
        },
    ]


def test_after_a_deals_end_the_table_is_shown_as_it_lies_and_it_is_nobodys_turn() -> None:
    # 0 + 1 + 2 + 2 + 3 + 4 = 12 against 3 + 4 + 5 + 6 + 4 + 5 + 6 = 33
    stock = ["6-6", "0-0", "1-0", "1-1", "2-0", "2-1", "2-2", "3-0", "3-1", "3-2", "3-3", "4-0", "4-1", "4-2"]
    rest = [str(tile) for tile in match.stock_of(match.new("express", 2)) if str(tile) not in stock]
    record = {
        "format": FORMAT,
        "rules": "express",
        "seats": 2,
        "deals": [{"stock": stock + rest, "actions": ["0 play 6-6 start"]}],
    }
    *_, (_, state) = replay(loads(json.dumps(record)))
    shown = describe(state)
    assert shown["deal"] == 1
    assert shown["turn"] is None
    assert shown["ends"] == {"left": 6, "right": 6}
    assert shown["legal"] == []
    assert shown["deals"] == [
        {"opener": 0, "reason": "blocked", "winners": [0], "points": [33, 0], "totals": [33, 0]},
    ]


def test_a_record_is_written_with_its_format_options_and_what_else_is_given() -> None:
    steps = play_out("express", 2, {"target": 50}, seed=2)
    text = dumps("express", 2, {"target": 50}, tuple(step.action for step in steps), players=["Ana", "Bé"])
    whole = json.loads(text)
    assert list(whole) == ["format", "rules", "options", "seats", "deals", "players"]
    assert whole["format"] == "domino-record/1"
    assert whole["players"] == ["Ana", "Bé"]
    assert "\n" not in text
    assert all("first" not in deal for deal in whole["deals"])
    assert loads(text).extra == {"players": ["Ana", "Bé"]}


def test_unknown_keys_are_no_fault_at_the_top_nor_in_a_deal() -> None:
    # Source: the game record, "Form".
    record: dict[str, Any] = json.loads(golden(PLAIN).read_text(encoding="utf-8"))
    plain = [describe(state) for _, state in replay(loads(json.dumps(record)))]
    record |= {"players": ["Ana"], "seed": 3, "played_at": None, "x": {"y": []}}
    for deal in record["deals"]:
        deal |= {"seed": 4, "note": [1, {}], "played_at": "today"}
    assert [describe(state) for _, state in replay(loads(json.dumps(record)))] == plain


def test_options_left_out_take_their_defaults() -> None:
    record: dict[str, Any] = json.loads(golden(PLAIN).read_text(encoding="utf-8"))
    record["deals"] = record["deals"][:1]
    del record["options"]
    *_, (_, state) = replay(loads(json.dumps(record)))
    assert state.options["target"] == 100


def test_a_record_may_stop_in_mid_deal() -> None:
    record: dict[str, Any] = json.loads(golden(PLAIN).read_text(encoding="utf-8"))
    record["deals"] = [{**record["deals"][0], "actions": []}]
    *_, (_, state) = replay(loads(json.dumps(record)))
    assert state.deal == 1
    assert not state.layout.placed


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_record_may_come_in_any_encoding_of_json(encoding: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(golden(PLAIN).read_text(encoding="utf-8").encode(encoding))
    assert run(capsys, "replay", str(file)) == (GOLDEN / f"{PLAIN}.final.json").read_text(encoding="utf-8")
