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
from cogs.publishing.screen import Screen
from cogs.publishing.transports import Transport, Transports, channel_of, files
from engine.live.model.pace import TimeControl
from engine.live.model.table import MAX_OLDER, Post, Status
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
    """Writes messages about tables, each by the transport of its table, and stores the newest of each table."""

    def __init__(self, bot: Bot, transports: Transports) -> None:
        self._bot = bot
        self._transports = transports

    def _by(self, screen: Screen) -> Transport:
        return self._transports[screen.header.delivery]

    async def post(self, screen: Screen, message: Message, ply: int, status: Status) -> bool:
        """Post a message about a table, and remove the buttons of the last one.

        Returns:
            Whether its id is stored, so that it will be found again whatever happens.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        # the name of the next message is made of the number of this one
        await screen.table.keep_post()
        old = screen.header.post
        sent = await self._send(screen, message, _nonce(screen))
        post = _noted(message, sent, ply, status)
        # Until this message is stored, the old one is. After a crash here, the start finds this message by its nonce.
        cleared = old is screen.header.post_here and message.ephemeral_picture and old is not None and old.ply
        older = () if old is None else old.older
        if old is not None and screen.header.delivery.in_place:
            await self._remove(screen, old)
        elif old is not None and not cleared:
            older = await self._retire(screen, older, old)
        post = replace(post, older=older)
        try:
            kept = await self._keep(screen, message, post)
        except Exception:
            if message.ephemeral_picture:
                # nobody would find it again to take its picture away
                with contextlib.suppress(*FAILURES):
                    await self._by(screen).delete(screen, post)
            raise
        screen.in_doubt = False
        await self.forget_reminder(screen)
        return kept

    async def _remove(self, screen: Screen, old: Post) -> None:
        """Delete a message in whose place a new one is; if that fails, its controls answer that they are outdated."""
        try:
            async with asyncio.timeout(TIDY_SECONDS):
                await self._by(screen).delete(screen, old)
        except FAILURES as error:
            _log.info("an older message of table %s stays: %s", screen.id, describe(error))

    def _reserved(self, screen: Screen, urgency: Urgency) -> AbstractAsyncContextManager[None]:
        """Return the room for a request, if it needs any."""
        return self._bot.budget.reserved(urgency) if screen.header.delivery.by_token else contextlib.nullcontext()

    def _has_room(self, screen: Screen) -> bool:
        return self._bot.budget.spare or not screen.header.delivery.by_token

    async def _retire(self, screen: Screen, older: tuple[Post, ...], left: Post) -> tuple[Post, ...]:
        """Remove the buttons of the last message, or put that off; return the messages that keep theirs."""
        room = self._has_room(screen)
        if room and await self.strip(screen, left):
            return older
        if not room:
            screen.crowded = True
        older = (*older, replace(left, older=()))
        if not room and len(older) > MAX_OLDER:
            # the next message of this table waits for this one, and shows more moves
            async with self._bot.budget.reserved(Urgency.TURN):
                await self.strip(screen, older[0])
        return older[-MAX_OLDER:]

    async def _send(self, screen: Screen, message: Message, nonce: str) -> discord.Message:
        """Send a message about a table; if it may have been sent before, Discord finds it, and it is edited."""
        # without nonces what is sent again is another message
        doubtful = screen.in_doubt and screen.header.delivery.by_token
        screen.in_doubt = True
        try:
            sent = await self._by(screen).send(screen, message, nonce)
        except discord.HTTPException as error:
            if error.status < 500 and not doubtful:
                screen.in_doubt = False
            raise
        if not doubtful:
            return sent
        try:
            return await self._by(screen).edit(screen, Post(sent.id), message.layout, files(message))
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            # it was deleted meanwhile
            screen.in_doubt = False
            return await self._send(screen, message, secrets.token_hex(8))

    async def edit(self, screen: Screen, message: Message, post: Post, ply: int, status: Status) -> None:
        """Edit the last message; if that is no longer possible, post a new one.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        if not self._by(screen).can_edit(screen, post):
            await self.post(screen, replace(message, mentions=()), ply, status)
            return
        try:
            with self._noting_doubt(screen, post):
                sent = await self._by(screen).edit(screen, post, message.layout, files(message))
        except discord.HTTPException as error:
            if not _is_out_of_reach(error, message):
                raise
            await self.post(screen, replace(message, mentions=()), ply, status)
            if message.ephemeral_picture:
                # what can't be edited may still be there to be seen
                await self.clear(screen, post)
            return
        await self._keep(screen, message, replace(_noted(message, sent, ply, status), older=post.older))
        await self.forget_reminder(screen)

    async def _keep(self, screen: Screen, message: Message, post: Post) -> bool:
        """Store which message shows a table: at once, or with the next move, where a crash before that costs an edit.

        After a crash the start tells the newest moves again, and Discord answers with this message. That is not so if
        it tells none, nor without names of messages. Tiles that are face up need a number at once, and players with the
        slow clock were written to.

        Returns:
            Whether it is stored.

        """
        header = screen.header
        tells = header.post is not None and header.post.ply < post.ply and screen.table.playing
        found_again = header.delivery.on_server and screen.refusal is None
        if not tells or not found_again or message.ephemeral_picture or header.time_control is TimeControl.SLOW:
            return await screen.table.set_post(post)
        screen.table.note_post(post)
        return False

    async def edit_lobby(self, screen: Screen, message: Message, status: Status) -> None:
        """Edit a lobby's message; if that is no longer possible, post a new one.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        old = screen.header.post_here
        if old is None:
            return
        if not self._by(screen).can_edit(screen, old):
            await self.post(screen, replace(message, mentions=()), 0, status)
            return
        try:
            with self._noting_doubt(screen, old):
                await self._by(screen).edit(screen, old, message.layout)
        except discord.HTTPException as error:
            if not _is_out_of_reach(error, message):
                raise
            await self.post(screen, replace(message, mentions=()), 0, status)
            return
        await screen.table.set_post(replace(old, text=message.archived_text, status=status.value))

    async def is_far_up(self, screen: Screen, post: Post) -> bool:
        """Whether a message is too old to be edited, or too far up to be found, as far as the bot can see."""
        age = self._bot.clock() - discord.utils.snowflake_time(post.message).timestamp()
        if age > OLD_SECONDS:
            return True
        history = channel_of(self._bot, screen.header).history(limit=MESSAGES_UP, after=discord.Object(post.message))
        try:
            return len([message async for message in history]) >= MESSAGES_UP
        except discord.Forbidden:
            return False

    async def clear(self, screen: Screen, post: Post) -> None:
        """Remove the picture and the buttons of a message; one that is deleted or out of reach is ignored.

        Raises:
            discord.HTTPException: the message exists, and Discord allowed neither an edit nor its deletion.

        """
        if not self._by(screen).can_edit(screen, post):
            return
        shown = without_buttons(screen.id, replace(post, file=""), translations(screen.header.locale))
        with contextlib.suppress(discord.NotFound):
            try:
                await self._by(screen).edit(screen, post, shown, [])
            except discord.HTTPException as error:
                if error.code != TOO_MANY_EDITS_OF_OLD:
                    raise
                await self._by(screen).delete(screen, post)

    async def strip_older(self, screen: Screen, older: Sequence[Post]) -> None:
        """Remove the buttons of older messages that keep theirs, up to the first that fails or finds no room."""
        for each in older:
            if not self._has_room(screen):
                screen.crowded = True
                return
            if not await self.strip_old(screen, each):
                return

    async def strip_old(self, screen: Screen, old: Post) -> bool:
        """Remove the buttons of one of the older messages; return whether it is one no more."""
        if not await self.strip(screen, old):
            return False
        if (post := screen.header.post) is not None:
            await screen.table.set_post(replace(post, older=tuple(kept for kept in post.older if kept != old)))
        return True

    async def strip(self, screen: Screen, old: Post) -> bool:
        """Remove the buttons of an older message; until then they answer that they are outdated.

        Returns:
            Whether there is nothing more to do: the buttons are gone for good, or nobody can remove them.

        """
        if not self._by(screen).can_edit(screen, old):
            return True
        if not old.ply and not screen.table.unreadable:
            # a lobby whose match has begun no longer says when it closes
            now = lobby(screen.header, self._bot.hub.pace, self._bot.mentions, translations(screen.header.locale))
            old = replace(old, text=now.archived_text)
        try:
            async with self._reserved(screen, Urgency.TIDY), asyncio.timeout(TIDY_SECONDS):
                shown = without_buttons(screen.id, old, translations(screen.header.locale))
                await self._by(screen).edit(screen, old, shown, self._attachments(old))
        except FAILURES as error:
            _log.info("an older message of table %s keeps its buttons: %s", screen.id, describe(error))
            return is_forbidden_or_gone(error)
        return not self._is_doubtful(screen, old)

    @contextlib.contextmanager
    def _noting_doubt(self, screen: Screen, post: Post) -> Generator[None]:
        """Note an edit that Discord did not confirm: it may still give the message buttons for some seconds."""
        try:
            yield
        except FAILURES as error:
            if may_be_done(error):
                now = self._bot.monotonic()
                screen.doubtful = {each: until for each, until in screen.doubtful.items() if until > now}
                screen.doubtful[post.message] = now + LATE_SECONDS
            raise

    def _is_doubtful(self, screen: Screen, post: Post) -> bool:
        """Whether an earlier edit may still give a message its buttons back."""
        return self._bot.monotonic() < screen.doubtful.get(post.message, 0.0)

    async def remind(self, screen: Screen) -> None:
        """Remind the player in turn that half of their time is over; the next picture removes the reminder."""
        header, ply, view = screen.header, screen.table.ply, screen.table.view(None)
        if view.turn is None or header.deadline is None:
            return
        user = discord.Object(header.people[view.turn].user)
        channel = channel_of(self._bot, header)
        sent = await channel.send(
            view=reminder(header, view, translations(header.locale)),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=[user]),
        )
        await self.forget_reminder(screen)
        screen.reminder = channel.get_partial_message(sent.id)
        if (post := screen.header.post) is not None:
            await screen.table.set_post(replace(post, reminder=sent.id))
        if screen.table.ply != ply:
            # they were faster, and the picture that takes it away may be out already
            await self.forget_reminder(screen)

    def restored(self, screen: Screen) -> None:
        """Restore after a restart which message reminds the player in turn; one more message may have been sent."""
        screen.in_doubt = True
        if (post := screen.header.post) is not None and post.reminder:
            channel = channel_of(self._bot, screen.header, post.channel)
            screen.reminder = channel.get_partial_message(post.reminder)

    async def renew(self, screen: Screen, view: discord.ui.LayoutView, post: Post) -> None:
        """Correct the text of a message and keep its picture; a failure loses nothing.

        Args:
            screen: the screen of the table.
            view: the new message.
            post: the record of the message afterwards.

        """
        try:
            with self._noting_doubt(screen, post):
                sent = await self._by(screen).edit(screen, post, view, self._attachments(post))
        except FAILURES as error:
            _log.info("a message of table %s keeps an old text: %s", screen.id, describe(error))
        else:
            await screen.table.set_post(post if sent.attachments else replace(post, file="", attachment=0))

    async def forget_reminder(self, screen: Screen) -> None:
        """Delete the last reminder, if there is one."""
        reminder, screen.reminder = screen.reminder, None
        if reminder is None:
            return
        try:
            async with asyncio.timeout(TIDY_SECONDS):
                await reminder.delete()
        except FAILURES as error:
            _log.info("a reminder of table %s stays: %s", screen.id, describe(error))

    def _attachments(self, post: Post) -> list[discord.Attachment]:
        """Return the picture that an edited message keeps."""
        if not post.file:
            return []
        return [kept_attachment(self._bot, post.attachment, post.file)]


def _nonce(screen: Screen) -> str:
    """Return the name of the message after the present one.

    For some minutes Discord answers a second message with the same name with the first message. The name is the same
    for all attempts, also after a restart, until the message's number is known.
    """
    header = screen.header
    before = header.channel if header.post_here is None else header.post_here.message
    return f"{screen.id}.{before:x}"[-MAX_NONCE_LENGTH:]


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
