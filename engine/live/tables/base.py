"""What every change of a table goes through: one lock, the store, and only then the change itself."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine import match
from engine.actions import Action, Deal, Move, parse
from engine.dealing import random_deal
from engine.fair_dealing import fair_deal
from engine.game import State
from engine.legal import forced_move
from engine.live.model.errors import Code, Conflict, StorageError, TableError
from engine.live.model.news import Closed, News, TimedOut, WordsAdded
from engine.live.model.pace import Timeouts
from engine.live.model.seating import no_pause, scores_of, shows_miss, with_missed
from engine.live.model.table import Header, LogEntry, Person, Post, SavedTable, Status
from engine.live.store import Store
from engine.live.thinking.pool import Think, think_inline
from engine.view import View

LATE_SECONDS = 2.0
"""How much later than it changed a table may be told of before the time is given back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseServices:
    """What a table needs from outside.

    Attributes:
        store: where it is kept.
        pace: how long it waits.
        clock: tells the time, in seconds since 1970.
        dealer: makes a deal; None: drawn fairly from the table's seed and its players' words.
        think: chooses moves for whoever the bot plays for, and for who asks.
        hint_lock: held while a hint is computed: one at a time, so that bots at other tables wait for one at most.

    """

    store: Store
    pace: Timeouts
    clock: Callable[[], float]
    dealer: Callable[[State], Deal] | None = None
    think: Think = think_inline
    hint_lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class TableBase:
    """A table without what people and time do to it.

    Every change happens under one lock: check, apply, write to the store, and only then swap the state and tell.
    An action that is not allowed raises :class:`~engine.live.model.errors.TableError` or
    :class:`~engine.errors.IllegalMove`, a failed write :class:`~engine.live.model.errors.StorageError`; nothing has
    changed then.

    Attributes:
        id: the table's name in custom ids.
        header: all about it but the game; replaced at each change.
        ply: how many actions its log holds; controls carry it, so that a stale one is known.
        news: what happened since the channel was last told; whoever tells it takes it away.

    """

    def __init__(self, header: Header, services: BaseServices) -> None:
        self.id = header.id
        self.header = header
        self.ply = 0
        self.news: list[News] = []
        self._services = services
        self._state: State | None = None
        self._lock = asyncio.Lock()
        self._published_ply = -1
        self._unpublished_ply = -1
        self._unpublished_since: float | None = None

    def _replay(self, kept: SavedTable) -> None:
        self.header = kept.header
        self.ply = len(kept.log)
        self._state = None
        self.news = []
        told = kept.header.post.ply if kept.header.post is not None else 0
        if kept.log:
            state = start_of(kept.header)
            by_bot = False
            for entry in kept.log:
                # the bot plays a turn to its end, from wherever its player left it
                turn = None if state.mid_turn and by_bot else state.turn
                by_bot = entry.user is None
                if turn is not None and self.people[turn].computer:
                    turn = None
                state, events = match.apply(state, parse(entry.action))
                if entry.ply >= told:
                    self.news += [TimedOut(turn)] if turn is not None and by_bot else []
                    self.news += events
                    self.news += words_news(entry.words)
            self._state = state
        if kept.header.status is Status.CLOSED:
            # how it closed is not in the log
            self.news.append(Closed("ended" if kept.log else "cancelled"))

    # ------------------------------------------------------------------ looking

    @property
    def playing(self) -> bool:
        """Whether its match has begun and not ended."""
        return self.header.status is Status.PLAYING

    @property
    def people(self) -> tuple[Person, ...]:
        """Who sits at it, in seat order."""
        return self.header.people

    def seat_of(self, user: int) -> int | None:
        """Give the seat of a user, or None."""
        return next((seat for seat, person in enumerate(self.people) if person.user == user), None)

    def require_seat(self, user: int) -> int:
        """Give the seat of a user; raise :class:`TableError` where they have none."""
        seat = self.seat_of(user)
        if seat is None:
            raise TableError(Code.JOIN_FIRST if self.header.status is Status.LOBBY else Code.NOT_SEATED)
        return seat

    def view(self, seat: int | None) -> View:
        """Give what a seat sees, or with None what the channel sees.

        Raises:
            TableError: the match has not begun.

        """
        if self._state is None:
            raise TableError(Code.NOT_STARTED)
        return match.view(self._state, seat)

    def final_state(self) -> State | None:
        """Give the match with everything hidden in it; only for a match that has ended.

        Raises:
            TableError: it is still being played.

        """
        if self.playing:
            raise TableError(Code.STARTED)
        return self._state

    # ------------------------------------------------------------------ telling

    def mark_unpublished(self) -> None:
        """Note that nobody has been told yet of how it stands now: no turn's time runs out before they are."""
        if self.ply not in (self._published_ply, self._unpublished_ply):
            self._unpublished_ply, self._unpublished_since = self.ply, self._services.clock()

    async def mark_published(self, ply: int) -> None:
        """Note that whoever is in turn could see how it stood at a ply; if that took long, they get the time back."""
        if ply != self.ply:
            return
        since, self._unpublished_since, self._published_ply, self._unpublished_ply = (
            self._unpublished_since,
            None,
            ply,
            -1,
        )
        late = 0.0 if since is None else self._services.clock() - since
        if late > LATE_SECONDS:
            await self.add_time(late)

    async def add_time(self, seconds: float) -> None:
        """Put off what is due, for time that is charged to nobody."""
        async with self._lock:
            header = self.header
            if seconds <= 0 or header.status in (Status.FINISHED, Status.CLOSED):
                return
            vote = header.vote and replace(header.vote, until=header.vote.until + seconds)
            deadline = None if header.deadline is None else header.deadline + seconds
            pause = self._longest_pause(header)
            if deadline is not None and pause is not None:
                # somebody may have acted since that time was lost, and the bot needs none back
                deadline = min(deadline, self._services.clock() + pause)
            active = header.last_activity_at + seconds
            await self._keep(replace(header, deadline=deadline, vote=vote, last_activity_at=active))

    async def set_post(self, post: Post | None) -> bool:
        """Note which message shows the table now; where that can't be kept, until the bot ends.

        It has been sent by now, and must not be sent again for that.

        Returns:
            Whether it is kept.

        """
        self.header = replace(self.header, post=post)
        try:
            await self._services.store.save_post(self.id, post)
        except StorageError:
            return False
        return True

    # ------------------------------------------------------------------ inside

    def _require_lobby(self) -> None:
        if self.header.status is Status.PLAYING:
            raise TableError(Code.STARTED)
        if self.header.status is not Status.LOBBY:
            raise TableError(Code.CLOSED)

    def _require_open(self) -> None:
        if self.header.status in (Status.FINISHED, Status.CLOSED):
            raise TableError(Code.CLOSED)

    def _require_started(self) -> State:
        self._require_open()
        if self._state is None:
            raise TableError(Code.NOT_STARTED)
        return self._state

    def _require_running(self) -> None:
        if self.header.pause is not None:
            raise TableError(Code.PAUSED, host=self.header.host)

    def _require_host(self, user: int) -> None:
        if user != self.header.host:
            raise TableError(Code.NOT_HOST, host=self.header.host)

    def _deadline(self, state: State, header: Header) -> float | None:
        """Give when the bot acts by itself from now on; never while nobody is there, or in a pause."""
        if state.finished or header.pause is not None or all(person.away for person in header.people):
            return None
        pace, now = self._services.pace, self._services.clock()
        if state.turn is None:
            return now + pace.deal
        if header.people[state.turn].away:
            pause = 0.0 if no_pause(state, header.people) else random.uniform(*pace.computer)
            return now + (max(pause, pace.reveal_pause) if shows_miss(state) else pause)
        seconds = pace.for_turn(header.clock)
        return None if seconds is None else now + seconds

    def _longest_pause(self, header: Header) -> float | None:
        """Give how many seconds the bot waits at most where it is next to act; None where a person is."""
        pace, state = self._services.pace, self._state
        if state is None or (state.turn is not None and not header.people[state.turn].away):
            return None
        return pace.deal if state.turn is None else max(pace.computer[1], pace.reveal_pause)

    def _deal(self, state: State) -> Deal:
        """Draw the next deal."""
        if self._services.dealer is not None:
            return self._services.dealer(state)
        header = self.header
        # a table from before there were seeds has none
        return random_deal(state) if header.seed is None else fair_deal(state, header.seed, words_of(header))

    async def _do(
        self,
        action: Action,
        user: int | None,
        header: Header | None = None,
        *,
        rest: Sequence[Move] = (),
        before: Sequence[News] = (),
        after: Sequence[News] = (),
    ) -> None:
        """Apply an action and what follows from it, write that, and only then let it be so.

        After a draw the seat goes on drawing, or passes, if the rules leave no choice. If IllegalMove, TableError or
        StorageError is raised, nothing has changed.

        Args:
            action: what is done.
            user: by whom; None for the bot.
            header: the header in which it is done, where it is not the present one.
            rest: what else the same seat does.
            before: what is told before it.
            after: what is told after it.

        """
        header = header or self.header
        state = self._state if self._state is not None else start_of(header)
        seat = state.turn
        reached, events = match.apply(state, action)
        done, still = [action], list(rest)
        while reached.turn == seat and seat is not None:
            following = still.pop(0) if still else forced_move(reached)
            if following is None:
                break
            reached, more = match.apply(reached, following)
            done.append(following)
            events += more
        now = self._services.clock()
        people = header.people
        if user is not None:
            people = with_missed(people, user, missed=0)
            header = replace(header, last_activity_at=now)
        status = Status.FINISHED if reached.finished else Status.PLAYING
        header = replace(header, people=people, status=status, reminded=False)
        header = replace(header, deadline=self._deadline(reached, header))
        scores = scores_of(reached, header.people) if reached.finished else ()
        words = words_of(header) if isinstance(action, Deal) and header.words else ()
        entries = tuple(LogEntry(self.ply + at, str(each), user, now, words) for at, each in enumerate(done))
        if words:
            header = replace(header, words=())
        changed = header.people != self.header.people or self.ply == 0
        try:
            await self._services.store.append(header, entries, scores, len(reached.results), people=changed)
        except Conflict:
            await self._catch_up()
            raise TableError(Code.STALE) from None
        self._become(header)
        self._state = reached
        self.ply += len(done)
        self._tell(*before, *events, *words_news(words), *after)

    async def _save(self, *, quiet: bool = False, **changes: Any) -> None:
        """Change the header; where someone did it, the table has shown life."""
        if not quiet:
            now = self._services.clock()
            changes.setdefault("last_activity_at", now)
            if self.header.status is Status.LOBBY:
                changes.setdefault("deadline", now + self._services.pace.lobby)
        await self._keep(replace(self.header, **changes))
        if not quiet:
            self._notify_changed()

    async def _close(self, news: Closed, header: Header | None = None) -> None:
        # words for a deal that never comes are kept for nobody
        await self._keep(replace(header or self.header, status=Status.CLOSED, deadline=None, pause=None, words=()))
        self._tell(news)

    async def _keep(self, header: Header) -> None:
        """Write a header without an action, and only then let it be so."""
        try:
            await self._services.store.save(header, self.ply)
        except Conflict:
            await self._catch_up()
            raise TableError(Code.STALE) from None
        self._become(header)

    async def _catch_up(self) -> None:
        """Take over what somebody else wrote."""
        kept = await self._services.store.find(self.id)
        if kept is not None:
            self._replay(kept)
            self._tell()

    def _become(self, header: Header) -> None:
        """Take a header that is kept now. A post may have been noted while it was being written."""
        self.header = replace(header, post=self.header.post)

    def _notify_changed(self) -> None:
        """Report a change that is durable; return at once."""
        raise NotImplementedError

    def _notify_half_time(self) -> None:
        """Report that half of a turn's time has gone; return at once."""
        raise NotImplementedError

    def _tell(self, *news: News) -> None:
        self.news.extend(news)
        self._notify_changed()


def start_of(header: Header) -> State:
    """Give the match of a table before its first deal."""
    return match.new(header.rules, len(header.people), header.options)


def words_of(header: Header) -> tuple[str, ...]:
    """Give what each seat has added to the next deal, empty for nothing."""
    said = dict(header.words)
    return tuple(said.get(person.user, "") for person in header.people)


def words_news(words: Sequence[str]) -> tuple[WordsAdded, ...]:
    """Give the news of the words that were added to a deal, where there are any."""
    return (WordsAdded(tuple(words)),) if any(words) else ()
