"""The course of a match: what time brings, pauses, votes, its end before its time."""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.errors import Code, TableError
from engine.live.model.news import Closed, Paused, Resumed
from engine.live.model.seating import shows_miss
from engine.live.model.table import Pause, Status, Vote
from engine.live.tables.bot_turns import BotTurns


class Lifecycle(BotTurns):
    """What time does to a table, and what people decide about the whole of it."""

    # ------------------------------------------------------------------ time

    def due(self, now: float) -> bool:
        """Tell whether :meth:`expire` has something to do."""
        header = self.header
        if header.status in (Status.FINISHED, Status.CLOSED):
            return False
        if header.deadline is not None and now >= header.deadline and not self._awaits_publication():
            return True
        return self._abandoned(now) or self._voted_out(now) or self._half_gone(now)

    async def expire(self, now: float) -> None:
        """Do what is due: close a table without life, deal again, play for who let the time run out, or remind them.

        What is played is thought of first, where it has not been; whoever acts meanwhile was in time.
        """
        while self.due(now):
            async with self._lock:
                if await self._expired(now):
                    return
            await self.think_ahead()

    async def _expired(self, now: float) -> bool:
        """Do what is due; False where it takes a thought first."""
        if not self.due(now):
            return True
        header, plan = self.header, self._plan
        if self._abandoned(now):
            await self._close(Closed("asleep"))
        elif self._voted_out(now):
            await self._close(Closed("voted"))
        elif header.deadline is None or now < header.deadline:
            await self._keep(replace(header, reminded=True))
            self._services.remind(self)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        elif header.status is Status.LOBBY:
            await self._close(Closed("idle"))
        elif (state := self._require_started()).turn is None:
            await self._do(self._deal(state), None)
        elif plan is None or plan.state is not state:
            return False
        else:
            missed, before, after = self._missed(header, state.turn)
            await self._do(plan.moves[0], None, missed, rest=plan.moves[1:], before=before, after=after)
            self._plan = None
        return True

    def _awaits_publication(self) -> bool:
        """Tell whether somebody is in turn who may not know of it yet, or people have not seen what lies face up."""
        state = self._state
        if self._unpublished_since is None or state is None or state.turn is None:
            return False
        return not self.people[state.turn].away or shows_miss(state)

    def _abandoned(self, now: float) -> bool:
        return self.playing and now >= self.header.last_activity_at + self._services.pace.abandoned_after

    def _voted_out(self, now: float) -> bool:
        """Tell whether those who are still there want to end the match: others may have gone since they said so."""
        vote = self.header.vote
        return self.playing and vote is not None and now < vote.until and self.is_won(vote)

    def _half_gone(self, now: float) -> bool:
        """Tell whether half of a person's turn is over, and nobody has reminded them."""
        header, state = self.header, self._state
        seconds = self._services.pace.for_turn(header.clock)
        if header.reminded or header.deadline is None or seconds is None or state is None or state.turn is None:
            return False
        if header.people[state.turn].away or self._awaits_publication():
            return False
        return now >= header.deadline - seconds / 2

    # ------------------------------------------------------------------ pauses

    async def pause(self, user: int, *, manager: bool = False) -> None:
        """Stop the clock and all play; for the host, or a manager of the channel."""
        async with self._lock:
            self._require_started()
            if not manager:
                self._require_host(user)
            self._require_running()
            now, deadline = self._services.clock(), self.header.deadline
            left = None if deadline is None else max(0.0, deadline - now)
            if left is not None and self._unpublished_since is not None:
                # time that passes before they are told is nobody's
                left += now - self._unpublished_since
            await self._keep(replace(self.header, pause=Pause(left), deadline=None, last_activity_at=now))
            self._wait_anew(now)
            self._tell(Paused())

    async def resume(self, user: int, *, manager: bool = False) -> None:
        """Go on after a pause, with as much time as was left; for the host, or a manager of the channel."""
        async with self._lock:
            state = self._require_started()
            if not manager:
                self._require_host(user)
            if self.header.pause is None:
                raise TableError(Code.NOT_PAUSED)
            now, left = self._services.clock(), self.header.pause.left
            header = replace(self.header, pause=None, last_activity_at=now)
            # people may have come or gone meanwhile
            deadline = self._deadline(state, header)
            if deadline is not None and left is not None and not self._turn_is_of_absent():
                deadline = now + left
            await self._keep(replace(header, deadline=deadline))
            self._wait_anew(now)
            self._tell(Resumed())

    def _wait_anew(self, now: float) -> None:
        """Count from now how long nobody is told."""
        if self._unpublished_since is not None:
            self._unpublished_since = now

    def _turn_is_of_absent(self) -> bool:
        turn = None if self._state is None else self._state.turn
        return turn is not None and self.people[turn].away

    # ------------------------------------------------------------------ ending before its time

    async def end(self, user: int, *, manager: bool = False) -> None:
        """End the match before its time; for the host, or a manager of the channel. It counts for nobody."""
        async with self._lock:
            self._require_started()
            if not manager:
                self._require_host(user)
            await self._close(Closed("ended", user))

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

    # ------------------------------------------------------------------ how and where it is shown

    async def set_as_text(self, user: int, as_text: bool, *, manager: bool = False) -> None:
        """Choose whether the channel gets text in place of pictures; for the host, or a manager of the channel.

        Nobody is told: the next message about the table is the first to follow it.
        """
        async with self._lock:
            if not manager:
                self._require_host(user)
            await self._save(as_text=as_text, quiet=True)

    async def move(self, user: int, channel: int) -> None:
        """Go to another channel of the same server; whoever sits at the table, and may come back to it, takes it there.

        Raises:
            TableError: they don't sit there, have left it, or it is over.
            ChannelTaken: that channel has an open table.

        """
        async with self._lock:
            self._require_open()
            if self.people[self.require_seat(user)].gone:
                self.require_active(user)
            await self._save(channel=channel, quiet=True)
            # its message stays where it was; the store knows
            self.header = replace(self.header, post=None)
