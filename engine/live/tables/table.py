"""A table: a lobby, then a match. Every change is durable before it is published."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Concatenate, ParamSpec, Self, TypeVar

from engine import match
from engine.actions import Deal
from engine.game import State
from engine.live.database_store import DatabaseStore
from engine.live.model.errors import Code, Conflict, PlayedElsewhere, StorageError, TableError
from engine.live.model.news import Closed, News
from engine.live.model.pace import Timeouts
from engine.live.model.table import Header, Person, SavedTable, SentMessage, Status, Told
from engine.live.tables.bot_turns import BotTurns
from engine.live.tables.deadlines import add_time, within_limits
from engine.live.tables.lifecycle import act, is_due
from engine.live.tables.replay import replay
from engine.live.tables.situation import Change, Situation, carried
from engine.live.thinking.pool import Think, think_inline
from engine.view import View

_log = logging.getLogger(__name__)

LATE_SECONDS = 2.0
"""How many seconds the publication of a change may take before players get the time back."""

P = ParamSpec("P")
AnyChange = TypeVar("AnyChange", bound=Change | None)


def _ignore(table: Table) -> None:
    del table


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The services that a table uses, and the listeners that it notifies.

    Attributes:
        pace: how long the table waits.
        clock: returns the time in seconds since 1970.
        dealer: makes a deal; None draws it fairly from the seed of the table and the words of its players.
        think: chooses moves for the bot and for hints.
        hint_lock: held while a hint is computed. Bots at other tables thus wait for at most one hint.
        owned: whether this process may change a table, by its header.
        changed: called after each change, once it is durable; must return at once.
        remind: called when half of a turn's time is over; must return at once.

    """

    store: DatabaseStore
    pace: Timeouts
    clock: Callable[[], float]
    dealer: Callable[[State], Deal] | None = None
    think: Think = think_inline
    hint_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    owned: Callable[[Header], bool] = lambda header: True
    changed: Callable[[Table], None] = _ignore
    remind: Callable[[Table], None] = _ignore


