"""Messages about tables in their channels: posted, edited, and cleared of what is no longer true."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Generator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

import discord

from cogs.core.bot import Bot
from cogs.core.budget import Urgency
from cogs.core.discord_private import kept_attachment
from cogs.core.requests import (
    FAILURES,
    THREAD_ARCHIVED,
    TOO_MANY_EDITS_OF_OLD,
    UNKNOWN_MESSAGE,
    describe,
    is_barred,
    is_forbidden_or_gone,
    may_be_done,
)
from cogs.messages.board import reminder
from cogs.messages.lobby import lobby
from cogs.messages.message import Message, without_buttons
from cogs.publishing.transports import Transport, Transports, channel_of, files
from engine.live.model.pace import TimeControl
from engine.live.model.table import MAX_OLDER, Post, Status
from engine.live.tables.table import Table
from render.i18n import translations

_log = logging.getLogger(__name__)

MAX_NONCE_LENGTH = 25
"""Discord's limit for the name of a message that is sent once."""

TIDY_SECONDS = 4.0
"""How long a request may take that only tidies up: several unanswered in a row must not hold a channel for long."""

LATE_SECONDS = 25.0
"""How long after an edit without an answer it may still be done; what is stripped is tried again after 30 seconds."""

MESSAGES_UP = 10
"""How many newer messages in its channel a picture that is edited may have below it."""
OLD_SECONDS = 50 * 60
"""How old such a picture may be: Discord allows few edits of a message that is older than an hour."""


