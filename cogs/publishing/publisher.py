"""Publishes the changes of a table to its channel and players, in order, several moves in one picture."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress

import discord

from cogs.core.bot import Bot, Interaction, Trouble
from cogs.core.budget import Urgency
from cogs.core.context import delivery_of
from cogs.core.requests import FAILURES, UNKNOWN_CHANNEL, describe, sending_while
from cogs.messages.hand import HandState, has_hands
from cogs.messages.message import without_buttons
from cogs.publishing.channel import ChannelPublisher
from cogs.publishing.explanations import Explanations
from cogs.publishing.hands import Hands
from cogs.publishing.presses import Presses
from cogs.publishing.scenes import Moment
from cogs.publishing.screen import Lane, Screen, Screens
from cogs.publishing.transports import files, transports
from engine.errors import redacted_traceback
from engine.layouts import Grid
from engine.live.model.errors import Code, PlayedElsewhere, StorageError, TableError
from engine.live.model.table import Post
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

    def __init__(self, bot: Bot, hands: Hands, screens: Screens) -> None:
        self._bot = bot
        self._hands = hands
        self._screens = screens
        self._presses = Presses(bot.monotonic)
        self._transports = transports(bot, self._presses, self.search)
        self._channels = ChannelPublisher(bot, self._transports, hands.tiles)
        self._explanations = Explanations(bot, self._presses)
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False

    @contextmanager
    def handling(self, interaction: Interaction) -> Generator[None]:
        """Remember an interaction, whose token may deliver messages; show afterwards what waits for one there."""
        channel = interaction.channel_id or 0
        with self._presses.handling(interaction):
            yield
        for screen in [each for each in self._screens.unsettled if each.header.channel == channel]:
            if screen.waits or (screen.channel.failure is not None and screen.refusal is not None):
                screen.waits = False
                self._publish(screen, screen.channel)
        if not delivery_of(interaction).on_server:
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
        screen = self._screens.of(table)
        if not _can_batch(table):
            self._publish_all(screen)
        elif screen.batch is None:
            screen.batch = asyncio.get_running_loop().call_later(MAX_BATCH_SECONDS, self._publish_all, screen)

    def _publish_all(self, screen: Screen) -> None:
        if screen.batch is not None:
            screen.batch.cancel()
            screen.batch = None
        for lane in screen.lanes:
            self._publish(screen, lane)

    def restore(self, table: Table) -> None:
        """Publish a table after a start; a lobby whose message was never stored gets a new one."""
        self._channels.restored(self._screens.of(table))
        self.changed(table)

    def recover(self, table: Table) -> None:
        """Show a lobby once that may have been posted although Discord did not confirm it; return at once."""
        self.restore(table)
        self.search(table)

    def search(self, table: Table) -> None:
        """Delete what the library's repeated requests may have left of a lobby, soon; return at once."""
        screen = self._screens.of(table)
        screen.search = True
        self._screens.settle(screen)
        self._bot.start_soon(self.delete_strays())

    async def delete_strays(self) -> None:
        """Delete stray messages of all tables that may have some, a few tables at a time."""
        searches = asyncio.Semaphore(MAX_SEARCHES)

        async def search(screen: Screen) -> None:
            # what is being sent is no stray
            async with searches, self._bot.budget.reserved(Urgency.TIDY), screen.posting:
                with _sending(screen):
                    await self._channels.strays.delete(screen)
            self._note_untidy(screen)

        possible = [screen for screen in self._screens if screen.search]
        # the most recently active first
        possible.sort(key=lambda screen: screen.header.last_activity_at, reverse=True)
        await asyncio.gather(*map(search, possible))

    def time_added(self, table: Table) -> None:
        """Correct a board's deadline soon, after it was extended; return at once."""
        screen = self._screens.of(table)
        self._publish(screen, screen.channel)

    def _publish(self, screen: Screen, lane: Lane) -> None:
        if self._closed or not screen.table.held:
            return
        lane.dirty = True
        if lane.running is None:
            name = f"publish {'channel' if lane is screen.channel else 'hands'} of {screen.id}"
            lane.running = asyncio.create_task(self._run(screen, lane), name=name)
            self._running.add(lane.running)

    def is_busy(self, table: Table) -> bool:
        """Whether a table is being published, or so many that spectators have to wait."""
        screen = self._screens.find(table.id)
        return (screen is not None and screen.busy) or len(self._running) > MAX_BUSY

    def trouble(self, table: Table) -> Trouble:
        """Return what keeps a table from being shown in its channel."""
        screen = self._screens.find(table.id)
        return "" if screen is None else screen.trouble

    @property
    def waiting(self) -> tuple[Table, ...]:
        """The tables that Discord refused when they were last shown; those that have ended are in no other list."""
        return tuple(each.table for each in self._screens.unsettled if any(lane.failure for lane in each.lanes))

    def retry(self, now: float, *, guild: int | None = None) -> None:
        """Retry what Discord refused and is due; for a server that has changed, all of it at once."""
        for screen in list(self._screens.unsettled):
            for lane in screen.lanes:
                due = lane.failure is not None and now >= lane.failure.at and lane.running is None
                if due if guild is None else lane.failure is not None and screen.header.guild == guild:
                    self._publish(screen, lane)

    def forget(self, table: Table) -> None:
        """Show a table no more, and forget all that is known of its messages: another process plays on there."""
        self._screens.forget(table)

    def channel_deleted(self, table: Table) -> None:
        """Note that a table's channel was deleted, before anything has to be shown there; hands show it."""
        screen = self._screens.of(table)
        self._fail(screen, screen.channel, "lost")
        self._publish(screen, screen.hands)

    def hide_misses(self, now: float) -> None:
        """Flip back the misses in grids that have been shown for long enough."""
        for screen in list(self._screens.unsettled):
            if screen.miss_until is not None and now >= screen.miss_until:
                screen.miss_until = None
                self.changed(screen.table)

    def tidy(self) -> None:
        """Do what had to wait if there is room now: old controls, deadlines; return at once."""
        if not self._bot.budget.spare:
            return
        for screen in self._screens.unsettled:
            if screen.outdated:
                self._publish(screen, screen.channel)
            if screen.crowded and not screen.tidying:
                screen.tidying = True
                self._bot.start_soon(self._tidy(screen))

    def remind(self, table: Table) -> None:
        """Remind the player in turn soon; return at once."""
        self._bot.start_soon(self._remind(self._screens.of(table)))

    async def drain(self) -> None:
        """Wait until everything being published is out."""
        for screen in self._screens:
            if screen.batch is not None:
                self._publish_all(screen)
        while self._running:
            await asyncio.gather(*self._running, return_exceptions=True)

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
        for task in self._running:
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
        if await self._channels.set_lobby_post(self._screens.of(table), post) or private:
            self.changed(table)

    async def repost(self, interaction: Interaction, table: Table) -> None:
        """Show a table again at the bottom of its channel, as it is now; where messages are answers, as the answer.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        press, screen = self._presses.of(interaction), self._screens.of(table)
        if press is not None and not table.header.delivery.on_server:
            press.free.set()
            if table.news:
                await self._show_news(screen)
            if not press.may_send and not table.header.delivery.by_token:
                self._wait_for_press(screen)
                return
        async with screen.posting:
            ply, post = table.ply, table.header.post
            if press is not None and post is not None and press.made(post.message):
                # the change that this press has made is shown already
                return
            try:
                hand = self._hand_below(table)
                with self._presses.answering(screen, press), _sending(screen):
                    await self._channels.again(screen, hand and await self._hands.as_read(hand))
            except FAILURES as error:
                # if the table has moved to another channel, publication is retried there
                self._note_failure(screen, error)
                raise
        await self._note_success(screen, ply)

    def explain(self, interaction: Interaction, table: Table, *, shown: bool) -> str:
        """Return why the bot itself can't post in a table's channel, and what helps; empty if it can.

        This has then been told to the user, and from then on the interaction may show the table.

        Args:
            interaction: the interaction, which is answered with this.
            table: the table.
            shown: whether the table is shown there all the same.

        """
        screen, press = self._screens.of(table), self._presses.of(interaction)
        if screen.refusal is None:
            return ""
        if press is not None:
            press.free.set()
        return self._explanations.text(interaction, screen, screen.refusal, shown=shown)

    async def refresh(self, interaction: Interaction, table: Table, ends_of: Tile | None = None) -> None:
        """Update the hand that was pressed; with ``ends_of``, ask at which end to play that tile."""
        if table.header.delivery.in_place:
            table.require_seat(interaction.user.id)
            await self._refresh_below(interaction, table, ends_of)
        else:
            await self._hands.refresh(interaction, table, ends_of)

    async def _refresh_below(self, interaction: Interaction, table: Table, ends_of: Tile | None) -> None:
        """Answer a press on the message of a person alone: with the ways to play a tile, or as the table is now."""
        message, post, screen = interaction.message, table.header.post, self._screens.of(table)
        newest = message is not None and post is not None and message.id == post.message
        if not newest or (ends_of is None and post is not None and post.ply != table.ply):
            # the message is about to be edited, by this answer if that is fast enough, or there is a newer one
            if (press := self._presses.of(interaction)) is not None:
                press.free.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_SECONDS):
                    await self._show_news(screen)
            post = table.header.post
            if message is not None and post is not None and message.id != post.message:
                over = without_buttons(table.id, Post(message.id), translations(interaction.locale))
                await interaction.response.edit_message(view=over, attachments=[])
            return
        async with screen.posting:
            hand = self._hand_below(table)
            if hand is None:
                raise TableError(Code.STALE)
            shown = await self._channels.redraw(screen, await self._hands.as_read(hand), ends_of)
            await interaction.response.edit_message(view=shown.layout, attachments=files(shown))

    # ------------------------------------------------------------------ inside

    async def _run(self, screen: Screen, lane: Lane) -> None:
        show = self._show_channel if lane is screen.channel else self._show_hands
        try:
            while lane.dirty:
                lane.dirty = False
                if screen.table.held:
                    with _sending(screen):
                        await show(screen)
        finally:
            if lane.running is not None:
                self._running.discard(lane.running)
            lane.running = None
            self._screens.settle(screen)

    async def _show_hands(self, screen: Screen) -> None:
        states = self._hands.snapshot(screen.table)
        try:
            with self._bot.budget.spending(Urgency.HAND):
                withdrawn = await self._hands.withdraw(screen)
                shown = await self._hands.show(screen, states)
        except Exception as error:
            _log.error("hands of table %s could not be shown:\n%s", screen.id, redacted_traceback(error))
            return
        if not (shown.all and withdrawn):
            self._fail(screen, screen.hands, "")
        else:
            screen.hands.failure = None
        if shown.turn_seen_at_ply is not None:
            screen.turn_seen_at = shown.turn_seen_at_ply
            await self._seen_by_hand_alone(screen)

    async def _seen_by_hand_alone(self, screen: Screen) -> None:
        """Start the clock of a player who sees their turn in their hand while the channel can't be written to."""
        if screen.trouble and screen.turn_seen_at >= 0:
            await self._mark_published(screen, screen.turn_seen_at)

    async def _show_channel(self, screen: Screen) -> None:
        table = screen.table
        if not await self._transports[table.header.delivery].ready(screen):
            self._wait_for_press(screen)
            return
        room = self._bot.budget.reserved(Urgency.TURN) if table.header.delivery.by_token else nullcontext()
        # moves that are made while there is no room share the picture
        async with room, screen.posting:
            if not table.held:
                return
            # taken together without an await between, so that picture and text show the same moment
            header, ply, news = table.header, table.ply, table.news
            newest = self._presses.newest(screen)
            table.news = []
            view, hand = table.view(None) if ply else None, self._hand_below(table)
            failed = False
            try:
                hand = hand and await self._hands.as_read(hand)
                await self._channels.show(screen, Moment(header, ply, news, view, hand, bool(table.unreadable)))
                await self._channels.tidy(screen, header)
            except Exception as error:
                # unpublished news go out with the next picture
                table.news[:0] = news
                self._note_failure(screen, error)
                await self._seen_by_hand_alone(screen)
                failed = True
        if not failed:
            await self._note_success(screen, ply)
        elif self._presses.newest(screen) is not newest:
            # it brings another token
            self._publish(screen, screen.channel)
        await self._explanations.tell(screen, shown=not screen.trouble)

    def _wait_for_press(self, screen: Screen) -> None:
        screen.waits = True
        self._screens.settle(screen)

    async def _show_news(self, screen: Screen) -> None:
        """Publish what a table has to tell, and wait until that is done."""
        self._publish(screen, screen.channel)
        while (running := screen.channel.running) is not None:
            await asyncio.wait({running})

    def _hand_below(self, table: Table) -> HandState | None:
        """Return the hand that a message shows below the table; None if others see the message, or between deals."""
        header = table.header
        if not header.delivery.in_place or not table.playing or not has_hands(header.rules):
            return None
        if table.view(None).turn is None:
            return None
        (seat,) = header.human_seats
        return self._hands.hand_state(table, seat)

    def _note_failure(self, screen: Screen, error: Exception) -> None:
        """Note that a channel could not be reached; log unexpected errors in full."""
        if isinstance(error, (*FAILURES, StorageError)):
            channel = screen.header.channel
            _log.warning("table %s could not be shown in channel %s: %s", screen.id, channel, describe(error))
        else:
            _log.error("table %s could not be shown:\n%s", screen.id, redacted_traceback(error))
        gone = isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL
        before = screen.trouble
        self._fail(screen, screen.channel, "lost" if gone else "blocked")
        if screen.trouble != before:
            # hands show the trouble
            self._publish(screen, screen.hands)

    def _fail(self, screen: Screen, lane: Lane, trouble: Trouble) -> None:
        again = lane.fail(trouble, self._bot.monotonic(), ended=screen.ended)
        if not again and lane is screen.hands:
            self._hands.forget(screen)
        self._screens.settle(screen)

    def _note_untidy(self, screen: Screen) -> None:
        """Note that messages with live controls are left to be dealt with later, if there are any."""
        if screen.table.held and not screen.tidy:
            self._fail(screen, screen.channel, screen.trouble)
        self._screens.settle(screen)

    async def _note_success(self, screen: Screen, ply: int) -> None:
        """Note that a channel has been reached; older messages that keep their buttons are tried again."""
        before = screen.trouble
        if screen.header.delivery.on_server and screen.refusal is None:
            self._presses.forget(screen.header.channel)
        if screen.tidy or screen.crowded:
            screen.channel.failure = None
        else:
            self._fail(screen, screen.channel, "")
        if before:
            self._publish(screen, screen.hands)
        await self._mark_published(screen, ply)
        self._screens.settle(screen)

    async def _mark_published(self, screen: Screen, ply: int) -> None:
        table, before = screen.table, screen.header.deadline
        try:
            await table.mark_published(ply)
        except Exception as error:
            _log.warning("table %s could not be given time back: %s", table.id, type(error).__name__)
        if table.header.deadline != before and table.ply == ply:
            self.time_added(table)

    async def _tidy(self, screen: Screen) -> None:
        try:
            while screen.crowded:
                # without the lock: what is played meanwhile does not wait for the room
                async with self._bot.budget.reserved(Urgency.TIDY), screen.posting:
                    with _sending(screen):
                        await self._channels.tidy_oldest(screen)
        finally:
            screen.tidying = False
            self._note_untidy(screen)

    async def _remind(self, screen: Screen) -> None:
        try:
            with _sending(screen):
                await self._channels.posts.remind(screen)
        except FAILURES as error:
            _log.info("the player in turn could not be reminded at table %s: %s", screen.id, describe(error))


def _sending(screen: Screen) -> AbstractContextManager[None]:
    """Return the context in which a table is published, as long as this process plays it."""
    return sending_while(lambda: screen.table.held)


def _can_batch(table: Table) -> bool:
    """Whether computers move one after the other. Their moves are then shown as one.

    Flips in a grid are not held back: they are flipped back soon, and everyone has a right to see each of them.
    """
    return table.catching_up and not isinstance(table.view(None).layout, Grid)
