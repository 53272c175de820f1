"""Votes to end a match early."""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.errors import Code, TableError
from engine.live.model.news import Closed
from engine.live.model.table import Vote
from engine.live.tables.presence import PresenceActions


class Votes(PresenceActions):
    """Votes. More than half of the people present win a vote, and half of them defeat it."""

    async def call_vote(self, user: int) -> Vote:
        """Start a vote to end the match. The caller votes yes.

        Returns:
            The vote. If only the caller is present, the vote has already ended the match.

        """
        async with self._lock:
            self._require_started()
            self.require_active(user)
            old, now = self.header.vote, self._services.clock()
            if old is not None and now < old.until and not self._decided(old):
                raise TableError(Code.VOTE_RUNNING)
            number = 1 if old is None else old.number + 1
            vote = Vote(number, now + self._services.pace.for_vote(self.header.time_control), yes=(user,))
            await self._cast(vote)
            return vote

    async def vote(self, user: int, number: int, yes: bool) -> Vote:
        """Cast or change a vote. More than half of the people present end the match.

        Returns:
            The vote after this change.

        """
        async with self._lock:
            self._require_started()
            self.require_active(user)
            vote = self.header.vote
            if vote is None or vote.number != number or self._services.clock() >= vote.until or self._decided(vote):
                raise TableError(Code.VOTE_OVER)
            others = replace(
                vote,
                yes=tuple(each for each in vote.yes if each != user),
                no=tuple(each for each in vote.no if each != user),
            )
            cast = replace(others, yes=(*others.yes, user)) if yes else replace(others, no=(*others.no, user))
            await self._cast(cast)
            return cast

    async def _cast(self, vote: Vote) -> None:
        header = replace(self.header, vote=vote, last_activity_at=self._services.clock())
        if self.is_won(vote):
            # one write: a stored vote that is won has ended the match
            await self._close(Closed("voted"), header)
        else:
            await self._save_header(header)

    def is_won(self, vote: Vote) -> bool:
        """Whether more than half of the people present want to end the match."""
        there = {person.user for person in self.people if not person.away}
        return 2 * len(there & set(vote.yes)) > len(there)

    def is_lost(self, vote: Vote) -> bool:
        """Whether at least half of the people present want to play on."""
        there = {person.user for person in self.people if not person.away}
        return 2 * len(there & set(vote.no)) >= len(there)

    def _decided(self, vote: Vote) -> bool:
        """Whether a vote is won or lost."""
        return self.is_won(vote) or self.is_lost(vote)
