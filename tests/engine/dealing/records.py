"""Records of matches whose deals are drawn fairly, and ways to spoil them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine import match
from engine.actions import Action, Deal
from engine.dealing import Seed, fair_deal
from engine.options import Value
from engine.record import dumps

Raw = dict[str, Any]
"""A record as JSON gives it."""

SEED = Seed(bytes(range(32)))
WORDS = ("", "été", "Wörter 🁣 和", "zero", "", "x" * 40, "", "ok")
"""What the players of the records below add to every other deal, by seat."""

PASSED_OVER = ("3729241", "")
"""Words with which one of the numbers in the first deal of 91 tiles for two is passed over, as one in millions is."""


def fair_record(
    rules: str,
    seats: int,
    options: Mapping[str, Value] | None = None,
    *,
    words: Sequence[str] = WORDS,
    passed_on: int | None = None,
    named: int | None = None,
    most: int = 4,
) -> Raw:
    """Play a match at random, dealt as a table deals it.

    Args:
        rules: the rule set.
        seats: how many play.
        options: the house rules.
        words: what players add to every deal of an odd number, by seat.
        passed_on: who begins the first deal in a rematch, in the place of whom luck chooses.
        named: who begins the first deal, named by the host.
        most: how many deals are played at most, where the match is not over before.

    """
    source = random.Random(f"{rules} {seats}")
    state = match.new(rules, seats, options)
    actions: list[Action] = []
    extra: list[dict[str, object]] = []
    while not state.finished and not (state.awaits_deal and len(state.results) >= most):
        if state.awaits_deal:
            said = list(words[:seats]) if len(extra) % 2 == 0 else []
            opener = named if not extra else None
            dealt = fair_deal(state, SEED, said, opener)
            extra.append({"words": said} if any(said) else {})
            if passed_on is not None and len(extra) == 1:
                assert dealt.first != passed_on, "luck chose the same seat"
                dealt = dealt._replace(first=passed_on)
                extra[0]["passed_on"] = True
            action: Action = dealt
        else:
            action = source.choice(match.legal(state))
        state, _ = match.apply(state, action)
        actions.append(action)
    proof = {"seed": SEED.reveal(), "commitment": SEED.commitment}
    whole: Raw = json.loads(dumps(rules, seats, state.options, actions, extra, **proof))
    assert len(whole["deals"]) == sum(isinstance(action, Deal) for action in actions)
    return whole


GOOD: dict[str, Callable[[], Raw]] = {
    "a match in pairs, in which words have accents and signs": lambda: fair_record("express", 4, {"pairs": True}),
    "a match without words": lambda: fair_record("classic-rounds", 3, words=("", "", "")),
    "a match in which somebody is out after some deals": lambda: fair_record("mata", 4, {"until": "last"}, most=99),
    "a large set, without the tile that lies there first": lambda: fair_record("mexican-train", 8),
    "luck says who begins": lambda: fair_record("memory", 4),
    "luck says who begins in the first deal alone": lambda: fair_record("matador", 3),
    "luck says who begins where the rules lay the first tile": lambda: fair_record("sebastopol", 3),
    "a rematch, in which the opening passed on": lambda: fair_record("matador", 3, passed_on=2),
    "the host named who begins": lambda: fair_record("matador", 3, named=2),
    "the host named who begins, and nobody added a word": lambda: fair_record(
        "mexican-train", 2, {"deals": 2}, words=("", ""), named=0
    ),
    "a number would favour some tiles, and is passed over": lambda: fair_record("double-twelve", 2, words=PASSED_OVER),
    "a match that was closed before its first move": lambda: first_deal_alone(fair_record("express", 2)),
}
"""Records that follow from their seeds, by what is special about them."""


def first_deal_alone(record: Raw) -> Raw:
    return {**record, "deals": [{**record["deals"][0], "actions": []}]}


PLAYED = fair_record("express", 2)
"""A good record in which the rules say who begins."""
LOTS = fair_record("matador", 3)
"""A good record in which luck says who begins the first deal."""


class Spoilt(NamedTuple):
    """A way to tamper with a record: from a good one, the deal that is told of, and a piece of what is told."""

    name: str
    spoil: Callable[[Raw], object]
    deal: int
    told: str


def _swap(record: Raw, deal: int, one: int, other: int) -> None:
    stock = record["deals"][deal - 1]["stock"]
    stock[one], stock[other] = stock[other], stock[one]


def _say(record: Raw, deal: int, seat: int, word: str) -> None:
    record["deals"][deal - 1].setdefault("words", [""] * record["seats"])[seat] = word


SPOILT = [
    Spoilt("two tiles changed places", lambda record: _swap(record, 1, 0, 27), 1, "Shuffled tile no. 1 is"),
    Spoilt("two tiles of the boneyard did", lambda record: _swap(record, 2, 26, 27), 2, "Shuffled tile no. 27 is"),
    Spoilt("a word is another", lambda record: _say(record, 1, 1, "ete"), 1, "Shuffled tile no. "),
    Spoilt("a word is composed otherwise", lambda record: _say(record, 1, 1, "e\u0301té"), 1, "Shuffled tile no. "),
    Spoilt("a word was added", lambda record: _say(record, 2, 0, "a"), 2, "Shuffled tile no. "),
    Spoilt("a word changed seats", lambda record: record["deals"][0]["words"].reverse(), 1, "Shuffled tile no. "),
    Spoilt("the words are gone", lambda record: record["deals"][0].pop("words"), 1, "Shuffled tile no. "),
    Spoilt("the seed is another", lambda record: record.update(seed="00" * 32), 0, "not 630dcd2966c43366"),
    Spoilt("the commitment is another", lambda record: record.update(commitment="0" * 64), 0, "not 00000000"),
    Spoilt(
        "both are another's",
        lambda record: record.update(seed=OTHER.reveal(), commitment=OTHER.commitment),
        1,
        "Shuffled tile no. ",
    ),
    Spoilt("the seed is gone", lambda record: record.pop("seed"), 0, "has no seed"),
    Spoilt("the commitment is gone", lambda record: record.pop("commitment"), 0, "has no SHA-256"),
    Spoilt(
        "the opening passed on where nobody is drawn",
        lambda record: record["deals"][0].update(passed_on=True),
        1,
        "passed on",
    ),
]
"""Ways to spoil a record of two seats and two deals at least, with words in the first."""

OTHER = Seed(bytes(32))

SPOILT_LOTS = [
    Spoilt(
        "another begins", lambda record: record["deals"][0].update(first=_other(record)), 1, " was drawn to begin; "
    ),
    Spoilt(
        "the opening passed on in a later deal",
        lambda record: record["deals"][1].update(passed_on=True),
        2,
        "passed on",
    ),
]
"""The same where luck chooses who begins the first deal alone."""

NAMED = fair_record("matador", 3, named=2)
"""A good record in which the host named who begins the first deal."""


def _passes_on(record: Raw) -> None:
    del record["deals"][0]["named"]
    record["deals"][0]["passed_on"] = True


SPOILT_NAMES = [
    Spoilt("another was named", lambda record: record["deals"][0].update(first=1), 1, "seat 1 was named to begin; "),
    Spoilt("luck chose who was named", lambda record: record["deals"][0].pop("named"), 1, "Shuffled tile no. "),
    Spoilt("the opening passed on instead", _passes_on, 1, "Shuffled tile no. "),
    Spoilt(
        "the opening passed on as well", lambda record: record["deals"][0].update(passed_on=True), 1, "passed on, which"
    ),
    Spoilt("tiles changed places", lambda record: _swap(record, 1, 0, 27), 1, "seat 2 was named to begin; "),
    Spoilt("a word was added later", lambda record: _say(record, 1, 0, "a"), 1, "seat 2 was named to begin; "),
]
"""The same where the host named who begins."""

TAMPERED = [
    *((PLAYED, each) for each in SPOILT),
    *((LOTS, each) for each in SPOILT_LOTS),
    *((NAMED, each) for each in SPOILT_NAMES),
]
"""A good record with each way to spoil it."""


def _malformed(name: str, told: str, deal: int = 0, **fields: object) -> Spoilt:
    """Return a way to put what is none of its kind into the record, or into one of its deals."""
    return Spoilt(name, lambda record: (record["deals"][deal - 1] if deal else record).update(fields), deal, f"{told} ")


MALFORMED = [
    _malformed("a seed that is too short", "a seed is", seed="00"),
    _malformed("a number for a seed", "seed", seed=5),
    _malformed("a seed in capitals", "a seed is", seed=SEED.reveal().upper()),
    _malformed("a seed that is not hexadecimal", "a seed is", seed="zz" * 32),
    _malformed("a list for a commitment", "commitment", commitment=["a"]),
    _malformed("an opening that passed on by half", "passed_on", 1, passed_on=1),
    _malformed("an opener who was named by half", "named is neither", 1, named=1),
    _malformed("a named opener of a later deal", "named goes with", 2, named=True),
    *(
        _malformed(f"{name} for words, in deal {deal}", "words", deal, words=words)
        for deal in (1, 2)
        for name, words in {
            "a text": "ab",
            "too few": ["a"],
            "too many": ["a", "b", "", ""],
            "none": ["a", None, ""],
            "a number": ["a", 1, ""],
            "two lines": ["a\nb", "", ""],
            "two lines and one too few": ["a\nb", ""],
            "half a character": ["\ud800", "", ""],
            "two halves of a character": ["\ud83d", "\ude00", ""],
            "nothing": None,
        }.items()
    ),
]
"""Ways to make a record of three seats and two deals at least no record."""


def _other(record: Raw) -> int:
    return (int(record["deals"][0]["first"]) + 1) % int(record["seats"])