class Table:
    """A table in a channel: the lock, the log, and the listeners.

    The other files of this folder decide. Each has functions from a :class:`Situation` to a :class:`Change`, which
    :meth:`do` makes durable and then applies:

    - ``situation``: the situation, the change, and the refusals that many decisions share
    - ``lobby``: sitting down, options, computers, the start
    - ``cup_matches``: the end of a cup's match when the time of its round is over
    - ``playing``: playing, passing, flipping, the next deal
    - ``lifecycle``: turns that run out, reminders, closing, an early end, another channel
    - ``nudging``: nudging a player, and letting the bot play for them, where turns have no limit
    - ``pauses``, ``votes``: pausing and resuming; voting to end the match
    - ``presence``: leaving, coming back, removal, another host
    - ``deal_words``: words that players add to a deal
    - ``anonymise``: replacing a deleted user
    - ``deadlines``: when the bot acts by itself, and time that is given back

    ``bot_turns`` chooses the moves of computers and absent players, ``replay`` reads what is stored, and ``scheduler``
    wakes tables at which the bot is in turn.

    Attributes:
        id: the table's id in custom ids.
        header: everything about the table except the game; replaced at each change.
        ply: how many actions the log holds. Components carry the ply, which identifies stale ones.
        untold: the news that the channel was not told, the oldest first.
        news_end: the number of news so far, with those that the channel knows.
        retired: whether another process plays on here.
        post_waits: whether the post is only noted, see :meth:`note_post`.
        unreadable: the kind of the error at which what is stored could not be read; empty if it could. Such a table has
            no state, and is closed.
        bot_turns: chooses turns of the bot, and hints.

    """

    def __init__(self, header: Header, services: Services) -> None:
        self.id = header.id
        self.header = header
        self.ply = 0
        self.untold: tuple[News, ...] = ()
        self.news_end = 0
        self.retired = False
        self.post_waits = False
        self.unreadable = ""
        self.bot_turns = BotTurns(services.think, services.hint_lock, lambda: self.situation)
        self._services = services
        self._at = Situation(header=header, now=services.clock(), pace=services.pace, dealer=services.dealer)
        self._views: dict[int | None, View] = {}
        # by how many seconds all times were moved so far
        self._shifted_by = 0.0
        self._lock = asyncio.Lock()
        # held while the post is written: of two writes in one commit, either may come first
        self._post_lock = asyncio.Lock()

    @classmethod
    def restore(cls, kept: SavedTable, services: Services) -> Self:
        """Rebuild a table from its log; one that can't be read says so in ``unreadable``."""
        table = cls(kept.header, services)
        table._load(kept)
        return table

    # ------------------------------------------------------------------ looking

    @property
    def situation(self) -> Situation:
        """The table as it is now, for decisions. It holds secrets: messages are made from views."""
        return replace(self._at, header=self.header, now=self._services.clock())

    @property
    def owned(self) -> bool:
        """Whether this process may change and show the table."""
        return not self.retired and self._services.owned(self.header)

    @property
    def playing(self) -> bool:
        """Whether the match has begun and not ended."""
        return self.header.status is Status.PLAYING

    @property
    def people(self) -> tuple[Person, ...]:
        """The people at the table, in seat order."""
        return self.header.people

    def view(self, seat: int | None) -> View:
        """Return the view of a seat, or with None the view of the channel.

        Raises:
            TableError: the match has not begun.

        """
        state = self._at.state
        if state is None:
            raise TableError(Code.NOT_STARTED)
        if not self._views:
            self._views[None] = match.view(state, None)
        if seat not in self._views:
            assert seat is not None, "the public view was made first"
            self._views[seat] = match.view_of_seat(state, self._views[None], seat)
        return self._views[seat]

    # ------------------------------------------------------------------ changing

    async def do(
        self, decide: Callable[Concatenate[Situation, P], AnyChange], *args: P.args, **kwargs: P.kwargs
    ) -> AnyChange:
        """Decide on a change, write it to the store, and only then apply it and notify.

        Args:
            decide: a function that returns the change, or None for none.
            args: its arguments after the situation.
            kwargs: its named arguments.

        Returns:
            The change.

        Raises:
            TableError: the table does not allow it, or another writer was first.
            IllegalMove: the rules do not allow it.
            StorageError: it could not be stored.
            ChannelTaken: the table moves to a place that has one.

            Nothing has changed then.

        """
        async with self._lock:
            change = decide(self.situation, *args, **kwargs)
            if change is not None:
                shifted_by = self._shifted_by
                if change.header is not None and change.stored:
                    await self._write(change, change.header)
                self._apply(change, self._shifted_by - shifted_by)
            return change

    async def expire(self) -> None:
        """Do what is due: close an inactive table, deal, play for a player without time left, or remind a player.

        If the bot has to move without a plan, the turn is planned first. A player who acts meanwhile is in time.
        """
        while is_due(self.situation):
            if self.unreadable:
                async with self._lock:
                    await self.close_unreadable()
                    self._services.changed(self)
            elif await self.do(act) is not None:
                return
            else:
                await self.plan_turn()

    async def plan_turn(self) -> None:
        """Plan the present turn, for the bot to play when it is due."""
        state, moves = await self.bot_turns.choose_turn()
        if state is self._at.state:
            self._at = replace(self._at, plan=moves)

    async def _write(self, change: Change, header: Header) -> None:
        """Write a change to the store."""
        if not self.owned:
            raise PlayedElsewhere
        store, moves = self._services.store, header.place != self.header.place
        try:
            if not change.entries and not moves:
                await store.save(header)
                return
            async with self._post_lock:
                if moves:
                    await self._move(header)
                else:
                    await self._append(change, header)
        except Conflict:
            await self._reload()
            raise TableError(Code.STALE) from None

    async def _append(self, change: Change, header: Header) -> None:
        """Write a change with actions, and with it the post, if that is only noted."""
        noted, self.post_waits = self.post_waits, False
        deals = 0 if change.state is None else len(change.state.results)
        people = header.people != self.header.people or self.ply == 0
        try:
            await self._services.store.append(
                replace(header, post=self.header.post), change.entries, change.scores, deals, people=people, post=noted
            )
        except BaseException:
            self.post_waits |= noted
            raise

    async def _move(self, header: Header) -> None:
        """Write another place; the messages stay where they are."""
        store = self._services.store
        if self.header.post is not None:
            await store.save_post(self.header, carried(self.header, header))
        await store.save(header)

    def _apply(self, change: Change, shifted_by: float = 0.0) -> None:
        """Use a change that is stored, decided on before the clock was set by some seconds; then notify."""
        self._use(self.situation.after(change, shifted_by))
        self._note(change.news)
        if change.reported:
            self._services.changed(self)
        if change.reminds:
            self._services.remind(self)

    def _use(self, at: Situation) -> None:
        if at.state is not self._at.state:
            self._views = {}
        self.header, self.ply, self._at = at.header, at.ply, at

    def _note(self, news: Sequence[News]) -> None:
        self.untold = (*self.untold, *news)
        self.news_end += len(news)

    # ------------------------------------------------------------------ reading what is stored

    def _load(self, kept: SavedTable, told: Told | None = None) -> None:
        """Take over the stored log; an unreadable one leaves a table to be closed.

        Args:
            kept: what is stored.
            told: what the news so far tell; None for news from what the newest message tells.

        """
        if told is None:
            self.untold = ()
            told = Told() if kept.header.post is None else kept.header.post.told
        at, self.unreadable = replace(self.situation, header=kept.header), kept.unreadable
        news: tuple[News, ...] = ()
        if not self.unreadable:
            try:
                state, began_at, news = replay(kept, told)
                at = replace(at.with_state(state), ply=len(kept.log), turn_began_at=began_at)
            except Exception as error:
                # the error's text could name a tile
                self.unreadable = type(error).__name__
        if self.unreadable:
            at, self.untold, news = replace(at.with_state(None), ply=0), (), (Closed("unreadable"),)
        self._use(replace(at, unreadable=bool(self.unreadable)))
        self._note(news)

    async def reload(self, revision: int) -> bool:
        """Load what another writer stored, if the header is older than a revision; return whether it was."""
        async with self._lock:
            behind = self.header.revision < revision
            if behind:
                await self._reload()
            return behind

    async def _reload(self) -> None:
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
        if self.unreadable and not self.header.status.over:
            _log.error("table %s can't be read any more (%s), and is closed", self.id, self.unreadable)
            await self.close_unreadable()
        self._services.changed(self)

    async def close_unreadable(self) -> None:
        """Close a table that can't be read, if it is open; its log and its header stay as they are stored."""
        if self.header.status.over:
            return
        if not self.owned:
            raise PlayedElsewhere
        await self._services.store.close_unreadable(self.header)
        closed = replace(self.header, status=Status.CLOSED, deadline=None, pause=None, words=())
        self._use(self.situation.after(Change(header=closed)))

    # ------------------------------------------------------------------ publishing

    def mark_unpublished(self) -> None:
        """Note that the present ply is not published yet. No turn of a person runs out before it is."""
        at = self.situation
        self._at = replace(at, publication=at.publication.begun(at.ply, at.now))

    async def mark_published(self, ply: int) -> None:
        """Note that a ply is published. If that took long, the player in turn gets the time back."""
        if ply != self.ply:
            return
        at = self.situation
        since = at.publication.pending_since
        self._at = replace(at, publication=at.publication.done(ply, at.now))
        if since is not None and at.now - since > LATE_SECONDS:
            await self.do(add_time, at.now - since)

    def mark_told(self, end: int) -> None:
        """Drop the news before an earlier ``news_end``, which the channel has."""
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

    # ------------------------------------------------------------------ the clock

    def shift(self, seconds: float) -> None:
        """Move all times by the seconds by which the clock was set; the caller stores that for all tables at once."""
        self._use(self.situation.shifted(seconds))
        self._shifted_by += seconds

    def limit_times(self) -> None:
        """Bring stored times that are impossible, since the clock was wrong, within the limits of the table."""
        self.header = within_limits(self.situation, self.header)
