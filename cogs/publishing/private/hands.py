"""The private hand: by direct message, and behind the button My hand."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import discord

from cogs.core.bot import Bot, Interaction
from cogs.core.command_names import CommandNames
from cogs.core.context import is_public, person_of
from cogs.core.http.requests import FAILURES, describe
from cogs.core.layout import layout
from cogs.core.refusals import sentence
from cogs.messages.emojis import TileEmojis
from cogs.messages.hand import HandState, has_hands, taken_text
from cogs.messages.hand_message import NO_DIRECT_MESSAGES
from cogs.publishing.private.direct import DirectHands, note_of, note_shown, outdated
from cogs.publishing.private.hand_states import HandStates
from cogs.publishing.screen import Copy, Reader, Screen, Screens
from cogs.publishing.tokens import TOKEN_SECONDS, Token
from engine.errors import redacted_traceback
from engine.live.model.errors import Code, StorageError, TableError
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
    """Keeps every player's hand up to date wherever it is shown.

    Attributes:
        states: reads hands from tables.
        direct: shows hands in direct messages.

    """

    def __init__(self, bot: Bot, screens: Screens, tiles: TileEmojis) -> None:
        self._bot = bot
        self._screens = screens
        self.states = HandStates(bot, screens, tiles)
        self.direct = DirectHands(bot, screens, self.states)

    def refused(self, table_id: str, user: int) -> bool:
        """Whether a user's direct messages are closed to the bot."""
        screen = self._screens.find(table_id)
        return screen is not None and bool(screen.reader(user).refused)

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
            if reader.private is not None and not await self.direct.end(screen, reader.private, text):
                return False
            reader.private = None
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
                read = await self.states.as_read(state)
            except (OSError, StorageError) as error:
                _log.warning("a hand of table %s could not be shown: %s", screen.id, describe(error))
                return False, False
            # both at once: an answer that never comes holds the hand no longer than one request takes
            private, ephemeral = await asyncio.gather(
                self._tried(screen, reader, read, self.direct.show),
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
        files, view = await self.states.draw(state, note=_note_of_copy(reader))
        if await copy.token.edit(view=view, attachments=files):
            copy.fingerprint = state.fingerprint
        elif reader.copy is copy:
            # the next press of My hand makes a new one
            reader.copy = None

    # ------------------------------------------------------------------ answers

    async def open(self, interaction: Interaction, table: Table) -> None:
        """Show the user's hand in a new ephemeral message."""
        await table.refresh_person(person_of(interaction))
        # no await in between: somebody else may take the seat
        state = self.states.of(table, table.require_seat(interaction.user.id))
        if not has_hands(table.header.rules):
            t = translations(interaction.locale)
            await interaction.response.send_message(taken_text(state.view, t), ephemeral=True)
            return
        state, reader = await self.states.as_read(state), self._screens.of(table).reader(state.user)
        files, view = await self.states.draw(state, note=_note_of_copy(reader))
        answer = await interaction.response.send_message(view=view, files=files, ephemeral=True)
        token = Token(interaction, self._bot.monotonic() + TOKEN_SECONDS)
        before, reader.copy = reader.copy, Copy(answer.message_id or 0, state.fingerprint, token)
        if before is not None:
            self._bot.start_soon(self._replace_copy(reader, before, outdated(state)))

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
            state = self.states.of(table, table.require_seat(interaction.user.id))
            await self._refresh(interaction, interaction.message, reader, await self.states.as_read(state), ends_of)

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
            await interaction.response.edit_message(view=layout(outdated(state)), attachments=[])
            return
        files, view = await self.states.draw(state, ends_of, note=note_of(reader) if private else _note_of_copy(reader))
        fingerprint = "" if ends_of is not None else state.fingerprint
        if private and shown is not None:
            # until Discord confirms the edit, what is shown is unknown
            shown.fingerprint = ""
        await interaction.response.edit_message(view=view, attachments=files)
        if not private:
            reader.copy = Copy(message.id, fingerprint, Token(interaction, now + TOKEN_SECONDS))
        elif shown is not None:
            shown.token = Token(interaction, now + TOKEN_SECONDS)
            note_shown(reader, state, shown, fingerprint)


def _is_seen(reader: Reader, state: HandState) -> bool:
    """Whether a person sees their hand as it is somewhere."""
    shown = reader.private is not None and not reader.refused and state.is_shown_by(reader.private.fingerprint)
    return shown or (reader.copy is not None and state.is_shown_by(reader.copy.fingerprint))


def _note_of_copy(reader: Reader) -> str:
    """Return the note below an answer to My hand."""
    return NO_DIRECT_MESSAGES if reader.refused else ""
