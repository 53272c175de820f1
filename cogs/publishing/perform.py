"""Does the steps of plans: sends, edits and clears messages about tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import discord

from cogs.core.bot import Bot
from cogs.core.http.budget import Urgency
from cogs.core.http.requests import (
    FAILURES,
    THREAD_ARCHIVED,
    TOO_MANY_EDITS_OF_OLD,
    describe,
    is_barred,
)
from cogs.messages.board import turn_deadline, with_new_deadline
from cogs.messages.content import Content, continued, without_buttons
from cogs.publishing.cleanup import Cleanup
from cogs.publishing.delivery import Transport, files
from cogs.publishing.plan import Clear, Correct, Edit, Face, Send, Step
from cogs.publishing.scenes import Moment
from cogs.publishing.screen import Screen
from cogs.publishing.slots import CLEANUP_SECONDS, Slot
from engine.live.model.pace import TimeControl
from engine.live.model.table import SentMessage, Told
from render.i18n import translations

_log = logging.getLogger(__name__)

MAX_NONCE_LENGTH = 25
"""Discord's limit for the name of a message that is sent once."""


class Performer:
    """Does the steps of plans, each by the transport of its table, and stores the newest message of each table."""

    def __init__(
        self,
        bot: Bot,
        transport: Transport,
        cleanup: Cleanup,
        draw: Callable[[Moment, Face | None], Awaitable[Content]],
    ) -> None:
        self._bot = bot
        self._transport = transport
        self._cleanup = cleanup
        self._draw = draw

    async def perform(
        self, screen: Screen, moment: Moment, steps: Sequence[Step], told: Told | None = None
    ) -> Content | None:
        """Do the steps of a plan; return the last message, or None if it was only corrected.

        Args:
            screen: the screen of the table.
            moment: the moment that is shown.
            steps: the steps.
            told: the news that the channel knows, if the table is shown once more, which notifies nobody; None for all.

        Raises:
            discord.HTTPException: Discord refuses a step.

        """
        # a lobby that opens as an answer is shown for the first time
        reposted = told is not None and moment.header.post is not None
        told = told or moment.header.told_at(moment.ply, moment.news_end)
        left, content = None, None
        for step in steps:
            if isinstance(step, Clear):
                left = await self._cleared(screen)
            elif isinstance(step, Correct):
                await self._correct(screen, moment)
            elif isinstance(step, Edit):
                content = await self._drawn(moment, step, reposted=reposted)
                await self._edit(screen, content, told)
            else:
                content = await self._drawn(moment, step, reposted=reposted)
                kept = await self._post(screen, content, told)
                if left is not None:
                    await self._clear(screen, left)
                if not kept:
                    break
        return content

    async def _drawn(self, moment: Moment, step: Send | Edit, *, reposted: bool) -> Content:
        content = await self._draw(moment, step.face)
        if reposted:
            content = replace(content, mentions=())
        if isinstance(step, Edit) and step.keeps and moment.post is not None:
            return continued(moment.post, content, moment.t)
        return content

    async def _cleared(self, screen: Screen) -> SentMessage | None:
        """Take picture and buttons off a message; return it if a new message has to open its thread before."""
        post = screen.table.header.post_here
        if post is None:
            return None
        try:
            await self._clear(screen, post)
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED:
                raise
            return post
        return None

    async def _correct(self, screen: Screen, moment: Moment) -> None:
        """Correct a board's deadline and keep its picture; a failure loses nothing."""
        post, view = moment.post, moment.view
        assert post is not None
        assert view is not None
        corrected = with_new_deadline(moment.header, view, moment.ply, post, moment.t)
        post = replace(post, until=turn_deadline(moment.header, view))
        try:
            with self._cleanup.marking_unconfirmed(screen, post):
                sent = await self._transport.edit(screen, post, corrected, self._cleanup.attachments(post))
        except FAILURES as error:
            _log.info("a message of table %s keeps an old text: %s", screen.table.id, describe(error))
        else:
            await screen.table.set_post(post if sent.attachments else replace(post, file="", attachment_id=0))

    async def _post(self, screen: Screen, content: Content, told: Told) -> bool:
        """Post a message about a table, and remove the buttons of the last one.

        Returns:
            Whether its id is stored, so that it will be found again in any case.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        # the name of the next message is made of the number of this one
        await screen.table.keep_post()
        old = screen.table.header.post
        sent = await self._send(screen, content, _nonce(screen))
        post = _noted(content, sent, told)
        # Until this message is stored, the old one is. After a crash here, the start finds this message by its nonce.
        if old is not None:
            post = replace(post, older=await self._replaced(screen, content, old))
        try:
            kept = await self._keep(screen, content, post, told)
        except Exception:
            if content.ephemeral_picture:
                # nobody would find it again to take its picture away
                with contextlib.suppress(*FAILURES):
                    await self._transport.delete(screen, post)
            raise
        screen.once.unconfirmed = False
        self._delete_reminder(screen)
        return kept

    def _delete_reminder(self, screen: Screen) -> None:
        """Delete the message below the last one once there is room for more requests; return at once."""
        below, screen.reminder = screen.reminder, Slot(None)
        if below.message_id:
            self._bot.start_soon(self._delete(below))

    async def _delete(self, below: Slot) -> None:
        async with self._bot.budget.reserved(Urgency.CLEANUP):
            await below.delete(self._bot)

    async def _replaced(self, screen: Screen, content: Content, old: SentMessage) -> tuple[SentMessage, ...]:
        """Take the controls off a replaced message; return the messages that keep theirs.

        Where a table has one message, it is deleted; if that fails, its controls answer that they are outdated.
        """
        header = screen.table.header
        if not header.delivery.single_message:
            cleared = old is header.post_here and content.ephemeral_picture and old.ply
            return old.older if cleared else await self._cleanup.retire(screen, old.older, old)
        try:
            async with asyncio.timeout(CLEANUP_SECONDS):
                await self._transport.delete(screen, old)
        except FAILURES as error:
            _log.info("an older message of table %s stays: %s", screen.table.id, describe(error))
        return old.older

    async def _send(self, screen: Screen, content: Content, nonce: str) -> discord.Message:
        """Send a message about a table; if it may have been sent before, Discord finds it, and it is edited."""
        if not screen.table.header.delivery.by_token:
            # without nonces a second attempt makes a second message
            return await self._transport.send(screen, content, nonce)
        return await screen.once.send(
            nonce,
            lambda nonce: self._transport.send(screen, content, nonce),
            lambda sent: self._transport.edit(screen, SentMessage(sent.id), content.components, files(content)),
        )

    async def _edit(self, screen: Screen, content: Content, told: Told) -> None:
        """Edit the last message; if that is no longer possible, post a new one.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        post = screen.table.header.post_here
        assert post is not None
        if not self._transport.can_edit(screen, post):
            await self._post(screen, replace(content, mentions=()), told)
            return
        try:
            with self._cleanup.marking_unconfirmed(screen, post):
                sent = await self._transport.edit(screen, post, content.components, files(content))
        except discord.HTTPException as error:
            if not _is_out_of_reach(error, content):
                raise
            await self._post(screen, replace(content, mentions=()), told)
            if content.ephemeral_picture:
                # a message that can't be edited may still be visible
                await self._clear(screen, post)
            return
        await self._keep(screen, content, replace(_noted(content, sent, told), older=post.older), told)
        self._delete_reminder(screen)

    async def _keep(self, screen: Screen, content: Content, post: SentMessage, told: Told) -> bool:
        """Store which message shows a table: at once, or with the next move, where a crash before that costs an edit.

        From then on, the channel knows the news in it.

        After a crash the start tells the newest moves again, and Discord answers with this message. That is not so if
        it tells none, nor without names of messages. Tiles that are face up need a number at once, and players with the
        slow clock were written to.

        Returns:
            Whether it is stored.

        """
        screen.table.mark_told(told.news)
        header = screen.table.header
        tells = header.post is not None and header.post.ply < post.ply and screen.table.playing
        found_again = header.delivery.on_server and screen.refusal is None
        if not tells or not found_again or content.ephemeral_picture or header.time_control is TimeControl.SLOW:
            return await screen.table.set_post(post)
        screen.table.note_post(post)
        return False

    async def _clear(self, screen: Screen, post: SentMessage) -> None:
        """Remove the picture and the buttons of a message; one that is deleted or out of reach is ignored.

        Raises:
            discord.HTTPException: the message exists, and Discord allowed neither an edit nor its deletion.

        """
        if not self._transport.can_edit(screen, post):
            return
        cleared = without_buttons(screen.table.id, replace(post, file=""), translations(screen.table.header.locale))
        with contextlib.suppress(discord.NotFound):
            try:
                await self._transport.edit(screen, post, cleared, [])
            except discord.HTTPException as error:
                if error.code != TOO_MANY_EDITS_OF_OLD:
                    raise
                await self._transport.delete(screen, post)


