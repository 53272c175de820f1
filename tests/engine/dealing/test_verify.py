"""Tests of deals redone from a record's seed and words."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.record import BadRecord, loads
from engine.rules import find
from engine.verify import Mismatch, Unverifiable, verify
from tests.engine.cli.shell import Capture, given_on_standard_input, printed
from tests.engine.dealing.records import (
    GOOD,
    LOTS,
    MALFORMED,
    NAMED,
    PLAYED,
    TAMPERED,
    Raw,
    Spoilt,
    fair_record,
    first_deal_alone,
)
from tests.engine.record.golden_records import PLAIN, golden


def verified(record: Raw) -> int:
    return verify(loads(json.dumps(record)))


@pytest.mark.parametrize("what", GOOD)
def test_a_record_of_a_table_follows_from_its_seed_and_words(what: str) -> None:
    record = GOOD[what]()
    assert verified(record) == len(record["deals"])


def test_the_good_records_differ_in_every_way_that_counts() -> None:
    good = [make() for make in GOOD.values()]
    assert any(deal.get("passed_on") for record in good for deal in record["deals"])
    assert any(deal.get("named") for record in good for deal in record["deals"])
    assert {len(deal["stock"]) for record in good for deal in record["deals"]} == {27, 28, 90, 91}
    # in a match to the end somebody was out
    *_, last = GOOD["a match in which somebody is out after some deals"]()["deals"]
    assert len({action.split()[0] for action in last["actions"]}) < 4
    assert any(not word.isascii() for record in good for deal in record["deals"] for word in deal.get("words", ()))


@pytest.mark.parametrize(("good", "spoilt"), TAMPERED, ids=lambda each: getattr(each, "name", ""))
def test_a_record_that_was_tampered_with_is_found_out_and_it_is_told_where(good: Raw, spoilt: Spoilt) -> None:
    record = copy.deepcopy(good)
    spoilt.spoil(record)
    assert record != good
    fault = unproven(record)
    assert fault.deal == spoilt.deal
    assert spoilt.told in str(fault)


def unproven(record: Raw) -> Unverifiable:
    """Return what is told of a record that doesn't follow from its seed and words."""
    with pytest.raises(Unverifiable) as caught:
        verified(record)
    return caught.value


def bad(record: Raw) -> BadRecord:
    """Return what is told of a record that is none."""
    with pytest.raises(BadRecord) as caught:
        verified(record)
    return caught.value


def with_deal(record: Raw, deal: int, **fields: object) -> Raw:
    """Return a copy of a record with other fields in one of its deals, which count from 1."""
    changed = copy.deepcopy(record)
    changed["deals"][deal - 1].update(fields)
    return changed


@pytest.fixture
def lots_in_every_deal() -> Iterator[None]:
    """Let luck choose who begins each deal of Matador, as it does in no deal but the first of any rule set."""
    rules = find("matador")
    real = rules.draws_opener
    object.__setattr__(rules, "draws_opener", lambda _state: True)
    yield
    object.__setattr__(rules, "draws_opener", real)


@pytest.mark.usefixtures("lots_in_every_deal")
def test_an_opening_passes_on_in_a_matchs_first_deal_alone() -> None:
    record = fair_record("matador", 3)
    assert verified(record) == 4
    fault = unproven(with_deal(record, 2, passed_on=True))
    assert (fault.deal, fault.mismatch) == (2, Mismatch.PASSED_ON)


@pytest.mark.parametrize("seat", [0, 1])
def test_no_other_seat_than_the_named_one_follows_from_the_tiles(seat: int) -> None:
    assert NAMED["deals"][0]["first"] == 2
    record = with_deal(first_deal_alone(NAMED), 1, first=seat)
    fault = unproven(record)
    assert str(fault) == (
        f"deal 1: The record says that seat {seat} was named to begin; then the seed and the words give other tiles."
    )


