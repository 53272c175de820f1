"""How messages about tables are delivered: by the bot's token, or as answers to presses."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Protocol

import discord
from discord.utils import MISSING

from cogs.core.bot import Bot
from cogs.messages.message import Message
from engine.live.model.table import Delivery, Header, Post
from engine.live.tables.table import Table

NOBODY = discord.AllowedMentions.none()


class Transport(Protocol):
    """One way to deliver messages about tables; what is sent, in which order and how often, is decided elsewhere.

    Its methods raise :class:`discord.HTTPException` if Discord refuses a request.
    """

    async def send(self, table: Table, message: Message, nonce: str) -> discord.Message:
        """Send a message about a table.

        Args:
            table: the table.
            message: its content.
            nonce: the name of the message: where Discord allows names, it answers a second message with the same name
                with the first.

        """
        ...

    async def edit(
        self,
        table: Table,
        post: Post,
        view: discord.ui.LayoutView,
        attachments: Sequence[discord.Attachment | discord.File] = MISSING,
    ) -> discord.Message:
        """Edit a message about a table; without attachments given, it keeps its own."""
        ...

    async def delete(self, table: Table, post: Post) -> None:
        """Delete a message about a table."""
        ...


class ChannelTransport:
    """Delivers messages to the channel of a server, with the bot's token."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def send(self, table: Table, message: Message, nonce: str) -> discord.Message:
        """Send a message to the table's channel."""
        return await channel_of(self._bot, table.header).send(
            files=files(message), view=message.layout, allowed_mentions=message.allowed_mentions, nonce=nonce
        )

    async def edit(
        self,
        table: Table,
        post: Post,
        view: discord.ui.LayoutView,
        attachments: Sequence[discord.Attachment | discord.File] = MISSING,
    ) -> discord.Message:
        """Edit a message in the channel where it is."""
        return await self._message(table, post).edit(view=view, attachments=attachments, allowed_mentions=NOBODY)

    async def delete(self, table: Table, post: Post) -> None:
        """Delete a message in the channel where it is."""
        await self._message(table, post).delete()

    def _message(self, table: Table, post: Post) -> discord.PartialMessage:
        return channel_of(self._bot, table.header, post.channel).get_partial_message(post.message)


Transports = Mapping[Delivery, Transport]
"""The transport of each kind of delivery."""


def transports(bot: Bot) -> Transports:
    """Return the transports of a bot."""
    return {Delivery.SERVER: ChannelTransport(bot)}


def channel_of(bot: Bot, header: Header, channel: int = 0) -> discord.PartialMessageable:
    """Return the channel of a table, or another one of the same server, to be used with the bot's token."""
    return bot.get_partial_messageable(channel or header.channel, guild_id=header.guild)


def files(message: Message) -> list[discord.File]:
    """Return a message's files: its picture, if it has one."""
    if message.picture is None:
        return []
    return [discord.File(io.BytesIO(message.picture), filename=message.file, description=message.alt)]
