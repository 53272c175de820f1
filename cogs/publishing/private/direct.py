"""Hands in direct messages: one message for each deal, kept up to date."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence

import discord

from cogs.core.bot import Bot
from cogs.core.http.requests import FAILURES, describe, is_barred, is_forbidden_or_gone
from cogs.core.layout import layout
from cogs.messages.hand import HandState
from cogs.messages.hand_message import TURN_OFF
from cogs.publishing.private.hand_states import HandStates
from cogs.publishing.screen import Reader, Screen, Screens, ShownHand
from engine.live.model.preferences import PersonPreferences
from engine.live.model.table import HandMessage, Header
from engine.live.tables.table import Table
from render.i18n import translations

_log = logging.getLogger(__name__)


class DirectHands:
    """Shows hands in direct messages."""

    def __init__(self, bot: Bot, screens: Screens, states: HandStates) -> None:
        self._bot = bot
        self._screens = screens
        self._states = states
        self._run = secrets.token_hex(2)

    def remember(self, table: Table, kept: Sequence[HandMessage]) -> None:
        """Restore after a restart which private messages show hands."""
        screen = self._screens.of(table)
        for each in kept:
            shown = ShownHand(each.deal, each.channel, each.message, each.fingerprint)
            screen.reader(each.user).private = shown

    async def show(self, screen: Screen, reader: Reader, state: HandState) -> None:
        """Show a hand in a direct message, if its player takes one."""
        if not state.header.delivery.sends_hands:
            # the table's own message shows it, or nobody may be written to
            return
        shown, deal = reader.private, state.view.deal
        fresh = shown is None or shown.deal != deal
        if reader.refused == deal:
            return
        if shown is not None and not fresh and state.is_shown_by(shown.fingerprint):
            # a change of the table may have deleted the stored fingerprint
            note_shown(reader, state, shown, shown.fingerprint)
            return
        if shown is not None and fresh and not shown.ended:
            # the end of its deal was never shown there; what can't be edited now says so when it is pressed
            shown.ended = True
            await self.end(screen, shown, outdated(state))
        if fresh and (state.away or state.over or state.view.turn is None or state.view.seat in state.view.eliminated):
            return
        if fresh and not (await self._bot.hub.store.preferences(PersonPreferences, state.user)).hands:
            return
        try:
            if shown is not None and not fresh:
                await self._edit(screen, reader, state, shown)
            else:
                await self._send(screen, reader, state)
        except discord.HTTPException as error:
            if not is_barred(error):
                raise
            reader.refused = deal
            _log.info("a player of table %s takes no direct messages: %s", screen.id, describe(error))
        else:
            reader.refused = 0

    async def _send(self, screen: Screen, reader: Reader, state: HandState) -> None:
        channel = await self._bot.create_dm(discord.Object(state.user))
        deal, store = state.view.deal, self._bot.hub.store
        reader.newcomer = deal == 1 and not await store.has_played_elsewhere(state.user, screen.id)
        files, view = await self._states.draw(state, note=note_of(reader))
        known, doubtful = reader.private, reader.in_doubt
        # for some minutes Discord answers a second message with the same nonce with the first message
        name = f"{screen.id}.{deal}.{state.view.seat}.{self._run}"
        if known is not None and known.deal == deal:
            name = secrets.token_hex(8)
        reader.in_doubt = True
        try:
            sent = await channel.send(
                view=view, files=files, nonce=name, allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.HTTPException as error:
            if error.status < 500 and not doubtful:
                reader.in_doubt = False
            raise
        reader.in_doubt = False
        shown = reader.private = ShownHand(deal, channel.id, sent.id)
        note_shown(reader, state, shown, "" if doubtful else state.fingerprint)
        if doubtful:
            # the answer may be the message of an earlier attempt
            await self._edit(screen, reader, state, shown)
        kept = HandMessage(state.user, deal, channel.id, sent.id, state.fingerprint)
        await store.save_hand_message(screen.header, kept)

    async def _edit(self, screen: Screen, reader: Reader, state: HandState, shown: ShownHand) -> None:
        if await self._edited_by_press(reader, state, shown):
            note_shown(reader, state, shown, state.fingerprint)
            return
        message = self._bot.get_partial_messageable(shown.channel).get_partial_message(shown.message)
        files, view = await self._states.draw(state, note=note_of(reader))
        # until Discord confirms the edit, what is shown is unknown
        shown.fingerprint = ""
        try:
            await message.edit(view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none())
        except discord.NotFound:
            await self._send(screen, reader, state)
            return
        note_shown(reader, state, shown, state.fingerprint)

    async def _edited_by_press(self, reader: Reader, state: HandState, shown: ShownHand) -> bool:
        """Edit a private message with the token of its last press, which costs nothing of the bot's budget.

        Returns:
            Whether Discord did that; a token can also be refused, or run out on the way.

        """
        token = shown.token
        if token is None or not token.is_good(self._bot.monotonic()):
            return False
        files, view = await self._states.draw(state, note=note_of(reader))
        shown.fingerprint = ""
        if await token.edit(view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none()):
            return True
        shown.token = None
        return False

    async def save_fingerprints(self) -> None:
        """Store the fingerprints of edited hands: after a restart only changed hands are edited.

        This is done now and then for many at once: what a crash loses costs one edit.
        """
        new: list[tuple[Header, HandMessage]] = []
        for screen in self._screens:
            for user, reader in screen.readers.items():
                if (shown := reader.unsaved) is not None:
                    reader.unsaved = None
                    hand = HandMessage(user, shown.deal, shown.channel, shown.message, shown.fingerprint)
                    new.append((screen.header, hand))
            self._screens.settle(screen)
        if new:
            await self._bot.hub.store.save_hand_fingerprints(new)

    async def end(self, screen: Screen, shown: ShownHand, text: str) -> bool:
        """Show a text in the place of a hand in direct messages; return whether there is nothing more to do."""
        message = self._bot.get_partial_messageable(shown.channel).get_partial_message(shown.message)
        try:
            await message.edit(view=layout(text), attachments=[], allowed_mentions=discord.AllowedMentions.none())
        except FAILURES as error:
            _log.warning("a hand of table %s could not be taken away: %s", screen.id, describe(error))
            return is_forbidden_or_gone(error)
        return True


def note_of(reader: Reader) -> str:
    """Return the note below a hand in a direct message."""
    return TURN_OFF if reader.newcomer else ""


def note_shown(reader: Reader, state: HandState, shown: ShownHand, fingerprint: str) -> None:
    """Note what a direct message shows of a hand."""
    shown.fingerprint, shown.ended = fingerprint, state.view.turn is None
    reader.unsaved = shown


def outdated(state: HandState) -> str:
    """Return what a copy of a hand shows once there is a newer one."""
    t = translations(state.person.locale)
    return t.gettext("This copy of your hand is out of date. Press **My hand** to see it as it is now.")
