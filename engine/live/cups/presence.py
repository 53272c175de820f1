"""Presence at a table: its people, the substitutes who are ready, and the match that begins then."""

from __future__ import annotations

from dataclasses import replace

from engine.cups import Absent, Action, Finished, How, Table, TableBegan
from engine.live.cups.errors import Code, CupDeclined
from engine.live.cups.model import Change, CupPerson, LiveTable, Situation
from engine.live.cups.seats import absent_sides, expected, members_of, missing, stand_ins
from engine.live.model.deleted_users import is_deleted
from engine.live.model.ids import new_id


def table_of(at: Situation, number: int, table_number: int) -> tuple[Table, LiveTable]:
    """Return a table of the present round that has no result, with its place.

    Raises:
        CupDeclined: it is over, or there is none.

    """
    for table, live in at.waiting:
        if live.key == (number, table_number):
            return table, live
    raise CupDeclined(Code.STALE)


def arrive(at: Situation, person: CupPerson, number: int, table_number: int) -> Change:
    """Note that a person of a table is there.

    Raises:
        CupDeclined: the table is not theirs, its people are settled, or it is over.

    """
    table, live = table_of(at, number, table_number)
    if person.user_id not in expected(at, table):
        raise CupDeclined(Code.NOT_AT_TABLE)
    if live.match_id:
        raise CupDeclined(Code.TABLE_BEGUN)
    if person.user_id in live.here:
        return Change()
    return Change(tables=(replace(live, here=(*live.here, person.user_id)),), people=(person,))


def stand_by(at: Situation, person: CupPerson) -> Change:
    """Note that a substitute is ready to play in this round.

    Raises:
        CupDeclined: they are no substitute, or no round waits for anybody.

    """
    if person.user_id not in at.cup.substitutes:
        raise CupDeclined(Code.NOT_SUBSTITUTE)
    if not at.waiting:
        raise CupDeclined(Code.NOT_WAITING)
    if person.user_id in at.header.standby:
        return Change()
    return Change(people=(person,)).with_fields(standby=(*at.header.standby, person.user_id))


def wants_substitutes(at: Situation) -> bool:
    """Whether the substitutes have to be called: half of a table's grace is over, and somebody is missing."""
    if at.header.called or at.cup.paused or not unanswered(at):
        return False
    half = at.header.graces.here / 2
    return any(
        live.until is not None and not live.match_id and at.now >= live.until - half and missing(at, table, live)
        for table, live in at.waiting
    )


def unanswered(at: Situation) -> list[int]:
    """Return the substitutes who have not said that they can play in this round, in the order of the list."""
    return [each for each in at.cup.substitutes if each not in at.header.standby and not is_deleted(each)]


def is_complete(at: Situation, table: Table, live: LiveTable) -> bool:
    """Whether a table waits for nobody: neither for its own people, nor for substitutes of those who are gone."""
    gone = missing(at, table, live)
    if {*gone} & {*expected(at, table)}:
        return False
    ready = {each.person for each in stand_ins(at, table, live) if each.by}
    return {*gone} <= ready or not unanswered(at)


def settle(at: Situation, table: Table, live: LiveTable) -> Change:
    """Decide on the players of a table after its grace: those there, substitutes, computers; or on an absence."""
    if not members_of(at.cup, table):
        return Change(actions=((_between_computers(at, table), None),))
    if live.until is None:
        # no place showed the table, so nobody could come
        return Change(actions=((Finished(*live.key, None, (0, 0), How.TIME), None),))
    absent = absent_sides(at, table, live)
    if absent:
        return Change(actions=((Absent(table.round, table.number, absent), None),))
    actions: list[Action] = [*stand_ins(at, table, live), TableBegan(table.round, table.number)]
    settled = replace(live, match_id=live.match_id or new_id())
    return Change(actions=tuple((each, None) for each in actions), tables=(settled,))


def _between_computers(at: Situation, table: Table) -> Finished:
    """Return the result of a table of computers alone, which nobody wants to see: the higher seed goes on."""
    seeds = [min(map(at.cup.order.index, side)) for side in table.sides]
    return Finished(table.round, table.number, 0 if seeds[0] < seeds[1] else 1, (0, 0))
