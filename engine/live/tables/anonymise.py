"""Removing a deleted user from a table at which they have no seat."""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.deleted_users import DELETED_NAME, new_deleted_id
from engine.live.model.errors import TableError
from engine.live.model.table import Person, Status
from engine.live.tables.base import TableBase


class Anonymising(TableBase):
    """Removal of the data of a deleted user."""

    async def anonymise(self, user: int) -> bool:
        """Remove a user from the invitations, the last match's seating and opener, and the words of an open table.

        A user with a seat at an open table stays. A table that has ended is never stored again: the user becomes a
        former player in memory only, for the message about the end that may still be due.

        Returns:
            Whether stored data of the user was removed.

        """
        async with self._lock:
            while (header := self.header).status in (Status.LOBBY, Status.PLAYING):
                if self.seat_of(user) is not None:
                    return False
                forgot = replace(
                    header,
                    invited=tuple(each for each in header.invited if each != user),
                    # the seat stays free for a newcomer
                    seating=tuple(new_deleted_id() if each == user else each for each in header.seating),
                    opener=None if header.opener == user else header.opener,
                    words=tuple((whose, word) for whose, word in header.words if whose != user),
                )
                if forgot == header:
                    return False
                try:
                    await self._save_header(forgot)
                except TableError:
                    # the deletion in the store may have changed the header, which has been loaded anew then
                    if self.header is header:
                        raise
                else:
                    self._notify_changed()
                    return True
            self.header = replace(header, people=tuple(_without(user, each) for each in header.people))
            return False


def _without(user: int, person: Person) -> Person:
    return replace(person, user=new_deleted_id(), name=DELETED_NAME, locale="") if person.user == user else person
