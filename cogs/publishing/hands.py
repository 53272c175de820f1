"""The private hand: by direct message, and behind the button My hand."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import discord

from cogs.core.bot import Bot, Interaction
from cogs.core.command_names import CommandNames
from cogs.core.context import is_public, person_of
from cogs.core.errors import sentence
from cogs.core.layout import layout, picture_message
from cogs.core.preferences import appearance
from cogs.core.requests import FAILURES, describe, is_barred, is_forbidden_or_gone
from cogs.messages.emojis import TileEmojis
from cogs.messages.hand import HandState, has_hands, taken_text
from cogs.messages.hand_message import NO_DIRECT_MESSAGES, TURN_OFF, hand_content
from cogs.publishing.screen import Copy, Reader, Screen, Screens, ShownHand
from cogs.publishing.tokens import TOKEN_SECONDS, Token
from engine.errors import redacted_traceback
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.preferences import PersonPreferences
from engine.live.model.table import HandMessage, Header
from engine.live.tables.table import Table
from engine.tiles import Tile
from render.i18n import translations

_log = logging.getLogger(__name__)

Show = Callable[[Screen, Reader, HandState], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ShowResult:
    """The result of showing every hand of a table.

    Attributes:
        all: whether each hand is shown wherever it can be.
        turn_seen_at_ply: the ply at which the player in turn sees their hand; None if they can't, or between turns.

    """

    all: bool
    turn_seen_at_ply: int | None


class Hands:
    """Keeps every player's hand up to date wherever it is shown."""

    def __init__(self, bot: Bot, screens: Screens, tiles: TileEmojis) -> None:
        self.tiles = tiles
        self._bot = bot
        self._screens = screens
        self._run = secrets.token_hex(2)

    def remember(self, table: Table, kept: Sequence[HandMessage]) -> None:
        """Restore after a restart which private messages show hands."""
        screen = self._screens.of(table)
        for each in kept:
            shown = ShownHand(each.deal, each.channel, each.message, each.fingerprint)
            screen.reader(each.user).private = shown

    def refused(self, table_id: str, user: int) -> bool:
        """Whether a user's direct messages are closed to the bot."""
        screen = self._screens.find(table_id)
        return screen is not None and bool(screen.reader(user).refused)

    def snapshot(self, table: Table) -> tuple[HandState, ...]:
        """Return every player's hand as it is now; none before the match, or in a game without hands."""
        if not table.ply or not has_hands(table.header.rules):
            return ()
        screen = self._screens.of(table)
        for seat in table.header.human_seats:
            screen.reader(table.people[seat].user).locale = table.people[seat].locale
        return self._hand_states(table, table.header.human_seats)

    def hand_state(self, table: Table, seat: int) -> HandState:
        """Return one seat's hand as it is now."""
        return self._hand_states(table, (seat,))[0]

    def below(self, table: Table) -> HandState | None:
        """Return the hand that a message shows below the table; None if others see the message, or between deals."""
        header = table.header
        if not header.delivery.in_place or not table.playing or not has_hands(header.rules):
            return None
        if table.view(None).turn is None:
            return None
        (seat,) = header.human_seats
        return self.hand_state(table, seat)

    def _hand_states(self, table: Table, seats: Sequence[int]) -> tuple[HandState, ...]:
        header, ply, trouble = table.header, table.ply, self._screens.of(table).trouble
        turn, only = table.view(None).turn, table.only_move
        return tuple(
            HandState(
                header,
                header.people[seat].user,
                table.view(seat),
                ply,
                trouble,
                only_move=only if seat == turn else None,
                mentions=self._bot.mentions,
            )
            for seat in seats
        )

    async def as_read(self, state: HandState) -> HandState:
        """Return a hand in the form that its player has chosen."""
        as_text, theme = await appearance(self._bot.hub.store, state.header.guild, state.user)
        return replace(state, as_text=as_text, theme=theme)

    async def show(self, screen: Screen, states: Sequence[HandState]) -> ShowResult:
        """Update every hand wherever it is shown; a player who can't be reached does not delay the others."""
        shown = await asyncio.gather(*(self._show_one(screen, state) for state in states))
        all_shown = all(up_to_date for up_to_date, _ in shown)
        turn_seen = any(seen for _, seen in shown)
        if screen.ended and all_shown:
            self.forget(screen)
        return ShowResult(all_shown, states[0].ply if turn_seen else None)

    def forget(self, screen: Screen) -> None:
        """Forget where the hands of a table that has ended are shown."""
        for reader in screen.readers.values():
            reader.private = reader.copy = None
            reader.refused, reader.in_doubt = 0, False

    async def withdraw(self, screen: Screen) -> bool:
        """Take the hand from the players whose seats others took, and from everybody if the table can't be read.

        Returns:
            Whether it is shown nowhere any more.

        """
        table = screen.table
        replaced, people = table.header.replaced, table.people
        if table.unreadable:
            gone = [(each.user, TableError(Code.CLOSED)) for each in (*people, *replaced)]
        else:
            gone = [(each.user, TableError(Code.REPLACED, name=people[each.seat].name)) for each in replaced]
        return all([await self._withdraw(screen, screen.reader(user), reason) for user, reason in gone])

    async def _withdraw(self, screen: Screen, reader: Reader, reason: TableError) -> bool:
        t = translations(reader.locale or screen.header.locale)
        async with reader.lock:
            text = sentence(reason, t, CommandNames(self._bot.mentions, t))
            copy, reader.copy = reader.copy, None
            if copy is not None:
                await self._end_copy(copy, text)
            if reader.private is not None and not await self._end_private(screen, reader.private, text):
                return False
            reader.private = None
            return True

    async def _end_private(self, screen: Screen, shown: ShownHand, text: str) -> bool:
        """Show a text in the place of a hand in direct messages; return whether there is nothing more to do."""
        message = self._bot.get_partial_messageable(shown.channel).get_partial_message(shown.message)
        try:
            await message.edit(view=layout(text), attachments=[], allowed_mentions=discord.AllowedMentions.none())
        except FAILURES as error:
            _log.warning("a hand of table %s could not be taken away: %s", screen.id, describe(error))
            return is_forbidden_or_gone(error)
        return True

    async def _end_copy(self, copy: Copy, text: str) -> None:
        """Show a text in the place of an answer to My hand, which Discord edits for some minutes only."""
        if copy.token.is_good(self._bot.monotonic()):
            with contextlib.suppress(*FAILURES):
                await copy.token.edit(view=layout(text), attachments=[])

    async def _show_one(self, screen: Screen, state: HandState) -> tuple[bool, bool]:
        """Update one hand in both places.

        Returns:
            Whether it is up to date or can never be, and whether its player is in turn and sees it somewhere.

        """
        reader = screen.reader(state.user)
        async with reader.lock:
            try:
                read = await self.as_read(state)
            except (OSError, StorageError) as error:
                _log.warning("a hand of table %s could not be shown: %s", screen.id, describe(error))
                return False, False
            # both at once: an answer that never comes holds the hand no longer than one request takes
            private, ephemeral = await asyncio.gather(
                self._tried(screen, reader, read, self._show_private),
                self._tried(screen, reader, read, self._show_ephemeral),
            )
            return private and ephemeral, read.in_turn and _is_seen(reader, read)

    async def _tried(self, screen: Screen, reader: Reader, state: HandState, show: Show) -> bool:
        try:
            await show(screen, reader, state)
        except (*FAILURES, StorageError) as error:
            _log.warning("a hand of table %s could not be shown: %s", screen.id, describe(error))
            return False
        except Exception as error:
            _log.error("a hand of table %s could not be shown:\n%s", screen.id, redacted_traceback(error))
        return True

    async def _show_private(self, screen: Screen, reader: Reader, state: HandState) -> None:
        if not state.header.delivery.sends_hands:
            # the table's own message shows it, or nobody may be written to
            return
        shown, deal = reader.private, state.view.deal
        fresh = shown is None or shown.deal != deal
        if reader.refused == deal:
            return
        if shown is not None and not fresh and state.is_shown_by(shown.fingerprint):
            # a change of the table may have deleted the stored fingerprint
            _note_shown(reader, state, shown, shown.fingerprint)
            return
        if shown is not None and fresh and not shown.ended:
            # the end of its deal was never shown there; what can't be edited now says so when it is pressed
            shown.ended = True
            await self._end_private(screen, shown, _outdated(state))
        if fresh and (state.away or state.over or state.view.turn is None or state.view.seat in state.view.eliminated):
            return
        if fresh and not (await self._bot.hub.store.preferences(PersonPreferences, state.user)).hands:
            return
        try:
            if shown is not None and not fresh:
                await self._edit_private(screen, reader, state, shown)
            else:
                await self._send_private(screen, reader, state)
        except discord.HTTPException as error:
            if not is_barred(error):
                raise
            reader.refused = deal
            _log.info("a player of table %s takes no direct messages: %s", screen.id, describe(error))
        else:
            reader.refused = 0

    async def _send_private(self, screen: Screen, reader: Reader, state: HandState) -> None:
        channel = await self._bot.create_dm(discord.Object(state.user))
        deal, store = state.view.deal, self._bot.hub.store
        reader.newcomer = deal == 1 and not await store.has_played_elsewhere(state.user, screen.id)
        files, view = await self._message(reader, state, private=True)
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
        _note_shown(reader, state, shown, "" if doubtful else state.fingerprint)
        if doubtful:
            # the answer may be the message of an earlier attempt
            await self._edit_private(screen, reader, state, shown)
        kept = HandMessage(state.user, deal, channel.id, sent.id, state.fingerprint)
        await store.save_hand_message(screen.header, kept)

    async def _edit_private(self, screen: Screen, reader: Reader, state: HandState, shown: ShownHand) -> None:
        if await self._edited_by_press(reader, state, shown):
            _note_shown(reader, state, shown, state.fingerprint)
            return
        message = self._bot.get_partial_messageable(shown.channel).get_partial_message(shown.message)
        files, view = await self._message(reader, state, private=True)
        # until Discord confirms the edit, what is shown is unknown
        shown.fingerprint = ""
        try:
            await message.edit(view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none())
        except discord.NotFound:
            await self._send_private(screen, reader, state)
            return
        _note_shown(reader, state, shown, state.fingerprint)

    async def _edited_by_press(self, reader: Reader, state: HandState, shown: ShownHand) -> bool:
        """Edit a private message with the token of its last press, which costs nothing of the bot's budget.

        Returns:
            Whether Discord did that; a token can also be refused, or run out on the way.

        """
        token = shown.token
        if token is None or not token.is_good(self._bot.monotonic()):
            return False
        files, view = await self._message(reader, state, private=True)
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

    async def _show_ephemeral(self, screen: Screen, reader: Reader, state: HandState) -> None:
        del screen
        copy = reader.copy
        if copy is None:
            return
        if not copy.token.is_good(self._bot.monotonic()):
            reader.copy = None
            return
        if state.is_shown_by(copy.fingerprint):
            return
        files, view = await self._message(reader, state)
        if await copy.token.edit(view=view, attachments=files):
            copy.fingerprint = state.fingerprint
        elif reader.copy is copy:
            # the next press of My hand makes a new one
            reader.copy = None

    async def _message(
        self, reader: Reader, state: HandState, *, private: bool = False, ends_of: Tile | None = None
    ) -> tuple[list[discord.File], discord.ui.LayoutView]:
        note = ""
        if private and reader.newcomer:
            note = TURN_OFF
        elif not private and reader.refused:
            note = NO_DIRECT_MESSAGES
        text, shown, controls = await self._bot.rendering.draw(hand_content, state, self.tiles, ends_of, note=note)
        # not in the drawing thread: a view without a loop can't be stopped, and the library would keep it
        return picture_message(text, shown, more=controls)

    # ------------------------------------------------------------------ answers

    async def open(self, interaction: Interaction, table: Table) -> None:
        """Show the user's hand in a new ephemeral message."""
        await table.refresh_person(person_of(interaction))
        # no await in between: somebody else may take the seat
        state = self.hand_state(table, table.require_seat(interaction.user.id))
        if not has_hands(table.header.rules):
            t = translations(interaction.locale)
            await interaction.response.send_message(taken_text(state.view, t), ephemeral=True)
            return
        state, reader = await self.as_read(state), self._screens.of(table).reader(state.user)
        files, view = await self._message(reader, state)
        answer = await interaction.response.send_message(view=view, files=files, ephemeral=True)
        token = Token(interaction, self._bot.monotonic() + TOKEN_SECONDS)
        before, reader.copy = reader.copy, Copy(answer.message_id or 0, state.fingerprint, token)
        if before is not None:
            self._bot.start_soon(self._replace_copy(reader, before, _outdated(state)))

    async def _replace_copy(self, reader: Reader, copy: Copy, text: str) -> None:
        # an edit of it may be under way
        async with reader.lock:
            await self._end_copy(copy, text)

    async def refresh(self, interaction: Interaction, table: Table, ends_of: Tile | None = None) -> None:
        """Update the hand that was pressed."""
        if interaction.message is None or is_public(interaction):
            # no hand is shown there, so the press is forged; a public message must not become a hand
            await self.open(interaction, table)
            return
        table.require_seat(interaction.user.id)
        reader = self._screens.of(table).reader(interaction.user.id)
        if reader.lock.locked():
            # Discord may hold back an edit of this hand for longer than it waits for the answer
            await interaction.response.defer()
        async with reader.lock:
            # asked again: somebody else may have taken the seat meanwhile
            state = self.hand_state(table, table.require_seat(interaction.user.id))
            await self._refresh(interaction, interaction.message, reader, await self.as_read(state), ends_of)

    async def _refresh(
        self,
        interaction: Interaction,
        message: discord.Message,
        reader: Reader,
        state: HandState,
        ends_of: Tile | None,
    ) -> None:
        now, private = self._bot.monotonic(), not message.flags.ephemeral
        shown, copy = reader.private, reader.copy
        if private:
            newest = shown is None or (shown.message, shown.deal) == (message.id, state.view.deal)
        else:
            newest = copy is None or copy.message == message.id or not copy.token.is_good(now)
        if not newest:
            await interaction.response.edit_message(view=layout(_outdated(state)), attachments=[])
            return
        files, view = await self._message(reader, state, private=private, ends_of=ends_of)
        fingerprint = "" if ends_of is not None else state.fingerprint
        if private and shown is not None:
            # until Discord confirms the edit, what is shown is unknown
            shown.fingerprint = ""
        await interaction.response.edit_message(view=view, attachments=files)
        if not private:
            reader.copy = Copy(message.id, fingerprint, Token(interaction, now + TOKEN_SECONDS))
        elif shown is not None:
            shown.token = Token(interaction, now + TOKEN_SECONDS)
            _note_shown(reader, state, shown, fingerprint)


def _is_seen(reader: Reader, state: HandState) -> bool:
    """Whether a person sees their hand as it is somewhere."""
    shown = reader.private is not None and not reader.refused and state.is_shown_by(reader.private.fingerprint)
    return shown or (reader.copy is not None and state.is_shown_by(reader.copy.fingerprint))


def _note_shown(reader: Reader, state: HandState, shown: ShownHand, fingerprint: str) -> None:
    shown.fingerprint, shown.ended = fingerprint, state.view.turn is None
    reader.unsaved = shown


def _outdated(state: HandState) -> str:
    """Return what a copy of a hand shows once there is a newer one."""
    t = translations(state.person.locale)
    return t.gettext("This copy of your hand is out of date. Press **My hand** to see it as it is now.")
