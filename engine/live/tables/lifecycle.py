"""Turns that run out, reminders, the next deal, closing, and an early end."""

from __future__ import annotations

from dataclasses import replace

from engine.live.model.errors import Code, TableError
from engine.live.model.news import Closed, LeftNoChoice
from engine.live.model.seating import shows_miss
from engine.live.model.table import Status
from engine.live.tables.bot_turns import BotTurns
from engine.live.tables.votes import Votes


class Lifecycle(BotTurns, Votes):
    """Deadlines, reminders, an early end, and the channel of a table."""

    # ------------------------------------------------------------------ time

    def due(self, now: float) -> bool:
        """Whether :meth:`expire` has something to do."""
        header = self.header
        if header.status in (Status.FINISHED, Status.CLOSED):
            return False
        if self.unreadable:
            # it could not be closed at once
            return True
        if header.deadline is not None and now >= header.deadline and not self._awaits_publication():
            return True
        return self._abandoned(now) or self._voted_out(now) or self._moves_alone(now) or self._half_gone(now)

    async def expire(self, now: float) -> None:
        """Do what is due: close an inactive table, deal, play for a player without time left, or remind a player.

        If the bot has to move without a plan, the turn is planned first. A player who acts meanwhile is in time.
        """
        while self.due(now):
            async with self._lock:
                if await self._expired(now):
                    return
            await self.think_ahead()

    async def _expired(self, now: float) -> bool:
        """Do what is due; return False if the turn has to be planned first."""
        if not self.due(now):
            return True
        header, plan = self.header, self._plan
        if self.unreadable:
            await self._close_unreadable()
            self._notify_changed()
        elif self._abandoned(now):
            await self._close(Closed("asleep"))
        elif self._voted_out(now):
            await self._close(Closed("voted"))
        elif self._moves_alone(now):
            state, move = self._require_started(), self.only_move
            assert move is not None, "the player is left no choice"
            await self._apply(move, None, before=() if state.mid_turn else (LeftNoChoice(move.seat),))
        elif header.deadline is None or now < header.deadline:
            await self._save_header(replace(header, reminded=True))
            self._notify_half_time()
        elif header.status is Status.LOBBY:
            await self._close(Closed("idle"))
        elif (state := self._require_started()).turn is None:
            await self._apply(self._deal(state), None)
        elif plan is None or plan.state is not state:
            return False
        else:
            missed, before, after = self._after_timeout(header, state.turn)
            await self._apply(plan.moves[0], None, missed, rest=plan.moves[1:], before=before, after=after)
            self._plan = None
        return True

    def _moves_alone(self, now: float) -> bool:
        """Whether the bot moves now for the player in turn, who is left no choice."""
        at = self.acts_at
        return self.leaves_no_choice and at is not None and now >= at and not self._awaits_publication()

    def _awaits_publication(self) -> bool:
        """Whether a person is in turn, or two tiles are face up, and this is not published yet."""
        state = self._state
        if self._unpublished_since is None or state is None or state.turn is None:
            return False
        return not self.people[state.turn].away or shows_miss(state)

    def _abandoned(self, now: float) -> bool:
        """Whether nobody has done anything for so long that the match closes.

        It does not while others are there to go on: the bot plays for who is out of time, and then it is their turn.
        """
        header, pace = self.header, self._services.pace
        after = pace.forgotten_after if header.untimed else pace.abandoned_after
        if not self.playing or now < header.last_activity_at + after:
            return False
        if header.deadline is None or now >= header.deadline + after:
            # nobody's time runs, or nothing was done when it ran out, as where the channel can't be reached
            return True
        state = self._require_started()
        return state.turn is not None and self.out_of_time(now) and self._after_timeout(header, state.turn)[0].all_away

    def _voted_out(self, now: float) -> bool:
        """Whether the people still present want to end the match: others may have left since the vote was cast."""
        vote = self.header.vote
        return self.playing and vote is not None and now < vote.until and self.is_won(vote)

    def _half_gone(self, now: float) -> bool:
        """Whether half the time of a person's turn is over, and they have not been reminded."""
        header, state = self.header, self._state
        seconds = self._services.pace.for_turn(header.time_control)
        if header.reminded or header.deadline is None or seconds is None or state is None or state.turn is None:
            return False
        if header.people[state.turn].away or self._awaits_publication():
            return False
        return now >= header.deadline - seconds / 2

    # ------------------------------------------------------------------ ending early

    async def end(self, user: int, *, manager: bool = False, reopened: bool = False) -> None:
        """End the match early; for the host, or a manager of the channel. The match counts for no statistics.

        Args:
            user: who ends it.
            manager: whether they manage the channel.
            reopened: whether a lobby like this table takes its place.

        Raises:
            TableError: the user is neither, or it takes a vote.

        """
        async with self._lock:
            self._require_started()
            if not manager:
                self._require_host(user)
                if self.needs_vote:
                    raise TableError(Code.NEEDS_VOTE)
            await self._close(Closed("reopened" if reopened else "ended", user))

    # ------------------------------------------------------------------ how and where it is shown

    async def set_as_text(self, user: int, as_text: bool, *, manager: bool = False) -> None:
        """Choose whether the channel gets text instead of pictures; for the host, or a manager of the channel.

        The change shows in the next message about the table.
        """
        async with self._lock:
            if not manager:
                self._require_host(user)
            await self._save(as_text=as_text, quiet=True)

    async def move(self, user: int, channel: int) -> None:
        """Move the table to another channel of the same server; for everyone with a seat who has not left for good.

        Raises:
            TableError: the user has no seat or has left, or the table is over.
            ChannelTaken: that channel has an open table.

        """
        async with self._lock:
            self._require_open()
            if self.people[self.require_seat(user)].gone:
                self.require_active(user)
            left = self.header.channel
            async with self._post_lock:
                if (post := self.header.post) is not None:
                    await self._services.store.save_post(self.header, post.in_channel(left))
                await self._save(channel=channel, quiet=True)
                if (post := self.header.post) is not None:
                    # its messages stay where they are
                    self.header = replace(self.header, post=post.in_channel(left))
