"""The messages of a cup in its channel, by their keys: each is sent once, and edited as what it shows changes."""

from __future__ import annotations

import logging
from collections.abc import Hashable

import discord

from cogs.bot import DominoBot
from cogs.core.http.budget import Urgency
from cogs.core.http.requests import is_barred
from cogs.cups.running.contents import letter_of, shown_part
from cogs.cups.running.notes import note_letter
from cogs.cups.running.places import Places, Waiting
from cogs.cups.running.sending import Letter, Sender
from cogs.cups.table_message import called_substitutes, substitutes_message
from engine.live.cups import course
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import NOWHERE, Post, Situation

_log = logging.getLogger(__name__)


class Posts:
    """Sends and edits the messages of cups in their channels; where those are gone, in another, or to the organizer."""

    def __init__(self, bot: DominoBot, sender: Sender, places: Places) -> None:
        self._bot = bot
        self._sender = sender
        self._places = places
        # by message, the part of the cup that it shows
        self._shown: dict[int, Hashable] = {}

    async def tell(self, cup: LiveCup, key: str) -> None:
        """Send a message of a cup; one that has no place at its end is left out."""
        nonce, post = f"{cup.id}-{key}", cup.header.posts.get(key)
        if post is None or not post.channel_id or self._places.is_barred(post.channel_id):
            channel_id = await self._channel(cup.situation)
            post = Post(channel_id, 0 if channel_id else NOWHERE)
            await cup.do(course.posted, key, post)
            self._sender.claim(nonce)
        if not post.channel_id:
            _log.info("cup %s has no channel for its message %s", cup.id, key)
            return
        at = cup.situation
        letter = await letter_of(self._bot, at, key)
        message_id = await self._send(at, post.channel_id, nonce, letter, at.header.opened_at)
        self._shown[message_id] = shown_part(at, key)
        await cup.do(course.posted, key, Post(post.channel_id, message_id))

    async def note(self, cup: LiveCup, ply: int) -> None:
        """Tell the channel of an organizer's action."""
        at = cup.situation
        channel_id = await self._channel(at)
        if channel_id:
            nonce, letter = f"{cup.id}-note-{ply}", note_letter(at, ply)
            await self._send(at, channel_id, nonce, letter, at.log[ply].at)
        await cup.do(course.noted_action, ply)

    async def call_substitutes(self, cup: LiveCup) -> None:
        """Send the question to the substitutes, once in a round; a message that may be lost is not repeated."""
        at = cup.situation
        channel_id, nonce = await self._channel(at), f"{cup.id}-call-{len(at.cup.rounds)}"
        await cup.do(course.substitutes_called)
        self._sender.claim(nonce)
        if channel_id:
            letter = Letter(substitutes_message(at), mentioned=called_substitutes(at))
            await self._sender.send(at.header.guild_id, channel_id, nonce, letter, at.now)

    async def _send(self, at: Situation, channel_id: int, nonce: str, letter: Letter, since: float) -> int:
        """Send a message as :meth:`Sender.send` does; raise Waiting for another channel where Discord bars the bot."""
        try:
            return await self._sender.send(at.header.guild_id, channel_id, nonce, letter, since)
        except discord.HTTPException as error:
            if not is_barred(error):
                raise
            self._places.bar(channel_id)
            raise Waiting from None

    async def refresh(self, cup: LiveCup) -> None:
        """Edit the messages that are out of date."""
        at = cup.situation
        for key, post in at.header.posts.items():
            if post.message_id > 0:
                await self._refresh(at, key, post)

    async def _refresh(self, at: Situation, key: str, post: Post) -> None:
        part = shown_part(at, key)
        # after a start it is not known what a message shows; those of earlier rounds hardly ever change
        known = self._shown.setdefault(post.message_id, part if _is_past(at, key) else None)
        if known == part:
            return
        letter = await letter_of(self._bot, at, key)
        self._shown[post.message_id] = part
        try:
            await self._sender.edit(
                at.header.guild_id, post.channel_id, post.message_id, letter, urgency=Urgency.CLEANUP
            )
        except discord.HTTPException as error:
            if not is_barred(error):
                self._shown[post.message_id] = None
                raise
            _log.info("a message of cup %s stays as it is: %s", at.header.id, error)

    async def _channel(self, at: Situation) -> int:
        """Return the id of the channel for the messages of a cup, or of its organizer's direct messages.

        It is 0 if there is none any more: the bot was removed, or the cup is over.

        Raises:
            Waiting: the server can't be reached now, or has no channel for them.

        """
        guild = self._places.guild_of(at)
        if guild is None:
            return 0
        channels = await self._places.channels(at, guild)
        found = channels[0] if channels else await self._direct(at.header.organizer_id)
        if not found and not at.over:
            raise Waiting
        return found

    async def _direct(self, user_id: int) -> int:
        if user_id <= 0:
            return 0
        try:
            channel_id = (await self._bot.create_dm(discord.Object(user_id))).id
        except discord.HTTPException as error:
            if not is_barred(error):
                raise
            return 0
        return 0 if self._places.is_barred(channel_id) else channel_id


def _is_past(at: Situation, key: str) -> bool:
    """Whether a message is about an earlier round."""
    kind, _, number = key.partition("-")
    return kind in ("round", "standings") and int(number) < len(at.cup.rounds)
