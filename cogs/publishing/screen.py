"""The state of a table's messages beside the stored part: one record, dropped as a whole."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Hashable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TypeAlias

import discord

from cogs.core.bot import Trouble
from cogs.core.http.requests import describe, sending_while
from cogs.publishing.slots import Once, Slot
from cogs.publishing.tokens import Press
from engine.live.tables.table import Table

_log = logging.getLogger(__name__)

FIRST_RETRY, LAST_RETRY = 30.0, 1800.0
"""Seconds between a failure and the next try: twice as many each time, up to the last."""

Look: TypeAlias = tuple[bool, str, str]
"""How a person sees a hand: whether as text, the id of the theme, and the language."""

MAX_TRIES, MAX_LOST_TRIES = 50, 3
"""How often a table that has ended is tried, about a day long, and how often if Discord says that its channel is gone;
the next start tries again."""


@dataclass(slots=True)
class Failure:
    """A refusal by Discord: its count, the time of the next try, and the trouble that players see."""

    times: int
    at: float
    trouble: Trouble


@dataclass(slots=True)
class Lane:
    """A place of publication: a table's channel, or its players' hands.

    Attributes:
        dirty: whether there is something to publish.
        running: the task that publishes; None if none does.
        failure: Discord's refusal of the last publication; None for none.

    """

    dirty: bool = False
    running: asyncio.Task[None] | None = None
    failure: Failure | None = None

    def fail(self, trouble: Trouble, now: float, *, ended: bool) -> None:
        """Store a failure and the time of the next try.

        Args:
            trouble: the trouble that players see.
            now: the time.
            ended: whether the table has ended; it is then given up after a day, or soon if its channel is gone.

        """
        failure = self.failure
        if failure is not None and now < failure.at:
            # tried early because something has changed, which is no reason to wait longer
            failure.trouble = trouble
        else:
            times = 1 if failure is None else failure.times + 1
            wait = min(FIRST_RETRY * 2 ** min(times - 1, 10), LAST_RETRY)
            failure = self.failure = Failure(times, now + wait, trouble)
        if ended and failure.times > (MAX_LOST_TRIES if trouble == "lost" else MAX_TRIES):
            self.failure = None


@dataclass(slots=True, eq=False)
class Reader:
    """A person at a table, and their private messages about it.

    Attributes:
        locale: the person's language, also after they gave up the seat; empty after a restart.
        private: the direct message with the hand; None for none.
        unsaved: the direct message whose fingerprint is not stored yet; None for none.
        copy: the newest answer to My hand; None for none.
        watch: the message of a person who watches the table; None for none.
        refused: the last deal in which a direct message was refused; 0 if none was: they are tried once a deal.
        newcomer: whether this is the first deal of the person's life.
        once: the sending of direct messages with the hand.
        moved_at: when the person last moved.
        closed: whether the person took no message about a turn in this deal.
        explained: whether the person has read the reason that keeps the bot from posting.
        lock: held while the hand is edited: an older state must not replace a newer one.

    """

    locale: str = ""
    private: Slot | None = None
    unsaved: Slot | None = None
    copy: Slot | None = None
    watch: Slot | None = None
    refused: int = 0
    newcomer: bool = False
    once: Once = field(default_factory=Once)
    moved_at: float = float("-inf")
    closed: bool = False
    explained: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(slots=True, eq=False)
class Screen:
    """The state of a table's messages. The part that survives restarts is in the table's header and in the store.

    Attributes:
        table: the table.
        channel: the publishing in the channel.
        hands: the publishing in the players' hands.
        readers: the people at the table, by user id.
        message_lock: held while a message in the channel is written: only the newest has buttons.
        batch: the timer that publishes consecutive moves of computers; None if none runs.
        waits: whether the table is shown by the next press in its channel.
        restored: whether a start brought the table back: no answer is on its way for it.
        once: the sending of messages to the channel.
        unconfirmed_edits: the messages with an edit that Discord did not confirm, with the time from which on it can't
            be done any more.
        reminder: the message that reminds the player in turn.
        miss_until: when two tiles that are no pair are turned back; None if none are shown.
        look: the last look of the hand below the table; None after a start.
        lobby_key: the content of a lobby's message; None if that is unknown.
        correct_later: whether the deadline is not corrected until there is room for more requests.
        strip_later: whether older messages keep their buttons until there is room for more requests.
        stripping: whether they are losing them.
        search: whether untracked messages are possible.
        search_failed: whether they could not be searched for.
        refusal: how Discord refused the bot's last message; None if it took that.
        answering: the press that is being answered with the table, if one is.
        opening: whether this answer is the first message about the table.
        turn_seen_at: the ply at which the player in turn saw the hand; -1 for none.
        noticed_at: the ply of the newest turn with a direct message, or without need for one.
        notice: the direct message that tells it.
        dealt_at: when the last deal began.

    """

    table: Table
    channel: Lane = field(default_factory=Lane)
    hands: Lane = field(default_factory=Lane)
    readers: dict[int, Reader] = field(default_factory=dict[int, Reader])
    message_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    batch: asyncio.TimerHandle | None = None
    waits: bool = False
    restored: bool = False
    once: Once = field(default_factory=Once)
    unconfirmed_edits: dict[int, float] = field(default_factory=dict[int, float])
    reminder: Slot = field(default_factory=lambda: Slot(None))
    miss_until: float | None = None
    look: Look | None = None
    lobby_key: Hashable = None
    correct_later: bool = False
    strip_later: bool = False
    stripping: bool = False
    search: bool = False
    search_failed: bool = False
    refusal: discord.HTTPException | None = None
    answering: Press | None = None
    opening: bool = False
    turn_seen_at: int = -1
    noticed_at: int = -1
    notice: Slot = field(default_factory=lambda: Slot(None))
    dealt_at: float = float("-inf")

    @property
    def ended(self) -> bool:
        """Whether the table has ended."""
        return self.table.header.status.over

    @property
    def lanes(self) -> tuple[Lane, Lane]:
        """Both lanes: a hand never waits for a channel that Discord holds back."""
        return self.channel, self.hands

    @property
    def busy(self) -> bool:
        """Whether the table is being published, or soon will be."""
        return self.batch is not None or any(lane.running is not None for lane in self.lanes)

    @property
    def trouble(self) -> Trouble:
        """The trouble of the table in its channel."""
        return "" if self.channel.failure is None else self.channel.failure.trouble

    @property
    def unsettled(self) -> bool:
        """Whether something is to be done about the messages that waits for time, room, a press, or Discord."""
        flags = (self.waits, self.correct_later, self.strip_later, self.search, self.search_failed)
        watched = any(reader.watch is not None for reader in self.readers.values())
        failed = any(lane.failure is not None for lane in self.lanes)
        return any(flags) or self.miss_until is not None or failed or watched

    @property
    def older_stripped(self) -> bool:
        """Whether only the newest message has live controls, as far as is known."""
        post = self.table.header.post
        return not self.search_failed and (post is None or not post.older)

    def note_refusal(self, error: discord.HTTPException) -> None:
        """Note that Discord refused a message of the bot."""
        if self.refusal is None:
            _log.info("table %s is shown by presses alone: %s", self.table.id, describe(error))
        self.refusal = error

    def end_refusal(self) -> None:
        """Note that Discord takes the bot's messages again: the next refusal is news to everybody."""
        self.refusal = None
        for reader in self.readers.values():
            reader.explained = False

    def sending(self) -> AbstractContextManager[None]:
        """Return the context in which the table is published, as long as this process plays it."""
        return sending_while(lambda: self.table.owned)

    def reader(self, user_id: int) -> Reader:
        """Return the record of a person at the table."""
        return self.readers.setdefault(user_id, Reader())


