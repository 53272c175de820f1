"""Answers to presses and commands that show a table: again at the bottom, as it is now, or why it can't be shown."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import discord

from cogs.core.bot import Interaction
from cogs.core.http.requests import FAILURES, describe, may_be_done
from cogs.messages.message import without_buttons
from cogs.publishing.channel import ChannelPublisher
from cogs.publishing.delivery import Presses, files
from cogs.publishing.explanations import Explanations
from cogs.publishing.hands import Hands
from cogs.publishing.schedule import Schedule
from cogs.publishing.screen import Screen, Screens
from cogs.publishing.tokens import Press
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Post
from engine.live.tables.table import Table
from engine.tiles import Tile
from render.i18n import translations

_log = logging.getLogger(__name__)

ANSWER_SECONDS = 1.5
"""How long a press on the message of a person alone waits for its picture; Discord waits three seconds in all."""


class Answers:
    """Answers interactions with tables."""

    def __init__(
        self,
        screens: Screens,
        presses: Presses,
        schedule: Schedule,
        channels: ChannelPublisher,
        hands: Hands,
        explanations: Explanations,
    ) -> None:
        self._screens = screens
        self._presses = presses
        self._schedule = schedule
        self._channels = channels
        self._hands = hands
        self._explanations = explanations

    async def open(self, interaction: Interaction, table: Table) -> None:
        """Show a new table: as the answer to an interaction in its channel, or as the bot in a new thread.

        A table that may be shown although Discord did not confirm it is shown once more, soon.

        Raises:
            discord.HTTPException, OSError, aiohttp.ClientError: Discord did not take the message.

        """
        if not table.header.delivery.on_server:
            await self.repost(interaction, table)
            return
        if table.header.channel != interaction.channel_id:
            await self._open(table, None)
            return
        followed, screen = interaction.response.is_done(), self._screens.of(table)
        try:
            await self._open(table, self._presses.of(interaction))
        except Exception as error:
            # an earlier try of the library may have been taken
            self._schedule.search(table)
            if not may_be_done(error):
                raise
            _log.warning("table %s may not be shown yet: %s", table.id, describe(error))
            screen.restored = True
            self._schedule.publish_all(screen)
            return
        if followed:
            # nor is a follow-up known to be the first
            self._schedule.search(table)
        if isinstance(interaction.channel, discord.Thread) and interaction.channel.is_private():
            # whether the bot can edit it there, people know before anybody joins
            screen.says = None
            self._schedule.publish(screen, screen.channel)

    async def _open(self, table: Table, press: Press | None) -> None:
        screen = self._screens.of(table)
        async with screen.posting:
            with self._presses.opening(screen, press), screen.sending():
                await self._channels.open(screen)

    async def repost(self, interaction: Interaction, table: Table) -> None:
        """Show a table again at the bottom of its channel, as it is now; where messages are answers, as the answer.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        press, screen = self._presses.of(interaction), self._screens.of(table)
        if press is not None and not table.header.delivery.on_server:
            press.free.set()
            if table.news:
                await self._schedule.finish(screen, screen.channel)
            if not press.may_send and not table.header.delivery.by_token:
                self._screens.wait_for_press(screen)
                return
        async with screen.posting:
            ply, post = table.ply, table.header.post
            if press is not None and post is not None and press.made(post.message):
                # the change that this press has made is shown already
                return
            try:
                hand = self._hands.below(table)
                with self._presses.answering(screen, press), screen.sending():
                    await self._channels.again(screen, hand and await self._hands.as_read(hand))
            except FAILURES as error:
                # if the table has moved to another channel, publication is retried there
                self._schedule.note_error(screen, error)
                raise
        await self._schedule.note_success(screen, ply)

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
        if not table.header.delivery.in_place:
            await self._hands.refresh(interaction, table, ends_of)
            return
        table.require_seat(interaction.user.id)
        message, post, screen = interaction.message, table.header.post, self._screens.of(table)
        newest = message is not None and post is not None and message.id == post.message
        # another picture is about to take the place of this one, by this answer if that is fast enough
        changed = ends_of is None and post is not None and post.ply != table.ply
        if not newest or changed:
            await self._show_newest(interaction, screen)
            return
        async with screen.posting:
            hand = self._hands.below(table)
            if hand is None:
                raise TableError(Code.STALE)
            shown = await self._channels.drawing.redraw(screen, await self._hands.as_read(hand), ends_of)
            await interaction.response.edit_message(view=shown.layout, attachments=files(shown))

    async def _show_newest(self, interaction: Interaction, screen: Screen) -> None:
        """Show the table as it is now; a message that is not its newest loses its buttons."""
        if (press := self._presses.of(interaction)) is not None:
            press.free.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._schedule.finish(screen, screen.channel)
        message, post = interaction.message, screen.table.header.post
        if message is not None and post is not None and message.id != post.message:
            over = without_buttons(screen.table.id, Post(message.id), translations(interaction.locale))
            await interaction.response.edit_message(view=over, attachments=[])
