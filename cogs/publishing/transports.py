"""How messages about tables are delivered: by the bot's token, or as answers to presses."""

from __future__ import annotations

import io
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

import discord
from discord.utils import MISSING

from cogs.core.answer import Followed, answer_of
from cogs.core.bot import Bot
from cogs.core.http.requests import FAILURES, UNKNOWN_CHANNEL, describe, is_barred, may_be_done
from cogs.messages.message import Message
from cogs.publishing.presses import Presses
from cogs.publishing.screen import Screen
from cogs.publishing.slots import NOBODY, Attachments, rewind
from engine.live.model.table import Delivery, Header, Post
from engine.live.tables.table import Table

_log = logging.getLogger(__name__)

T = TypeVar("T")


class Transport(ABC):
    """One way to deliver messages about tables; what is sent, in which order and how often, is decided elsewhere.

    Its methods raise :class:`discord.HTTPException` if Discord refuses a request. By default a message can be sent and
    edited at any time: Discord says at once if not.
    """

    async def ready(self, screen: Screen) -> bool:
        """Wait until a message can be sent; return False if that takes another press."""
        del screen
        return True

    def can_edit(self, screen: Screen, post: Post) -> bool:
        """Whether a message can be edited now; if not, it never can."""
        del screen, post
        return True

    def continues(self, screen: Screen, post: Post) -> bool:
        """Whether the newest message is edited where another would be sent."""
        del post
        return screen.header.delivery.in_place

    @abstractmethod
    async def send(self, screen: Screen, message: Message, nonce: str) -> discord.Message:
        """Send a message about a table.

        Args:
            screen: the screen of the table.
            message: its content.
            nonce: the name of the message: where Discord allows names, it answers a second message with the same name
                with the first.

        """

    @abstractmethod
    async def edit(
        self, screen: Screen, post: Post, view: discord.ui.LayoutView, attachments: Attachments = MISSING
    ) -> discord.Message:
        """Edit a message about a table; without attachments given, it keeps its own."""

    @abstractmethod
    async def delete(self, screen: Screen, post: Post) -> None:
        """Delete a message about a table."""


class ChannelTransport(Transport):
    """Delivers messages to a channel, with the bot's token."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def send(self, screen: Screen, message: Message, nonce: str) -> discord.Message:
        """Send a message to the table's channel."""
        return await channel_of(self._bot, screen.header).send(
            files=files(message), view=message.layout, allowed_mentions=message.allowed_mentions, nonce=nonce
        )

    async def edit(
        self, screen: Screen, post: Post, view: discord.ui.LayoutView, attachments: Attachments = MISSING
    ) -> discord.Message:
        """Edit a message in the channel where it is."""
        return await self._message(screen, post).edit(view=view, attachments=attachments, allowed_mentions=NOBODY)

    async def delete(self, screen: Screen, post: Post) -> None:
        """Delete a message in the channel where it is."""
        await self._message(screen, post).delete()

    def _message(self, screen: Screen, post: Post) -> discord.PartialMessage:
        return channel_of(self._bot, screen.header, post.channel).get_partial_message(post.message)


class NoPress(OSError):
    """There is no press whose token does what is to be done; the last one may just have run out."""


class AnswerTransport(Transport):
    """Delivers messages as answers to presses and commands, and as what follows them, with their tokens alone.

    Discord has no nonces for these: what may have been sent and is sent again may be there twice.
    """

    def __init__(self, presses: Presses) -> None:
        self._presses = presses

    async def ready(self, screen: Screen) -> bool:
        """Wait for the handler of the newest press; return False if there is none whose token takes a message."""
        await self._presses.handled(screen)
        return self._presses.newest(screen) is not None

    def can_edit(self, screen: Screen, post: Post) -> bool:
        """Whether the token of the press that the message answers, or that was on it, is still good."""
        return self._presses.editor(screen, post.message) is not None

    def continues(self, screen: Screen, post: Post) -> bool:
        """Whether the newest press led to the newest message: one press leads to one picture."""
        press = self._presses.newest(screen)
        return press is not None and press.made(post.message)

    async def send(self, screen: Screen, message: Message, nonce: str) -> discord.Message:
        """Send a message by the newest press: as its answer, or after the answer of its handler."""
        del nonce
        press = self._presses.newest(screen)
        if press is None:
            raise NoPress
        interaction = press.interaction
        answer = await answer_of(interaction).send_message(
            view=message.layout, files=files(message), allowed_mentions=message.allowed_mentions
        )
        if isinstance(answer, Followed):
            press.sent.append(answer.message_id)
            return answer.resource
        sent = answer.resource
        if not isinstance(sent, discord.InteractionMessage):
            sent = await interaction.original_response()
        press.answer = sent.id
        return sent

    async def edit(
        self, screen: Screen, post: Post, view: discord.ui.LayoutView, attachments: Attachments = MISSING
    ) -> discord.Message:
        """Edit a message with the token of a press."""
        press = self._presses.editor(screen, post.message)
        if press is None:
            raise NoPress
        interaction = press.interaction
        if press.original == post.message and interaction.message is not None and not interaction.response.is_done():
            # the handler has left the answer to this
            answer = await interaction.response.edit_message(
                view=view, attachments=attachments, allowed_mentions=NOBODY
            )
            shown = answer.resource if answer is not None else None
            return shown if isinstance(shown, discord.InteractionMessage) else interaction.message
        if press.original == post.message:
            return await interaction.edit_original_response(view=view, attachments=attachments, allowed_mentions=NOBODY)
        return await interaction.followup.edit_message(
            post.message, view=view, attachments=attachments, allowed_mentions=NOBODY
        )

    async def delete(self, screen: Screen, post: Post) -> None:
        """Delete a message with the token of the press that it answers."""
        press = self._presses.editor(screen, post.message)
        if press is None:
            raise NoPress
        if press.original == post.message:
            await press.interaction.delete_original_response()
        else:
            await press.interaction.followup.delete_message(post.message)


