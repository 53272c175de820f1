"""The private hand: in a direct message for each deal, and behind the button My hand."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import replace

import discord

from cogs.core.bot import Bot
from cogs.core.command_names import CommandNames
from cogs.core.frame import framed, picture_message
from cogs.core.http.requests import FAILURES, describe, is_barred, is_forbidden_or_gone
from cogs.core.preferences import appearance
from cogs.core.refusals import sentence
from cogs.messages.emojis import TileEmojis
from cogs.messages.hand import HandState
from cogs.messages.hand_message import NO_DIRECT_MESSAGES, TURN_OFF, hand_content, table_and_hand
from cogs.publishing.delivery import files
from cogs.publishing.plan import Clear, Means, Send, Shown, Step, plan
from cogs.publishing.scenes import hand_scene
from cogs.publishing.screen import Reader, Screen, Screens
from cogs.publishing.slots import NOBODY, Slot, rewind
from engine.errors import redacted_traceback
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.preferences import PersonPreferences
from engine.live.model.table import HandMessage, Header, Status
from engine.live.tables import lifecycle
from engine.live.tables.table import Table
from engine.rules import has_hands
from engine.tiles import Tile
from render.i18n import translations

_log = logging.getLogger(__name__)

Show = Callable[[Screen, Reader, HandState], Awaitable[None]]


class Hands:
    """Keeps every player's hand up to date wherever it is shown."""

    def __init__(self, bot: Bot, screens: Screens, tiles: TileEmojis) -> None:
        self._bot = bot
        self._screens = screens
        self._tiles = tiles
        self._run = secrets.token_hex(2)

    # ------------------------------------------------------------------ hands as they are now

    def of(self, screen: Screen, seat: int) -> HandState:
        """Return one seat's hand as it is now."""
        table = screen.table
        turn = table.view(None).turn
        return HandState(
            table.header,
            table.header.people[seat].user_id,
            table.view(seat),
            table.ply,
            screen.trouble,
            only_move=lifecycle.only_move(table.situation) if seat == turn else None,
            mentions=self._bot.mentions,
            table=table.view(None) if table.header.delivery.hands_alone else None,
            news=table.untold,
        )

    def below(self, screen: Screen) -> HandState | None:
        """Return the hand of the only reader of a message, who sees it below the table; None if others see the message.

        Between deals the message shows no hand, but is in its reader's language, and as text for readers of text.
        """
        header = screen.table.header
        # the rules of a table that can't be read may be unknown
        if not header.delivery.single_message or header.status not in (Status.PLAYING, Status.FINISHED):
            return None
        if not has_hands(header.rules):
            return None
        (seat,) = header.human_seats
        return self.of(screen, seat)

    async def as_read(self, state: HandState) -> HandState:
        """Return a hand in the form that its player has chosen."""
        as_text, theme = await appearance(self._bot.hub.store, state.header.guild_id, state.user_id)
        return replace(state, as_text=as_text, theme=theme)

    async def draw(
        self, state: HandState, note: str, ends_of: Tile | None = None
    ) -> tuple[list[discord.File], discord.ui.LayoutView]:
        """Return the message with a hand: its files, and the rest.

        Args:
            state: the hand, as its player reads it.
            note: a sentence below the hand, not yet translated; empty for none.
            ends_of: the tile for which the message asks at which end to play it; None for the whole hand.

        """
        if state.table is not None:
            content = await self._bot.rendering.draw(table_and_hand, state, state.table, self._tiles, ends_of)
            return files(content), content.components
        text, picture, controls = await self._bot.rendering.draw(hand_content, state, self._tiles, ends_of, note=note)
        # not in the drawing thread: a view without a loop can't be stopped, and the library would keep it
        return picture_message(text, picture, more=controls)

    # ------------------------------------------------------------------ messages with hands

    def refused(self, table_id: str, user_id: int) -> bool:
        """Whether a user's direct messages are closed to the bot."""
        screen = self._screens.find(table_id)
        return screen is not None and bool(screen.reader(user_id).refused)

    def remember(self, table: Table, kept: Sequence[HandMessage]) -> None:
        """Restore after a restart which private messages show hands."""
        screen = self._screens.of(table)
        for each in kept:
            screen.reader(each.user_id).private = Slot(
                each.fingerprint, each.message_id, each.channel_id, deal=each.deal
            )

    async def show(self, screen: Screen) -> bool:
        """Show every hand as it is now, in each of its messages; take it from players whose seats others took.

        A player who can't be reached does not delay the others.

        Returns:
            Whether there is nothing more to do.

        """
        table, states = screen.table, ()
        if table.ply and has_hands(table.header.rules):
            states = tuple(self.of(screen, seat) for seat in table.header.human_seats)
        withdrawn = await self._withdraw_all(screen)
        up_to_date = await asyncio.gather(*(self._show_one(screen, state) for state in states))
        return withdrawn and all(up_to_date)

    async def _withdraw_all(self, screen: Screen) -> bool:
        """Take the hand from the players whose seats others took, and from everybody if the table can't be read."""
        table = screen.table
        replaced, people = table.header.substitutions, table.people
        if table.unreadable:
            gone = [(each.user_id, TableError(Code.CLOSED)) for each in (*people, *replaced)]
        else:
            gone = [(each.user_id, TableError(Code.REPLACED, name=people[each.seat].name)) for each in replaced]
        return all([await self._withdraw(screen, screen.reader(user_id), reason) for user_id, reason in gone])

    async def _withdraw(self, screen: Screen, reader: Reader, reason: TableError) -> bool:
        t = translations(reader.locale or screen.table.header.locale)
        async with reader.lock:
            text = sentence(reason, t, CommandNames(self._bot.mentions, t))
            copy, reader.copy = reader.copy, None
            await self.end_copy(copy, text)
            if reader.private is not None and not await self._end(screen, reader.private, text):
                return False
            reader.private = None
            return True

    async def _show_one(self, screen: Screen, state: HandState) -> bool:
        """Update one hand in both places; return whether it is up to date or can never be."""
        reader = screen.reader(state.user_id)
        reader.locale = state.person.locale
        async with reader.lock:
            try:
                state = await self.as_read(state)
            except (OSError, StorageError) as error:
                _log.warning("a hand of table %s could not be shown: %s", screen.table.id, describe(error))
                return False
            # both at once: an answer that never comes holds the hand no longer than one request takes
            up_to_date = await asyncio.gather(
                self._tried(screen, reader, state, self._show_private),
                self._tried(screen, reader, state, self._show_copy),
            )
            if state.in_turn and any(slot and state.is_shown_by(slot.key) for slot in (reader.private, reader.copy)):
                screen.turn_seen_at = state.ply
            return all(up_to_date)

    async def _tried(self, screen: Screen, reader: Reader, state: HandState, show: Show) -> bool:
        try:
            await show(screen, reader, state)
        except (*FAILURES, StorageError) as error:
            _log.warning("a hand of table %s could not be shown: %s", screen.table.id, describe(error))
            return False
        except Exception as error:
            _log.error("a hand of table %s could not be shown:\n%s", screen.table.id, redacted_traceback(error))
        return True

    # ------------------------------------------------------------------ direct messages

    async def _show_private(self, screen: Screen, reader: Reader, state: HandState) -> None:
        """Show a hand in a direct message, if its player takes one."""
        if not state.header.delivery.sends_hands:
            # the table's own message shows it, or nobody may be written to
            return
        slot, deal = reader.private, state.view.deal
        means = Means(editable=reader.refused != deal)
        if slot is None or slot.deal != deal:
            chosen = await self._bot.hub.store.preferences.get(PersonPreferences, state.user_id)
            means = replace(means, wanted=chosen.hands or state.header.delivery.hands_alone)
        want = hand_scene(state, slot, means)
        if slot is not None and slot.key == want.key:
            # a change of the table may have deleted the stored fingerprint
            note_shown(reader, state, slot, slot.key)
        try:
            await self._do(plan(want, slot and Shown(slot.key), means) or (), screen, reader, state)
        except discord.HTTPException as error:
            if not is_barred(error):
                raise
            reader.refused = deal
            _log.info("a player of table %s takes no direct messages: %s", screen.table.id, describe(error))

    async def _do(self, steps: Sequence[Step], screen: Screen, reader: Reader, state: HandState) -> None:
        slot = reader.private
        for step in steps:
            if slot is None or isinstance(step, Send):
                await self._send(screen, reader, state)
            elif isinstance(step, Clear):
                # it never showed the end of its deal; if it can't be edited now, a press on it says so
                slot.ended = True
                await self._end(screen, slot, outdated_text(state))
            else:
                await self._edit(screen, reader, state, slot)

    async def _edit(self, screen: Screen, reader: Reader, state: HandState, slot: Slot) -> None:
        files, components = await self.draw(state, note_of(reader, private=True))
        # until Discord confirms the edit, the content is unknown
        slot.key = ""
        if await slot.edit(self._bot, components, files):
            reader.refused = 0
            note_shown(reader, state, slot, state.fingerprint)
        else:
            await self._send(screen, reader, state, secrets.token_hex(8))

    async def _send(self, screen: Screen, reader: Reader, state: HandState, nonce: str = "") -> None:
        channel = await self._bot.create_dm(discord.Object(state.user_id))
        deal, store = state.view.deal, self._bot.hub.store
        reader.newcomer = deal == 1 and not await store.has_played_elsewhere(state.user_id, screen.table.id)
        files, components = await self.draw(state, note_of(reader, private=True))

        async def send(nonce: str) -> discord.Message:
            rewind(files)
            return await channel.send(view=components, files=files, nonce=nonce, allowed_mentions=NOBODY)

        async def edit(sent: discord.Message) -> discord.Message:
            rewind(files)
            return await sent.edit(view=components, attachments=files, allowed_mentions=NOBODY)

        sent = await reader.once.send(nonce or f"{screen.table.id}.{deal}.{state.view.seat}.{self._run}", send, edit)
        reader.once.unconfirmed, reader.refused = False, 0
        slot = reader.private = Slot(state.fingerprint, sent.id, channel.id, deal=deal)
        note_shown(reader, state, slot, state.fingerprint)
        await store.save_hand_message(screen.table.header, _stored(state.user_id, slot))

    async def _end(self, screen: Screen, slot: Slot, text: str) -> bool:
        """Show a text in the place of a hand in direct messages; return whether there is nothing more to do."""
        try:
            await slot.edit(self._bot, framed(text))
        except FAILURES as error:
            _log.warning("a hand of table %s could not be taken away: %s", screen.table.id, describe(error))
            return is_forbidden_or_gone(error)
        return True

    async def save_fingerprints(self) -> None:
        """Store the fingerprints of edited hands: after a restart only changed hands are edited.

        This is done now and then for many at once: a crash before that costs one edit.
        """
        new: list[tuple[Header, HandMessage]] = []
        for screen in self._screens:
            for user_id, reader in screen.readers.items():
                if (slot := reader.unsaved) is not None:
                    reader.unsaved = None
                    new.append((screen.table.header, _stored(user_id, slot)))
            self._screens.settle(screen)
        if new:
            await self._bot.hub.store.save_hand_fingerprints(new)

    # ------------------------------------------------------------------ My hand

    async def _show_copy(self, screen: Screen, reader: Reader, state: HandState) -> None:
        """Update the newest answer to My hand, as long as its token is good."""
        del screen
        if reader.copy is not None and not reader.copy.is_editable(self._bot):
            reader.copy = None
        copy, means = reader.copy, Means(wanted=False)
        if copy is None or not plan(hand_scene(state, copy, means), Shown(copy.key), means):
            return
        files, components = await self.draw(state, note_of(reader, private=False))
        if await copy.edit(self._bot, components, files):
            copy.key = state.fingerprint
        elif reader.copy is copy:
            # the next press of My hand makes a new one
            reader.copy = None

    async def end_copy(self, copy: Slot | None, text: str) -> None:
        """Show a text in the place of an answer to My hand, which Discord edits for some minutes only."""
        if copy is not None and copy.is_editable(self._bot):
            with contextlib.suppress(*FAILURES):
                await copy.edit(self._bot, framed(text))


def _stored(user_id: int, slot: Slot) -> HandMessage:
    """Return the stored form of a hand in direct messages."""
    return HandMessage(user_id, slot.deal, slot.channel_id, slot.message_id, str(slot.key))


def note_of(reader: Reader, *, private: bool) -> str:
    """Return the note below a hand in a direct message, or below an answer to My hand; not yet translated."""
    if private:
        return TURN_OFF if reader.newcomer else ""
    return NO_DIRECT_MESSAGES if reader.refused else ""


def note_shown(reader: Reader, state: HandState, slot: Slot, fingerprint: Hashable) -> None:
    """Note the hand that a direct message shows."""
    slot.key, slot.ended = fingerprint, state.view.turn is None
    reader.unsaved = slot


def outdated_text(state: HandState) -> str:
    """Return the text in the place of a hand of which there is a newer copy."""
    t = translations(state.person.locale)
    return t.gettext("This copy of your hand is out of date. Press **My hand** to see it as it is now.")
