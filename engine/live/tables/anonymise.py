"""Forgetting somebody at an open table where they don't sit."""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.deleted_users import DELETED_NAME, new_deleted_id
from engine.live.model.table import Person, Status
from engine.live.tables.base import TableBase


class Anonymising(TableBase):
    """What is done at a table when somebody has their data deleted."""

    async def anonymise(self, user: int) -> bool:
        """Take somebody out of what an open table holds beside its people: invitations, the last match, words.

        Whoever sits there stays. A table that has ended holds nothing that is ever written again; but where its
        channel has yet to be told of its end, they are a former player there.

        Returns:
            Whether it held anything of theirs that is kept.

        """
        async with self._lock:
            header = self.header
            if header.status not in (Status.LOBBY, Status.PLAYING):
                self.header = replace(header, people=tuple(_without(user, each) for each in header.people))
                return False
            if self.seat_of(user) is not None:
                return False
            forgot = replace(
                header,
                invited=tuple(each for each in header.invited if each != user),
                # the place stays, for whoever comes instead
                seating=tuple(new_deleted_id() if each == user else each for each in header.seating),
                opener=None if header.opener == user else header.opener,
                words=tuple((whose, word) for whose, word in header.words if whose != user),
            )
            if forgot == header:
                return False
            await self._keep(forgot)
            self._tell()
            return True


def _without(user: int, person: Person) -> Person:
    return replace(person, user=new_deleted_id(), name=DELETED_NAME, locale="") if person.user == user else person
