"""The examples of game records."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine import match, random_deal
from engine.actions import Action, parse
from engine.dealing import Seed, fair_deal
from engine.game import State
from engine.options import Value
from engine.record import dumps
from engine.tiles import full_set, parse_tile

SMALLEST: Final = (
    "deal 6-6 4-4 3-3 2-2 1-1 0-0 4-3 6-5 5-5 4-2 4-1 4-0 3-2 3-1",
    *("0 play 6-6 start", "1 play 6-5 right", "0 pass", "1 play 5-5 right"),
)
"""The first deal of the smallest whole match, without the boneyard, and its actions."""


class Example(NamedTuple):
    """A random match that ends after one deal, or after so many actions."""

    rules: str
    seats: int
    seed: int
    options: dict[str, Value]
    most: int = 100


RANDOM: Final = {
    "line": Example("classic-draw", 2, 3, {}),
    "cross": Example("all-fives", 3, 3, {"target": "one-deal"}),
    "cross-laid": Example("sebastopol", 3, 3, {}),
    "spinners": Example("fives", 3, 3, {"spinners": "all"}),
    "branches": Example("matador", 3, 3, {"unable": "pass"}),
    "facing": Example("matador", 3, 3, {"matador_ends": "choose", "unable": "pass"}),
    "trains": Example("mexican-train-nine", 2, 3, {"deals": 1}),
    "feet": Example("chickenfoot", 4, 3, {"deals": 1}),
    "pile": Example("accountants", 3, 3, {}),
    "tricks": Example("forty-two", 4, 5, {}),
    "memory": Example("memory", 2, 3, {}, most=12),
}
"""An example of each layout, by the name of its file."""


def examples() -> dict[str, str]:
    """Return the records, by the names of their files."""
    return {"smallest": _smallest(), "fair": _fair(), **{name: _written(each) for name, each in RANDOM.items()}}


def _smallest() -> str:
    dealt = [parse_tile(tile) for tile in SMALLEST[0].split(" ")[1:]]
    rest = [tile.text for tile in full_set(6) if tile not in dealt]
    actions = [parse(" ".join([SMALLEST[0], *rest])), *map(parse, SMALLEST[1:])]
    return dumps("classic", 2, match.new("classic", 2).options, actions)


def _written(example: Example) -> str:
    rules, seats, seed, options, most = example
    source = random.Random(seed)
    state = match.new(rules, seats, options)
    deal = random_deal(state, source)
    return dumps(rules, seats, state.options, [deal, *_played(match.apply(state, deal)[0], source, most)])


def _played(state: State, source: random.Random, most: int) -> Iterator[Action]:
    """Yield random legal actions up to the end of a deal, or so many."""
    for _ in range(most):
        if state.turn is None:
            return
        action = source.choice(match.legal(state))
        state, _ = match.apply(state, action)
        yield action


def _fair() -> str:
    """Return a record as the bot writes it: the first deal of a match, dealt from a seed and words."""
    state = match.new("parejas", 4, {"first_opener": "random"})
    seed, words = Seed(bytes(range(32))), ["été", "", "ok", ""]
    deal = fair_deal(state, seed, words, named=2)
    return dumps(
        "parejas",
        4,
        state.options,
        [deal, *_played(match.apply(state, deal)[0], random.Random(3), 100)],
        [{"words": words}],
        players=["Ana", "Bé", "Carla", "Dimitri"],
        played_at="2026-11-21T19:30:00Z",
        seed=seed.reveal(),
        commitment=seed.commitment,
    )
