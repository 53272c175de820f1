"""What time does to a table: turns that run out, reminders, the next deal, closing; and an early end."""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.news import Closed
from engine.live.model.seating import shows_miss
from engine.live.model.table import Status
from engine.live.tables.bot_turns import BotTurns
from engine.live.tables.votes import Votes


class Lifecycle(BotTurns, Votes):
    """Deadlines, reminders, the end of a match, and where it is shown."""

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
            self._notify_half_time()
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

    # ------------------------------------------------------------------ ending before its time

    async def end(self, user: int, *, manager: bool = False) -> None:
        """End the match before its time; for the host, or a manager of the channel. It counts for nobody."""
        async with self._lock:
            self._require_started()
            if not manager:
                self._require_host(user)
            await self._close(Closed("ended", user))

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
