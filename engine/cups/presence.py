"""The entrants present in a cup, those gone and those out by absence, read from the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.cups.model import MISSES, Cup, Entrant, Format, How, Phase, Sides, Table


def present(cup: Cup) -> tuple[int, ...]:
    """Return the entrants that are in the cup, computers excluded, in order of sign-up.

    A correction that undoes an absence undoes being out by it, since this is read from the results.
    """
    out = out_by_misses(cup)
    return tuple(each.id for each in people(cup) if not each.gone and each.id not in out)


def in_field(cup: Cup) -> set[int]:
    """Return the entrants that are in the cup, with the computers that fill the field in all rounds."""
    return {*present(cup), *(each for each in cup.order if each < 0)}


def people(cup: Cup) -> Iterator[Entrant]:
    """Yield the entrants that are no computers."""
    return (each for each in cup.entrants.values() if not each.is_computer)


def fillers(cup: Cup) -> tuple[int, ...]:
    """Return the computers that fill the tables of a Swiss's next round, if the organizer chose so."""
    seats = 4 if cup.partners_change else 2
    missing = -len(present(cup)) % seats if cup.settings.fill else 0
    return tuple(range(-1, -1 - missing, -1))


def out_by_misses(cup: Cup) -> frozenset[int]:
    """Return the entrants that were absent twice, or left twice, since they were last taken back in."""
    absences: Counter[int] = Counter()
    departures: Counter[int] = Counter()
    for each in cup.rounds:
        for table in each.tables:
            absences.update(_counted(cup, table, absent_at(cup, table)))
            departures.update(_counted(cup, table, table.result.left if table.result else ()))
    return frozenset(
        entrant for counter in (absences, departures) for entrant, count in counter.items() if count >= MISSES
    )


def absent_at(cup: Cup, table: Table) -> frozenset[int]:
    """Return the entrants whose absence from a table counts.

    Where partners change, a person for whom somebody stood in was absent, too.
    """
    absent = {entrant for side in _absent_sides(table) for entrant in table.sides[side]}
    if cup.settings.sides is Sides.PARTNERS_CHANGE:
        missing = {person for person, _ in table.stand_ins}
        absent.update(each for each in table.entrants if missing & set(cup.entrants[each].members))
    return frozenset(absent)


def _absent_sides(table: Table) -> tuple[int, ...]:
    return table.result.absent if table.result is not None and table.result.how is How.ABSENT else ()


def _counted(cup: Cup, table: Table, entrants: frozenset[int] | tuple[int, ...]) -> Iterator[int]:
    return (each for each in entrants if table.round >= cup.entrants[each].counted_from)


def phase(cup: Cup) -> Phase:
    """Return the phase of a cup."""
    if cup.cancelled is not None:
        return Phase.CANCELLED
    if cup.ended:
        return Phase.ENDED
    if not cup.begun:
        return Phase.SIGN_UP
    if cup.rounds and not cup.rounds[-1].over:
        return Phase.PLAYING
    return Phase.PAIRING if len(cup.rounds) < cup.planned and _can_go_on(cup) else Phase.DONE


def _can_go_on(cup: Cup) -> bool:
    """Whether enough entrants are there for a table; a knock-out goes on to its final in any case."""
    if cup.settings.format is Format.KNOCK_OUT:
        return True
    return len(present(cup)) >= (4 if cup.partners_change else 2)
