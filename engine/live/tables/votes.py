"""Votes to end a match early."""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.errors import Code, TableError
from engine.live.model.news import Closed
from engine.live.model.table import Vote
from engine.live.tables.presence import PresenceActions


class Votes(PresenceActions):
    """A vote is won by more than half of those who are there, and lost by half of them."""

    async def call_vote(self, user: int) -> Vote:
        """Ask everyone whether to end the match; whoever asks is for it.

        Returns:
            The vote. Where the asker is alone among absent players, the match has ended with it.

        """
        async with self._lock:
            self._require_started()
            self.require_active(user)
            old, now = self.header.vote, self._services.clock()
            if old is not None and now < old.until and not self._decided(old):
                raise TableError(Code.VOTE_RUNNING)
            number = 1 if old is None else old.number + 1
            vote = Vote(number, now + self._services.pace.for_vote(self.header.clock), yes=(user,))
            await self._cast(vote)
            return vote

    async def vote(self, user: int, number: int, yes: bool) -> Vote:
        """Vote, or change one's vote; more than half of those who are there end the match.

        Returns:
            The vote as it stands now.

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
            # in one: a vote that is kept has ended the match as soon as it is won
            await self._close(Closed("voted"), header)
        else:
            await self._keep(header)

    def is_won(self, vote: Vote) -> bool:
        """Tell whether more than half of those who are there want to end the match."""
        there = {person.user for person in self.people if not person.away}
        return 2 * len(there & set(vote.yes)) > len(there)

    def is_lost(self, vote: Vote) -> bool:
        """Tell whether at least half of those who are there want to play on."""
        there = {person.user for person in self.people if not person.away}
        return 2 * len(there & set(vote.no)) >= len(there)

    def _decided(self, vote: Vote) -> bool:
        """Tell whether a vote can't become another any more."""
        return self.is_won(vote) or self.is_lost(vote)
