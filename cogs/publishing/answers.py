"""Answers to presses and commands that show a table: again at the bottom, as it is now, or why it can't be shown."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import discord

from cogs.core.bot import Interaction
from cogs.core.context import is_public, refresh_person
from cogs.core.frame import framed
from cogs.core.http.requests import FAILURES, describe, may_be_done
from cogs.messages.content import without_buttons
from cogs.messages.hand import HandState, taken_text
from cogs.publishing.channel import ChannelPublisher
from cogs.publishing.delivery import Presses, files
from cogs.publishing.explanations import Explanations
from cogs.publishing.hands import Hands, note_of, note_shown, outdated_text
from cogs.publishing.schedule import Schedule
from cogs.publishing.screen import Reader, Screen, Screens
from cogs.publishing.slots import Slot
from cogs.publishing.tokens import Press
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Place, SentMessage
from engine.live.tables.table import Table
from engine.rules import has_hands
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
        if table.header.channel_id != interaction.channel_id:
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
            screen.lobby_key = None
            self._schedule.publish(screen, screen.channel)

    async def _open(self, table: Table, press: Press | None) -> None:
        screen = self._screens.of(table)
        if press is not None:
            self._presses.serve(press, table.header.place)
        async with screen.message_lock:
            with self._presses.opening(screen, press), screen.sending():
                await self._channels.open(screen)

    async def repost(self, interaction: Interaction, table: Table) -> None:
        """Show a table again at the bottom of its channel, as it is now; where messages are answers, as the answer.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        if table.header.delivery.hands_alone:
            await self.show_hand(interaction, table)
            return
        press, screen = self._presses.of(interaction), self._screens.of(table)
        if press is not None and not table.header.delivery.on_server:
            self._presses.serve(press, table.header.place)
            press.handler_done.set()
            if table.untold:
                await self._schedule.finish(screen, screen.channel)
            if not press.may_send and not table.header.delivery.by_token:
                self._screens.wait_for_press(screen)
                return
        async with screen.message_lock:
            ply, post = table.ply, table.header.post
            if press is not None and post is not None and press.produced(post.message_id):
                # the change that this press has made is shown already
                return
            await self._repost(screen, press)
        await self._schedule.note_success(screen, ply)

    async def _repost(self, screen: Screen, press: Press | None) -> None:
        try:
            hand = self._hands.below(screen)
            with self._presses.answering(screen, press), screen.sending():
                await self._channels.repost(screen, hand and await self._hands.as_read(hand))
        except FAILURES as error:
            # if the table has moved to another channel, publication is retried there
            self._schedule.note_error(screen, error)
            raise

    def explain(self, interaction: Interaction, table: Table, *, visible: bool) -> str:
        """Return why the bot itself can't post in a table's channel, and what helps; empty if it can.

        This has then been told to the user, and from then on the interaction may show the table.

        Args:
            interaction: the interaction, which is answered with this.
            table: the table.
            visible: whether the table is shown there all the same.

        """
        screen, press = self._screens.of(table), self._presses.of(interaction)
        if screen.refusal is None:
            return ""
        if press is not None:
            press.handler_done.set()
        return self._explanations.text(interaction, screen, screen.refusal, visible=visible)

    async def show_to_all(self, interaction: Interaction, table: Table, text: str) -> None:
        """Put a text in the place of a private match, which the press shows in its channel from then on."""
        await interaction.response.edit_message(view=framed(text), attachments=[])
        if (press := self._presses.of(interaction)) is not None:
            self._presses.serve(press, Place(table.header.channel_id))

    async def refresh(self, interaction: Interaction, table: Table, ends_of: Tile | None = None) -> None:
        """Update the hand that was pressed; with ``ends_of``, ask at which end to play that tile."""
        if not table.header.delivery.single_message:
            await self._refresh_hand(interaction, table, ends_of)
            return
        table.situation.require_seat(interaction.user.id)
        message, post, screen = interaction.message, table.header.post, self._screens.of(table)
        newest = message is not None and post is not None and message.id == post.message_id
        # another picture is about to take the place of this one, by this answer if that is fast enough
        changed = ends_of is None and post is not None and post.ply != table.ply
        if not newest or changed:
            await self._show_newest(interaction, screen)
            return
        async with screen.message_lock:
            hand = self._hands.below(screen)
            if hand is None:
                raise TableError(Code.STALE)
            content = await self._channels.redraw(table, await self._hands.as_read(hand), ends_of)
            await interaction.response.edit_message(view=content.components, attachments=files(content))

    async def show_newest(self, interaction: Interaction, table: Table) -> None:
        """Show the table for one person as it is now, soon, in the message that was pressed if that is its newest."""
        await self._show_newest(interaction, self._screens.of(table))

    async def _show_newest(self, interaction: Interaction, screen: Screen) -> None:
        """Show the table as it is now; a message that is not its newest loses its buttons."""
        if (press := self._presses.of(interaction)) is not None:
            press.handler_done.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._schedule.finish(screen, screen.channel)
        message, post = interaction.message, screen.table.header.post
        if message is not None and post is not None and message.id != post.message_id:
            over = without_buttons(screen.table.id, SentMessage(message.id), translations(interaction.locale))
            await interaction.response.edit_message(view=over, attachments=[])

    # ------------------------------------------------------------------ hands

    async def show_hand(self, interaction: Interaction, table: Table) -> None:
        """Show the user's hand in a new ephemeral message, or again in the table's message for one person alone."""
        await refresh_person(interaction, table)
        if table.header.delivery.single_message:
            await self.repost(interaction, table)
            return
        # no await in between: somebody else may take the seat
        screen = self._screens.of(table)
        state = self._hands.of(screen, table.situation.require_seat(interaction.user.id))
        if not has_hands(table.header.rules):
            t = translations(interaction.locale)
            await interaction.response.send_message(taken_text(state.view, t), ephemeral=True)
            return
        state, reader = await self._hands.as_read(state), screen.reader(state.user_id)
        attachments, components = await self._hands.draw(state, note_of(reader, private=False))
        answer = await interaction.response.send_message(view=components, files=attachments, ephemeral=True)
        copy = Slot(state.fingerprint, answer.message_id or 0, token=self._presses.token(interaction))
        before, reader.copy = reader.copy, copy
        if before is not None:
            interaction.client.start_soon(self._replace_copy(reader, before, outdated_text(state)))

    async def _replace_copy(self, reader: Reader, copy: Slot, text: str) -> None:
        # an edit of it may be under way
        async with reader.lock:
            await self._hands.end_copy(copy, text)

    async def _refresh_hand(self, interaction: Interaction, table: Table, ends_of: Tile | None) -> None:
        """Update the hand that was pressed."""
        if interaction.message is None or is_public(interaction):
            # no hand is shown there, so the press is forged; a public message must not become a hand
            await self.show_hand(interaction, table)
            return
        table.situation.require_seat(interaction.user.id)
        screen = self._screens.of(table)
        reader = screen.reader(interaction.user.id)
        if reader.lock.locked():
            # Discord may hold back an edit of this hand for longer than it waits for the answer
            await interaction.response.defer()
        async with reader.lock:
            # asked again: somebody else may have taken the seat meanwhile
            state = self._hands.of(screen, table.situation.require_seat(interaction.user.id))
            await self._edit_pressed(
                interaction, interaction.message, reader, await self._hands.as_read(state), ends_of
            )

    async def _edit_pressed(
        self,
        interaction: Interaction,
        message: discord.Message,
        reader: Reader,
        state: HandState,
        ends_of: Tile | None,
    ) -> None:
        private, deal, client = not message.flags.ephemeral, state.view.deal, interaction.client
        newest = reader.private if private else reader.copy
        if newest is not None and newest.is_editable(client) and not newest.shows(message.id, deal):
            await interaction.response.edit_message(view=framed(outdated_text(state)), attachments=[])
            return
        attachments, components = await self._hands.draw(state, note_of(reader, private=private), ends_of)
        slot = (newest or Slot("", message.id, message.channel.id, deal=deal)) if private else Slot("", message.id)
        # until Discord confirms the edit, the content is unknown
        slot.key = ""
        await interaction.response.edit_message(view=components, attachments=attachments)
        slot.token = self._presses.token(interaction)
        slot.key = "" if ends_of is not None else state.fingerprint
        if private:
            reader.private = slot
            note_shown(reader, state, slot, slot.key)
        else:
            reader.copy = slot
