"""The base of a table: one lock, then the store, and only then the change itself."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine import match
from engine.actions import Action, Deal, Move
from engine.dealing import fair_deal, random_deal
from engine.game import State
from engine.legal import forced_move
from engine.live.database_store import DatabaseStore
from engine.live.model.errors import Code, Conflict, PlayedElsewhere, StorageError, TableError
from engine.live.model.news import Closed, News
from engine.live.model.pace import Timeouts
from engine.live.model.seating import move_by_bot, moves_at_once, scores_of, shows_miss, with_missed
from engine.live.model.table import Header, LogEntry, Person, Presence, SavedTable, SentMessage, Status, Told
from engine.live.tables.replay import replay, start_of
from engine.live.thinking.pool import Think, think_inline
from engine.view import View

_log = logging.getLogger(__name__)

LATE_SECONDS = 2.0
"""How many seconds the publication of a change may take before players get the time back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseServices:
    """The services that a table uses.

    Attributes:
        pace: how long the table waits.
        clock: returns the time in seconds since 1970.
        dealer: makes a deal; None draws it fairly from the seed of the table and the words of its players.
        think: chooses moves for the bot and for hints.
        hint_lock: held while a hint is computed. Bots at other tables thus wait for at most one hint.
        held: whether this process may change a table, by its header.

    """

    store: DatabaseStore
    pace: Timeouts
    clock: Callable[[], float]
    dealer: Callable[[State], Deal] | None = None
    think: Think = think_inline
    hint_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    held: Callable[[Header], bool] = lambda header: True


