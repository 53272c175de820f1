"""Cups of which rounds are played, put together by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine import cups
from engine.cups import Action, Cup, Finished, Format, Phase, Settings, Sides, SignedUp, Table
from engine.dealing import Seed
from engine.live.cups.model import CupHeader, CupPerson, LiveTable, Situation
from engine.live.cups.tempo import Tempo

NAMES = (
    "Ana",
    "Ben_",
    "Cleo",
    "Dan",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ivy",
    "Joe",
    "Kim",
    "Lea",
    "Mo",
    "Nia",
    "Oli",
    "Pia",
)
FIRST = 11
"""The user id of the first person; the others follow."""

SWISS, ROUND_ROBIN, KNOCK_OUT = Format


def lower_wins(table: Table) -> Action:
    """Let the side with the lower entrant ids win, by a difference that their sum decides."""
    sums = [sum(side) for side in table.sides]
    winner = sums.index(min(sums))
    points = (100, 10 * min(sums)) if winner == 0 else (10 * min(sums), 100)
    return Finished(table.round, table.number, winner, points)


@dataclass
class Played:
    """A cup that goes on action by action."""

    format: Format = SWISS
    sides: Sides = Sides.ALONE
    people: int = 4
    names: Sequence[str] = NAMES
    settings: dict[str, Any] = field(default_factory=dict[str, Any])
    header: dict[str, Any] = field(default_factory=dict[str, Any])
    cup: Cup = field(init=False)

    def __post_init__(self) -> None:
        options = {} if self.sides is Sides.ALONE else {"pairs": True}
        self.chosen = Settings(self.format, self.sides, "express", options, **self.settings)
        self.cup = cups.new(self.chosen, Seed(bytes(32)))
        size = 2 if self.sides is Sides.PAIRS else 1
        for first in range(FIRST, FIRST + self.people, size):
            self.do(SignedUp(tuple(range(first, first + size))))
        # the first to sign up is the highest seed
        self.do(cups.Began(tuple((each, 1000 - each) for each in self.cup.entrants)))

    def do(self, *actions: Action) -> Played:
        for action in actions:
            self.cup = cups.apply(self.cup, action)
        return self

    def pair(self) -> Played:
        return self.do(cups.pair(self.cup))

    def round(self, result: Callable[[Table], Action] = lower_wins) -> Played:
        """Pair a round, and play it."""
        return self.pair().do(*map(result, [*self.cup.rounds[-1].tables]))

    def to_the_end(self, result: Callable[[Table], Action] = lower_wins) -> Played:
        while cups.phase(self.cup) is Phase.PAIRING:
            self.round(result)
        return self.do(cups.Ended())

    def at(self, *tables: LiveTable, **fields: Any) -> Situation:
        """Return the cup on a server."""
        header = CupHeader(
            id="abcdefgh",
            guild_id=1,
            channel_id=2,
            organizer_id=9,
            name="Friday's *cup*",
            locale="en-US",
            settings=self.chosen,
            seed=Seed(bytes(32)),
            tempo=Tempo.TONIGHT,
            round_seconds=2_700,
            opened_at=1_800_000_000,
            organizer_at=1_800_000_000,
            seen_at=1_800_000_000,
        )
        people = {FIRST + at: CupPerson(FIRST + at, name, "") for at, name in enumerate(self.names)}
        return Situation(
            header=replace(header, **{**self.header, **fields}),
            cup=self.cup,
            people=people,
            tables={each.key: each for each in tables},
            now=1_800_000_000,
        )
