"""Publishes the changes of a table to its channel and players, in order, several moves in one picture."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from weakref import WeakValueDictionary

import discord

from cogs.core.bot import Bot, Interaction, Trouble
from cogs.core.budget import Urgency
from cogs.core.context import delivery_of
from cogs.core.requests import FAILURES, UNKNOWN_CHANNEL, describe, sending_while
from cogs.messages.hand import HandState, has_hands
from cogs.messages.message import without_buttons
from cogs.publishing.channel import ChannelPublisher
from cogs.publishing.explanations import Explanations
from cogs.publishing.failures import Failures, Lane
from cogs.publishing.hands import Hands
from cogs.publishing.presses import Presses
from cogs.publishing.transports import files, transports
from engine.errors import redacted_traceback
from engine.layouts import Grid
from engine.live.model.errors import Code, PlayedElsewhere, StorageError, TableError
from engine.live.model.table import Delivery, Post, Status
from engine.live.tables.table import Table
from engine.tiles import Tile
from render.i18n import translations

_log = logging.getLogger(__name__)

CLOSING_SECONDS = 5.0
"""The most seconds for which the end of the bot waits for what is being published."""

MAX_SEARCHES = 4
"""In how many channels stray messages are searched for at a time: Discord allows a bot 50 requests a second in all."""

MAX_BUSY = 4
"""How many lanes may be published while spectators see a table, too."""

ANSWER_SECONDS = 1.5
"""How long a press on the message of a person alone waits for its picture; Discord waits three seconds in all."""

MAX_BATCH_SECONDS = 3.0
"""The most seconds for which consecutive moves of computers are held back, to be shown as one."""


class Publisher:
    """Publishes the changes of tables.

    A table has two lanes, its channel and its players' hands: a hand never waits for a channel that Discord holds
    back. A lane with something to publish gets one task, which ends when nothing is left. Moves made while the
    task waits for Discord share the next picture, and so do consecutive moves of computers. Nothing here holds a
    table's lock: play never waits.

    What Discord refuses is retried at growing intervals, and at once when something about the server changes.
    """

    def __init__(self, bot: Bot, hands: Hands, failures: Failures) -> None:
        self._bot = bot
        self._hands = hands
        self._failures = failures
        self._presses = Presses(bot.monotonic)
        self._transports = transports(bot, self._presses, self.search)
        self._channels = ChannelPublisher(bot, self._transports, hands)
        self._explanations = Explanations(bot, self._presses)
        # tables that are shown by the next press in their channels, by channel and id
        self._waiting: dict[int, dict[str, Table]] = {}
        self._lanes: dict[Lane, Callable[[Table], Awaitable[None]]] = {
            "channel": self._show_channel,
            "hands": self._show_hands,
        }
        self._running: dict[tuple[Lane, str], asyncio.Task[None]] = {}
        self._dirty: dict[tuple[Lane, str], Table] = {}
        self._seen_in_hand: dict[str, int] = {}
        # tables at which computers move one after the other, with the timer that publishes them
        self._batches: dict[str, tuple[Table, asyncio.TimerHandle]] = {}
        # one message about a table at a time: only the newest has buttons
        self._posting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tidying: set[Table] = set()
        self._closed = False

    @contextmanager
    def handling(self, interaction: Interaction) -> Generator[None]:
        """Remember an interaction, whose token may deliver messages; show afterwards what waits for one there."""
        channel = interaction.channel_id or 0
        with self._presses.handling(interaction):
            yield
        for table in self._waiting.pop(channel, {}).values():
            self._publish("channel", table)
        for table in self._failures.of_channel(channel):
            if self._refusal(table) is not None:
                self._publish("channel", table)
        if delivery_of(interaction) is not Delivery.SERVER:
            # the channel stands in the place of a server
            self.retry(self._bot.monotonic(), guild=channel)
        elif not self._has_table(channel):
            # the newest may have ended the match
            self._presses.forget(channel, keep=1)

    def _has_table(self, channel: int) -> bool:
        try:
            return bool(self._bot.hub.in_channel(channel))
        except TableError:
            return False
        except PlayedElsewhere:
            return True

    def changed(self, table: Table) -> None:
        """Publish a table soon; return at once.

        Consecutive moves of computers are held back to be shown as one, but never for long.
        """
        table.mark_unpublished()
        if not _can_batch(table):
            self._publish_all(table)
        elif table.id not in self._batches:
            late = asyncio.get_running_loop().call_later(MAX_BATCH_SECONDS, self._publish_all, table)
            self._batches[table.id] = (table, late)

    def _publish_all(self, table: Table) -> None:
        if (waiting := self._batches.pop(table.id, None)) is not None:
            waiting[1].cancel()
        for lane in self._lanes:
            self._publish(lane, table)

    def restore(self, table: Table) -> None:
        """Publish a table after a start; a lobby whose message was never stored gets a new one."""
        self._channels.restored(table)
        self.changed(table)

    def recover(self, table: Table) -> None:
        """Show a lobby once that may have been posted although Discord did not confirm it; return at once."""
        self.restore(table)
        self.search(table)

    def search(self, table: Table) -> None:
        """Delete what the library's repeated requests may have left of a lobby, soon; return at once."""
        self._channels.strays.expect(table)
        self._bot.start_soon(self.delete_strays())

    async def delete_strays(self) -> None:
        """Delete stray messages of all tables that may have some, a few tables at a time."""
        searches = asyncio.Semaphore(MAX_SEARCHES)

        async def search(table: Table) -> None:
            # what is being sent is no stray
            async with searches, self._bot.budget.reserved(Urgency.TIDY), self.in_turn(table.id):
                with _sending(table):
                    await self._channels.strays.delete(table)
            if table.held and not self._channels.is_tidy(table):
                self._fail("channel", table, self.trouble(table))

        await asyncio.gather(*map(search, self._channels.strays.possible))

    def time_added(self, table: Table) -> None:
        """Correct a board's deadline soon, after it was extended; return at once."""
        self._publish("channel", table)

    def _publish(self, lane: Lane, table: Table) -> None:
        if self._closed or not table.held:
            return
        key: tuple[Lane, str] = (lane, table.id)
        self._dirty[key] = table
        if key not in self._running:
            self._running[key] = asyncio.create_task(self._run(key), name=f"publish {lane} of {table.id}")

    def is_busy(self, table: Table) -> bool:
        """Whether a table is being published, or so many that spectators have to wait."""
        own = any((lane, table.id) in self._running for lane in self._lanes) or table.id in self._batches
        return own or len(self._running) > MAX_BUSY

    def trouble(self, table: Table) -> Trouble:
        """Return what keeps a table from being shown in its channel."""
        return self._failures.trouble(table)

    @property
    def waiting(self) -> tuple[Table, ...]:
        """The tables that Discord refused when they were last shown."""
        return self._failures.tables

    def retry(self, now: float, *, guild: int | None = None) -> None:
        """Retry what Discord refused and is due; for a server that has changed, all of it at once."""
        for lane, table in self._failures.due(now) if guild is None else self._failures.of_guild(guild):
            if guild is not None or (lane, table.id) not in self._running:
                self._publish(lane, table)

    def forget(self, table: Table) -> None:
        """Show a table no more, and forget all that is known of its messages: another process plays on there."""
        for lane in self._lanes:
            self._failures.clear(lane, table)
            self._dirty.pop((lane, table.id), None)
        if (waiting := self._batches.pop(table.id, None)) is not None:
            waiting[1].cancel()
        self._waiting.get(table.header.channel, {}).pop(table.id, None)
        self._seen_in_hand.pop(table.id, None)
        self._channels.forget(table)
        self._hands.forget(table)

    def channel_deleted(self, table: Table) -> None:
        """Note that a table's channel was deleted, before anything has to be shown there; hands show it."""
        self._fail("channel", table, "lost")
        self._publish("hands", table)

    def hide_misses(self, now: float) -> None:
        """Flip back the misses in grids that have been shown for long enough."""
        for table in self._channels.misses_over(now):
            self.changed(table)

    def tidy(self) -> None:
        """Do what had to wait if there is room now: old controls, deadlines; return at once."""
        if not self._bot.budget.spare:
            return
        for table in list(self._channels.outdated):
            self._publish("channel", table)
        for table in self._channels.crowded - self._tidying:
            self._tidying.add(table)
            self._bot.start_soon(self._tidy(table))

    def remind(self, table: Table) -> None:
        """Remind the player in turn soon; return at once."""
        self._bot.start_soon(self._remind(table))

    async def drain(self) -> None:
        """Wait until everything being published is out."""
        for table, _ in list(self._batches.values()):
            self._publish_all(table)
        while self._running:
            await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def close(self) -> None:
        """Wait for a few seconds until everything is out, and publish nothing from then on."""
        try:
            async with asyncio.timeout(CLOSING_SECONDS):
                await self.drain()
                # the next start may have no token that hides them
                self.hide_misses(math.inf)
                await self.drain()
        except TimeoutError:
            _log.warning("some tables were not shown in time; they will be after the next start")
        # a move that Discord delivered before the end may still change a table
        self._closed = True
        for task in self._running.values():
            task.cancel()

    async def set_lobby_post(self, table: Table, post: Post, answered: Interaction | None = None) -> None:
        """Store a lobby's message, and update it with what has changed since it was sent.

        Args:
            table: the table.
            post: the message.
            answered: the interaction that it answers; None for none.

        """
        press = self._presses.of(answered) if answered is not None else None
        if press is not None:
            press.sent.append(post.message)
        place = None if answered is None else answered.channel
        # whether the bot can edit it there, people know before anybody joins
        private = isinstance(place, discord.Thread) and place.is_private()
        if await self._channels.set_lobby_post(table, post) or private:
            self.changed(table)

    async def repost(self, interaction: Interaction, table: Table) -> None:
        """Show a table again at the bottom of its channel, as it is now; where messages are answers, as the answer.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        press = self._presses.of(interaction)
        if press is not None and table.header.delivery is not Delivery.SERVER:
            press.free.set()
            if table.news:
                await self._show_news(table)
            if not press.may_send and table.header.delivery is Delivery.ANSWERS:
                self._wait_for_press(table)
                return
        by_press = nullcontext() if press is None else self._presses.answering(table, press)
        async with self.in_turn(table.id):
            ply, post = table.ply, table.header.post
            if press is not None and post is not None and press.made(post.message):
                # the change that this press has made is shown already
                return
            try:
                hand = self._hand_below(table)
                with by_press, _sending(table):
                    await self._channels.again(table, hand and await self._hands.as_read(hand))
            except FAILURES as error:
                # if the table has moved to another channel, publication is retried there
                self._note_failure(table, error)
                raise
        await self._note_success(table, ply)

    def explain(self, interaction: Interaction, table: Table, *, shown: bool) -> str:
        """Return why the bot itself can't post in a table's channel, and what helps; empty if it can.

        This has then been told to the user, and from then on the interaction may show the table.

        Args:
            interaction: the interaction, which is answered with this.
            table: the table.
            shown: whether the table is shown there all the same.

        """
        refusal, press = self._refusal(table), self._presses.of(interaction)
        if refusal is None:
            return ""
        if press is not None:
            press.free.set()
        return self._explanations.text(interaction, table, refusal, shown=shown)

    async def refresh(self, interaction: Interaction, table: Table, ends_of: Tile | None = None) -> None:
        """Update the hand that was pressed; with ``ends_of``, ask at which end to play that tile."""
        if table.header.delivery.alone:
            table.require_seat(interaction.user.id)
            await self._refresh_below(interaction, table, ends_of)
        else:
            await self._hands.refresh(interaction, table, ends_of)

    async def _refresh_below(self, interaction: Interaction, table: Table, ends_of: Tile | None) -> None:
        """Answer a press on the message of a person alone: with the ways to play a tile, or as the table is now."""
        message, post = interaction.message, table.header.post
        newest = message is not None and post is not None and message.id == post.message
        if not newest or (ends_of is None and post is not None and post.ply != table.ply):
            # the message is about to be edited, by this answer if that is fast enough, or there is a newer one
            if (press := self._presses.of(interaction)) is not None:
                press.free.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_SECONDS):
                    await self._show_news(table)
            post = table.header.post
            if message is not None and post is not None and message.id != post.message:
                over = without_buttons(table.id, Post(message.id), translations(interaction.locale))
                await interaction.response.edit_message(view=over, attachments=[])
            return
        async with self.in_turn(table.id):
            hand = self._hand_below(table)
            if hand is None:
                raise TableError(Code.STALE)
            shown = await self._channels.redraw(table, await self._hands.as_read(hand), ends_of)
            await interaction.response.edit_message(view=shown.layout, attachments=files(shown))

    def in_turn(self, table_id: str) -> asyncio.Lock:
        """Return the lock under which messages about a table are written."""
        return self._posting.setdefault(table_id, asyncio.Lock())

    # ------------------------------------------------------------------ inside

    async def _run(self, key: tuple[Lane, str]) -> None:
        try:
            while (table := self._dirty.pop(key, None)) is not None:
                if table.held:
                    with _sending(table):
                        await self._lanes[key[0]](table)
        finally:
            del self._running[key]

    async def _show_hands(self, table: Table) -> None:
        states = self._hands.snapshot(table)
        try:
            with self._bot.budget.spending(Urgency.HAND):
                withdrawn = await self._hands.withdraw(table)
                shown = await self._hands.show(table, states)
        except Exception as error:
            _log.error("hands of table %s could not be shown:\n%s", table.id, redacted_traceback(error))
            return
        if not (shown.all and withdrawn):
            self._fail("hands", table, "")
        else:
            self._failures.clear("hands", table)
        if shown.turn_seen_at_ply is not None:
            self._seen_in_hand[table.id] = shown.turn_seen_at_ply
            await self._seen_by_hand_alone(table)
        if table.header.status in (Status.FINISHED, Status.CLOSED):
            self._seen_in_hand.pop(table.id, None)

    async def _seen_by_hand_alone(self, table: Table) -> None:
        """Start the clock of a player who sees their turn in their hand while the channel can't be written to."""
        if self.trouble(table) and (ply := self._seen_in_hand.get(table.id)) is not None:
            await self._mark_published(table, ply)

    async def _show_channel(self, table: Table) -> None:
        transport = self._transports[table.header.delivery]
        if not await transport.ready(table):
            self._wait_for_press(table)
            return
        room = self._bot.budget.reserved(Urgency.TURN) if transport.by_token else nullcontext()
        # moves that are made while there is no room share the picture
        async with room, self.in_turn(table.id):
            if not table.held:
                return
            # taken together without an await between, so that picture and text show the same moment
            header, ply, news = table.header, table.ply, table.news
            newest = self._presses.newest(table)
            table.news = []
            view, hand = table.view(None) if ply else None, self._hand_below(table)
            failed = False
            try:
                await self._channels.show(table, header, ply, news, view, hand and await self._hands.as_read(hand))
                await self._channels.tidy(table, header)
            except Exception as error:
                # unpublished news go out with the next picture
                table.news[:0] = news
                self._note_failure(table, error)
                await self._seen_by_hand_alone(table)
                failed = True
        if not failed:
            await self._note_success(table, ply)
        elif self._presses.newest(table) is not newest:
            # it brings another token
            self._publish("channel", table)
        await self._explanations.tell(table, self._refusal(table), shown=not self.trouble(table))

    def _refusal(self, table: Table) -> discord.HTTPException | None:
        return self._transports[table.header.delivery].refusal(table)

    def _wait_for_press(self, table: Table) -> None:
        self._waiting.setdefault(table.header.channel, {})[table.id] = table

    async def _show_news(self, table: Table) -> None:
        """Publish what a table has to tell, and wait until that is done."""
        key: tuple[Lane, str] = ("channel", table.id)
        self._publish("channel", table)
        while (running := self._running.get(key)) is not None:
            await asyncio.wait({running})

    def _hand_below(self, table: Table) -> HandState | None:
        """Return the hand that a message shows below the table; None if others see the message, or between deals."""
        header = table.header
        if header.delivery is not Delivery.DIRECT or not table.playing or not has_hands(header.rules):
            return None
        if table.view(None).turn is None:
            return None
        (seat,) = header.human_seats
        return self._hands.hand_state(table, seat)

    def _note_failure(self, table: Table, error: Exception) -> None:
        """Note that a channel could not be reached; log unexpected errors in full."""
        if isinstance(error, (*FAILURES, StorageError)):
            _log.warning(
                "table %s could not be shown in channel %s: %s", table.id, table.header.channel, describe(error)
            )
        else:
            _log.error("table %s could not be shown:\n%s", table.id, redacted_traceback(error))
        gone = isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL
        before = self.trouble(table)
        self._fail("channel", table, "lost" if gone else "blocked")
        if self.trouble(table) != before:
            # hands show the trouble
            self._publish("hands", table)

    def _fail(self, lane: Lane, table: Table, trouble: Trouble) -> None:
        if not self._failures.add(lane, table, trouble) and lane == "hands":
            self._hands.forget(table)

    async def _note_success(self, table: Table, ply: int) -> None:
        """Note that a channel has been reached; older messages that keep their buttons are tried again."""
        before = self.trouble(table)
        if table.header.delivery is Delivery.SERVER and self._refusal(table) is None:
            self._presses.forget(table.header.channel)
        if self._channels.is_tidy(table) or table in self._channels.crowded:
            self._failures.clear("channel", table)
        else:
            self._failures.add("channel", table, "")
        if before:
            self._publish("hands", table)
        await self._mark_published(table, ply)

    async def _mark_published(self, table: Table, ply: int) -> None:
        before = table.header.deadline
        try:
            await table.mark_published(ply)
        except Exception as error:
            _log.warning("table %s could not be given time back: %s", table.id, type(error).__name__)
        if table.header.deadline != before and table.ply == ply:
            self.time_added(table)

    async def _tidy(self, table: Table) -> None:
        try:
            while table in self._channels.crowded:
                # without the lock: what is played meanwhile does not wait for the room
                async with self._bot.budget.reserved(Urgency.TIDY), self.in_turn(table.id):
                    with _sending(table):
                        await self._channels.tidy_oldest(table)
            if table.held and not self._channels.is_tidy(table):
                self._fail("channel", table, self.trouble(table))
        finally:
            self._tidying.discard(table)

    async def _remind(self, table: Table) -> None:
        try:
            with _sending(table):
                await self._channels.posts.remind(table)
        except FAILURES as error:
            _log.info("the player in turn could not be reminded at table %s: %s", table.id, describe(error))


def _sending(table: Table) -> AbstractContextManager[None]:
    """Return the context in which a table is published, as long as this process plays it."""
    return sending_while(lambda: table.held)


def _can_batch(table: Table) -> bool:
    """Whether computers move one after the other. Their moves are then shown as one.

    Flips in a grid are not held back: they are flipped back soon, and everyone has a right to see each of them.
    """
    return table.catching_up and not isinstance(table.view(None).layout, Grid)
