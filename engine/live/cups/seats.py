"""The seats of a table: their owners, and the people who play there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.cups import Cup, StoodIn, Table
from engine.cups.model import ascending
from engine.live.cups.model import LiveTable, Situation
from engine.live.model.deleted_users import is_deleted


class Seat(NamedTuple):
    """A seat at a table.

    Attributes:
        entrant_id: the entrant whose seat it is.
        person_id: the member whose seat it is; 0 for a computer that fills the field.
        user_id: the user who plays there; 0 for a computer.

    """

    entrant_id: int
    person_id: int
    user_id: int


def side_members(cup: Cup, table: Table, side: int) -> tuple[tuple[int, int], ...]:
    """Return the entrant and the member of each seat of a side; 0 is the member of a computer."""
    pair = len(table.sides[side]) == 2 or cup.settings.sides == "pairs"
    found: list[tuple[int, int]] = []
    for entrant_id in table.sides[side]:
        members = cup.entrants[entrant_id].members
        seats = 2 if pair and len(table.sides[side]) == 1 else 1
        found += [(entrant_id, each) for each in members or (0,) * seats]
    return tuple(found)


def _people(cup: Cup, table: Table, side: int) -> tuple[int, ...]:
    return tuple(person_id for _, person_id in side_members(cup, table, side) if person_id)


def seats_of(cup: Cup, table: Table) -> tuple[Seat, ...]:
    """Return the seats of a table in order: partners sit opposite, and side 0 has the first seat."""
    by = dict(table.stand_ins)
    first, second = side_members(cup, table, 0), side_members(cup, table, 1)
    return tuple(
        Seat(entrant_id, person_id, by.get(person_id, person_id))
        for both in zip(first, second, strict=True)
        for entrant_id, person_id in both
    )


def members_of(cup: Cup, table: Table) -> tuple[int, ...]:
    """Return the people of a table, without stand-ins and computers."""
    return tuple(seat.person_id for seat in seats_of(cup, table) if seat.person_id)


def expected(at: Situation, table: Table) -> tuple[int, ...]:
    """Return the people of a table who may still come: those who have neither withdrawn nor deleted their data."""
    return tuple(
        seat.person_id
        for seat in seats_of(at.cup, table)
        if seat.person_id and not is_deleted(seat.person_id) and not at.cup.entrants[seat.entrant_id].gone
    )


def missing(at: Situation, table: Table, live: LiveTable) -> tuple[int, ...]:
    """Return the people of a table who are not there, in seat order."""
    there = {*live.here} & {*expected(at, table)}
    return tuple(each for each in members_of(at.cup, table) if each not in there)


def free_substitutes(at: Situation) -> Iterator[int]:
    """Yield the substitutes who are ready, and have no seat at a table that is played, in the order of the list."""
    seated = {seat.user_id for table, _ in at.waiting for seat in seats_of(at.cup, table)}
    for each in at.cup.substitutes:
        if each in at.header.standby and each not in seated and not is_deleted(each):
            yield each


def stand_ins(at: Situation, table: Table, live: LiveTable) -> tuple[StoodIn, ...]:
    """Return the stand-ins of the people who are not there; a side without anybody gets no computer.

    The first substitute goes to a side of which nobody is there. Substitutes are never at a table with somebody from
    whom they are kept apart.
    """
    gone = missing(at, table, live)
    there = {*members_of(at.cup, table)} - {*gone}
    free = list(free_substitutes(at))
    by: dict[int, int] = {}

    def seat(person_id: int) -> None:
        for each in free:
            others = there | {*by.values()}
            if not any(ascending(each, other) in at.cup.forbidden for other in others):
                by[person_id] = each
                free.remove(each)
                return

    sides = [_people(at.cup, table, side) for side in (0, 1)]
    for members in sides:
        if members and not there.intersection(members):
            seat(members[0])
    for person_id in gone:
        if person_id not in by:
            seat(person_id)
    return tuple(
        StoodIn(table.round, table.number, person_id, by.get(person_id, 0))
        for members in sides
        for person_id in members
        if person_id in gone and (there | by.keys()).intersection(members)
    )


def absent_sides(at: Situation, table: Table, live: LiveTable) -> tuple[int, ...]:
    """Return the sides of which neither a member nor a substitute is there; computers are always there."""
    gone, by = missing(at, table, live), {each.person for each in stand_ins(at, table, live) if each.by}
    away = {*gone} - by
    return tuple(side for side in (0, 1) if (members := _people(at.cup, table, side)) and away.issuperset(members))
