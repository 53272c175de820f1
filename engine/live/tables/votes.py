"""Votes to end a match early."""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.errors import Code, TableError
from engine.live.model.news import Closed
from engine.live.model.table import Presence, Vote
from engine.live.tables.presence import PresenceActions


class Votes(PresenceActions):
    """Votes. More than half of the people present win a vote, and half of them defeat it.

    Once a deal has been played, a match of several people is ended by two votes at least: a player who is losing can't
    end it alone while the others are away.
    """

    @property
    def needs_vote(self) -> bool:
        """Whether nobody can end the match alone: a deal has been played, and two or more people have not left.

        A removed player has not left: by a removal, a host could otherwise end a match that they are losing.
        """
        there = sum(not each.gone or each.presence is Presence.REMOVED for each in self.people)
        return self._settled and there > 1

    def ends_at_once(self, user: int) -> bool:
        """Whether the vote of a user alone would end the match."""
        return self.playing and self.is_won(Vote(0, 0, yes=(user,)))

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
        now = self._services.clock()
        if self.is_lost(vote):
            # over for good, no matter who leaves or comes now
            vote = replace(vote, until=now)
        header = replace(self.header, vote=vote, last_activity_at=now)
        if self.is_won(vote):
            # one write: a stored vote that is won has ended the match
            await self._close(Closed("voted"), header)
        else:
            await self._save_header(header)

    def is_won(self, vote: Vote) -> bool:
        """Whether more than half of the people present want to end the match."""
        there = {person.user for person in self.people if not person.away}
        yes = len(there & set(vote.yes))
        return 2 * yes > len(there) and yes > self.needs_vote

    def is_lost(self, vote: Vote) -> bool:
        """Whether at least half of the people present want to play on."""
        there = {person.user for person in self.people if not person.away}
        return 2 * len(there & set(vote.no)) >= len(there)

    def _decided(self, vote: Vote) -> bool:
        """Whether a vote is won or lost."""
        return self.is_won(vote) or self.is_lost(vote)
