"""The messages of a cup in its channel, by their keys: each is sent once, and edited as what it shows changes."""

from __future__ import annotations

import logging
import math
from contextlib import suppress

import discord

from cogs.bot import DominoBot
from cogs.core.http.budget import Urgency
from cogs.core.http.requests import FAILURES, UNKNOWN_CHANNEL, describe, is_barred
from cogs.cups.running.contents import letter_of, shown_part
from cogs.cups.running.notes import note_letter, note_text, start_text
from cogs.cups.running.places import Places, Waiting
from cogs.cups.running.sending import LOOK_SECONDS, Letter, Sender, Shown
from cogs.cups.table_message import called_substitutes, substitutes_message
from engine.live.cups import course
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import NOWHERE, Post, Situation
from render.i18n import translations

_log = logging.getLogger(__name__)

MISSED_SECONDS = 600.0
"""The seconds between two checks of the message with a cup's buttons."""


class Posts:
    """Sends and edits the messages of cups in their channels; where those are gone, in another, or to the organizer."""

    def __init__(self, bot: DominoBot, sender: Sender, places: Places) -> None:
        self._bot = bot
        self._sender = sender
        self._places = places
        # the parts of cups that messages show
        self._shown = Shown(bot.monotonic)

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
        self._shown.note(message_id, shown_part(at, key))
        await cup.do(course.posted, key, Post(post.channel_id, message_id))

    async def note(self, cup: LiveCup, ply: int) -> None:
        """Tell the channel of an organizer's action."""
        at = cup.situation
        await self._note(at, f"note-{ply}", note_text(at, ply, translations(at.header.locale)), at.log[ply].at)
        await cup.do(course.noted_action, ply)

    async def note_start(self, cup: LiveCup, moved_at: float) -> None:
        """Tell the channel the new start; ``moved_at`` is the time of the organizer's change."""
        at = cup.situation
        await self._note(at, f"start-{int(moved_at)}", start_text(at, translations(at.header.locale)), moved_at)
        await cup.do(course.noted_start, moved_at)

    async def _note(self, at: Situation, name: str, text: str, since: float) -> None:
        channel_id = await self._channel(at)
        if channel_id:
            await self._send(at, channel_id, f"{at.header.id}-{name}", note_letter(at, text), since)

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
        for key in cup.header.posts:
            await self._refresh(cup, key, MISSED_SECONDS)

    async def look(self, cup: LiveCup) -> None:
        """Check that the message with a cup's buttons is still there."""
        await self._refresh(cup, "cup", LOOK_SECONDS)

    async def _refresh(self, cup: LiveCup, key: str, seconds: float) -> None:
        """Edit a message if it is out of date.

        After so many seconds, check the one with the buttons, too, and send it again if it is gone.
        """
        at, post = cup.situation, cup.header.posts.get(key)
        if post is None or post.message_id <= 0:
            return
        part, needed = shown_part(at, key), key == "cup" and not at.over
        # those of earlier rounds hardly ever change
        if not self._shown.knows(post.message_id) and _is_past(at, key):
            self._shown.note(post.message_id, part)
        if self._shown.is_fresh(post.message_id, part, seconds if needed else math.inf):
            return
        letter = await letter_of(self._bot, at, key)
        self._shown.note(post.message_id, part)
        try:
            if not await self._is_there(at, post, letter) and needed:
                # without a channel now, the next look tries again
                with suppress(Waiting):
                    await self._send_again(cup, key, post, letter)
        except FAILURES as error:
            if not is_barred(error):
                self._shown.forget(post.message_id)
                raise
            _log.info("a message of cup %s stays as it is: %s", at.header.id, describe(error))

    async def _is_there(self, at: Situation, post: Post, letter: Letter) -> bool:
        """Edit a message; return False if it is gone, or its channel."""
        try:
            return await self._sender.edit(
                at.header.guild_id, post.channel_id, post.message_id, letter, urgency=Urgency.CLEANUP
            )
        except discord.HTTPException as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            return False

    async def _send_again(self, cup: LiveCup, key: str, lost: Post, letter: Letter) -> None:
        """Send a message in the place of a deleted one."""
        at = cup.situation
        channel_id = await self._channel(at)
        if not channel_id:
            return
        again = await self._sender.send_again(at.header.guild_id, channel_id, lost.message_id, letter)
        self._shown.note(again, shown_part(at, key))
        await cup.do(course.posted_again, key, lost, Post(channel_id, again))

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
