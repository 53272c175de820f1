"""Messages to one person, or beside a table's own: their content, and how they are sent, edited and deleted."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass

import discord

from cogs.core.bot import Bot
from cogs.core.http.requests import FAILURES, UNKNOWN_MESSAGE, describe
from cogs.publishing.plan import Clear, Means, Scene, Shown, plan
from cogs.publishing.tokens import Token

_log = logging.getLogger(__name__)

NOBODY = discord.AllowedMentions.none()

CLEANUP_SECONDS = 4.0
"""How long a request may take that only tidies up: several unanswered in a row must not hold a channel for long."""

Attachments = Sequence[discord.Attachment | discord.File]
"""The attachments of an edited message: those that it keeps, and new ones."""


def rewind(attachments: Attachments) -> None:
    """Make new files among attachments ready to be sent again."""
    for each in attachments or ():
        if isinstance(each, discord.File):
            each.reset()


@dataclass(slots=True, eq=False)
class Slot:
    """A place for one message.

    Attributes:
        key: its content.
        message_id: its id; 0 if there is none, or if it is unknown.
        channel_id: the id of its channel; 0 if only its token edits it.
        token: the token that edits it for nothing of the budget; None for the bot's own.
        deal: the number of the deal that it is about; 0 if it is about none.
        ended: whether it shows that this deal has ended.

    """

    key: Hashable
    message_id: int = 0
    channel_id: int = 0
    token: Token | None = None
    deal: int = 0
    ended: bool = False

    def shows(self, message_id: int, deal: int) -> bool:
        """Whether it is a message, with the hand of a deal, or of any."""
        return self.message_id == message_id and self.deal in (0, deal)

    def is_editable(self, bot: Bot) -> bool:
        """Whether the message can be edited, as far as is known."""
        return self.channel_id != 0 or (self.token is not None and self.token.is_good(bot.monotonic()))

    async def edit(self, bot: Bot, components: discord.ui.LayoutView, attachments: Attachments = ()) -> bool:
        """Edit the message with its token, or else with the bot's; return False if it can't be edited any more.

        Raises:
            discord.HTTPException: Discord can't do it now, or lets the bot edit nothing there.

        """
        if self.token is not None and (self.token.is_good(bot.monotonic()) or not self.channel_id):
            if await self.token.edit(view=components, attachments=attachments, allowed_mentions=NOBODY):
                return True
            self.token = None
            rewind(attachments)
        if not self.channel_id:
            return False
        try:
            message = bot.get_partial_messageable(self.channel_id).get_partial_message(self.message_id)
            await message.edit(view=components, attachments=attachments, allowed_mentions=NOBODY)
        except discord.NotFound:
            return False
        return True

    async def bring(
        self, bot: Bot, want: Callable[[], Scene | None], send: Callable[[], Awaitable[discord.Message]]
    ) -> None:
        """Bring a message that is never edited to its scene, also if that changes meanwhile.

        Args:
            bot: the bot.
            want: returns the scene as it is now.
            send: sends it.

        Raises:
            discord.HTTPException: Discord did not take it.

        """
        for _ in ("before", "after"):
            scene = want()
            for step in plan(scene, Shown(self.key) if self.message_id else None, Means()) or ():
                if isinstance(step, Clear):
                    await self.delete(bot)
                elif scene is not None:
                    sent = await send()
                    self.key, self.message_id, self.channel_id = scene.key, sent.id, sent.channel.id

    async def delete(self, bot: Bot) -> None:
        """Delete the message, if there is one; if that fails, it stays."""
        message_id, self.message_id = self.message_id, 0
        if not message_id:
            return
        try:
            async with asyncio.timeout(CLEANUP_SECONDS):
                await bot.get_partial_messageable(self.channel_id).get_partial_message(message_id).delete()
        except FAILURES as error:
            _log.info("a message about a turn stays: %s", describe(error))


@dataclass(slots=True)
class Once:
    """The next message of a kind, of which there is one although Discord does not confirm each request.

    For some minutes Discord answers a second message with the same nonce with the first message.

    Attributes:
        unconfirmed: whether it may have been sent.

    """

    unconfirmed: bool = False

    async def send(
        self,
        nonce: str,
        send: Callable[[str], Awaitable[discord.Message]],
        edit: Callable[[discord.Message], Awaitable[discord.Message]],
    ) -> discord.Message:
        """Send a message; if it may have been sent before, Discord finds it, and it is edited.

        It stays unconfirmed until its id is stored.

        Args:
            nonce: the name of the message, the same for all attempts.
            send: sends it with a nonce.
            edit: edits the message that was sent before.

        """
        unconfirmed, self.unconfirmed = self.unconfirmed, True
        try:
            sent = await send(nonce)
        except discord.HTTPException as error:
            self.unconfirmed = unconfirmed or error.status >= 500
            raise
        if not unconfirmed:
            return sent
        try:
            return await edit(sent)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            # it was deleted meanwhile
            self.unconfirmed = False
            return await self.send(secrets.token_hex(8), send, edit)
