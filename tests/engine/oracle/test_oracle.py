"""Tests of the engine against a second, independent reading of the rules."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine import match, random_deal
from engine.actions import Action, Deal
from engine.options import Option, Value, as_written
from engine.record import BadRecord, describe, dumps, loads, replay
from engine.rules import RULE_SETS
from engine.tiles import Tile
from tests.engine import oracle
from tests.engine.games import SEATINGS
from tests.support.cases import few_seatings
from tests.support.examples import examples

MATCHES = examples(6)
"""How many matches of each rule set and number of players are compared."""
SPOILED = examples(40)
"""How many records with a fault in them are."""


def engine_trace(text: str) -> list[dict[str, Any]]:
    return [
        {**describe(state), "action": None if isinstance(action, Deal) else str(action)}
        for action, state in replay(loads(text))
    ]


def some_value(option: Option, source: random.Random) -> Value:
    """Choose a value that keeps matches short."""
    if option.id == "deals":
        return source.randint(1, 3)
    if option.min_value is not None:
        return source.randint(option.min_value, 60)
    return source.choice(list(option.values))


def some_options(rules: str, seats: int, source: random.Random) -> dict[str, Value]:
    options = {each.id: some_value(each, source) for each in RULE_SETS[rules].options if source.random() < 0.7}
    if seats != 4:
        options.pop("pairs", None)
    if RULE_SETS[rules].option("deals"):
        options.setdefault("deals", 2)
    return options


ORDERS: list[Callable[[Tile, int], bool]] = [
    lambda tile, number: False,
    lambda tile, number: tile.double,
    lambda tile, number: not tile.double,
    lambda tile, number: number not in tile,
]
"""What is dealt last: whatever chance says, doubles, all but doubles, or all but one number."""


def random_record(rules: str, seats: int, source: random.Random) -> dict[str, Any]:
    """Play a match by chance, with deals of every kind, and write it down."""
    options = some_options(rules, seats, source)
    # some records lack options
    state = match.new(rules, seats, as_written(RULE_SETS[rules].options, options))
    last, number = source.choice(ORDERS), source.randint(0, 6)
    actions: list[Action] = []
    while not state.finished:
        action: Action = random_deal(state, source) if state.awaits_deal else source.choice(match.legal(state))
        # the same order again after a void deal would be void for ever
        if isinstance(action, Deal) and not (state.results and state.results[-1].reason == "void"):
            action = action._replace(stock=tuple(sorted(action.stock, key=lambda tile: last(tile, number))))
        state, _ = match.apply(state, action)
        actions.append(action)
    return json.loads(dumps(rules, seats, options, tuple(actions)))


def test_both_readings_have_the_same_rule_sets_hands_and_options() -> None:
    assert RULE_SETS.keys() == oracle.RULE_SETS.keys()
    for name, rules in RULE_SETS.items():
        kind = oracle.RULE_SETS[name]
        assert rules.id == name
        assert {seats: rules.hand_sizes[seats] for seats in rules.seats} == kind.each
        numbers = {option.id: option.default for option in rules.options if option.min_value == 1}
        offered = [option for option in rules.options if option.id not in numbers]
        assert numbers == kind.numbers
        assert {option.id: repr(option.default) for option in offered} == {
            option: repr(values[0]) for option, values in kind.offers.items()
        }
        assert {option.id: {*map(repr, option.values)} for option in offered} == {
            option: {*map(repr, values)} for option, values in kind.offers.items()
        }


@pytest.mark.laws
@pytest.mark.parametrize(("rules", "seats"), few_seatings(SEATINGS))
def test_both_readings_of_the_rules_agree_on_every_state_of_random_matches(rules: str, seats: int) -> None:
    source = random.Random(f"{rules} {seats}")
    for _ in range(MATCHES):
        record = random_record(rules, seats, source)
        ours, theirs = engine_trace(json.dumps(record)), oracle.trace(record)
        assert len(ours) == len(theirs)
        for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            assert one == other, f"line {number} of {json.dumps(record)}"
        assert ours[-1]["finished"]


@pytest.mark.long
def test_the_compared_matches_end_in_every_way_there_is() -> None:
    seen: Counter[str] = Counter()
    for rules, seats in SEATINGS:
        source = random.Random(f"{rules} {seats}")
        for _ in range(2):
            last = engine_trace(json.dumps(random_record(rules, seats, source)))[-1]
            seen.update(result["reason"] for result in last["deals"])
    assert min(seen[reason] for reason in ("out", "blocked", "mark", "stuck")) >= 5, seen


ENDS = ("left", "right", "start", "arm1", "arm4", "e1", "e3", "mexican", "train1", "pile", "trick")
VALUES = (0, 1, 50, 100, True, False, "last", "plain", "either", "any", "one-deal", "free", "reach", 2.0)


def spoiled(record: dict[str, Any], source: random.Random) -> dict[str, Any]:
    """Change one thing in a record; it may still be one that the rules allow."""
    record = json.loads(json.dumps(record))
    deal = source.choice(record["deals"])
    actions = deal["actions"]
    at = source.randrange(len(actions))
    words = actions[at].split(" ")
    match source.randrange(13):
        case 0:
            words[0] = str(source.randrange(record["seats"] + 1))
        case 1:
            words[2:3] = [source.choice(deal["stock"])]
        case 2:
            words[3:4] = [source.choice(ENDS)]
        case 3:
            words = [
                words[0],
                source.choice(("draw", "pass", "flip 3", "bid 84", "trump none", "play", "play 6-6 left 6")),
            ]
        case 4:
            del actions[at]
            return record
        case 5:
            actions.insert(at, source.choice(actions))
            return record
        case 6:
            one, other = source.randrange(len(deal["stock"])), source.randrange(len(deal["stock"]))
            deal["stock"][one], deal["stock"][other] = deal["stock"][other], deal["stock"][one]
            return record
        case 7:
            deal["stock"][0] = source.choice((deal["stock"][1], "7-0", "13-1", "1-2"))
            return record
        case 8:
            deal["first"] = source.randrange(-1, record["seats"] + 1)
            return record
        case 12:
            deal["named"] = source.choice((True, False, 1))
            return record
        case 9:
            record["seats"] = source.randrange(1, 14)
            return record
        case 10:
            name = source.choice(("target", "pairs", "deals", "limit", "until", "hit", "opening", "capicua", "bogus"))
            record["options"][name] = source.choice(VALUES)
            return record
        case _:
            record["deals"].append(json.loads(json.dumps(deal)))
            return record
    actions[at] = " ".join(words)
    return record


def engine_refuses(record: dict[str, Any]) -> tuple[int, int] | None:
    try:
        # what its states look like is compared elsewhere
        for _ in replay(loads(json.dumps(record))):
            pass
    except BadRecord as error:
        return error.deal, error.action
    return None


def oracle_refuses(record: dict[str, Any]) -> tuple[int, int] | None:
    try:
        oracle.trace(record)
    except oracle.Wrong as error:
        return error.deal, error.action
    return None


@pytest.mark.laws
@pytest.mark.parametrize(("rules", "seats"), few_seatings(SEATINGS))
def test_both_readings_refuse_the_same_records_at_the_same_action(rules: str, seats: int) -> None:
    source = random.Random(f"spoiled {rules} {seats}")
    refused = 0
    record = random_record(rules, seats, source)
    for _ in range(SPOILED):
        bad = spoiled(record, source)
        ours = engine_refuses(bad)
        assert ours == oracle_refuses(bad), json.dumps(bad)
        refused += ours is not None
    assert refused > SPOILED // 4, "too few were refused to say anything"
