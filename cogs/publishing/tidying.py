"""Old messages about tables, which lose their buttons."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Generator, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace

import discord

from cogs.core.bot import Bot
from cogs.core.discord_private import kept_attachment
from cogs.core.http.budget import Urgency
from cogs.core.http.requests import FAILURES, describe, is_forbidden_or_gone, may_be_done
from cogs.messages.lobby import lobby
from cogs.messages.message import without_buttons
from cogs.publishing.delivery import Transport
from cogs.publishing.screen import Screen
from cogs.publishing.slots import TIDY_SECONDS
from cogs.publishing.strays import Strays
from engine.live.model.table import MAX_OLDER, Header, Post
from render.i18n import translations

_log = logging.getLogger(__name__)

LATE_SECONDS = 25.0
"""How long after an edit without an answer it may still be done; what is stripped is tried again after 30 seconds."""


class Tidying:
    """Lets only the newest message of a table have buttons.

    Attributes:
        strays: the messages whose numbers were not stored.

    """

    def __init__(self, bot: Bot, transport: Transport) -> None:
        self._bot = bot
        self._transport = transport
        self.strays = Strays(bot)

    async def tidy(self, screen: Screen, header: Header) -> None:
        """Take live controls off all messages but the newest where that failed before."""
        if header.post is not None:
            await self.strip_older(screen, header.post.older)
        if screen.search_failed or (screen.ended and screen.search):
            # the search failed, or no start would do it
            with suppress(TimeoutError):
                async with asyncio.timeout(TIDY_SECONDS):
                    await self.strays.delete(screen)

    async def tidy_oldest(self, screen: Screen) -> None:
        """Take the live controls off the oldest message that has them, and note whether more remain to be done."""
        post = screen.header.post
        older = () if post is None else post.older
        stripped = bool(older) and await self.strip_old(screen, older[0])
        if not stripped or len(older) == 1:
            screen.crowded = False

    async def retire(self, screen: Screen, older: tuple[Post, ...], left: Post) -> tuple[Post, ...]:
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
        if not self._transport.can_edit(screen, old):
            return True
        if not old.ply and not screen.table.unreadable:
            # a lobby whose match has begun no longer says when it closes
            now = lobby(screen.header, self._bot.hub.pace, self._bot.mentions, translations(screen.header.locale))
            old = replace(old, text=now.archived_text)
        try:
            async with self._reserved(screen, Urgency.TIDY), asyncio.timeout(TIDY_SECONDS):
                shown = without_buttons(screen.id, old, translations(screen.header.locale))
                await self._transport.edit(screen, old, shown, self.attachments(old))
        except FAILURES as error:
            _log.info("an older message of table %s keeps its buttons: %s", screen.id, describe(error))
            return is_forbidden_or_gone(error)
        return not self._is_doubtful(screen, old)

    @contextlib.contextmanager
    def noting_doubt(self, screen: Screen, post: Post) -> Generator[None]:
        """Note an edit that Discord did not confirm: it may still give the message buttons for some seconds."""
        try:
            yield
        except FAILURES as error:
            if may_be_done(error):
                now = self._bot.monotonic()
                screen.doubtful = {each: until for each, until in screen.doubtful.items() if until > now}
                screen.doubtful[post.message] = now + LATE_SECONDS
            raise

    def attachments(self, post: Post) -> list[discord.Attachment]:
        """Return the picture that an edited message keeps."""
        if not post.file:
            return []
        return [kept_attachment(self._bot, post.attachment, post.file)]

    # ------------------------------------------------------------------ inside

    def _reserved(self, screen: Screen, urgency: Urgency) -> AbstractAsyncContextManager[None]:
        """Return the room for a request, if it needs any."""
        return self._bot.budget.reserved(urgency) if screen.header.delivery.by_token else contextlib.nullcontext()

    def _has_room(self, screen: Screen) -> bool:
        return self._bot.budget.spare or not screen.header.delivery.by_token

    def _is_doubtful(self, screen: Screen, post: Post) -> bool:
        """Whether an earlier edit may still give a message its buttons back."""
        return self._bot.monotonic() < screen.doubtful.get(post.message, 0.0)