def _nonce(screen: Screen) -> str:
    """Return the name of the message after the present one.

    For some minutes Discord answers a second message with the same name with the first message. The name is the same
    for all attempts, also after a restart, until the message's number is known.
    """
    header = screen.table.header
    post = header.post_here
    before = header.channel_id if post is None else post.message_id
    return f"{screen.table.id}.{before:x}"[-MAX_NONCE_LENGTH:]


def _is_out_of_reach(error: discord.HTTPException, content: Content) -> bool:
    """Whether a message can't be edited, but a new one may be posted, by a press if not by the bot.

    A picture that must not stay is not posted without the means to edit it.
    """
    out = isinstance(error, discord.NotFound) or error.code in (THREAD_ARCHIVED, TOO_MANY_EDITS_OF_OLD)
    return out or (is_barred(error) and not content.ephemeral_picture)


def _noted(content: Content, sent: discord.Message, told: Told) -> SentMessage:
    """Return the stored record of a sent message."""
    return SentMessage(
        message_id=sent.id,
        ply=told.ply,
        status=told.status,
        text=content.archived_text,
        alt=content.alt,
        # a picture that must not stay is not kept either, and Discord may have refused it
        file=content.file if sent.attachments and not content.ephemeral_picture else "",
        attachment_id=sent.attachments[0].id if sent.attachments else 0,
        deal=content.deal,
        until=content.deadline,
        attendance=told.attendance,
    )
