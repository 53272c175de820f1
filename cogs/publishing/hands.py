"""The private hand: by direct message, and behind the button My hand."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import discord

from cogs.core.answer import edit_answer
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
from cogs.publishing.failures import Failures
from cogs.publishing.presses import TOKEN_SECONDS
from engine.errors import redacted_traceback
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.preferences import PersonPreferences
from engine.live.model.table import Delivery, HandMessage, Status
from engine.live.tables.table import Table
from engine.tiles import Tile
from render.i18n import translations

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class ShownHand:
    """Where a hand is shown in direct messages.

    Attributes:
        deal: the number of its deal.
        channel: the channel's id.
        message: the message's id.
        fingerprint: the fingerprint of what is shown there; empty if that is unknown.
        press: its last press, and the time until which the press's token is good.
        ended: whether it shows that its deal has ended.

    """

    deal: int
    channel: int
    message: int
    fingerprint: str = ""
    press: tuple[Interaction, float] | None = None
    ended: bool = False


@dataclass(slots=True)
class Copy:
    """The newest answer to My hand.

    Attributes:
        message: the message's id; 0 if it is unknown.
        fingerprint: the fingerprint of what is shown there; empty if that is unknown.
        interaction: the press that edits it.
        until: the time until which that is possible.

    """

    message: int
    fingerprint: str
    interaction: Interaction
    until: float


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

    def __init__(self, bot: Bot, failures: Failures, tiles: TileEmojis) -> None:
        self.tiles = tiles
        self._bot = bot
        self._failures = failures
        self._private: dict[tuple[str, int], ShownHand] = {}
        self._ephemeral: dict[tuple[str, int], Copy] = {}
        # by the deal in which they were tried last: they are tried once a deal
        self._refused: dict[tuple[str, int], int] = {}
        self._unsaved_fingerprints: dict[tuple[str, int], tuple[Table, ShownHand]] = {}
        # the players in the first deal of their life
        self._newcomers: set[tuple[str, int]] = set()
        # the players to whom a message may have been sent although Discord did not confirm it
        self._maybe_sent: set[tuple[str, int]] = set()
        # the languages of the players, for who gives up a seat; after a restart that of the table stands in
        self._locales: dict[tuple[str, int], str] = {}
        self._run = secrets.token_hex(2)
        # one edit of a hand at a time: an older state must not replace a newer one
        self._locks: defaultdict[tuple[str, int], asyncio.Lock] = defaultdict(asyncio.Lock)

    def remember(self, table_id: str, kept: Sequence[HandMessage]) -> None:
        """Restore after a restart which private messages show hands."""
        for each in kept:
            self._private[table_id, each.user] = ShownHand(each.deal, each.channel, each.message, each.fingerprint)

    def refused(self, table_id: str, user: int) -> bool:
        """Whether a user's direct messages are closed to the bot."""
        return (table_id, user) in self._refused

    def snapshot(self, table: Table) -> tuple[HandState, ...]:
        """Return every player's hand as it is now; none before the match, or in a game without hands."""
        if not table.ply or not has_hands(table.header.rules):
            return ()
        self._locales |= {(table.id, each.user): each.locale for each in table.people}
        return self._hand_states(table, table.header.human_seats)

    def hand_state(self, table: Table, seat: int) -> HandState:
        """Return one seat's hand as it is now."""
        return self._hand_states(table, (seat,))[0]

    def _hand_states(self, table: Table, seats: Sequence[int]) -> tuple[HandState, ...]:
        header, ply, trouble = table.header, table.ply, self._failures.trouble(table)
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

    async def show(self, table: Table, states: Sequence[HandState]) -> ShowResult:
        """Update every hand wherever it is shown; a player who can't be reached does not delay the others."""
        shown = await asyncio.gather(*(self._show_one(table, state) for state in states))
        all_shown = all(up_to_date for up_to_date, _ in shown)
        turn_seen = any(seen for _, seen in shown)
        if table.header.status in (Status.FINISHED, Status.CLOSED) and all_shown:
            self.forget(table)
        return ShowResult(all_shown, states[0].ply if turn_seen else None)

    def forget(self, table: Table) -> None:
        """Forget where the hands of a table are shown: it has ended, or another process plays on there."""
        for each in (*table.header.people, *table.header.replaced):
            key = (table.id, each.user)
            if not table.held:
                self._unsaved_fingerprints.pop(key, None)
            for known in (self._private, self._ephemeral, self._refused, self._locks, self._locales):
                known.pop(key, None)
            self._maybe_sent.discard(key)
            self._newcomers.discard(key)

    async def withdraw(self, table: Table) -> bool:
        """Take the hand from the players whose seats others took, and from everybody if the table can't be read.

        Returns:
            Whether it is shown nowhere any more.

        """
        replaced, people = table.header.replaced, table.people
        if table.unreadable:
            gone = [(each.user, TableError(Code.CLOSED)) for each in (*people, *replaced)]
        else:
            gone = [(each.user, TableError(Code.REPLACED, name=people[each.seat].name)) for each in replaced]
        return all([await self._withdraw(table, user, reason) for user, reason in gone])

    async def _withdraw(self, table: Table, user: int, reason: TableError) -> bool:
        key = (table.id, user)
        t = translations(self._locales.get(key, table.header.locale))
        async with self._locks[key]:
            text = sentence(reason, t, CommandNames(self._bot.mentions, t))
            copy = self._ephemeral.pop(key, None)
            if copy is not None:
                await self._end_copy(copy, text)
            shown = self._private.get(key)
            if shown is not None:
                if not await self._end_private(table, shown, text):
                    return False
                del self._private[key]
            return True

    async def _end_private(self, table: Table, shown: ShownHand, text: str) -> bool:
        """Show a text in the place of a hand in direct messages; return whether there is nothing more to do."""
        message = self._bot.get_partial_messageable(shown.channel).get_partial_message(shown.message)
        try:
            await message.edit(view=layout(text), attachments=[], allowed_mentions=discord.AllowedMentions.none())
        except FAILURES as error:
            _log.warning("a hand of table %s could not be taken away: %s", table.id, describe(error))
            return is_forbidden_or_gone(error)
        return True

    async def _end_copy(self, copy: Copy, text: str) -> None:
        """Show a text in the place of an answer to My hand, which Discord edits for some minutes only."""
        if self._bot.monotonic() <= copy.until:
            with contextlib.suppress(*FAILURES):
                await edit_answer(copy.interaction, view=layout(text), attachments=[])

    async def _show_one(self, table: Table, state: HandState) -> tuple[bool, bool]:
        """Update one hand in both places.

        Returns:
            Whether it is up to date or can never be, and whether its player is in turn and sees it somewhere.

        """
        async with self._locks[table.id, state.user]:
            try:
                read = await self.as_read(state)
            except (OSError, StorageError) as error:
                _log.warning("a hand of table %s could not be shown: %s", table.id, describe(error))
                return False, False
            # both at once: an answer that never comes holds the hand no longer than one request takes
            private, ephemeral = await asyncio.gather(
                self._tried(table, read, self._show_private), self._tried(table, read, self._show_ephemeral)
            )
            return private and ephemeral, read.in_turn and self._is_seen(table, read)

    def _is_seen(self, table: Table, state: HandState) -> bool:
        key = (table.id, state.user)
        private, copy = self._private.get(key), self._ephemeral.get(key)
        shown = private is not None and key not in self._refused and state.is_shown_by(private.fingerprint)
        return shown or (copy is not None and state.is_shown_by(copy.fingerprint))

    async def _tried(self, table: Table, state: HandState, show: Callable[[Table, HandState], Awaitable[None]]) -> bool:
        try:
            await show(table, state)
        except (*FAILURES, StorageError) as error:
            _log.warning("a hand of table %s could not be shown: %s", table.id, describe(error))
            return False
        except Exception as error:
            _log.error("a hand of table %s could not be shown:\n%s", table.id, redacted_traceback(error))
        return True

    async def _show_private(self, table: Table, state: HandState) -> None:
        if state.header.delivery is not Delivery.SERVER:
            # the table's own message shows it, or nobody may be written to
            return
        key = (table.id, state.user)
        shown = self._private.get(key)
        fresh = shown is None or shown.deal != state.view.deal
        if self._refused.get(key) == state.view.deal:
            return
        if shown is not None and not fresh and state.is_shown_by(shown.fingerprint):
            # a change of the table may have deleted the stored fingerprint
            self._note_shown(table, state, shown, shown.fingerprint)
            return
        if shown is not None and fresh and not shown.ended:
            # the end of its deal was never shown there; what can't be edited now says so when it is pressed
            shown.ended = True
            await self._end_private(table, shown, _outdated(state))
        if fresh and (state.away or state.over or state.view.turn is None or state.view.seat in state.view.eliminated):
            return
        if fresh and not (await self._bot.hub.store.preferences(PersonPreferences, state.user)).hands:
            return
        try:
            if shown is not None and not fresh:
                await self._edit_private(table, state, shown)
            else:
                await self._send_private(table, state)
        except discord.HTTPException as error:
            if not is_barred(error):
                raise
            self._refused[key] = state.view.deal
            _log.info("a player of table %s takes no direct messages: %s", table.id, describe(error))
        else:
            self._refused.pop(key, None)

    async def _send_private(self, table: Table, state: HandState) -> None:
        channel = await self._bot.create_dm(discord.Object(state.user))
        key, deal = (table.id, state.user), state.view.deal
        if deal == 1 and not await self._bot.hub.store.has_played_elsewhere(state.user, table.id):
            self._newcomers.add(key)
        else:
            self._newcomers.discard(key)
        files, view = await self._message(table, state, private=True)
        known, doubtful = self._private.get(key), key in self._maybe_sent
        # for some minutes Discord answers a second message with the same nonce with the first message
        name = f"{table.id}.{deal}.{state.view.seat}.{self._run}"
        if known is not None and known.deal == deal:
            name = secrets.token_hex(8)
        self._maybe_sent.add(key)
        try:
            sent = await channel.send(
                view=view, files=files, nonce=name, allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.HTTPException as error:
            if error.status < 500 and not doubtful:
                self._maybe_sent.discard(key)
            raise
        self._maybe_sent.discard(key)
        shown = self._private[key] = ShownHand(deal, channel.id, sent.id)
        self._note_shown(table, state, shown, "" if doubtful else state.fingerprint)
        if doubtful:
            # the answer may be the message of an earlier attempt
            await self._edit_private(table, state, shown)
        kept = HandMessage(state.user, deal, channel.id, sent.id, state.fingerprint)
        await self._bot.hub.store.save_hand_message(table.header, kept)

    async def _edit_private(self, table: Table, state: HandState, shown: ShownHand) -> None:
        if await self._edited_by_press(table, state, shown):
            self._note_shown(table, state, shown, state.fingerprint)
            return
        message = self._bot.get_partial_messageable(shown.channel).get_partial_message(shown.message)
        files, view = await self._message(table, state, private=True)
        # until Discord confirms the edit, what is shown is unknown
        shown.fingerprint = ""
        try:
            await message.edit(view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none())
        except discord.NotFound:
            await self._send_private(table, state)
            return
        self._note_shown(table, state, shown, state.fingerprint)

    async def _edited_by_press(self, table: Table, state: HandState, shown: ShownHand) -> bool:
        """Edit a private message with the token of its last press, which costs nothing of the bot's budget.

        Returns:
            Whether Discord did that; a token can also be refused, or run out on the way.

        """
        if shown.press is None:
            return False
        interaction, until = shown.press
        if self._bot.monotonic() > until:
            shown.press = None
            return False
        files, view = await self._message(table, state, private=True)
        shown.fingerprint = ""
        try:
            await edit_answer(
                interaction, view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
            shown.press = None
            _log.debug("a hand can't be edited by its last press any more: %s", describe(error))
            return False
        return True

    def _note_shown(self, table: Table, state: HandState, shown: ShownHand, fingerprint: str) -> None:
        shown.fingerprint, shown.ended = fingerprint, state.view.turn is None
        self._unsaved_fingerprints[table.id, state.user] = table, shown

    async def save_fingerprints(self) -> None:
        """Store the fingerprints of edited hands: after a restart only changed hands are edited.

        This is done now and then for many at once: what a crash loses costs one edit.
        """
        new, self._unsaved_fingerprints = self._unsaved_fingerprints, {}
        if new:
            await self._bot.hub.store.save_hand_fingerprints(
                [
                    (table.header, HandMessage(user, shown.deal, shown.channel, shown.message, shown.fingerprint))
                    for (_, user), (table, shown) in new.items()
                ]
            )

    async def _show_ephemeral(self, table: Table, state: HandState) -> None:
        key = (table.id, state.user)
        copy = self._ephemeral.get(key)
        if copy is None:
            return
        if self._bot.monotonic() > copy.until:
            del self._ephemeral[key]
            return
        if state.is_shown_by(copy.fingerprint):
            return
        files, view = await self._message(table, state)
        try:
            await edit_answer(copy.interaction, view=view, attachments=files)
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
            # dismissed, or its token has run out: the next press of My hand makes a new one
            if self._ephemeral.get(key) is copy:
                del self._ephemeral[key]
            _log.debug("an ephemeral hand is gone: %s", describe(error))
        else:
            copy.fingerprint = state.fingerprint

    async def _message(
        self, table: Table, state: HandState, *, private: bool = False, ends_of: Tile | None = None
    ) -> tuple[list[discord.File], discord.ui.LayoutView]:
        note, key = "", (table.id, state.user)
        if private and key in self._newcomers:
            note = TURN_OFF
        elif not private and key in self._refused:
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
        state = await self.as_read(state)
        files, view = await self._message(table, state)
        answer = await interaction.response.send_message(view=view, files=files, ephemeral=True)
        key, until = (table.id, state.user), self._bot.monotonic() + TOKEN_SECONDS
        before = self._ephemeral.get(key)
        self._ephemeral[key] = Copy(answer.message_id or 0, state.fingerprint, interaction, until)
        if before is not None:
            self._bot.start_soon(self._replace_copy(key, before, _outdated(state)))

    async def _replace_copy(self, key: tuple[str, int], copy: Copy, text: str) -> None:
        # an edit of it may be under way
        async with self._locks[key]:
            await self._end_copy(copy, text)

    async def refresh(self, interaction: Interaction, table: Table, ends_of: Tile | None = None) -> None:
        """Update the hand that was pressed."""
        if interaction.message is None or is_public(interaction):
            # no hand is shown there, so the press is forged; a public message must not become a hand
            await self.open(interaction, table)
            return
        table.require_seat(interaction.user.id)
        lock = self._locks[table.id, interaction.user.id]
        if lock.locked():
            # Discord may hold back an edit of this hand for longer than it waits for the answer
            await interaction.response.defer()
        async with lock:
            # asked again: somebody else may have taken the seat meanwhile
            state = self.hand_state(table, table.require_seat(interaction.user.id))
            await self._refresh(interaction, interaction.message, table, await self.as_read(state), ends_of)

    async def _refresh(
        self,
        interaction: Interaction,
        message: discord.Message,
        table: Table,
        state: HandState,
        ends_of: Tile | None,
    ) -> None:
        key, now = (table.id, state.user), self._bot.monotonic()
        private = not message.flags.ephemeral
        shown, copy = self._private.get(key), self._ephemeral.get(key)
        if private:
            newest = shown is None or (shown.message, shown.deal) == (message.id, state.view.deal)
        else:
            newest = copy is None or copy.message == message.id or now > copy.until
        if not newest:
            await interaction.response.edit_message(view=layout(_outdated(state)), attachments=[])
            return
        files, view = await self._message(table, state, private=private, ends_of=ends_of)
        fingerprint = "" if ends_of is not None else state.fingerprint
        if private and shown is not None:
            # until Discord confirms the edit, what is shown is unknown
            shown.fingerprint = ""
        await interaction.response.edit_message(view=view, attachments=files)
        if not private:
            self._ephemeral[key] = Copy(message.id, fingerprint, interaction, now + TOKEN_SECONDS)
        elif shown is not None:
            shown.press = interaction, now + TOKEN_SECONDS
            self._note_shown(table, state, shown, fingerprint)


def _outdated(state: HandState) -> str:
    """Return what a copy of a hand shows once there is a newer one."""
    t = translations(state.person.locale)
    return t.gettext("This copy of your hand is out of date. Press **My hand** to see it as it is now.")
