"""Positions in which there is something to choose."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from engine import match
from engine.bots.memory import FlippedTiles
from engine.game import State
from engine.rules import RULE_SETS
from engine.view import View
from tests.engine.games import options_of, play_on

OFTEN = 0.3
"""How many of the positions of a match are taken."""


def choices(rules: str, source: random.Random, seats: int | None = None) -> Iterator[State]:
    """Return positions with several legal actions from random matches, for ever.

    Args:
        rules: the rule set.
        source: what decides on options, deals and actions.
        seats: how many play; None: that is random, too.

    """
    while True:
        many = seats or source.choice(RULE_SETS[rules].seats)
        begun = match.new(rules, many, source.choice(options_of(rules, many)))
        for step in play_on(begun, source):
            if len(match.legal(step.after)) > 1 and source.random() < OFTEN:
                yield step.after


def apart(rules: str, seats: int, count: int, seed: str = "") -> Iterator[State]:
    """Return ``count`` positions with several legal actions, each of another match, somewhere in its first deals."""
    for number in range(count):
        source = random.Random(f"{rules} {seats} {number} {seed}")
        yield next(islice(choices(rules, source, seats), source.randrange(25), None))


def seen(state: State) -> tuple[View, FlippedTiles]:
    """Return what the seat in turn is shown."""
    return match.view(state, state.turn), match.flipped(state)
