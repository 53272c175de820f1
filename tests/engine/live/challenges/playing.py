"""Challenges for tests, and people who play them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from engine.actions import Move
from engine.bots.choose import choose_move
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.dealing import Seed
from engine.legal import legal
from engine.live.challenges.attempt import Position
from engine.live.challenges.challenge import Challenge, Kind
from engine.live.challenges.choosing import Played, answered
from engine.live.model.seating import usual_seats
from engine.options import complete
from engine.rules import find
from engine.view import View

DAY = 86_400.0

Choice = Callable[[Position], Move]
"""The player's choice where they have one."""


def challenge(rules: str = "classic", **fields: Any) -> Challenge:
    """Return a daily challenge that is open from 0 to :data:`DAY`."""
    rule_set = find(rules)
    options = complete(rules, rule_set.options, fields.pop("options", {}))
    seats = 4 if options.get("pairs") else usual_seats(rule_set.seats)
    chosen: dict[str, Any] = {
        "id": "abcd2345",
        "kind": Kind.DAILY,
        "number": 329,
        "seats": seats,
        "deals": 3,
        "level": Level.NORMAL,
        "version": 1,
        "seed": Seed(bytes(32)),
        "secret": Seed(bytes([7]) * 32),
        "opens_at": 0.0,
        "ends_at": DAY,
    }
    return Challenge(rules=rules, options=options, **chosen | fields)


async def decide(view: View, flipped: FlippedTiles, level: Level, seed: int) -> Move:
    """Choose a move in this process, with little effort."""
    return choose_move(view, flipped, level, seed, 240).move


def first(position: Position) -> Move:
    """Choose the first legal move."""
    return legal(position.state)[0]


def at_random(seed: int) -> Choice:
    """Return a player who chooses at random."""
    chance = random.Random(seed)
    return lambda position: chance.choice(legal(position.state))


async def played_to_the_end(begun: Challenge, choice: Choice = first, at: float = 1.0) -> list[Played]:
    """Return what each press of a player adds, to the end of a challenge."""
    presses = [await answered(Played(Position.begin(begun)), at, decide)]
    while not (position := presses[-1].position).over:
        if position.in_play:
            played = Played(position).with_move(choice(position), at, by_person=True)
        else:
            played = Played(position.next_deal())
        presses.append(await answered(played, at, decide))
    return presses
