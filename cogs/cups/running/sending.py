"""A cup's messages by the bot's token: each is sent once, also after a crash or an answer that was lost."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import discord

from cogs.bot import DominoBot
from cogs.core.frame import notifying
from cogs.core.http.budget import Urgency
from cogs.core.http.requests import FAILURES, THREAD_ARCHIVED, UNKNOWN_MESSAGE, may_be_done, sending_while

MAX_SEARCHED = 50
"""How many of a channel's newest messages are searched for one that may have been sent."""

LOOK_SECONDS = 10.0
"""The seconds for which a message that was there counts as there."""

MAX_SKEW_SECONDS = 5.0
"""How far Discord's clock may be from the bot's."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A message to be sent or edited.

    Attributes:
        view: its texts and controls.
        files: its files.
        mentioned: the ids of the users whom it notifies when it is sent.
        constant: how many of its first lines never change, and tell it from others of the cup.

    """

    view: discord.ui.LayoutView
    files: Sequence[discord.File] = ()
    mentioned: Collection[int] = field(default=())
    constant: int = 1

    @property
    def opening(self) -> list[str]:
        """Its lines by which it is known again."""
        return _text(self.view.to_components()).split("\n")[: self.constant]


def _text(components: Iterable[Any]) -> str:
    """Return the first text among components, as they are sent or received; empty if there is none."""
    for each in components:
        raw = cast("Mapping[str, Any]", each if isinstance(each, dict) else each.to_dict())
        if text := str(raw.get("content") or "") or _text(raw.get("components") or ()):
            return text
    return ""


class Shown:
    """The messages as this process knows them: the content of each, and the last time at which it was there.

    Args:
        now: returns the time in seconds.

    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._known: dict[int, tuple[object, float]] = {}

    def note(self, message_id: int, content: object) -> None:
        """Note that a message shows a content now."""
        self._known[message_id] = content, self._now()

    def forget(self, message_id: int) -> None:
        """Forget the content of a message."""
        self._known.pop(message_id, None)

    def knows(self, message_id: int) -> bool:
        """Whether the content of a message is known; after a start it is not."""
        return message_id in self._known

    def is_fresh(self, message_id: int, content: object, seconds: float) -> bool:
        """Whether a message shows a content, and was there so many seconds ago at most."""
        known, since = self._known.get(message_id, (None, 0.0))
        return known == content and self._now() < since + seconds


class Sender:
    """Sends and edits the messages of cups on servers, as long as this process has their shards.

    Its methods raise :class:`discord.HTTPException` if Discord refuses a request, and the exceptions of
    ``FAILURES`` in :mod:`cogs.core.http.requests` if it does not answer.
    """

    def __init__(self, bot: DominoBot) -> None:
        self._bot = bot
        # the names of messages that this process alone may send, and has surely not sent yet
        self._unsent: set[str] = set()

    def claim(self, nonce: str) -> None:
        """Note a stored claim: this process sends a message that nobody has sent."""
        self._unsent.add(nonce)

    @contextmanager
    def requests(self, guild_id: int, urgency: Urgency = Urgency.TURN) -> Generator[None]:
        """Mark requests for a server as this urgent, and send none after another process has taken its shard."""
        bot = self._bot
        with bot.budget.spending(urgency), sending_while(lambda: bot.owns(bot.shard_of(guild_id))):
            yield

    async def send(self, guild_id: int, channel_id: int, nonce: str, letter: Letter, since: float) -> int:
        """Send a message to a channel; return its id. One that may have been sent before is looked for there first.

        Args:
            guild_id: the id of the server.
            channel_id: the id of the channel, or of direct messages.
            nonce: its name: for some minutes, Discord answers a second message of that name with the first.
            letter: its content.
            since: before which time nobody can have sent it, in seconds since 1970.

        """
        channel = self._bot.get_partial_messageable(channel_id, guild_id=guild_id)
        mentioned = notifying(letter.mentioned)
        unsent = nonce in self._unsent
        with self.requests(guild_id):
            if not unsent and (found := await self._sent(channel, letter.opening, since)):
                return found
            self._unsent.discard(nonce)
            try:
                sent = await channel.send(view=letter.view, files=letter.files, allowed_mentions=mentioned, nonce=nonce)
            except FAILURES as error:
                if unsent and not may_be_done(error):
                    self._unsent.add(nonce)
                raise
        return sent.id

    async def edit(
        self, guild_id: int, channel_id: int, message_id: int, letter: Letter, urgency: Urgency = Urgency.HAND
    ) -> bool:
        """Edit a message; return False if it is gone. Open its thread if that is archived; the next try edits there."""
        channel = self._bot.get_partial_messageable(channel_id, guild_id=guild_id)
        with self.requests(guild_id, urgency):
            try:
                await channel.get_partial_message(message_id).edit(
                    view=letter.view, attachments=letter.files, allowed_mentions=discord.AllowedMentions.none()
                )
            except discord.HTTPException as error:
                if error.code == THREAD_ARCHIVED:
                    await self._open(channel_id)
                if error.code != UNKNOWN_MESSAGE:
                    raise
                return False
        return True

    async def _open(self, channel_id: int) -> None:
        """Open an archived thread."""
        thread = await self._bot.fetch_channel(channel_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)

    async def send_again(self, guild_id: int, channel_id: int, lost_id: int, letter: Letter) -> int:
        """Send a message in the place of a deleted one; return its id, which is the same for the same deleted one."""
        since = discord.utils.snowflake_time(lost_id).timestamp()
        return await self.send(guild_id, channel_id, f"again-{lost_id}", letter, since)

    async def _sent(self, channel: discord.PartialMessageable, opening: list[str], since: float) -> int:
        """Return the id of the bot's newest message that begins so in a channel, not sent earlier; 0 for none."""
        try:
            async for message in channel.history(limit=MAX_SEARCHED):
                if message.created_at.timestamp() < since - MAX_SKEW_SECONDS:
                    break
                if (
                    message.author == self._bot.user
                    and _text(message.components).split("\n")[: len(opening)] == opening
                ):
                    return message.id
        except discord.Forbidden:
            # the name of the message has to do
            return 0
        return 0