class TableBase:
    """The state of a table, and the steps of every change to it.

    Every change happens under one lock: check, apply, write to the store, and only then swap the state and notify.
    An action that is not allowed raises :class:`~engine.live.model.errors.TableError` or
    :class:`~engine.errors.IllegalMove`, and a failed write :class:`~engine.live.model.errors.StorageError`. Nothing
    has changed then.

    Attributes:
        id: the table's id in custom ids.
        header: everything about the table except the game; replaced at each change.
        ply: how many actions the log holds. Components carry the ply, which identifies stale ones.
        turn_began_at: when the turn began or the deal ended, in seconds since 1970; 0 before the match.
        untold: the news that the channel was not told, the oldest first.
        news_end: the number of news so far, with those that the channel knows.
        retired: whether another process plays on here.
        post_waits: whether the post is only noted, see :meth:`note_post`.
        unreadable: the kind of the error at which what is stored could not be read; empty if it could. Such a table has
            no state, and is closed.

    """

    def __init__(self, header: Header, services: BaseServices) -> None:
        self.id = header.id
        self.header = header
        self.ply = 0
        self.turn_began_at = 0.0
        self.untold: tuple[News, ...] = ()
        self.news_end = 0
        self.retired = False
        self.unreadable = ""
        self._services = services
        self._state: State | None = None
        self._only_move: Move | None = None
        self._views: dict[int | None, View] = {}
        self._lock = asyncio.Lock()
        # held while the post is written: of two writes in one commit, either may come first
        self._post_lock = asyncio.Lock()
        self.post_waits = False
        self._published_ply = -1
        self._unpublished_ply = -1
        self._unpublished_since: float | None = None
        self._shifted_by = 0.0
        self._shown_at = 0.0

    def _load(self, kept: SavedTable, told: Told | None = None) -> None:
        """Take over what is stored; what can't be read leaves a table to be closed.

        Args:
            kept: what is stored.
            told: what the news so far tell; None for news from what the newest message tells.

        """
        if told is None:
            self.untold = ()
            told = Told() if kept.header.post is None else kept.header.post.told
        self.header, self.ply, self.unreadable = kept.header, len(kept.log), kept.unreadable
        news: tuple[News, ...] = ()
        if not self.unreadable:
            try:
                state, self.turn_began_at, news = replay(kept, told)
                self._set_state(state)
            except Exception as error:
                # the error's text could name a tile
                self.unreadable = type(error).__name__
        if self.unreadable:
            self.ply, self.untold, news = 0, (), (Closed("unreadable"),)
            self._set_state(None)
        self._note(news)

    # ------------------------------------------------------------------ looking

    @property
    def owned(self) -> bool:
        """Whether this process may change and show the table."""
        return not self.retired and self._services.held(self.header)

    @property
    def playing(self) -> bool:
        """Whether the match has begun and not ended."""
        return self.header.status is Status.PLAYING

    @property
    def people(self) -> tuple[Person, ...]:
        """The people at the table, in seat order."""
        return self.header.people

    def seat_of(self, user: int) -> int | None:
        """Return the seat of a user; None if they have no seat."""
        return next((seat for seat, person in enumerate(self.people) if person.user == user), None)

    def require_seat(self, user: int) -> int:
        """Return the seat of a user; raise :class:`TableError` if they have no seat."""
        seat = self.seat_of(user)
        if seat is None:
            self.require_not_replaced(user)
            raise TableError(Code.JOIN_FIRST if self.header.status is Status.LOBBY else Code.NOT_SEATED)
        return seat

    def require_active(self, user: int) -> int:
        """Return the seat of a user who is not away.

        Raises:
            TableError: the user has no seat, or the bot plays for them.

        """
        seat = self.require_seat(user)
        match self.people[seat].presence:
            case Presence.LEFT:
                raise TableError(Code.LEFT)
            case Presence.REMOVED:
                raise TableError(Code.REMOVED)
            case Presence.HELD:
                raise TableError(Code.HELD)
            case Presence.HERE:
                return seat

    def require_not_replaced(self, user: int) -> None:
        """Raise :class:`TableError` if somebody took the seat that a user had left."""
        left = next((each for each in self.header.substitutions if each.user == user), None)
        if left is not None:
            raise TableError(Code.REPLACED, name=self.people[left.seat].name)

    def view(self, seat: int | None) -> View:
        """Return the view of a seat, or with None the view of the channel.

        Raises:
            TableError: the match has not begun.

        """
        if self._state is None:
            raise TableError(Code.NOT_STARTED)
        if not self._views:
            self._views[None] = match.view(self._state, None)
        if seat not in self._views:
            assert seat is not None, "the public view was made first"
            self._views[seat] = match.view_of_seat(self._state, self._views[None], seat)
        return self._views[seat]

    @property
    def only_move(self) -> Move | None:
        """The move that the bot soon does for the player in turn, who is left no choice; None if it does not.

        It is for that player alone: it may show what they hold.
        """
        move = self._only_move
        if move is None or not self.playing or self.header.pause is not None or self.people[move.seat].away:
            return None
        return move

    @property
    def leaves_no_choice(self) -> bool:
        """Whether the bot soon moves for the player in turn, who is left no choice."""
        return self.only_move is not None

    # ------------------------------------------------------------------ publishing

    def mark_unpublished(self) -> None:
        """Note that the present ply is not published yet. No turn of a person runs out before it is."""
        if self.ply not in (self._published_ply, self._unpublished_ply):
            self._unpublished_ply, self._unpublished_since = self.ply, self._services.clock()

    async def mark_published(self, ply: int) -> None:
        """Note that a ply is published. If that took long, the player in turn gets the time back."""
        if ply != self.ply:
            return
        since, self._unpublished_since, self._published_ply, self._unpublished_ply = (
            self._unpublished_since,
            None,
            ply,
            -1,
        )
        if since is not None:
            self._shown_at = self._services.clock()
        late = 0.0 if since is None else self._services.clock() - since
        if late > LATE_SECONDS:
            await self.add_time(late)

    async def add_time(self, seconds: float) -> None:
        """Postpone deadlines by lost seconds that no player is charged for."""
        async with self._lock:
            if seconds > 0 and self.header.status in (Status.LOBBY, Status.PLAYING):
                # a player may have acted since the time was lost: no deadline is later than that of a new turn
                await self._save_header(self._within_limits(self.header.shifted(seconds)))

    def shift(self, seconds: float) -> None:
        """Move all times by the seconds by which the clock was set; the caller stores that for all tables at once."""
        self.header = self.header.shifted(seconds)
        self._shifted_by += seconds
        self.turn_began_at += seconds
        self._shown_at += seconds
        if self._unpublished_since is not None:
            self._unpublished_since += seconds

    def limit_times(self) -> None:
        """Bring stored times that are impossible, since the clock was wrong, within the limits of the table."""
        self.header = self._within_limits(self.header)

    def mark_told(self, end: int) -> None:
        """Drop the news before an earlier ``news_end``: the channel was told them."""
        later = self.news_end - end
        self.untold = self.untold[max(0, len(self.untold) - later) :]

    async def set_post(self, post: SentMessage | None) -> bool:
        """Store which message shows the table now.

        If the store fails, the post is kept in memory, until the next change of the table: the message has been sent
        and must not be sent again.

        Returns:
            Whether the post was stored.

        """
        self.note_post(post)
        return await self.keep_post()

    def note_post(self, post: SentMessage | None) -> None:
        """Note which message shows the table now; the next change, or :meth:`keep_post`, stores it.

        That saves a transaction for each move. A crash before that finds the message as one whose number Discord did
        not confirm.
        """
        self.header = replace(self.header, post=post)
        self.post_waits = True

    async def keep_post(self) -> bool:
        """Store which message shows the table, if that is only noted; return whether it is stored."""
        async with self._post_lock:
            if not self.post_waits:
                return True
            self.post_waits = False
            try:
                await self._services.store.save_post(self.header, self.header.post)
            except StorageError:
                self.post_waits = True
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
        """Return when the bot next acts by itself.

        None at the end, in a pause, while all people are away, and where a person may take any time.
        """
        if state.finished or header.pause is not None or header.all_away:
            return None
        pace, now = self._services.pace, self._services.clock()
        if state.turn is not None and header.people[state.turn].away:
            # where only answers are shown, a computer moves before the answer to the press before it
            at_once = not header.delivery.by_token or moves_at_once(state, header.people)
            pause = 0.0 if at_once else random.uniform(*pace.computer)
            return now + (max(pause, pace.reveal_pause) if shows_miss(state) else pause)
        if header.untimed:
            return None
        return now + (pace.deal if state.turn is None else pace.for_absence(header.time_control))

    def _within_limits(self, header: Header) -> Header:
        """Return the header without times that are further away than the longest wait for them."""
        now, vote, pause = self._services.clock(), header.vote, header.pause
        if header.deadline is not None:
            header = replace(header, deadline=min(header.deadline, now + self._longest_wait(header)))
        if pause is not None:
            header = replace(header, pause=replace(pause, since=min(pause.since, now)))
        if vote is not None:
            latest = now + self._services.pace.for_vote(header.time_control)
            header = replace(header, vote=replace(vote, until=min(vote.until, latest)))
        return replace(header, last_activity_at=min(header.last_activity_at, now))

    def _longest_wait(self, header: Header) -> float:
        """Return the maximum number of seconds before the bot acts by itself."""
        pace, state = self._services.pace, self._state
        if state is None:
            return pace.for_lobby(header.time_control, untimed=header.untimed, others=header.awaits_others)
        if state.turn is None:
            return pace.deal
        if header.people[state.turn].away:
            return max(pace.computer[1], pace.reveal_pause)
        return pace.for_absence(header.time_control)

    def _deal(self, state: State, named: int | None = None) -> Deal:
        """Draw the next deal, which the seat ``named`` opens, if any."""
        header = self.header
        if self._services.dealer is None and header.seed is not None:
            return fair_deal(state, header.seed, words_of(header), named)
        # a table older than seeds has none
        drawn = random_deal(state) if self._services.dealer is None else self._services.dealer(state)
        return drawn if named is None else drawn._replace(first=named, named=True)

    async def _apply(
        self,
        action: Action,
        user: int | None,
        header: Header | None = None,
        *,
        rest: Sequence[Move] = (),
        before: Sequence[News] = (),
        after: Sequence[News] = (),
    ) -> None:
        """Apply an action and its forced consequences, write them, and only then change the table.

        After a draw the seat goes on drawing, or passes, if the rules leave no choice. If IllegalMove, TableError or
        StorageError is raised, nothing has changed.

        Args:
            action: the action.
            user: the id of the user who acts; None for the bot.
            header: the header to change; None for the present one.
            rest: further moves of the same seat.
            before: news before that of the action.
            after: news after that of the action.

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
        if user is not None:
            header = replace(with_missed(header, user, missed=0), last_activity_at=now)
        finished = reached.finished
        status = Status.FINISHED if finished else Status.PLAYING
        header = replace(header, status=status, reminded=False)
        header = replace(header, deadline=self._deadline(reached, header))
        scores = scores_of(reached, header.people) if finished else ()
        words = words_of(header) if isinstance(action, Deal) and header.words else ()
        entries = tuple(LogEntry(self.ply + at, str(each), user, now, words) for at, each in enumerate(done))
        if words:
            header = replace(header, words=())
        if isinstance(action, Deal):
            header = replace(header, paused_for=0.0)
        changed = header.people != self.header.people or self.ply == 0
        shifted_by = self._shifted_by
        self._require_held()
        try:
            async with self._post_lock:
                # with a post that is only noted
                header = replace(header, post=self.header.post)
                noted, self.post_waits = self.post_waits, False
                try:
                    await self._services.store.append(
                        header, entries, scores, len(reached.results), people=changed, post=noted
                    )
                except BaseException:
                    self.post_waits |= noted
                    raise
        except Conflict:
            await self._catch_up()
            raise TableError(Code.STALE) from None
        self._set_header(header, shifted_by)
        self._set_state(reached)
        self.ply += len(done)
        if not reached.mid_turn:
            self.turn_began_at = now
        self._add_news(*before, *events, *after)

    async def _save(self, *, quiet: bool = False, **changes: Any) -> None:
        """Change the header. Unless ``quiet``, the change counts as activity and is reported."""
        header = replace(self.header, **changes)
        if not quiet:
            now = self._services.clock()
            header = replace(header, last_activity_at=now)
            if header.status is Status.LOBBY:
                header = replace(header, deadline=now + self._longest_wait(header))
        await self._save_header(header)
        if not quiet:
            self._notify_changed()

    async def _close(self, news: Closed, header: Header | None = None) -> None:
        # what was promised for a deal that never comes is not kept
        await self._save_header(
            replace(header or self.header, status=Status.CLOSED, deadline=None, pause=None, words=(), named=None)
        )
        self._add_news(news)

    async def close_unreadable(self) -> None:
        """Close a table that can't be read; its log and its header stay as they are stored."""
        async with self._lock:
            await self._close_unreadable()

    async def _close_unreadable(self) -> None:
        self._require_held()
        await self._services.store.close_unreadable(self.header)
        closed = replace(self.header, status=Status.CLOSED, deadline=None, pause=None, words=())
        self._set_header(closed, self._shifted_by)

    async def _save_header(self, header: Header) -> None:
        """Write a header without an action, and only then use it."""
        shifted_by = self._shifted_by
        self._require_held()
        try:
            await self._services.store.save(header)
        except Conflict:
            await self._catch_up()
            raise TableError(Code.STALE) from None
        self._set_header(header, shifted_by)

    async def catch_up(self, revision: int) -> bool:
        """Load what another writer stored, if the header is older than a revision; return whether it was."""
        async with self._lock:
            behind = self.header.revision < revision
            if behind:
                await self._catch_up()
            return behind

    def _require_held(self) -> None:
        if not self.owned:
            raise PlayedElsewhere

    async def _catch_up(self) -> None:
        """Load what another writer stored."""
        kept = await self._services.store.find(self.id)
        if kept is None:
            return
        before = self.header
        same_owner = kept.header.owners == before.owners
        if self.post_waits and same_owner:
            kept = replace(kept, header=replace(kept.header, post=before.post))
        # another owner may have told some of the news, and a name in them may have been deleted
        goes_on = same_owner and kept.header.substitutions[: len(before.substitutions)] == before.substitutions
        self._load(kept, before.told_at(self.ply) if goes_on else None)
        if self.unreadable and self.header.status in (Status.LOBBY, Status.PLAYING):
            _log.error("table %s can't be read any more (%s), and is closed", self.id, self.unreadable)
            await self._close_unreadable()
        self._notify_changed()

    def _set_state(self, state: State | None) -> None:
        self._state = state
        self._only_move = None if state is None else move_by_bot(self.header, state)
        self._shown_at = self._services.clock()
        self._views = {}

    def _set_header(self, header: Header, shifted_by: float) -> None:
        """Use a header that was just stored, with what may have changed during the write: the post, and the clock.

        Args:
            header: the header.
            shifted_by: the steps of the clock that the header was made with.

        """
        before = self.header
        same = (
            header.people is before.people
            and header.host == before.host
            and header.substitutions is before.substitutions
        )
        if header.pause != before.pause or not (same or header.attendance == before.attendance):
            self._shown_at = self._services.clock()
        self.header = replace(header, post=self.header.post, revision=header.revision + 1)
        if self._shifted_by != shifted_by:
            self.header = self.header.shifted(self._shifted_by - shifted_by)

    def _notify_changed(self) -> None:
        """Report a change that is durable; return at once."""
        raise NotImplementedError

    def _notify_half_time(self) -> None:
        """Report that half of a turn's time has gone; return at once."""
        raise NotImplementedError

    def _add_news(self, *news: News) -> None:
        self._note(news)
        self._notify_changed()

    def _note(self, news: Sequence[News]) -> None:
        self.untold = (*self.untold, *news)
        self.news_end += len(news)


def words_of(header: Header) -> tuple[str, ...]:
    """Return the word of each seat for the next deal; empty for none."""
    by_user = dict(header.words)
    return tuple(by_user.get(person.user, "") for person in header.people)