class Posts:
    """Writes messages about tables, each by the transport of its table, and stores the newest of each table.

    Attributes:
        crowded: the tables whose older messages keep their buttons until there is room for more requests.

    """

    def __init__(self, bot: Bot, transports: Transports) -> None:
        self._bot = bot
        self._transports = transports
        self.crowded: set[Table] = set()
        self._reminders: dict[str, discord.PartialMessage] = {}
        # the tables whose next message may have been sent although Discord did not confirm it
        self._maybe_sent: set[str] = set()
        # the messages of which an edit was not confirmed, with the time from which it can't be done any more
        self._doubtful: dict[int, float] = {}

    def _by(self, table: Table) -> Transport:
        return self._transports[table.header.delivery]

    def forget(self, table: Table) -> None:
        """Forget what is known of a table's messages, but for the stored ones."""
        self.crowded.discard(table)
        self._reminders.pop(table.id, None)
        self._maybe_sent.discard(table.id)

    async def post(self, table: Table, message: Message, ply: int, status: Status) -> bool:
        """Post a message about a table, and remove the buttons of the last one.

        Returns:
            Whether its id is stored, so that it will be found again whatever happens.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        # the name of the next message is made of the number of this one
        await table.keep_post()
        old = table.header.post
        sent = await self._send(table, message, _nonce(table))
        post = _noted(message, sent, ply, status)
        # Until this message is stored, the old one is. After a crash here, the start finds this message by its nonce.
        cleared = old is table.header.post_here and message.ephemeral_picture and old is not None and old.ply
        older = () if old is None else old.older
        if old is not None and self._by(table).in_place:
            await self._remove(table, old)
        elif old is not None and not cleared:
            older = await self._retire(table, older, old)
        post = replace(post, older=older)
        try:
            kept = await self._keep(table, message, post)
        except Exception:
            if message.ephemeral_picture:
                # nobody would find it again to take its picture away
                with contextlib.suppress(*FAILURES):
                    await self._by(table).delete(table, post)
            raise
        self._maybe_sent.discard(table.id)
        await self.forget_reminder(table)
        return kept

    async def _remove(self, table: Table, old: Post) -> None:
        """Delete a message in whose place a new one is; if that fails, its controls answer that they are outdated."""
        try:
            async with asyncio.timeout(TIDY_SECONDS):
                await self._by(table).delete(table, old)
        except FAILURES as error:
            _log.info("an older message of table %s stays: %s", table.id, describe(error))

    def _reserved(self, table: Table, urgency: Urgency) -> AbstractAsyncContextManager[None]:
        """Return the room for a request, if it needs any."""
        return self._bot.budget.reserved(urgency) if self._by(table).by_token else contextlib.nullcontext()

    def _has_room(self, table: Table) -> bool:
        return self._bot.budget.spare or not self._by(table).by_token

    async def _retire(self, table: Table, older: tuple[Post, ...], left: Post) -> tuple[Post, ...]:
        """Remove the buttons of the last message, or put that off; return the messages that keep theirs."""
        room = self._has_room(table)
        if room and await self.strip(table, left):
            return older
        if not room:
            self.crowded.add(table)
        older = (*older, replace(left, older=()))
        if not room and len(older) > MAX_OLDER:
            # the next message of this table waits for this one, and shows more moves
            async with self._bot.budget.reserved(Urgency.TURN):
                await self.strip(table, older[0])
        return older[-MAX_OLDER:]

    async def _send(self, table: Table, message: Message, nonce: str) -> discord.Message:
        """Send a message about a table; if it may have been sent before, Discord finds it, and it is edited."""
        # without nonces what is sent again is another message
        doubtful = table.id in self._maybe_sent and self._by(table).by_token
        self._maybe_sent.add(table.id)
        try:
            sent = await self._by(table).send(table, message, nonce)
        except discord.HTTPException as error:
            if error.status < 500 and not doubtful:
                self._maybe_sent.discard(table.id)
            raise
        if not doubtful:
            return sent
        try:
            return await self._by(table).edit(table, Post(sent.id), message.layout, files(message))
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            # it was deleted meanwhile
            self._maybe_sent.discard(table.id)
            return await self._send(table, message, secrets.token_hex(8))

    async def edit(self, table: Table, message: Message, post: Post, ply: int, status: Status) -> None:
        """Edit the last message; if that is no longer possible, post a new one.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        if not self._by(table).can_edit(table, post):
            await self.post(table, replace(message, mentions=()), ply, status)
            return
        try:
            with self._noting_doubt(post):
                sent = await self._by(table).edit(table, post, message.layout, files(message))
        except discord.HTTPException as error:
            if not _is_out_of_reach(error, message):
                raise
            await self.post(table, replace(message, mentions=()), ply, status)
            if message.ephemeral_picture:
                # what can't be edited may still be there to be seen
                await self.clear(table, post)
            return
        await self._keep(table, message, replace(_noted(message, sent, ply, status), older=post.older))
        await self.forget_reminder(table)

    async def _keep(self, table: Table, message: Message, post: Post) -> bool:
        """Store which message shows a table: at once, or with the next move, where a crash before that costs an edit.

        After a crash the start tells the newest moves again, and Discord answers with this message. That is not so if
        it tells none, nor without names of messages. Tiles that are face up need a number at once, and players with the
        slow clock were written to.

        Returns:
            Whether it is stored.

        """
        header = table.header
        tells = header.post is not None and header.post.ply < post.ply and table.playing
        found_again = header.delivery.on_server and self._by(table).refusal(table) is None
        if not tells or not found_again or message.ephemeral_picture or header.time_control is TimeControl.SLOW:
            return await table.set_post(post)
        table.note_post(post)
        return False

    async def edit_lobby(self, table: Table, message: Message, status: Status) -> None:
        """Edit a lobby's message; if that is no longer possible, post a new one.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        old = table.header.post_here
        if old is None:
            return
        if not self._by(table).can_edit(table, old):
            await self.post(table, replace(message, mentions=()), 0, status)
            return
        try:
            with self._noting_doubt(old):
                await self._by(table).edit(table, old, message.layout)
        except discord.HTTPException as error:
            if not _is_out_of_reach(error, message):
                raise
            await self.post(table, replace(message, mentions=()), 0, status)
            return
        await table.set_post(replace(old, text=message.archived_text, status=status.value))

    async def is_far_up(self, table: Table, post: Post) -> bool:
        """Whether a message is too old to be edited, or too far up to be found, as far as the bot can see."""
        age = self._bot.clock() - discord.utils.snowflake_time(post.message).timestamp()
        if age > OLD_SECONDS:
            return True
        history = channel_of(self._bot, table.header).history(limit=MESSAGES_UP, after=discord.Object(post.message))
        try:
            return len([message async for message in history]) >= MESSAGES_UP
        except discord.Forbidden:
            return False

    async def clear(self, table: Table, post: Post) -> None:
        """Remove the picture and the buttons of a message; one that is deleted or out of reach is ignored.

        Raises:
            discord.HTTPException: the message exists, and Discord allowed neither an edit nor its deletion.

        """
        if not self._by(table).can_edit(table, post):
            return
        shown = without_buttons(table.id, replace(post, file=""), translations(table.header.locale))
        with contextlib.suppress(discord.NotFound):
            try:
                await self._by(table).edit(table, post, shown, [])
            except discord.HTTPException as error:
                if error.code != TOO_MANY_EDITS_OF_OLD:
                    raise
                await self._by(table).delete(table, post)

    async def strip_older(self, table: Table, older: Sequence[Post]) -> None:
        """Remove the buttons of older messages that keep theirs, up to the first that fails or finds no room."""
        for each in older:
            if not self._has_room(table):
                self.crowded.add(table)
                return
            if not await self.strip_old(table, each):
                return

    async def strip_old(self, table: Table, old: Post) -> bool:
        """Remove the buttons of one of the older messages; return whether it is one no more."""
        if not await self.strip(table, old):
            return False
        if (post := table.header.post) is not None:
            await table.set_post(replace(post, older=tuple(kept for kept in post.older if kept != old)))
        return True

    async def strip(self, table: Table, old: Post) -> bool:
        """Remove the buttons of an older message; until then they answer that they are outdated.

        Returns:
            Whether there is nothing more to do: the buttons are gone for good, or nobody can remove them.

        """
        if not self._by(table).can_edit(table, old):
            return True
        if not old.ply and not table.unreadable:
            # a lobby whose match has begun no longer says when it closes
            now = lobby(table.header, self._bot.hub.pace, self._bot.mentions, translations(table.header.locale))
            old = replace(old, text=now.archived_text)
        try:
            async with self._reserved(table, Urgency.TIDY), asyncio.timeout(TIDY_SECONDS):
                shown = without_buttons(table.id, old, translations(table.header.locale))
                await self._by(table).edit(table, old, shown, self._attachments(old))
        except FAILURES as error:
            _log.info("an older message of table %s keeps its buttons: %s", table.id, describe(error))
            return is_forbidden_or_gone(error)
        return not self._is_doubtful(old)

    @contextlib.contextmanager
    def _noting_doubt(self, post: Post) -> Generator[None]:
        """Note an edit that Discord did not confirm: it may still give the message buttons for some seconds."""
        try:
            yield
        except FAILURES as error:
            if may_be_done(error):
                now = self._bot.monotonic()
                self._doubtful = {each: until for each, until in self._doubtful.items() if until > now}
                self._doubtful[post.message] = now + LATE_SECONDS
            raise

    def _is_doubtful(self, post: Post) -> bool:
        """Whether an earlier edit may still give a message its buttons back."""
        return self._bot.monotonic() < self._doubtful.get(post.message, 0.0)

    async def remind(self, table: Table) -> None:
        """Remind the player in turn that half of their time is over; the next picture removes the reminder."""
        header, ply, view = table.header, table.ply, table.view(None)
        if view.turn is None or header.deadline is None:
            return
        user = discord.Object(header.people[view.turn].user)
        channel = channel_of(self._bot, header)
        sent = await channel.send(
            view=reminder(header, view, translations(header.locale)),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=[user]),
        )
        await self.forget_reminder(table)
        self._reminders[table.id] = channel.get_partial_message(sent.id)
        if (post := table.header.post) is not None:
            await table.set_post(replace(post, reminder=sent.id))
        if table.ply != ply:
            # they were faster, and the picture that takes it away may be out already
            await self.forget_reminder(table)

    def restored(self, table: Table) -> None:
        """Restore after a restart which message reminds the player in turn; one more message may have been sent."""
        self._maybe_sent.add(table.id)
        if (post := table.header.post) is not None and post.reminder:
            channel = channel_of(self._bot, table.header, post.channel)
            self._reminders[table.id] = channel.get_partial_message(post.reminder)

    async def renew(self, table: Table, view: discord.ui.LayoutView, post: Post) -> None:
        """Correct the text of a message and keep its picture; a failure loses nothing.

        Args:
            table: the table.
            view: the new message.
            post: the record of the message afterwards.

        """
        try:
            with self._noting_doubt(post):
                sent = await self._by(table).edit(table, post, view, self._attachments(post))
        except FAILURES as error:
            _log.info("a message of table %s keeps an old text: %s", table.id, describe(error))
        else:
            await table.set_post(post if sent.attachments else replace(post, file="", attachment=0))

    async def forget_reminder(self, table: Table) -> None:
        """Delete the last reminder, if there is one."""
        reminder = self._reminders.pop(table.id, None)
        if reminder is None:
            return
        try:
            async with asyncio.timeout(TIDY_SECONDS):
                await reminder.delete()
        except FAILURES as error:
            _log.info("a reminder of table %s stays: %s", table.id, describe(error))

    def _attachments(self, post: Post) -> list[discord.Attachment]:
        """Return the picture that an edited message keeps."""
        if not post.file:
            return []
        return [kept_attachment(self._bot, post.attachment, post.file)]


def _nonce(table: Table) -> str:
    """Return the name of the message after the present one.

    For some minutes Discord answers a second message with the same name with the first message. The name is the same
    for all attempts, also after a restart, until the message's number is known.
    """
    header = table.header
    before = header.channel if header.post_here is None else header.post_here.message
    return f"{table.id}.{before:x}"[-MAX_NONCE_LENGTH:]


def _is_out_of_reach(error: discord.HTTPException, message: Message) -> bool:
    """Whether a message can't be edited, but a new one may be posted, by a press if not by the bot.

    What must not stay readable is not posted where it may never be edited.
    """
    out = isinstance(error, discord.NotFound) or error.code in (THREAD_ARCHIVED, TOO_MANY_EDITS_OF_OLD)
    return out or (is_barred(error) and not message.ephemeral_picture)


def _noted(message: Message, sent: discord.Message, ply: int, status: Status) -> Post:
    """Return the stored record of a sent message."""
    return Post(
        message=sent.id,
        ply=ply,
        status=status.value,
        text=message.archived_text,
        alt=message.alt,
        # a picture that must not stay is not kept either, and Discord may have refused it
        file=message.file if sent.attachments and not message.ephemeral_picture else "",
        attachment=sent.attachments[0].id if sent.attachments else 0,
        deal=message.deal,
        until=message.deadline,
        attendance=message.attendance,
    )
