"""Removing a deleted user from a table at which they have no seat."""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.deleted_users import DELETED_NAME, new_deleted_id
from engine.live.model.errors import TableError
from engine.live.model.table import Person
from engine.live.tables.situation import NOTHING, Change, Situation
from engine.live.tables.table import Table


async def anonymise(table: Table, user_id: int) -> bool:
    """Remove the data of a deleted user from a table; return whether stored data was removed."""
    while True:
        before = table.header
        try:
            return (await table.do(forget, user_id)).reported
        except TableError:
            # the deletion in the store may have changed the header, which has been loaded anew then
            if table.header is before:
                raise


def forget(at: Situation, user_id: int) -> Change:
    """Remove a user from the invitations, the last match's seating and opener, and the words of an open table.

    A user with a seat at an open table stays. A table that has ended is never stored again: the user becomes a former
    player in memory only, for the message about the end that may still be due.
    """
    header = at.header
    if header.status.over:
        people = tuple(_without(user_id, each) for each in header.people)
        return Change(header=replace(header, people=people), stored=False, reported=False)
    if header.seat_of(user_id) is not None:
        return NOTHING
    forgot = replace(
        header,
        invited=tuple(each for each in header.invited if each != user_id),
        # the seat stays free for a newcomer
        seating=tuple(new_deleted_id() if each == user_id else each for each in header.seating),
        opener=None if header.opener == user_id else header.opener,
        words=tuple(each for each in header.words if each[0] != user_id),
    )
    return NOTHING if forgot == header else Change(header=forgot)


def _without(user_id: int, person: Person) -> Person:
    if person.user_id != user_id:
        return person
    return replace(person, user_id=new_deleted_id(), name=DELETED_NAME, locale="")
