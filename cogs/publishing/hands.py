"""The private hand: by direct message, and behind the button My hand."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any

import discord

import render
from cogs.core.bot import Bot, Interaction
from cogs.core.context import person_of
from cogs.core.errors import FAILURES
from cogs.core.layout import MAX_MESSAGE_TEXT, Picture, picture_message
from cogs.core.preferences import reads_text, theme_of
from cogs.messages.hand import HandState, hand_text, has_hands, taken_text
from cogs.messages.hand_buttons import Row, hand_rows
from cogs.messages.names import picture_names
from cogs.publishing.failures import Failures
from engine.errors import redacted_traceback
from engine.live.model.errors import StorageError
from engine.live.model.table import HandMessage, Status
from engine.live.tables.table import Table
from engine.tiles import Tile
from engine.view import View
from render.i18n import translations
from render.text.length import cut, length

_log = logging.getLogger(__name__)

TOKEN_SECONDS = 14 * 60
"""How long an ephemeral message is edited; Discord allows 15 minutes."""


@dataclass(slots=True)
class Shown:
    """Where a hand is shown, and the fingerprint of what is shown there."""

    deal: int
    channel: int
    message: int
    face: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """The result of showing every hand of a table.

    Attributes:
        all: whether each is shown wherever it can be.
        turn: the ply at which the player in turn can see their hand; None if they can't, or if it is nobody's turn.

    """

    all: bool
    turn_seen_at_ply: int | None


class Hands:
    """Keeps every player's hand up to date wherever it is shown."""

    def __init__(self, bot: Bot, failures: Failures) -> None:
        self._bot = bot
        self._failures = failures
        self._private: dict[tuple[str, int], Shown] = {}
        self._ephemeral: dict[tuple[str, int], tuple[Interaction, float, str]] = {}
        # by the deal in which they were tried last: they are tried once a deal
        self._refused: dict[tuple[str, int], int] = {}
        self._new_faces: dict[tuple[str, int], Shown] = {}
        # whose message may have been sent though nobody said so
        self._maybe_sent: set[tuple[str, int]] = set()
        self._run = secrets.token_hex(2)
        # one edit at a time a hand, so that an older sight never ends up over a newer one
        self._locks: defaultdict[tuple[str, int], asyncio.Lock] = defaultdict(asyncio.Lock)

    def remember(self, table: str, kept: Sequence[HandMessage]) -> None:
        """Restore after a restart which private messages show hands."""
        for each in kept:
            self._private[table, each.user] = Shown(each.deal, each.channel, each.message, each.face)

    def refused(self, table_id: str, user: int) -> bool:
        """Whether a user's direct messages are closed to the bot."""
        return (table_id, user) in self._refused

    def snapshot(self, table: Table) -> tuple[HandState, ...]:
        """Return every player's hand as it is now; none before the match, or in a game without hands."""
        if not table.ply or not has_hands(table.header.rules):
            return ()
        return tuple(self.hand_state(table, seat) for seat, person in enumerate(table.people) if not person.computer)

    def hand_state(self, table: Table, seat: int) -> HandState:
        """Return one seat's hand as it is now."""
        person = table.people[seat]
        header = table.header
        return HandState(
            person.user,
            person.locale,
            table.view(seat),
            table.ply,
            header.status is Status.CLOSED,
            person.presence,
            header.pause is not None,
            self._failures.trouble(table),
            host=header.host if header.pause is not None else 0,
        )

    async def _as_read(self, sight: HandState) -> HandState:
        """Return a hand in the form that its player has chosen, as a picture or as text."""
        return replace(sight, as_text=await reads_text(self._bot.hub.store, sight.user))

    async def show(self, table: Table, sights: Sequence[HandState]) -> Seen:
        """Update every hand wherever it is shown; a player who can't be reached does not delay the others."""
        shown = await asyncio.gather(*(self._show_one(table, sight) for sight in sights))
        turn = next((sight for sight in sights if sight.view.turn == sight.view.seat), None)
        seen = turn is not None and self._is_seen(table, turn)
        if table.header.status in (Status.FINISHED, Status.CLOSED) and all(shown):
            self.forget(table)
        return Seen(all(shown), turn.ply if turn is not None and seen else None)

    def forget(self, table: Table) -> None:
        """Forget where the hands of a table that has ended are shown."""
        for person in table.people:
            key = (table.id, person.user)
            for known in (self._private, self._ephemeral, self._refused, self._locks):
                known.pop(key, None)
            self._maybe_sent.discard(key)

    def _is_seen(self, table: Table, sight: HandState) -> bool:
        """Whether a player can see their hand as it is now, in at least one place."""
        key = (table.id, sight.user)
        private, ephemeral = self._private.get(key), self._ephemeral.get(key)
        faces = {replace(sight, as_text=as_text).fingerprint for as_text in (False, True)}
        shown = private is not None and key not in self._refused and private.face in faces
        return shown or (ephemeral is not None and ephemeral[2] in faces)

    async def _show_one(self, table: Table, sight: HandState) -> bool:
        """Update one hand in both places; return whether it is up to date, or can never be."""
        async with self._locks[table.id, sight.user]:
            try:
                read = await self._as_read(sight)
            except (OSError, StorageError) as error:
                _log.warning("a hand of table %s could not be shown: %s", table.id, error)
                return False
            private = await self._tried(table, read, self._show_private)
            return await self._tried(table, read, self._show_ephemeral) and private

    async def _tried(self, table: Table, sight: HandState, show: Callable[[Table, HandState], Awaitable[None]]) -> bool:
        try:
            await show(table, sight)
        except (*FAILURES, StorageError) as error:
            _log.warning("a hand of table %s could not be shown: %s", table.id, error)
            return False
        except Exception as error:
            _log.error("a hand of table %s could not be shown:\n%s", table.id, redacted_traceback(error))
        return True

    async def _show_private(self, table: Table, sight: HandState) -> None:
        key = (table.id, sight.user)
        shown = self._private.get(key)
        fresh = shown is None or shown.deal != sight.view.deal
        if self._refused.get(key) == sight.view.deal:
            return
        if shown is not None and not fresh and shown.face == sight.fingerprint:
            # any change of a table takes back what was kept of its hands
            self._note_face(table, sight.user, shown, sight.fingerprint)
            return
        if fresh and (sight.away or sight.over or sight.view.turn is None or sight.view.seat in sight.view.eliminated):
            return
        try:
            if shown is not None and not fresh:
                await self._edit_private(table, sight, shown)
            else:
                await self._send_private(table, sight)
        except discord.HTTPException as error:
            if error.status not in (403, 404):
                raise
            # closed to the bot, or their account is gone
            self._refused[key] = sight.view.deal
            _log.info("a player of table %s takes no direct messages: %s", table.id, error)
        else:
            self._refused.pop(key, None)

    async def _send_private(self, table: Table, sight: HandState) -> None:
        channel = await self._bot.create_dm(discord.Object(sight.user))
        files, view = await self._message(table, sight, private=True)
        key, deal = (table.id, sight.user), sight.view.deal
        known, doubtful = self._private.get(key), key in self._maybe_sent
        # within some minutes Discord takes a message under one name once only, and says so of the first one
        name = f"{table.id}.{deal}.{sight.view.seat}.{self._run}"
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
        shown = self._private[key] = Shown(deal, channel.id, sent.id, "" if doubtful else sight.fingerprint)
        if doubtful:
            # it may be the one that was written then
            await self._edit_private(table, sight, shown)
        kept = HandMessage(sight.user, deal, channel.id, sent.id, sight.fingerprint)
        await self._bot.hub.store.save_hand_message(table.id, kept)

    async def _edit_private(self, table: Table, sight: HandState, shown: Shown) -> None:
        message = self._bot.get_partial_messageable(shown.channel).get_partial_message(shown.message)
        files, view = await self._message(table, sight, private=True)
        # until Discord has taken it, nobody knows what is shown there
        shown.face = ""
        try:
            await message.edit(view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none())
        except discord.NotFound:
            await self._send_private(table, sight)
            return
        self._note_face(table, sight.user, shown, sight.fingerprint)

    def _note_face(self, table: Table, user: int, shown: Shown, face: str) -> None:
        shown.face = face
        self._new_faces[table.id, user] = shown

    async def keep_faces(self) -> None:
        """Store the fingerprints of edited hands, so that a restart edits only what has changed.

        This is done now and then for many at once: what a crash loses costs one edit.
        """
        new, self._new_faces = self._new_faces, {}
        if new:
            await self._bot.hub.store.save_hand_hashes(
                [(table, user, shown.message, shown.face) for (table, user), shown in new.items()]
            )

    async def _show_ephemeral(self, table: Table, sight: HandState) -> None:
        key = (table.id, sight.user)
        known = self._ephemeral.get(key)
        if known is None:
            return
        interaction, until, face = known
        if self._bot.clock() > until:
            del self._ephemeral[key]
            return
        if face == sight.fingerprint:
            return
        files, view = await self._message(table, sight)
        try:
            await interaction.edit_original_response(view=view, attachments=files)
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
            # dismissed, or its token has run out: the next press of My hand makes a new one
            self._forget_ephemeral(key, interaction)
            _log.debug("an ephemeral hand is gone: %s", error)
        else:
            if self._is_newest(key, interaction):
                self._ephemeral[key] = (interaction, until, sight.fingerprint)

    def _is_newest(self, key: tuple[str, int], interaction: Interaction) -> bool:
        known = self._ephemeral.get(key)
        return known is not None and known[0] is interaction

    def _forget_ephemeral(self, key: tuple[str, int], interaction: Interaction) -> None:
        """Forget an ephemeral hand, unless My hand has been pressed again meanwhile."""
        if self._is_newest(key, interaction):
            del self._ephemeral[key]

    async def _message(
        self, table: Table, sight: HandState, *, private: bool = False, ends_of: Tile | None = None
    ) -> tuple[list[discord.File], discord.ui.LayoutView]:
        t = translations(sight.locale)
        people = picture_names(table.header, t)
        said = hand_text(table, sight, t, ends_of)
        if not private and self.refused(table.id, sight.user):
            closed = t.gettext("I can't send you direct messages, so use this button to see your hand.")
            said += f"\n-# {closed}"
        controls = hand_rows(table, sight, t, self._bot.tiles, ends_of)
        drawing = self._bot.rendering
        if not sight.as_text:
            theme = await theme_of(self._bot.hub.store, table.header.guild)
            try:
                png, alt = await drawing.draw(_drawn, sight.view, people, t, theme)
            except Exception as error:
                # a hand without its controls would keep its player from playing: it is told as text
                _log.error("a hand of table %s could not be drawn:\n%s", table.id, redacted_traceback(error))
            else:
                return picture_message(said, Picture(png, "hand.png", alt), more=_items(controls))
        plain = await drawing.draw(_plain, sight, people, t)
        room = MAX_MESSAGE_TEXT - length(said) - sum(length(row) for row in controls if isinstance(row, str))
        return picture_message(said, cut(plain, room), more=_items(controls))

    # ------------------------------------------------------------------ answers

    async def open(self, interaction: Interaction, table: Table) -> None:
        """Show the user's hand in a new ephemeral message."""
        seat = table.require_seat(interaction.user.id)
        await table.refresh_person(person_of(interaction))
        sight = self.hand_state(table, seat)
        if not has_hands(table.header.rules):
            t = translations(interaction.locale)
            await interaction.response.send_message(taken_text(sight.view, t), ephemeral=True)
            return
        sight = await self._as_read(sight)
        files, view = await self._message(table, sight)
        await interaction.response.send_message(view=view, files=files, ephemeral=True)
        self._ephemeral[table.id, sight.user] = (interaction, self._bot.clock() + TOKEN_SECONDS, sight.fingerprint)

    async def refresh(self, interaction: Interaction, table: Table, ends_of: Tile | None = None) -> None:
        """Update the hand that was pressed."""
        message = interaction.message
        if message is not None and interaction.guild_id is not None and not message.flags.ephemeral:
            # no hand is shown there, so the press is forged; what everybody reads must not become a hand
            await self.open(interaction, table)
            return
        seat = table.require_seat(interaction.user.id)
        lock = self._locks[table.id, interaction.user.id]
        if lock.locked():
            # Discord may hold back an edit of this hand for longer than it waits for the answer
            await interaction.response.defer()
        async with lock:
            await self._refresh(interaction, table, await self._as_read(self.hand_state(table, seat)), ends_of)

    async def _refresh(self, interaction: Interaction, table: Table, sight: HandState, ends_of: Tile | None) -> None:
        message = interaction.message
        private = message is not None and not message.flags.ephemeral
        files, view = await self._message(table, sight, private=private, ends_of=ends_of)
        key = (table.id, sight.user)
        face = "" if ends_of is not None else sight.fingerprint
        shown = self._private.get(key)
        if shown is not None and (not private or message is None or shown.message != message.id):
            shown = None
        if shown is not None:
            # until Discord has taken it, nobody knows what is shown there
            shown.face = ""
        if interaction.response.is_done():
            await interaction.edit_original_response(view=view, attachments=files)
        else:
            await interaction.response.edit_message(view=view, attachments=files)
        if shown is not None:
            self._note_face(table, sight.user, shown, face)
        elif message is not None and not private:
            self._ephemeral[key] = (interaction, self._bot.clock() + TOKEN_SECONDS, face)


def _drawn(view: View, people: Sequence[str], t: NullTranslations, theme: render.Theme) -> tuple[bytes, str]:
    """Return the picture of a hand and its alt text."""
    return render.hand(view, people, t, theme=theme), render.hand_alt(view, people, t)


def _plain(sight: HandState, people: Sequence[str], t: NullTranslations) -> str:
    """Return a hand as text, and below it the table, or what was left when the deal ended.

    Whose turn it is and who won is left out, since the message itself says so.
    """
    view, left = sight.view, sight.over or sight.away
    if view.turn is None:
        around = render.deal_end_text(view, people, t, outcome=left)
    else:
        around = render.table_text(view, people, t, turn=left or view.turn != view.seat)
    return f"{render.hand_text(view, people, t, turn=False)}\n\n{around}"


def _items(controls: Sequence[Row]) -> Iterator[discord.ui.Item[Any]]:
    """Return controls, some below headings, as parts of a message."""
    for row in controls:
        yield discord.ui.TextDisplay(row) if isinstance(row, str) else discord.ui.ActionRow(*row)
