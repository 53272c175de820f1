"""Cups for tests: begun with so many entrants, and played on, round by round."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping

from engine import cups
from engine.cups import Absent, Action, Began, Cup, Finished, Format, Phase, Settings, Sides, SignedUp, Table
from engine.dealing import Seed

SWISS = Settings(Format.SWISS, Sides.ALONE, "no-boneyard")
PAIRS = Settings(Format.SWISS, Sides.PAIRS, "parejas")
CHANGING = Settings(Format.SWISS, Sides.PARTNERS_CHANGE, "parejas")
ROUND_ROBIN = Settings(Format.ROUND_ROBIN, Sides.ALONE, "no-boneyard")
KNOCK_OUT = Settings(Format.KNOCK_OUT, Sides.ALONE, "no-boneyard")
LESS_IS_BETTER = "mata"

Report = Callable[[Table], Action]
"""What happens at a table."""


def seed(number: int = 0) -> Seed:
    """Return a seed like any other."""
    return Seed(number.to_bytes(32, "big"))


def signed_up(settings: Settings, entrants: int, number: int = 0) -> Cup:
    """Return a cup whose entrants 1, 2 … are the people 1, 2 …, or the pairs 11 and 12, 21 and 22 …."""
    cup = cups.new(settings, seed(number))
    for each in range(1, entrants + 1):
        people = (10 * each + 1, 10 * each + 2) if settings.sides is Sides.PAIRS else (each,)
        cup = cups.apply(cup, SignedUp(people))
    return cup


def begun(settings: Settings, entrants: int, *, number: int = 0, ratings: Mapping[int, int] | None = None) -> Cup:
    """Return a cup that has begun."""
    return cups.apply(signed_up(settings, entrants, number), Began(tuple((ratings or {}).items())))


def ranked(settings: Settings, entrants: int) -> Cup:
    """Return a cup that has begun, in which entrant 1 has the highest rating, 2 the next, and so on."""
    return begun(settings, entrants, ratings={each: -each for each in range(1, entrants + 1)})


def after(cup: Cup, *actions: Action) -> Cup:
    """Return a cup after actions."""
    for action in actions:
        cup = cups.apply(cup, action)
    return cup


def paired(cup: Cup) -> Cup:
    """Return a cup whose next round is paired."""
    return cups.apply(cup, cups.pair(cup))


def opponents(cup: Cup) -> list[tuple[int, int]]:
    """Return who meets whom in the last round, alone or as fixed pairs."""
    return [(table.sides[0][0], table.sides[1][0]) for table in cup.rounds[-1].tables]


def lower_wins(table: Table) -> Action:
    """The side with the lowest id wins by 100 to 40."""
    winner = 0 if min(table.sides[0]) < min(table.sides[1]) else 1
    return won(table, winner)


def won(table: Table, winner: int, points: int = 100, against: int = 40) -> Finished:
    """A side wins."""
    return Finished(table.round, table.number, winner, (points, against) if winner == 0 else (against, points))


def level(table: Table) -> Action:
    """Nobody wins."""
    return Finished(table.round, table.number, None, (50, 50))


def winning(*winners: int) -> Report:
    """Return a report in which these entrants win."""

    def report(table: Table) -> Action:
        return won(table, 0 if set(winners) & set(table.sides[0]) else 1)

    return report


def missing(*entrants: int, otherwise: Report = lower_wins) -> Report:
    """Return a report in which these entrants are absent."""

    def report(table: Table) -> Action:
        absent = tuple(side for side in (0, 1) if set(entrants) & set(table.sides[side]))
        return Absent(table.round, table.number, absent) if absent else otherwise(table)

    return report


def played(cup: Cup, report: Report = lower_wins) -> Cup:
    """Return a cup after the tables of its last round have ended."""
    for table in cup.rounds[-1].tables:
        if table.result is None:
            cup = cups.apply(cup, report(table))
    return cup


def rounds(cup: Cup, *reports: Report) -> Cup:
    """Return a cup after a round for each report."""
    for report in reports:
        cup = played(paired(cup), report)
    return cup


def to_the_end(cup: Cup, report: Report = lower_wins) -> Cup:
    """Return a cup after all its rounds; it has not ended yet."""
    if cup.rounds:
        cup = played(cup, report)
    while cups.phase(cup) is Phase.PAIRING:
        cup = played(paired(cup), report)
    return cup


def chance(source: random.Random, absent: float = 0) -> Report:
    """Return a report in which anything happens."""

    def report(table: Table) -> Action:
        if source.random() < absent:
            return Absent(table.round, table.number, source.choice(((0,), (1,), (0, 1))))
        winner = source.choice((0, 1, None))
        return Finished(table.round, table.number, winner, (source.randrange(120), source.randrange(120)))

    return report


def by_id(cup: Cup) -> dict[int, cups.Row]:
    """Return the rows of the standings by entrant."""
    return {row.entrant: row for row in cups.standings(cup)}


def ids(rows: Iterable[cups.Row]) -> list[int]:
    """Return the entrants of rows."""
    return [row.entrant for row in rows]
