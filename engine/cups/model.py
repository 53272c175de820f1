"""The values of a cup: its settings, entrants, rounds, tables and results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, NamedTuple

from engine.dealing import Seed
from engine.options import Value

MISSES: Final = 2
"""How many absences put an entrant out of the cup, and how many matches left."""


class Format(StrEnum):
    """The ways to choose opponents."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    KNOCK_OUT = "knock-out"


class Sides(StrEnum):
    """The entrants of a cup, and the sides of its tables."""

    ALONE = "alone"
    PAIRS = "pairs"
    PARTNERS_CHANGE = "partners-change"


class How(StrEnum):
    """The ways in which a round of a table ends."""

    PLAYED = "played"
    TIME = "time"
    COMPUTER = "computer"
    ABSENT = "absent"


class Phase(StrEnum):
    """The phases of a cup; see :func:`engine.cups.presence.phase`."""

    SIGN_UP = "sign-up"
    PAIRING = "pairing"
    PLAYING = "playing"
    DONE = "done"
    ENDED = "ended"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Settings:
    """The organizer's choices.

    Attributes:
        format: the way to choose opponents.
        sides: whether entrants are people, fixed pairs, or people whose partners change.
        rules: the rule set's id.
        options: its options that differ from their defaults.
        rounds: the number of rounds of a Swiss; None: as many as the field needs.
        twice: whether everyone meets everyone twice, in a round robin.
        late_entry: whether people may enter while the cup runs.
        fill: whether computers fill the field, so that nobody has a bye.

    """

    format: Format
    sides: Sides
    rules: str
    options: Mapping[str, Value] = field(default_factory=dict[str, Value])
    rounds: int | None = None
    twice: bool = False
    late_entry: bool = False
    fill: bool = False


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person or a fixed pair with a place in the standings, or a computer that fills the field.

    Attributes:
        id: the number in order of sign-up, from 1, never used again; computers count down from -1.
        members: the people; none for a computer.
        gone: whether the entrant withdrew or was taken out.
        counted_from: the first round whose absence counts; later than 1 if the organizer took the entrant back in.

    """

    id: int
    members: tuple[int, ...] = ()
    gone: bool = False
    counted_from: int = 1

    @property
    def is_computer(self) -> bool:
        """Whether a computer fills this place."""
        return self.id < 0


class Result(NamedTuple):
    """The end of a table's round.

    Attributes:
        winner: the side that won, 0 or 1; None if nobody did.
        points: the points of both sides, as the rule set counts.
        how: the way in which it ended.
        absent: the sides that did not come.
        left: the entrants whose place ended in the hands of the computer.
        correction: the organizer's reason to correct it; empty if nobody did.

    """

    winner: int | None
    points: tuple[int, int]
    how: How = How.PLAYED
    absent: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    correction: str = ""

    @property
    def uncorrected(self) -> Result:
        """The same result without a reason."""
        return self._replace(correction="")


@dataclass(frozen=True, slots=True)
class Table:
    """Two sides that meet in a round.

    Attributes:
        round: the number of the round, from 1.
        number: the number of the table in its round, from 1; in a knock-out its place in the bracket.
        sides: the entrants of both sides.
        begun: whether the table was shown, or has a result.
        result: the result; None while there is none.
        stand_ins: the people who had not come, each with the person on their seat; 0: a computer.

    """

    round: int
    number: int
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    begun: bool = False
    result: Result | None = None
    stand_ins: tuple[tuple[int, int], ...] = ()

    @property
    def key(self) -> tuple[int, int]:
        """The numbers of the round and of the table."""
        return self.round, self.number

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entrants of both sides."""
        return self.sides[0] + self.sides[1]


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was paired.

    Attributes:
        number: its number, from 1.
        tables: its tables.
        byes: the entrants with a bye.
        idle: the entrants of a round robin whose opponent of this round is struck.

    """

    number: int
    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    idle: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether all tables have a result."""
        return all(table.result is not None for table in self.tables)

    @property
    def there(self) -> Iterator[int]:
        """The entrants that were in the cup in this round."""
        for table in self.tables:
            yield from table.entrants
        yield from self.byes
        yield from self.idle


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup between two actions.

    Attributes:
        settings: the organizer's choices.
        seed: the sealed seed, from which all lots come.
        entrants: the entrants by id.
        last_id: the id of the newest entrant.
        seekers: the people who look for a partner, in order.
        substitutes: the people who stand in for others, in order.
        forbidden: two people each, ascending, who may not sit at one table.
        ratings: the rating of each entrant that has one.
        planned: the number of rounds; 0 before the cup begins.
        order: the ids of the entrants at the beginning, the highest seed first, computers last.
        bracket: the entrants in the order of a knock-out's first round; None is a place that nobody has.
        rounds: the rounds that were paired.
        paused: whether no round and no table may begin.
        ended: whether the standings are final.
        cancelled: the organizer's reason to call the cup off; None if nobody did.

    """

    settings: Settings
    seed: Seed
    entrants: Mapping[int, Entrant] = field(default_factory=dict[int, Entrant])
    last_id: int = 0
    seekers: tuple[int, ...] = ()
    substitutes: tuple[int, ...] = ()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    ratings: Mapping[int, int] = field(default_factory=dict[int, int])
    planned: int = 0
    order: tuple[int, ...] = ()
    bracket: tuple[int | None, ...] = ()
    rounds: tuple[Round, ...] = ()
    paused: bool = False
    ended: bool = False
    cancelled: str | None = None

    @property
    def begun(self) -> bool:
        """Whether the sign-up is over."""
        return self.planned > 0

    @property
    def partners_change(self) -> bool:
        """Whether a side is a pair for one round."""
        return self.settings.sides is Sides.PARTNERS_CHANGE

    def with_computers(self, ids: Iterable[int]) -> Cup:
        """Return the cup with computers of these ids in the field."""
        added = {each: Entrant(each) for each in ids if each not in self.entrants}
        return replace(self, entrants={**self.entrants, **added})

    def with_round(self, changed: Round) -> Cup:
        """Return the cup with a round in the place of the one with its number."""
        at = changed.number - 1
        return replace(self, rounds=(*self.rounds[:at], changed, *self.rounds[at + 1 :]))

    def table_at(self, number: int, table: int) -> Table | None:
        """Return a table by the number of its round and its own; None if there is none."""
        tables = self.rounds[number - 1].tables if 1 <= number <= len(self.rounds) else ()
        return next((each for each in tables if each.number == table), None)

    def entrant_of(self, person: int) -> Entrant | None:
        """Return the entrant to which a person belongs; None if there is none."""
        return next((each for each in self.entrants.values() if person in each.members), None)

    @property
    def kept_apart(self) -> frozenset[tuple[int, int]]:
        """The ids of two entrants each, ascending, whose people may not sit at one table."""
        entrant_of = {person: each.id for each in self.entrants.values() for person in each.members}
        pairs = ((entrant_of.get(first), entrant_of.get(second)) for first, second in self.forbidden)
        return frozenset(ascending(a, b) for a, b in pairs if a is not None and b is not None and a != b)


def ascending(first: int, second: int) -> tuple[int, int]:
    """Return two numbers, the lower one first."""
    return (first, second) if first <= second else (second, first)
