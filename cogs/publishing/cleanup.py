"""Messages about tables that are not the newest: old ones lose their buttons, untracked ones are deleted."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Generator, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace

import discord

from cogs.core.bot import Bot
from cogs.core.components import custom_ids
from cogs.core.discord_private import kept_attachment
from cogs.core.http.budget import Urgency
from cogs.core.http.requests import FAILURES, UNKNOWN_MESSAGE, describe, is_forbidden_or_gone, may_be_done
from cogs.messages.content import without_buttons
from cogs.messages.lobby import lobby
from cogs.publishing.delivery import Transport, channel_of
from cogs.publishing.screen import Screen
from cogs.publishing.slots import CLEANUP_SECONDS
from engine.live.model.table import MAX_OLDER, Header, SentMessage, Status
from render.i18n import translations

_log = logging.getLogger(__name__)

LATE_SECONDS = 25.0
"""The seconds in which Discord may still do an edit that it did not answer; a message is stripped again after 30."""

ACTIVE_SECONDS = 15 * 60
"""A table may have an untracked message if somebody did something there so shortly before the bot's end."""
MAX_SEARCHED = 50
"""How many messages of a channel are searched, the newest first."""
VERBS = frozenset({"flip", "hand", "join", "next", "pass"})
"""The verbs of the controls that only lobbies and boards have."""