class ServerTransport(Transport):
    """Delivers messages to the channel of a server as the bot; where Discord refuses that, by presses there.

    So a table goes on in a private thread that the bot is no member of.
    """

    def __init__(self, bot: Bot, presses: Presses, search: Callable[[Table], None]) -> None:
        self._search = search
        self._by_bot = ChannelTransport(bot)
        self._by_press = AnswerTransport(presses)

    async def send(self, screen: Screen, message: Message, nonce: str) -> discord.Message:
        """Send a message to the table's channel as the bot, or by the newest press there."""
        if screen.opening:
            return await self._by_press.send(screen, message, nonce)

        async def send(transport: Transport) -> discord.Message:
            return await transport.send(screen, message, nonce)

        return await self._done(screen, send)

    async def edit(
        self, screen: Screen, post: Post, view: discord.ui.LayoutView, attachments: Attachments = MISSING
    ) -> discord.Message:
        """Edit a message as the bot, or with the token of a press on it, or that it answers."""

        async def edit(transport: Transport) -> discord.Message:
            rewind(attachments)
            return await transport.edit(screen, post, view, attachments)

        # a table that has moved may still have a message elsewhere
        return await self._done(screen, edit, here=post.channel in (0, screen.header.channel))

    async def delete(self, screen: Screen, post: Post) -> None:
        """Delete a message as the bot, or with the token of the press that it answers."""
        await self._done(screen, lambda transport: transport.delete(screen, post), here=False)

    async def _done(self, screen: Screen, do: Callable[[Transport], Awaitable[T]], *, here: bool = True) -> T:
        """Do something as the bot, or if Discord lets the bot post nothing there, by a press.

        Args:
            screen: the screen of the table.
            do: does it by a transport.
            here: whether it shows that the bot can post in the table's channel, or can't.

        Raises:
            discord.HTTPException: as the bot; no press could do it, either.
            OSError, aiohttp.ClientError: a press may have done it, and Discord did not confirm that.

        """
        try:
            done = await do(self._by_bot)
        except discord.HTTPException as error:
            # nobody presses anything in a channel that is gone
            if not is_barred(error) or error.code == UNKNOWN_CHANNEL:
                raise
            if here and screen.refusal is None:
                _log.info("table %s is shown by presses alone: %s", screen.id, describe(error))
            if here:
                screen.refusal = error
            try:
                await self._by_press.ready(screen)
                return await do(self._by_press)
            except FAILURES as failure:
                _log.debug("table %s is not shown by a press, either: %s", screen.id, describe(failure))
                if may_be_done(failure) and not isinstance(failure, NoPress):
                    # what follows a press has no nonce, so a message that was sent all the same has to be found
                    self._search(screen.table)
                    raise
            raise
        if here and screen.refusal is not None:
            screen.end_refusal()
        return done


class DirectTransport(Transport):
    """Keeps one message in a person's direct messages: edited with the token of a press, or else with the bot's."""

    def __init__(self, bot: Bot, presses: Presses) -> None:
        self._presses = presses
        self._by_bot = ChannelTransport(bot)
        self._by_press = AnswerTransport(presses)

    async def ready(self, screen: Screen) -> bool:
        """Wait for the handler of the newest press, if there is one, and return True."""
        await self._presses.handled(screen)
        return True

    async def send(self, screen: Screen, message: Message, nonce: str) -> discord.Message:
        """Send a message by the newest press, or as the bot."""
        transport = self._by_press if self._presses.newest(screen) is not None else self._by_bot
        return await transport.send(screen, message, nonce)

    async def edit(
        self, screen: Screen, post: Post, view: discord.ui.LayoutView, attachments: Attachments = MISSING
    ) -> discord.Message:
        """Edit the message with the token of a press on it, or that it answers, or as the bot."""
        if self._by_press.can_edit(screen, post):
            try:
                return await self._by_press.edit(screen, post, view, attachments)
            except discord.HTTPException as error:
                if error.status >= 500 or error.status == 429:
                    raise
                # the token has run out on the way, or was never good
                _log.debug("a message of table %s is edited by the bot's token: %s", screen.id, describe(error))
                rewind(attachments)
        return await self._by_bot.edit(screen, post, view, attachments)

    async def delete(self, screen: Screen, post: Post) -> None:
        """Delete a message as the bot."""
        await self._by_bot.delete(screen, post)


Transports = Mapping[Delivery, Transport]
"""The transport of each kind of delivery."""


def transports(bot: Bot, presses: Presses, search: Callable[[Table], None]) -> Transports:
    """Return the transports of a bot; ``search`` deletes what may have been sent without a receipt."""
    return {
        Delivery.SERVER: ServerTransport(bot, presses, search),
        Delivery.DIRECT: DirectTransport(bot, presses),
        Delivery.ANSWERS: AnswerTransport(presses),
    }


def channel_of(bot: Bot, header: Header, channel: int = 0) -> discord.PartialMessageable:
    """Return the channel of a table, or another one of the same server, to be used with the bot's token."""
    guild = header.guild if header.delivery.on_server else None
    return bot.get_partial_messageable(channel or header.channel, guild_id=guild)


def files(message: Message) -> list[discord.File]:
    """Return a message's files: its picture, if it has one, and the hand's."""
    found = [] if message.hand is None else [message.hand.file]
    if message.picture is None:
        return found
    return [discord.File(io.BytesIO(message.picture), filename=message.file, description=message.alt), *found]