@pytest.mark.parametrize(("rules", "told"), [("express", "named goes with"), ("matador", "there is no seat 3")])
def test_nobody_is_named_where_luck_chooses_nobody_and_nobody_who_is_not_there(rules: str, told: str) -> None:
    record = PLAYED if rules == "express" else with_deal(LOTS, 1, first=3)
    fault = bad(with_deal(record, 1, named=True))
    assert (fault.deal, fault.action) == (1, 0)
    assert fault.reason.startswith(told)


def test_the_first_deal_that_does_not_follow_is_told() -> None:
    words = ["no", "no"]
    assert unproven(with_deal(with_deal(PLAYED, 1, words=words), 2, words=words)).deal == 1


@pytest.mark.parametrize("malformed", MALFORMED, ids=lambda malformed: malformed.name)
def test_what_is_no_seed_and_no_word_makes_a_record_bad(malformed: Spoilt) -> None:
    record = copy.deepcopy(LOTS)
    malformed.spoil(record)
    fault = bad(record)
    assert (fault.deal, fault.action) == (malformed.deal, 0)
    assert fault.reason.startswith(malformed.told)


def test_a_move_that_the_rules_refuse_makes_a_record_bad_though_its_deals_follow() -> None:
    actions = PLAYED["deals"][1]["actions"]
    fault = bad(with_deal(PLAYED, 2, actions=[*actions[:3], "0 flip 1", *actions[4:]]))
    assert (fault.deal, fault.action) == (2, 4)


# ------------------------------------------------------------------ from the shell


def shell(record: Raw, tmp_path: Path, capsys: Capture) -> tuple[int, str, str]:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    status = main(["verify", str(file)])
    return status, *capsys.readouterr()


def test_the_shell_tells_how_many_deals_follow(tmp_path: Path, capsys: Capture) -> None:
    four = shell(fair_record("express", 2), tmp_path, capsys)
    assert four == (0, "OK: 4 deals follow from the seed and the words\n", "")
    one = shell(GOOD["a match that was closed before its first move"](), tmp_path, capsys)
    assert one == (0, "OK: 1 deal follows from the seed and the words\n", "")


def test_the_shell_reads_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    given_on_standard_input(monkeypatch, json.dumps(PLAYED).encode())
    (line,) = printed(capsys, "verify", "-")
    assert line.startswith("OK: 4 deals")


def test_the_shell_tells_in_one_line_what_does_not_follow_and_ends_with_1(tmp_path: Path, capsys: Capture) -> None:
    first = LOTS["deals"][0]["first"]
    status, out, err = shell(with_deal(LOTS, 1, first=(first + 1) % 3), tmp_path, capsys)
    assert (status, out) == (1, "")
    told = f"deal 1: seat {(first + 1) % 3} was drawn to begin; the seed and the words give seat {first}.\n"
    assert err == told


def test_a_record_without_a_seed_ends_with_1_and_says_so(capsys: Capture) -> None:
    assert main(["verify", str(golden(PLAIN))]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == ("", "deal 0: The record has no seed, so nothing shows how its tiles were shuffled.\n")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rules": "chess"}, "deal 0, action 0: there is no rule set 'chess'\n"),
        ({"seed": "1"}, "deal 0, action 0: a seed is 64 hexadecimal digits\n"),
    ],
    ids=["no such rules", "no seed"],
)
def test_the_shell_ends_with_2_for_a_file_that_is_no_record(
    changes: Raw, told: str, tmp_path: Path, capsys: Capture
) -> None:
    assert shell({**PLAYED, **changes}, tmp_path, capsys) == (2, "", told)


def test_a_strangers_record_steers_no_terminal(tmp_path: Path, capsys: Capture) -> None:
    status, out, err = shell({**PLAYED, "commitment": "\x1b[2J\n" * 20}, tmp_path, capsys)
    assert (status, out) == (1, "")
    assert "\\x1b[2J" in err
    assert err[:-1].isprintable()