class Cleanup:
    """Lets only the newest message of a table have live controls.

    Older ones lose their buttons. Untracked messages left Discord just before a crash, and the bot did not store their
    ids. They are deleted after a start, and for new lobbies. Discord finds a message that is sent again by its nonce.
    This class looks for all others: the first message of a lobby, a reposted board, and a board that is older than
    Discord's memory of nonces.
    """

    def __init__(self, bot: Bot, transport: Transport) -> None:
        self._bot = bot
        self._transport = transport

    async def clean_up(self, screen: Screen, header: Header) -> None:
        """Take live controls off all messages but the newest where that failed before."""
        if header.post is not None:
            await self.strip_older(screen, header.post.older)
        if screen.search_failed or (screen.ended and screen.search):
            # the search failed, or no start would do it
            with suppress(TimeoutError):
                async with asyncio.timeout(CLEANUP_SECONDS):
                    await self.delete_untracked(screen)

    async def strip_oldest(self, screen: Screen) -> None:
        """Take the live controls off the oldest message that has them, and note whether more remain to be done."""
        post = screen.table.header.post
        older = () if post is None else post.older
        stripped = bool(older) and await self.strip_old(screen, older[0])
        if not stripped or len(older) == 1:
            screen.strip_later = False

    async def retire(
        self, screen: Screen, older: tuple[SentMessage, ...], left: SentMessage
    ) -> tuple[SentMessage, ...]:
        """Remove the buttons of the last message, or put that off; return the messages that keep theirs."""
        room = self._has_room(screen)
        if room and await self.strip(screen, left):
            return older
        if not room:
            screen.strip_later = True
        older = (*older, replace(left, older=()))
        if not room and len(older) > MAX_OLDER:
            # the next message of this table waits for this one, and shows more moves
            async with self._bot.budget.reserved(Urgency.TURN):
                await self.strip(screen, older[0])
        return older[-MAX_OLDER:]

    async def strip_older(self, screen: Screen, older: Sequence[SentMessage]) -> None:
        """Remove the buttons of older messages that keep theirs, up to the first that fails or finds no room."""
        for each in older:
            if not self._has_room(screen):
                screen.strip_later = True
                return
            if not await self.strip_old(screen, each):
                return

    async def strip_old(self, screen: Screen, old: SentMessage) -> bool:
        """Remove the buttons of one of the older messages; return whether it is one no more."""
        if not await self.strip(screen, old):
            return False
        if (post := screen.table.header.post) is not None:
            await screen.table.set_post(replace(post, older=tuple(kept for kept in post.older if kept != old)))
        return True

    async def strip(self, screen: Screen, old: SentMessage) -> bool:
        """Remove the buttons of an older message; until then they answer that they are outdated.

        Returns:
            Whether there is nothing more to do: the buttons are gone for good, or nobody can remove them.

        """
        if not self._transport.can_edit(screen, old):
            return True
        if not old.ply and not screen.table.unreadable:
            # a lobby whose match has begun no longer says when it closes
            now = lobby(
                screen.table.header, self._bot.hub.pace, self._bot.mentions, translations(screen.table.header.locale)
            )
            old = replace(old, text=now.archived_text)
        try:
            async with self._reserved(screen, Urgency.CLEANUP), asyncio.timeout(CLEANUP_SECONDS):
                stripped = without_buttons(screen.table.id, old, translations(screen.table.header.locale))
                await self._transport.edit(screen, old, stripped, self.attachments(old))
        except FAILURES as error:
            _log.info("an older message of table %s keeps its buttons: %s", screen.table.id, describe(error))
            return is_forbidden_or_gone(error)
        return not self._is_unconfirmed(screen, old)

    @contextlib.contextmanager
    def marking_unconfirmed(self, screen: Screen, post: SentMessage) -> Generator[None]:
        """Note an edit that Discord did not confirm: it may still give the message buttons for some seconds."""
        try:
            yield
        except FAILURES as error:
            if may_be_done(error):
                now = self._bot.monotonic()
                screen.unconfirmed_edits = {
                    each: until for each, until in screen.unconfirmed_edits.items() if until > now
                }
                screen.unconfirmed_edits[post.message_id] = now + LATE_SECONDS
            raise

    def attachments(self, post: SentMessage) -> list[discord.Attachment]:
        """Return the picture that an edited message keeps."""
        if not post.file:
            return []
        return [kept_attachment(self._bot, post.attachment_id, post.file)]

    # ------------------------------------------------------------------ inside

    def _reserved(self, screen: Screen, urgency: Urgency) -> AbstractAsyncContextManager[None]:
        """Return the room for a request, if it needs any."""
        return self._bot.budget.reserved(urgency) if screen.table.header.delivery.by_token else contextlib.nullcontext()

    def _has_room(self, screen: Screen) -> bool:
        return self._bot.budget.spare or not screen.table.header.delivery.by_token

    def _is_unconfirmed(self, screen: Screen, post: SentMessage) -> bool:
        """Whether an earlier edit may still give a message its buttons back."""
        return self._bot.monotonic() < screen.unconfirmed_edits.get(post.message_id, 0.0)

    # ------------------------------------------------------------------ untracked messages

    def expect_untracked(self, screen: Screen) -> None:
        """Note that a table was restored at startup; an earlier life may have died in its search."""
        header = screen.table.header
        recent = self._bot.clock() - header.last_activity_at < ACTIVE_SECONDS
        screen.search = header.status in (Status.LOBBY, Status.PLAYING) and (recent or header.post is None)

    async def delete_untracked(self, screen: Screen) -> None:
        """Delete the untracked messages of a table; if that fails, they remain possible."""
        table = screen.table
        if not screen.search or not table.owned:
            # a message of another process is tracked there
            return
        known = _known(table.header.post)
        channel = channel_of(self._bot, table.header)
        try:
            async for message in channel.history(limit=MAX_SEARCHED):
                if message.author == self._bot.user and message.id not in known and _plays(message, table.id):
                    await _delete(message)
        except FAILURES as error:
            _log.info("untracked messages of table %s could not be searched for: %s", table.id, describe(error))
            if not is_forbidden_or_gone(error):
                screen.search_failed = True
                return
        screen.search = screen.search_failed = False


async def _delete(message: discord.Message) -> None:
    try:
        await message.delete()
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise


def _known(post: SentMessage | None) -> set[int]:
    """Return the ids of the messages about a table whose numbers are stored."""
    return set() if post is None else {post.message_id, post.reminder_id, *(each.message_id for each in post.older)}


def _plays(message: discord.Message, table_id: str) -> bool:
    """Whether a message has the controls of a lobby or a board of a table."""
    parts = (each.split(":") for each in custom_ids(message.components))
    return any(len(part) > 2 and part[1] in VERBS and part[2] == table_id for part in parts)
