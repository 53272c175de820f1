"""Tests of the game record: written, read and replayed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import match
from engine.actions import Deal
from engine.record import FORMAT, describe, dumps, loads, replay
from tests.engine import oracle
from tests.engine.cli.shell import Capture
from tests.engine.games import play_out
from tests.engine.record.golden_records import GOLDEN, PLAIN, golden, run
from tests.engine.rules.pairs.book_deals import DEALS


def played(stock: str, *actions: str) -> dict[str, Any]:
    """Describe the state after a first deal for two of Domino Express, whose stock begins so, and some actions."""
    rest = [str(tile) for tile in match.stock_of(match.new("express", 2)) if str(tile) not in stock]
    deal = {"stock": [*stock.split(), *rest], "actions": actions}
    *_, (_, state) = replay(loads(json.dumps({"format": FORMAT, "rules": "express", "seats": 2, "deals": [deal]})))
    return describe(state)


def test_the_state_is_described_to_the_letter() -> None:
    # Source: the game record, "Replaying". By hand: seat 0 opens with 6-6, seat 1 answers 6-1.
    stock = "6-6 6-5 5-4 4-1 5-1 1-0 3-2 6-1 6-2 6-3 5-5 2-0 2-1 0-0"
    assert played(stock, "0 play 6-6 start", "1 play 6-1 right") == {
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
    }


def test_the_state_after_a_deals_end_shows_the_table_as_it_lies_and_nobodys_turn() -> None:
    # 0 + 1 + 2 + 2 + 3 + 4 = 12 against 3 + 4 + 5 + 6 + 4 + 5 + 6 = 33
    shown = played("6-6 0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 3-3 4-0 4-1 4-2", "0 play 6-6 start")
    assert (shown["deal"], shown["turn"], shown["legal"]) == (1, None, [])
    assert shown["ends"] == {"left": 6, "right": 6}
    assert shown["deals"] == [{"opener": 0, "reason": "blocked", "winners": [0], "points": [33, 0], "totals": [33, 0]}]


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


def test_a_deals_other_fields_are_written_and_read_with_it() -> None:
    steps = play_out("express", 2, {"target": 50}, seed=2)
    actions = [step.action for step in steps]
    deals = sum(isinstance(action, Deal) for action in actions)
    assert deals > 1
    more: list[dict[str, object]] = [{"words": ["a", "é"]}, *({} for _ in range(deals - 1))]
    text = dumps("express", 2, {"target": 50}, actions, more)
    record = loads(text)
    assert list(record.deal_extra) == more
    assert [list(deal) for deal in json.loads(text)["deals"]][:2] == [
        ["stock", "words", "actions"],
        ["stock", "actions"],
    ]
    assert [action for action, _ in replay(record)] == actions


def plain_record() -> dict[str, Any]:
    return json.loads(golden(PLAIN).read_text(encoding="utf-8"))


def test_unknown_keys_are_no_fault_at_the_top_nor_in_a_deal() -> None:
    # Source: the game record, "Form".
    record = plain_record()
    plain = [describe(state) for _, state in replay(loads(json.dumps(record)))]
    record |= {"players": ["Ana"], "seed": 3, "played_at": None, "x": {"y": []}}
    for deal in record["deals"]:
        deal |= {"seed": 4, "note": [1, {}], "played_at": "today"}
    assert [describe(state) for _, state in replay(loads(json.dumps(record)))] == plain


def test_options_left_out_take_their_defaults() -> None:
    record = plain_record()
    record["deals"] = record["deals"][:1]
    del record["options"]
    *_, (_, state) = replay(loads(json.dumps(record)))
    assert state.options["target"] == 100


@pytest.mark.parametrize(("options", "points"), [({}, 1), ({"capicua": "plain"}, 1), ({"capicua": "either"}, 3)])
def test_a_record_without_the_option_capicua_was_played_with_plain(options: dict[str, str], points: int) -> None:
    # Source: the game record, "Form"; the second rule book, "What they share".
    stock, actions = DEALS["dupla 1, simples"]
    deal = {"stock": stock.split(), "actions": [" ".join(each.split()) for each in actions.split(",")]}
    record = {"format": FORMAT, "rules": "dupla", "options": options, "seats": 4, "deals": [deal]}
    *_, (_, state) = replay(loads(json.dumps(record)))
    assert state.totals == (points, 0)
    assert oracle.trace(record)[-1]["totals"] == [points, 0]


def test_a_record_may_stop_in_mid_deal() -> None:
    record = plain_record()
    record["deals"] = [{**record["deals"][0], "actions": []}]
    *_, (_, state) = replay(loads(json.dumps(record)))
    assert state.deal == 1
    assert not state.layout.placed


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_record_may_come_in_any_encoding_of_json(encoding: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(golden(PLAIN).read_text(encoding="utf-8").encode(encoding))
    assert run(capsys, "replay", str(file)) == (GOLDEN / f"{PLAIN}.final.json").read_text(encoding="utf-8")
