"""Tests of the JSON Schema of game records, and of the examples in ``docs``."""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine import match
from engine.actions import parse_move
from engine.record import BadRecord, begun, dumps, loads, replay
from tests.engine import oracle
from tests.engine.games import SEATINGS, SEEDS, options_of, play_on
from tests.engine.record.golden_records import NAMES, golden
from tests.engine.record.test_refusals import ACTIONS, DEALS, HEAD, record
from tests.support.examples import examples
from tools.records.__main__ import DOCS, files

SCHEMA = json.loads((DOCS / "record.schema.json").read_text(encoding="utf-8"))
EXAMPLES = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in (DOCS / "examples").iterdir()}
HINT = "run `uv run python -m tools.records`"
valid = jsonschema_rs.Draft202012Validator(SCHEMA).is_valid

BESIDE = ("players", "played_at", "seed", "commitment", "words", "passed_on")
"""The members that have no part in the game: a replay ignores them, the schema knows their form."""
SEMANTIC = {
    ("seats", "seats is not a whole number"): (4.0,),
    ("options", "option target cannot be 100.0"): ({"target": 100.0},),
    ("deals.1.first", "luck chooses no seat in this deal"): (0, 3),
    ("deals.1.first", "first is not a seat"): (0.0,),
}
"""The refusals that the schema can't express, by place and sentence, with the values that it accepts."""


def replayed(content: Any) -> None:
    for _ in replay(loads(json.dumps(content))):
        pass


def test_the_schema_and_the_examples_are_those_written_now() -> None:
    wanted = files()
    assert {file: file.read_text(encoding="utf-8") for file in wanted} == wanted, HINT
    assert {file.stem for file in wanted if file.parent != DOCS} == {*EXAMPLES}, HINT


def test_the_schema_is_one_of_its_draft() -> None:
    assert SCHEMA["$schema"].endswith("/draft/2020-12/schema")
    jsonschema_rs.meta.validate(SCHEMA)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_valid_and_both_implementations_of_the_rules_replay_it(name: str) -> None:
    assert valid(EXAMPLES[name])
    replayed(EXAMPLES[name])
    oracle.trace(EXAMPLES[name])


def test_every_golden_record_is_valid() -> None:
    assert [name for name in NAMES if not valid(json.loads(golden(name).read_text(encoding="utf-8")))] == []


def test_the_schema_refuses_each_fault_of_form() -> None:
    faults = [*HEAD, *DEALS, *(("deals.1.actions.4", value, says) for value, says in ACTIONS if says.startswith("'"))]
    accepted = [(where, says, value) for where, value, says in faults if valid(record(where, value))]
    assert accepted == [(*key, value) for key, values in SEMANTIC.items() for value in values]


@pytest.mark.parametrize(
    ("where", "value"),
    [
        *(("seed", value) for value in ("0" * 63, "A" * 64, 3)),
        *(("players", value) for value in (["Ana"], "Ana", [1, 2, 3, 4])),
        *(("deals.0.words", value) for value in (["", "", ""], ["a\nb", "", "", ""], "word")),
        *(("played_at", value) for value in (None, "today", "2026-13-21T19:30:00Z", "2026-11-21T24:00:00Z")),
        *(("deals.1.named", value) for value in (True, 1)),
        ("deals.1.passed_on", True),
    ],
)
def test_the_schema_knows_the_form_of_what_the_bot_writes_beside_the_game(where: str, value: object) -> None:
    fair = copy.deepcopy(EXAMPLES["fair"])
    fair["deals"].append({"stock": fair["deals"][0]["stock"], "actions": []})
    assert valid(fair)
    *path, name = [int(step) if step.isdigit() else step for step in where.split(".")]
    place = fair
    for step in path:
        place = place[step]
    place[name] = value
    assert not valid(fair)


@pytest.mark.parametrize(
    "where", ["seed", "commitment", "played_at", "deals.0.stock.0", "deals.0.actions.0", "deals.0.words.0"]
)
def test_a_text_with_a_line_break_at_its_end_is_refused_by_validators_in_rust_and_in_python(where: str) -> None:
    fair = copy.deepcopy(EXAMPLES["fair"])
    python = Draft202012Validator(SCHEMA)
    assert python.is_valid(fair)
    *path, name = [int(step) if step.isdigit() else step for step in where.split(".")]
    place = fair
    for step in path:
        place = place[step]
    place[name] += "\n"
    assert not valid(fair)
    assert not python.is_valid(fair)


# ---------------------------------------------------------------------- laws


@pytest.mark.laws
@settings(max_examples=examples(240))
@given(st.sampled_from(SEATINGS), SEEDS, st.integers(min_value=1, max_value=300), st.data())
def test_every_record_of_a_random_match_is_valid(
    seating: tuple[str, int], seed: int, length: int, data: st.DataObject
) -> None:
    state = match.new(*seating, data.draw(st.sampled_from(options_of(*seating))))
    steps = itertools.islice(play_on(state, random.Random(seed)), length)
    assert valid(json.loads(dumps(*seating, state.options, [step.action for step in steps])))


JUNK = st.sampled_from(
    [
        *(None, True, False, -1, 0, 1, 2, 3, 4, 12, 99, 0.5, "", "x", [], {}, ["6-6"], {"pairs": True}),
        *("6-6", "0-6", "7-0", "12-12", "classic", "memory", "sebastopol", "both", "either"),
        *("0 pass", "0 pass\n", "12 pass", "01 pass", "0 draw", "0 draw 6-6", "0 flip 1", "0 flip 0", "0 flip 100"),
        *("0 bid 30", "0 bid 29", "0 trump none", "0 trump 7", "0 play 6-6", "0 play 6-6 start", "0 play 6-6 left 6"),
        *("0 play 6-6 e1", "0 play 6-6 e0", "0 play 6-6 arm5", "0 play 6-6 train0", "0 play 6-6 pile", "deal 6-6"),
    ]
)
MEMBERS = st.sampled_from(["pairs", "target", "opening", "deals", "first", "named", "stock", "note", "seats", "rules"])


def places(value: Any, *path: str | int) -> Iterator[tuple[str | int, ...]]:
    """Yield the path to each value inside one, and to a member that is not there in each object."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inside:
        yield (*path, name)
        yield from places(each, *path, name)


@st.composite
def spoilt(draw: st.DrawFn) -> tuple[tuple[str | int, ...], Any]:
    """Draw an example with a value taken out, put in or replaced; and its place."""
    content = copy.deepcopy(EXAMPLES[draw(st.sampled_from(sorted(EXAMPLES)))])
    path = draw(st.sampled_from([*places(content)]))
    holder = content
    for step in path[:-1]:
        holder = holder[step]
    name, value = path[-1], draw(JUNK)
    match draw(st.sampled_from(["out", "in", "other"])):
        case "out":
            del holder[name]
        case "in" if isinstance(holder, list):
            holder.insert(name, value)
        case "in":
            name = draw(MEMBERS)
            holder[name] = value
        case _:
            holder[name] = value
    return (*path[:-1], name), content


@pytest.mark.laws
@settings(max_examples=examples(800))
@given(spoilt())
def test_what_the_schema_accepts_is_refused_by_no_more_than_the_rules_of_play(
    spoiled: tuple[tuple[str | int, ...], Any],
) -> None:
    path, content = spoiled
    if valid(content):
        read = loads(json.dumps(content))
        begun(read)
        for _, actions in read.deals:
            assert all(map(parse_move, actions))
    elif not {*BESIDE} & {*path}:
        with pytest.raises(BadRecord):
            replayed(content)
