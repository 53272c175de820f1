"""Publishes the changes of a table to its channel and players, in order, several moves in one picture."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from dataclasses import replace

from cogs.core.bot import Bot, Interaction, Trouble
from cogs.core.context import delivery_of
from cogs.core.http.budget import Urgency
from cogs.messages.emojis import TileEmojis
from cogs.publishing.answers import Answers
from cogs.publishing.channel import ChannelPublisher
from cogs.publishing.delivery import Presses, Transport
from cogs.publishing.explanations import Explanations
from cogs.publishing.hands import Hands
from cogs.publishing.scenes import moment_of
from cogs.publishing.schedule import Schedule
from cogs.publishing.screen import Lane, Screen, Screens
from engine.errors import redacted_traceback
from engine.live.model.errors import PlayedElsewhere, TableError
from engine.live.model.table import Place
from engine.live.tables import lifecycle
from engine.live.tables.table import Table

_log = logging.getLogger(__name__)

CLOSING_SECONDS = 5.0
"""The maximum seconds for which the end of the bot waits for running publications."""

MAX_BUSY = 4
"""How many lanes may be published while spectators see a table, too."""


class Publisher:
    """Publishes the changes of tables.

    A table has two lanes, its channel and its players' hands: a hand never waits for a channel that Discord holds
    back. Moves made while a lane waits for Discord share the next picture, and so do consecutive moves of computers.
    Nothing here holds a table's lock: play never waits.

    Refused messages are retried at growing intervals, and at once when something about the server changes.

    Attributes:
        answers: shows tables in answers to interactions.
        schedule: says when they are published.

    """

    def __init__(self, bot: Bot, hands: Hands, screens: Screens, tiles: TileEmojis) -> None:
        self._bot = bot
        self._hands = hands
        self._screens = screens
        self._presses = Presses(bot.monotonic)
        self._transport = Transport(bot, self._presses, lambda table: self.schedule.search(table))
        self._channels = ChannelPublisher(bot, self._transport, tiles)
        self._explanations = Explanations(bot, self._presses)
        self.schedule = Schedule(bot, screens, self._presses, self._channels.cleanup, self._show)
        self.answers = Answers(screens, self._presses, self.schedule, self._channels, hands, self._explanations)

    @contextmanager
    def handling(self, interaction: Interaction) -> Generator[None]:
        """Remember an interaction, whose token may deliver messages; then show the tables that wait for one there."""
        channel_id = interaction.channel_id or 0
        with self._presses.handling(interaction, self._place(interaction)) as press:
            yield
        for screen in [each for each in self._screens.unsettled if each.table.header.place == press.place]:
            if screen.waits or (screen.channel.failure is not None and screen.refusal is not None):
                screen.waits = False
                self.schedule.publish(screen, screen.channel)
        if not delivery_of(interaction).on_server:
            # the channel stands in the place of a server
            self.schedule.retry(self._bot.monotonic(), guild_id=channel_id)
        elif not self._has_table(channel_id):
            # the newest may have ended the match
            self._presses.forget(Place(channel_id), keep=1)

    def _place(self, interaction: Interaction) -> Place:
        """Return the place whose table an interaction may deliver: a user's own, for a control of their private match.

        Everybody could tell by the table of the channel that somebody pressed something there.
        """
        channel_id, custom_id = interaction.channel_id or 0, str((interaction.data or {}).get("custom_id", ""))
        # kind, verb, table
        screen = self._screens.find("".join(custom_id.split(":")[2:3]))
        private = Place(channel_id, interaction.user.id)
        return private if screen is not None and screen.table.header.place == private else Place(channel_id)

    def _has_table(self, channel_id: int) -> bool:
        try:
            return bool(self._bot.hub.in_channel(channel_id))
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
        if _can_batch(table):
            self.schedule.publish_later(screen)
        else:
            self.schedule.publish_all(screen)

    def restore(self, table: Table) -> None:
        """Publish a table after a start; a lobby whose message was never stored gets a new one."""
        self._channels.restored(self._screens.of(table))
        if table.header.delivery.hands_alone:
            # no message in a channel says what was told
            table.mark_told(table.news_end)
        self.changed(table)

    def time_added(self, table: Table) -> None:
        """Correct a board's deadline soon, after it was extended; return at once."""
        screen = self._screens.of(table)
        self.schedule.publish(screen, screen.channel)

    def is_busy(self, table: Table) -> bool:
        """Whether a table is being published, or too many for spectators."""
        screen = self._screens.find(table.id)
        return (screen is not None and screen.busy) or len(self.schedule.running) > MAX_BUSY

    def trouble(self, table: Table) -> Trouble:
        """Return the trouble of a table in its channel."""
        screen = self._screens.find(table.id)
        return "" if screen is None else screen.trouble

    @property
    def waiting(self) -> tuple[Table, ...]:
        """The tables that Discord refused when they were last shown; those that have ended are in no other list."""
        return tuple(each.table for each in self._screens.unsettled if any(lane.failure for lane in each.lanes))

    def forget(self, table: Table) -> None:
        """Show a table no more, and forget all that is known of its messages: another process plays on there."""
        self._screens.forget(table)

    def channel_deleted(self, table: Table) -> None:
        """Note that a table's channel was deleted, before anything has to be shown there; hands show it."""
        screen = self._screens.of(table)
        self.schedule.note_failure(screen, screen.channel, "lost")
        self.schedule.publish(screen, screen.hands)

    def remind(self, table: Table) -> None:
        """Remind the player in turn soon; return at once."""
        self._bot.start_soon(self._channels.notices.remind(self._screens.of(table)))

    async def close(self) -> None:
        """Wait for a few seconds until everything is out, and publish nothing from then on."""
        try:
            async with asyncio.timeout(CLOSING_SECONDS):
                await self.schedule.drain()
                # the next start may have no token that hides them
                self.schedule.hide_misses(math.inf)
                await self.schedule.drain()
        except TimeoutError:
            _log.warning("some tables were not shown in time; they will be after the next start")
        self.schedule.close()

    # ------------------------------------------------------------------ inside

    async def _show(self, screen: Screen, lane: Lane) -> None:
        await (self._show_channel(screen) if lane is screen.channel else self._show_hands(screen))

    async def _show_hands(self, screen: Screen) -> None:
        if not screen.table.header.delivery.hands_alone:
            await self._try_hands(screen)
            return
        moment = moment_of(screen.table, screen.table.untold)
        await self._try_hands(screen)
        # nobody waits for a player whose direct messages are closed
        screen.table.mark_told(moment.news_end)
        await self.schedule.mark_published(screen, moment.ply)
        self._channels.notices.follow_hands(screen, moment)

    async def _try_hands(self, screen: Screen) -> None:
        try:
            with self._bot.budget.spending(Urgency.HAND):
                up_to_date = await self._hands.show(screen)
        except Exception as error:
            _log.error("hands of table %s could not be shown:\n%s", screen.table.id, redacted_traceback(error))
            return
        if up_to_date:
            screen.hands.failure = None
        else:
            self.schedule.note_failure(screen, screen.hands)
        await self.schedule.note_seen_hand(screen)

    async def _show_channel(self, screen: Screen) -> None:
        table = screen.table
        if table.header.delivery.hands_alone:
            return
        if not await self._transport.ready(screen):
            self._screens.wait_for_press(screen)
            return
        room = self._bot.budget.reserved(Urgency.TURN) if table.header.delivery.by_token else nullcontext()
        # moves that are made while there is no room share the picture
        async with room, screen.message_lock:
            if not table.owned:
                return
            # taken together without an await between, so that picture and text show the same moment
            moment, hand = moment_of(table, table.untold), self._hands.below(screen)
            newest, failed = self._presses.newest(screen), False
            try:
                if hand is not None:
                    moment = replace(moment, hand=await self._hands.as_read(hand))
                await self._channels.show(screen, moment)
                await self._channels.cleanup.clean_up(screen, moment.header)
            except Exception as error:
                # untold news go out with the next picture
                self.schedule.note_error(screen, error)
                await self.schedule.note_seen_hand(screen)
                failed = True
        if not failed:
            await self.schedule.note_success(screen, moment.ply)
        elif self._presses.newest(screen) is not newest:
            # it brings another token
            self.schedule.publish(screen, screen.channel)
        if screen.refusal is not None:
            await self._explanations.tell(screen, screen.refusal, visible=not screen.trouble)


def _can_batch(table: Table) -> bool:
    """Whether computers move one after the other. Their moves are then shown as one.

    Flips in a grid are not held back: they are flipped back soon, and everyone has a right to see each of them.
    """
    return lifecycle.is_bot_move_due(table.situation) and not table.view(None).layout.is_face_down
