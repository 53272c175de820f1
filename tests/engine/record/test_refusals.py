"""Records that are refused: exit status 2, nothing on standard output, one line that names place and reason."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.record import BadRecord, loads, replay
from tests.engine.games import tiles

RECORD = Path(__file__).parent / "golden" / "express-four-alone.record.json"
Capture = pytest.CaptureFixture[str]
Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def record() -> dict[str, Any]:
    """A whole match of four, alone, in four deals."""
    return json.loads(RECORD.read_text(encoding="utf-8"))


def refusal(content: bytes | str, tmp_path: Path, capsys: Capture, *more: str) -> str:
    """Replay what has to be refused; give the line that says why."""
    file = tmp_path / "record.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert main(["replay", str(file), *more]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1, err
    assert "Traceback" not in err
    return err.strip()


# ---------------------------------------------------------------------- no JSON


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b" ",
        b"hello",
        b"{",
        b'{"format": "domino-record/1",}',
        b"{'format': 'domino-record/1'}",
        b"\xff\xfe\xfa",
        b"\x00" * 100,
        b'"\xe9"',
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b"9" * 10_000,
    ],
    ids=["empty", "blank", "word", "cut", "comma", "quotes", "bytes", "zeros", "latin", "nested", "deep", "digits"],
)
def test_what_is_no_json_is_refused(content: bytes, tmp_path: Path, capsys: Capture) -> None:
    assert refusal(content, tmp_path, capsys).startswith("deal 0, action 0: not JSON")


def test_five_megabytes_of_noise_are_refused(tmp_path: Path, capsys: Capture) -> None:
    noise = random.Random(1).randbytes(5_000_000)
    assert refusal(noise, tmp_path, capsys).startswith("deal 0, action 0: not JSON")
    assert refusal(noise, tmp_path, capsys, "--trace").startswith("deal 0, action 0: not JSON")


def test_a_record_cut_anywhere_is_refused(tmp_path: Path, capsys: Capture) -> None:
    whole = RECORD.read_bytes().rstrip()
    for length in range(0, len(whole) - 1, 97):
        assert refusal(whole[:length], tmp_path, capsys).startswith("deal 0, action 0: not JSON")


# ---------------------------------------------------------------------- another form


@pytest.mark.parametrize("content", ["null", "true", "1", '"domino-record/1"', "[]", "{}", "NaN"])
def test_json_that_is_no_record_is_refused(content: str, tmp_path: Path, capsys: Capture) -> None:
    assert refusal(content, tmp_path, capsys).startswith("deal 0, action 0: ")


def _set(key: str, value: Any) -> Change:
    def change(record: dict[str, Any]) -> None:
        record[key] = value

    return change


def _drop(key: str) -> Change:
    def change(record: dict[str, Any]) -> None:
        del record[key]

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_drop("format"), "the format is not domino-record/1"),
        (_set("format", "domino-record/2"), "the format is not domino-record/1"),
        (_set("format", None), "the format is not domino-record/1"),
        (_set("format", ["domino-record/1"]), "the format is not domino-record/1"),
        (_drop("rules"), "rules is not a text"),
        (_set("rules", 1), "rules is not a text"),
        (_set("rules", None), "rules is not a text"),
        (_set("rules", ["express"]), "rules is not a text"),
        (_set("rules", "chess"), "there is no rule set 'chess'"),
        (_set("rules", ""), "there is no rule set ''"),
        (_set("rules", "Express"), "there is no rule set 'Express'"),
        (_set("rules", "a\nb\u2028c"), "there is no rule set"),
        (_set("rules", "x" * 100_000), "there is no rule set"),
        (_drop("seats"), "seats is not a whole number"),
        (_set("seats", True), "seats is not a whole number"),
        (_set("seats", 4.0), "seats is not a whole number"),
        (_set("seats", "4"), "seats is not a whole number"),
        (_set("seats", None), "seats is not a whole number"),
        (_set("seats", [4]), "seats is not a whole number"),
        (_set("seats", 0), "express is for 2 to 4 players, not 0"),
        (_set("seats", 1), "express is for 2 to 4 players, not 1"),
        (_set("seats", 5), "express is for 2 to 4 players, not 5"),
        (_set("seats", -4), "express is for 2 to 4 players, not -4"),
        (_set("seats", 10**400), "express is for 2 to 4 players, not 1"),
        (_set("options", None), "options is not an object"),
        (_set("options", []), "options is not an object"),
        (_set("options", "pairs"), "options is not an object"),
        (_set("options", {"matador_ends": "both"}), "express has no option 'matador_ends'"),
        (_set("options", {"": 1}), "express has no option ''"),
        (_set("options", {"a\nb": 1}), "express has no option"),
        (_set("options", {"pairs": 1}), "option pairs cannot be 1"),
        (_set("options", {"pairs": 0}), "option pairs cannot be 0"),
        (_set("options", {"pairs": "true"}), "option pairs cannot be 'true'"),
        (_set("options", {"pairs": None}), "option pairs cannot be None"),
        (_set("options", {"target": True}), "option target cannot be True"),
        (_set("options", {"target": 100.0}), "option target cannot be 100.0"),
        (_set("options", {"target": "100"}), "option target cannot be '100'"),
        (_set("options", {"target": 99}), "option target cannot be 99"),
        (_set("options", {"target": [100]}), "option target cannot be [100]"),
        (_set("options", {"blocked_pairs": "partner"}), "option blocked_pairs cannot be 'partner'"),
        (_drop("deals"), "deals is not a list"),
        (_set("deals", None), "deals is not a list"),
        (_set("deals", {}), "deals is not a list"),
        (_set("deals", []), "there is no deal"),
    ],
)
def test_a_record_whose_head_is_wrong_is_refused(
    record: dict[str, Any], change: Change, says: str, tmp_path: Path, capsys: Capture
) -> None:
    change(record)
    said = refusal(json.dumps(record), tmp_path, capsys)
    assert said.startswith(f"deal 0, action 0: {says}")
    assert len(said) < 200


@pytest.mark.parametrize("seats", [2, 3])
def test_pairs_with_two_or_three_seats_are_refused(
    seats: int, record: dict[str, Any], tmp_path: Path, capsys: Capture
) -> None:
    record |= {"seats": seats, "options": {"pairs": True}}
    said = refusal(json.dumps(record), tmp_path, capsys)
    assert said == f"deal 0, action 0: express in pairs is for 4 players, not {seats}"


def test_an_option_that_others_make_idle_is_taken(record: dict[str, Any], tmp_path: Path, capsys: Capture) -> None:
    record["options"] = {"target": 100, "pairs": False, "blocked_pairs": "opponents"}
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["finished"]


# ---------------------------------------------------------------------- deals


def _deal_key(key: str, value: Any) -> Change:
    def change(record: dict[str, Any]) -> None:
        record["deals"][1][key] = value

    return change


def _deal(value: Any) -> Change:
    def change(record: dict[str, Any]) -> None:
        record["deals"][1] = value

    return change


def _stock(change: Callable[[list[Any]], Any]) -> Change:
    def changed(record: dict[str, Any]) -> None:
        change(record["deals"][1]["stock"])

    return changed


def _without(key: str) -> Change:
    def change(record: dict[str, Any]) -> None:
        del record["deals"][1][key]

    return change


def _put(at: int, value: Any) -> Callable[[list[Any]], None]:
    def change(stock: list[Any]) -> None:
        stock[at] = value

    return change


def _twice(stock: list[Any]) -> None:
    stock[27] = stock[0]


def _shorten(stock: list[Any]) -> None:
    stock.pop()


def _lengthen(stock: list[Any]) -> None:
    stock.append(stock[0])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_deal(None), "the deal is not an object"),
        (_deal([]), "the deal is not an object"),
        (_deal("6-6"), "the deal is not an object"),
        (_deal({}), "stock is not a list"),
        (_without("stock"), "stock is not a list"),
        (_deal_key("stock", None), "stock is not a list"),
        (_deal_key("stock", "6-6"), "stock is not a list"),
        (_deal_key("stock", {}), "stock is not a list"),
        (_deal_key("stock", []), "the stock is not the whole set once: 28 missing"),
        (_stock(_shorten), "the stock is not the whole set once: 1 missing"),
        (_stock(_twice), "the stock is not the whole set once: "),
        (_stock(_lengthen), "the stock is not the whole set once: "),
        (_stock(_put(3, "7-0")), "the stock is not the whole set once: 7-0 is not among its tiles"),
        (_stock(_put(3, "0-6")), "'0-6' is not a tile"),
        (_stock(_put(3, "6-")), "'6-' is not a tile"),
        (_stock(_put(3, "")), "'' is not a tile"),
        (_stock(_put(3, " 6-5")), "' 6-5' is not a tile"),
        (_stock(_put(3, "13-0")), "'13-0' is not a tile"),
        (_stock(_put(3, "x" * 10_000)), "'xxxxxxxxxxxxxxxxxxxx' is not a tile"),
        (_stock(_put(3, 65)), "stock holds no tile"),
        (_stock(_put(3, None)), "stock holds no tile"),
        (_stock(_put(3, True)), "stock holds no tile"),
        (_stock(_put(3, [6, 5])), "stock holds no tile"),
        (_stock(_put(3, {"high": 6})), "stock holds no tile"),
        (_deal_key("first", 0), "luck chooses no seat in this deal"),
        (_deal_key("first", 3), "luck chooses no seat in this deal"),
        (_deal_key("first", -1), "luck chooses no seat in this deal"),
        (_deal_key("first", None), "first is not a seat"),
        (_deal_key("first", True), "first is not a seat"),
        (_deal_key("first", 0.0), "first is not a seat"),
        (_deal_key("first", "0"), "first is not a seat"),
        (_without("actions"), "actions is not a list"),
        (_deal_key("actions", None), "actions is not a list"),
        (_deal_key("actions", "0 pass"), "actions is not a list"),
        (_deal_key("actions", {}), "actions is not a list"),
    ],
)
def test_a_record_with_a_wrong_deal_is_refused(
    record: dict[str, Any], change: Change, says: str, tmp_path: Path, capsys: Capture
) -> None:
    change(record)
    said = refusal(json.dumps(record), tmp_path, capsys)
    assert said.startswith(f"deal 2, action 0: {says}")
    assert len(said) < 120


# ---------------------------------------------------------------------- actions


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (None, "not a text"),
        (1, "not a text"),
        (["0 pass"], "not a text"),
        ({"seat": 0}, "not a text"),
        ("", "'' does not begin with a seat"),
        ("pass", "'pass' does not begin with a seat"),
        ("-1 pass", "'-1 pass' does not begin with a seat"),
        ("0", "'0' is not an action"),
        ("0 jump", "'0 jump' is not an action"),
        ("0 draw 6-4", "'0 draw 6-4' is not an action"),
        ("0 flip", "'0 flip' is not an action"),
        ("0 flip -3", "'0 flip -3' is not an action"),
        ("0 play 6-4", "'0 play 6-4' is not an action"),
        ("0 play 6-4 left x", "'0 play 6-4 left x' is not an action"),
        ("0 play 6-4 left 6 4", "'0 play 6-4 left 6 4' is not an action"),
        ("0 play 4-6 left", "'4-6' is not a tile"),
        ("0 pass\n", "'0 pass\\n' is not an action"),
        ("deal 6-6", "'deal 6-6' does not begin with a seat"),
        ("9 pass", "it is the turn of seat "),
    ],
)
def test_an_action_of_another_form_is_refused_by_its_number(
    record: dict[str, Any], written: Any, says: str, tmp_path: Path, capsys: Capture
) -> None:
    record["deals"][1]["actions"][4] = written
    said = refusal(json.dumps(record), tmp_path, capsys)
    assert said.startswith(f"deal 2, action 5: {says}")


FIRST: dict[str, Any] = {
    "format": "domino-record/1",
    "rules": "express",
    "seats": 2,
    "deals": [
        {
            "stock": [
                str(tile)
                for tile in tiles(
                    "6-6 6-5 5-4 4-1 5-1 1-0 3-2 6-1 6-2 6-3 5-5 2-0 2-1 0-0 "
                    "2-2 3-0 3-1 3-3 4-0 4-2 4-3 4-4 5-0 5-2 5-3 6-0 6-4 1-1"
                )
            ],
            "actions": ["0 play 6-6 start", "1 play 6-1 right"],
        }
    ],
}
"""Seat 0 to play, with ends 6 and 1."""


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("1 play 6-2 left", "it is the turn of seat 0"),
        ("1 pass", "it is the turn of seat 0"),
        ("0 pass", "seat 0 has a tile that fits and must play"),
        ("0 draw", "nobody draws now"),
        ("0 flip 3", "these rules have no such action"),
        ("0 play 4-1 right 4", "4-1 on right leaves no choice of the half that faces out"),
        ("0 play 6-2 left", "6-2 is not in the hand of seat 0"),
        ("0 play 6-6 left", "6-6 is not in the hand of seat 0"),
        ("0 play 7-1 right", "7-1 is not in the hand of seat 0"),
        ("0 play 6-5 start", "there is no end start"),
        ("0 play 6-5 e1", "there is no end e1"),
        ("0 play 6-5 LEFT", "there is no end LEFT"),
        ("0 play 6-5 right", "6-5 does not fit right, which shows 1"),
        ("0 play 4-1 left", "4-1 does not fit left, which shows 6"),
        ("0 play 3-2 left", "3-2 does not fit left, which shows 6"),
        ("0 play 6-5 a\u2028b\nc", "there is no end a b c"),
        ("0 play 6-5 \ud800", "there is no end "),
        pytest.param("0 play 6-5 " + "x" * 10_000, "there is no end xxxxxxxxxxxxxxxxxxxx", id="long"),
    ],
)
def test_an_action_that_the_rules_refuse_is_refused_by_its_number(
    action: str, says: str, tmp_path: Path, capsys: Capture
) -> None:
    record: dict[str, Any] = json.loads(json.dumps(FIRST))
    record["deals"][0]["actions"].append(action)
    said = refusal(json.dumps(record), tmp_path, capsys)
    assert said.startswith(f"deal 1, action 3: {says}")
    assert len(said) < 100


def test_a_trace_that_ends_in_a_refusal_prints_nothing_of_it(tmp_path: Path, capsys: Capture) -> None:
    record: dict[str, Any] = json.loads(json.dumps(FIRST))
    record["deals"][0]["actions"].append("0 pass")
    assert refusal(json.dumps(record), tmp_path, capsys, "--trace").startswith("deal 1, action 3: ")


def test_another_opening_than_the_one_that_must_be_is_refused(tmp_path: Path, capsys: Capture) -> None:
    record: dict[str, Any] = json.loads(json.dumps(FIRST))
    record["deals"][0]["actions"] = ["0 play 6-5 start"]
    assert refusal(json.dumps(record), tmp_path, capsys) == "deal 1, action 1: 6-6 must open this deal"


def test_an_action_after_the_end_of_its_deal_is_refused(
    record: dict[str, Any], tmp_path: Path, capsys: Capture
) -> None:
    count = len(record["deals"][0]["actions"])
    record["deals"][0]["actions"].append("0 pass")
    assert refusal(json.dumps(record), tmp_path, capsys) == f"deal 1, action {count + 1}: no deal has begun"


def test_an_action_after_the_match_is_refused(record: dict[str, Any], tmp_path: Path, capsys: Capture) -> None:
    count = len(record["deals"][-1]["actions"])
    record["deals"][-1]["actions"].append("0 pass")
    assert refusal(json.dumps(record), tmp_path, capsys) == f"deal 4, action {count + 1}: the match is over"


def test_a_deal_after_an_unfinished_one_is_refused(record: dict[str, Any], tmp_path: Path, capsys: Capture) -> None:
    record["deals"][1]["actions"].pop()
    assert refusal(json.dumps(record), tmp_path, capsys) == "deal 3, action 0: the deal before is not finished"


def test_a_deal_after_the_match_is_refused(record: dict[str, Any], tmp_path: Path, capsys: Capture) -> None:
    record["deals"].append({"stock": record["deals"][0]["stock"], "actions": []})
    assert refusal(json.dumps(record), tmp_path, capsys) == "deal 5, action 0: the match is over"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, capsys: Capture) -> None:
    assert main(["replay", str(tmp_path / "nothing.json")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "nothing.json" in err


def test_a_folder_in_the_place_of_a_file_is_refused(tmp_path: Path, capsys: Capture) -> None:
    assert main(["replay", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_place_of_a_fault_can_be_read_from_the_error(record: dict[str, Any]) -> None:
    record["deals"][2]["actions"][6] = "x"
    with pytest.raises(BadRecord) as caught:
        list(replay(loads(json.dumps(record))))
    assert (caught.value.deal, caught.value.action) == (3, 7)
    assert caught.value.reason == "'x' does not begin with a seat"
