"""Tests of records that are refused with one line that names place and reason."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.record import BadRecord, loads, replay
from tests.engine.cli.shell import Capture, refused

RECORD = Path(__file__).parent / "golden" / "express-four-alone.record.json"
"""A whole match of four, alone, in four deals."""
GONE = object()
"""Stands for a place that is taken out of a record."""


def record(where: str = "", value: object = GONE) -> dict[str, Any]:
    """Return the record, with a value at a dotted place."""
    found = json.loads(RECORD.read_text(encoding="utf-8"))
    *path, name = [int(step) if step.isdigit() else step for step in where.split(".")]
    place = found
    for step in path:
        place = place[step]
    if value is not GONE:
        place[name] = value
    elif where:
        del place[name]
    return found


def refusal(content: object, tmp_path: Path, capsys: Capture, *more: str) -> str:
    """Replay what has to be refused, and return the line that says why."""
    file = tmp_path / "record.json"
    file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return refused(capsys, "replay", str(file), *more)


# ---------------------------------------------------------------------- no JSON


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b" ", b"hello", b"{", b'{"format": "domino-record/1",}', b"{'format': 'domino-record/1'}"),
        *(b"\xff\xfe\xfa", b"\x00" * 100, b'"\xe9"', b"[" * 200_000, b'{"a":' * 200_000, b"9" * 10_000),
        random.Random(1).randbytes(5_000_000),
    ],
    ids=[
        *("empty", "blank", "word", "cut", "comma", "quotes", "bytes", "zeros", "latin", "nested", "deep", "digits"),
        "noise",
    ],
)
def test_a_file_that_is_no_json_is_refused(content: bytes, tmp_path: Path, capsys: Capture) -> None:
    for more in ([], ["--trace"]):
        assert refusal(content, tmp_path, capsys, *more).startswith("deal 0, action 0: not JSON")


def test_a_record_cut_anywhere_is_refused(tmp_path: Path, capsys: Capture) -> None:
    whole = RECORD.read_bytes().rstrip()
    for length in range(0, len(whole) - 1, 97):
        assert refusal(whole[:length], tmp_path, capsys).startswith("deal 0, action 0: not JSON")


# ---------------------------------------------------------------------- another form

HEAD: list[tuple[str, object, str]] = [
    *(("format", value, "the format is not domino-record/1") for value in (GONE, "domino-record/2", None, [])),
    *(("rules", value, "rules is not a text") for value in (GONE, 1, None, ["express"])),
    *(("rules", value, "there is no rule set") for value in ("chess", "", "a\nb\u2028c", "x" * 100_000)),
    *(("seats", value, "seats is not a whole number") for value in (GONE, True, 4.0, "4", None, [4])),
    *(("seats", value, "express is for 2 to 4 players, not ") for value in (0, 5, -4, 10**400)),
    *(("options", value, "options is not an object") for value in (None, [], "pairs")),
    *(("options", value, "express has no option ") for value in ({"matador_ends": "both"}, {"": 1}, {"a\nb": 1})),
    *(("options", {"pairs": value}, f"option pairs cannot be {value!r}") for value in (1, 0, "true", None)),
    *(
        ("options", {"target": value}, f"option target cannot be {value!r}")
        for value in (99, True, 100.0, "100", None, [100])
    ),
    *(("options", {"blocked_pairs": value}, "option blocked_pairs cannot be ") for value in ("ALL", True, {})),
    *(("deals", value, "deals is not a list") for value in (GONE, None, {})),
    ("deals", [], "there is no deal"),
]
DEALS: list[tuple[str, object, str]] = [
    *(("deals.1", value, "the deal is not an object") for value in (None, [], "6-6")),
    *(("deals.1.stock", value, "stock is not a list") for value in (GONE, None, "6-6", {})),
    ("deals.1.stock", [], "the stock is not the whole set once: 28 missing"),
    ("deals.1.stock.3", GONE, "the stock is not the whole set once: 1 missing"),
    ("deals.1.stock.3", record()["deals"][1]["stock"][0], "the stock is not the whole set once: "),
    ("deals.1.stock.3", "7-0", "the stock is not the whole set once: 7-0 is not among its tiles"),
    *(("deals.1.stock.3", value, f"'{value}' is not a tile") for value in ("0-6", "6-", "", " 6-5", "13-0")),
    ("deals.1.stock.3", "x" * 10_000, "'xxxxxxxxxxxxxxxxxxxx' is not a tile"),
    *(("deals.1.stock.3", value, "stock holds no tile") for value in (65, None, True, [6, 5], {"high": 6})),
    *(("deals.1.first", value, "luck chooses no seat in this deal") for value in (0, 3, -1)),
    *(("deals.1.first", value, "first is not a seat") for value in (None, True, 0.0, "0")),
    *(("deals.1.actions", value, "actions is not a list") for value in (GONE, None, "0 pass", {})),
]
ACTIONS: list[tuple[object, str]] = [
    *((value, "not a text") for value in (None, 1, ["0 pass"], {"seat": 0})),
    *((value, f"'{value}' does not begin with a seat") for value in ("", "pass", "-1 pass", "deal 6-6")),
    *((value, f"'{value}' is not an action") for value in ("0", "0 jump", "0 draw 6-4", "0 flip -3", "0 play 6-4")),
    ("0 play 4-6 left", "'4-6' is not a tile"),
    ("0 pass\n", "'0 pass\\n' is not an action"),
    ("9 pass", "it is the turn of seat "),
]


@pytest.mark.parametrize("content", [None, True, 1, "domino-record/1", [], {}])
def test_json_that_is_no_record_is_refused(content: object, tmp_path: Path, capsys: Capture) -> None:
    assert refusal(content, tmp_path, capsys).startswith("deal 0, action 0: ")


@pytest.mark.long
def test_a_record_with_a_fault_is_refused_at_its_place(
    subtests: pytest.Subtests, tmp_path: Path, capsys: Capture
) -> None:
    faults = [(place, value, f"deal 0, action 0: {says}") for place, value, says in HEAD]
    faults += [(place, value, f"deal 2, action 0: {says}") for place, value, says in DEALS]
    faults += [("deals.1.actions.4", value, f"deal 2, action 5: {says}") for value, says in ACTIONS]
    for where, value, says in faults:
        with subtests.test(says, where=where):
            said = refusal(record(where, value), tmp_path, capsys)
            assert said.startswith(says)
            assert len(said) < 200


# ---------------------------------------------------------------------- against the rules

FIRST = (
    "6-6 6-5 5-4 4-1 5-1 1-0 3-2 6-1 6-2 6-3 5-5 2-0 2-1 0-0 2-2 3-0 3-1 3-3 4-0 4-2 4-3 4-4 5-0 5-2 5-3 6-0 6-4 1-1"
)
OPENED = ["0 play 6-6 start", "1 play 6-1 right"]
"""Seat 0 to play, with ends 6 and 1."""


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ([*OPENED, "1 pass"], "deal 1, action 3: it is the turn of seat 0"),
        ([*OPENED, "0 pass"], "deal 1, action 3: seat 0 has a tile that fits and must play"),
        ([*OPENED, "0 play 7-1 right"], "deal 1, action 3: 7-1 is not in the hand of seat 0"),
        ([*OPENED, "0 play 6-5 right"], "deal 1, action 3: 6-5 does not fit right, which shows 1"),
        ([*OPENED, "0 play 6-5 a\u2028b\nc"], "deal 1, action 3: there is no end a b c"),
        ([*OPENED, "0 play 6-5 \ud800"], "deal 1, action 3: there is no end "),
        ([*OPENED, "0 play 6-5 " + "x" * 10_000], "deal 1, action 3: there is no end xxxxxxxxxxxxxxxxxxxx"),
        (["0 play 6-5 start"], "deal 1, action 1: 6-6 must open this deal"),
    ],
    ids=range(8),
)
def test_an_action_that_the_rules_refuse_is_refused_by_its_number(
    actions: list[str], says: str, tmp_path: Path, capsys: Capture
) -> None:
    head = {"format": "domino-record/1", "rules": "express", "seats": 2}
    for more in ([], ["--trace"]):
        said = refusal({**head, "deals": [{"stock": FIRST.split(" "), "actions": actions}]}, tmp_path, capsys, *more)
        assert said.startswith(says)
        assert len(said) < 100


def test_actions_after_an_end_and_deals_before_one_are_refused(tmp_path: Path, capsys: Capture) -> None:
    deals = record()["deals"]
    first, last = deals[0]["actions"], deals[-1]["actions"]
    for where, value, says in (
        ("deals.0.actions", [*first, "0 pass"], f"deal 1, action {len(first) + 1}: no deal has begun"),
        ("deals.3.actions", [*last, "0 pass"], f"deal 4, action {len(last) + 1}: the match is over"),
        ("deals.1.actions.0", GONE, "deal 2, action "),
        ("deals.1.actions", deals[1]["actions"][:-1], "deal 3, action 0: the deal before is not finished"),
        ("deals", [*deals, {"stock": FIRST.split(" "), "actions": []}], "deal 5, action 0: the match is over"),
    ):
        assert refusal(record(where, value), tmp_path, capsys).startswith(says)


# ---------------------------------------------------------------------- files


@pytest.mark.parametrize("name", ["nothing.json", "."])
def test_a_file_that_is_not_there_or_is_a_folder_is_refused(name: str, tmp_path: Path, capsys: Capture) -> None:
    assert str(tmp_path / name) in refused(capsys, "replay", str(tmp_path / name))


def test_the_place_of_a_fault_can_be_read_from_the_error() -> None:
    with pytest.raises(BadRecord) as caught:
        list(replay(loads(json.dumps(record("deals.2.actions.6", "x")))))
    assert (caught.value.deal, caught.value.action) == (3, 7)
    assert caught.value.reason == "'x' does not begin with a seat"