class Screens:
    """The screens of tables, until their tables have ended and all is shown.

    Attributes:
        unsettled: the screens about which something is to be done later.

    """

    def __init__(self) -> None:
        self._known: dict[str, Screen] = {}
        self.unsettled: set[Screen] = set()

    def __iter__(self) -> Iterator[Screen]:
        """Iterate over the screens as they are now."""
        return iter(list(self._known.values()))

    def of(self, table: Table) -> Screen:
        """Return the screen of a table; that of a table which another process plays is not kept."""
        screen = self._known.get(table.id)
        if screen is None or screen.table is not table:
            if screen is not None and table.owned:
                self.forget(screen.table)
            screen = Screen(table)
            if table.owned:
                self._known[table.id] = screen
        return screen

    def find(self, table_id: str) -> Screen | None:
        """Return the screen of a table by its id; None if nothing is known of one."""
        return self._known.get(table_id)

    def wait_for_press(self, screen: Screen) -> None:
        """Let the next press in its channel show a table."""
        screen.waits = True
        self.settle(screen)

    def settle(self, screen: Screen) -> None:
        """Note whether something is to be done about a screen later; forget it if not, and its table has ended."""
        if self._known.get(screen.table.id) is not screen:
            return
        if screen.unsettled:
            self.unsettled.add(screen)
            return
        self.unsettled.discard(screen)
        done = not screen.busy and all(reader.unsaved is None for reader in screen.readers.values())
        if screen.ended and done:
            del self._known[screen.table.id]

    def forget(self, table: Table) -> None:
        """Forget the screen of a table."""
        screen = self._known.get(table.id)
        if screen is None or screen.table is not table:
            return
        del self._known[table.id]
        self.unsettled.discard(screen)
        for lane in screen.lanes:
            lane.dirty = False
        if screen.batch is not None:
            screen.batch.cancel()
