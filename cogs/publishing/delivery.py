"""How messages about tables are delivered: by the bot's token, or as answers to presses."""

from __future__ import annotations

import asyncio
import io
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

import discord
from discord.utils import MISSING

from cogs.core.answer import Followed, answer_of
from cogs.core.bot import Bot, Interaction
from cogs.core.http.requests import FAILURES, UNKNOWN_CHANNEL, describe, is_barred, may_be_done
from cogs.messages.content import Content
from cogs.publishing.screen import Screen
from cogs.publishing.slots import NOBODY, Attachments, rewind
from cogs.publishing.tokens import TOKEN_SECONDS, Press, Token
from engine.live.model.table import Header, Place, SentMessage
from engine.live.tables.table import Table

_log = logging.getLogger(__name__)

T = TypeVar("T")

Do = Callable[[], Awaitable[T]]
"""Does something at Discord."""

MAX_PRESSES = 12
"""How many interactions of a channel are remembered, the newest."""

PATIENCE_SECONDS = 2.0
"""How long a message waits for the handler of the newest press, if an earlier press can send it."""

_PRESS = "press"
"""Under which name an interaction keeps how it is remembered."""


class Presses:
    """The newest interactions of each place, in memory: after a restart, the next press will do.

    Those that serve a private match deliver nothing to its channel, and all others nothing to it. On a server that has
    the bot, those of a channel are remembered until the bot itself has posted there.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._by_place: OrderedDict[Place, deque[Press]] = OrderedDict()

    def token(self, interaction: Interaction) -> Token:
        """Return the token of an interaction, which edits its answer."""
        return Token(interaction, self._monotonic() + TOKEN_SECONDS)

    @contextmanager
    def handling(self, interaction: Interaction, place: Place) -> Generator[Press]:
        """Remember an interaction while it is handled and after; messages wait until the handler has answered it.

        Args:
            interaction: the interaction.
            place: the place whose table it may deliver.

        """
        press = interaction.extras[_PRESS] = Press(interaction, self._monotonic() + TOKEN_SECONDS, place)
        self._remember(press)
        try:
            yield press
        finally:
            press.handler_done.set()

    def serve(self, press: Press, place: Place) -> None:
        """Let a press deliver the table of a place, and of no other."""
        if press.place == place:
            return
        if (others := self._by_place.get(press.place)) is not None and press in others:
            others.remove(press)
            if not others:
                del self._by_place[press.place]
        press.place = place
        self._remember(press)

    def _remember(self, press: Press) -> None:
        self._by_place.setdefault(press.place, deque(maxlen=MAX_PRESSES)).append(press)
        self._by_place.move_to_end(press.place)
        self._forget_old()

    def of(self, interaction: Interaction) -> Press | None:
        """Return an interaction as it is remembered; None if it is not."""
        return interaction.extras.get(_PRESS)

    @contextmanager
    def answering(self, screen: Screen, press: Press | None) -> Generator[None]:
        """Send messages about a table in the context by this press, not by the newest; None for the newest."""
        screen.answering = press
        try:
            yield
        finally:
            screen.answering = None

    @contextmanager
    def opening(self, screen: Screen, press: Press | None) -> Generator[None]:
        """Send the first message about a table by a press, before the bot's own token; None for the bot's."""
        if press is not None:
            press.handler_done.set()
        screen.opening = press is not None
        try:
            with self.answering(screen, press):
                yield
        finally:
            screen.opening = False

    async def handled(self, screen: Screen) -> None:
        """Wait until the newest press that may send a message about a table is free; for long only if no other is."""
        press = next((each for each in self._alive(screen.table.header.place) if each.may_send), None)
        if press is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await press.handler_done.wait()
        if self.newest(screen) is None:
            await press.handler_done.wait()

    def newest(self, screen: Screen) -> Press | None:
        """Return the press that sends a message about a table: the newest that is free and may, or that is answered."""
        answered = screen.answering
        if answered is not None and answered.may_send:
            return answered
        presses = self._alive(screen.table.header.place)
        return next((each for each in presses if each.handler_done.is_set() and each.may_send), None)

    def editor(self, screen: Screen, message_id: int) -> Press | None:
        """Return the newest press whose token edits a message about a table."""
        presses = self._alive(screen.table.header.place)
        edits = (each for each in presses if each.produced(message_id) or each.edited_message_id == message_id)
        return next((each for each in edits if each.handler_done.is_set()), None)

    def last(self, screen: Screen) -> Press | None:
        """Return the newest press in a table's place that is handled."""
        return next((each for each in self._alive(screen.table.header.place) if each.handler_done.is_set()), None)

    def forget(self, place: Place, *, keep: int = 0) -> None:
        """Forget the presses of a place that are handled, but for some of the newest."""
        known = self._by_place.pop(place, deque[Press]())
        newest = list(known)[len(known) - keep :]
        if kept := [each for each in known if each in newest or not each.handler_done.is_set()]:
            self._by_place[place] = deque(kept, maxlen=MAX_PRESSES)

    def _alive(self, place: Place) -> Iterator[Press]:
        """Yield the presses of a place whose tokens are good, newest first."""
        now = self._monotonic()
        return (each for each in reversed(self._by_place.get(place, ())) if each.is_good(now))

    def _forget_old(self) -> None:
        """Forget places without a press whose token is good, oldest first."""
        now = self._monotonic()
        while self._by_place and not next(iter(self._by_place.values()))[-1].is_good(now):
            self._by_place.popitem(last=False)


class NoPress(OSError):
    """There is no press with a token for this request; the last one may just have run out."""


class Transport:
    """Delivers messages about tables as their headers say; other modules decide on messages and attempts.

    On servers the bot delivers them, or where Discord refuses that, presses there: so a table goes on in a private
    thread that the bot is no member of. In direct messages the token of a press is used where there is one. Elsewhere
    presses alone deliver messages, and so they do for private matches; Discord has no nonces for these, so a message of
    an unconfirmed request may be there twice.

    Its methods raise :class:`discord.HTTPException` if Discord refuses a request.
    """

    def __init__(self, bot: Bot, presses: Presses, search: Callable[[Table], None]) -> None:
        self._bot = bot
        self._presses = presses
        self._search = search

    async def ready(self, screen: Screen) -> bool:
        """Wait until a message can be sent, for the handler of the newest press; False if that takes another press."""
        if screen.table.header.delivery.on_server:
            return True
        await self._presses.handled(screen)
        return screen.table.header.delivery.by_token or self._presses.newest(screen) is not None

    def can_edit(self, screen: Screen, post: SentMessage) -> bool:
        """Whether a message can be edited now; if not, it never can."""
        return screen.table.header.delivery.by_token or self._presses.editor(screen, post.message_id) is not None

    def edits_newest(self, screen: Screen, post: SentMessage) -> bool:
        """Whether the newest message is edited where another would be sent: one press leads to one picture."""
        delivery = screen.table.header.delivery
        if delivery.by_token or delivery.single_message:
            return delivery.single_message
        press = self._presses.newest(screen)
        return press is not None and press.produced(post.message_id)

    async def send(self, screen: Screen, content: Content, nonce: str) -> discord.Message:
        """Send a message about a table.

        Args:
            screen: the screen of the table.
            content: its content.
            nonce: the name of the message: where Discord allows names, it answers a second message with the same name
                with the first.

        """

        async def by_bot() -> discord.Message:
            return await channel_of(self._bot, screen.table.header).send(
                files=files(content), view=content.components, allowed_mentions=content.allowed_mentions, nonce=nonce
            )

        async def by_press() -> discord.Message:
            return await self.send_by_press(screen, content)

        delivery = screen.table.header.delivery
        if screen.opening or not delivery.by_token:
            return await by_press()
        if delivery.single_message:
            return await (by_bot() if self._presses.newest(screen) is None else by_press())
        return await self._by_either(screen, by_bot, by_press)

    async def edit(
        self, screen: Screen, post: SentMessage, components: discord.ui.LayoutView, attachments: Attachments = MISSING
    ) -> discord.Message:
        """Edit a message about a table; without attachments given, it keeps its own."""

        async def by_bot() -> discord.Message:
            rewind(attachments)
            return await self._message(screen, post).edit(
                view=components, attachments=attachments, allowed_mentions=NOBODY
            )

        async def by_press() -> discord.Message:
            rewind(attachments)
            return await self._edit_by_press(screen, post, components, attachments)

        delivery = screen.table.header.delivery
        if not delivery.by_token:
            return await by_press()
        if not delivery.single_message:
            # a table that has moved may still have a message elsewhere
            return await self._by_either(
                screen, by_bot, by_press, here=post.channel_id in (0, screen.table.header.channel_id)
            )
        if self._presses.editor(screen, post.message_id) is not None:
            try:
                return await by_press()
            except discord.HTTPException as error:
                if error.status >= 500 or error.status == 429:
                    raise
                # the token has run out on the way, or was never good
                _log.debug("a message of table %s is edited by the bot's token: %s", screen.table.id, describe(error))
        return await by_bot()

    async def delete(self, screen: Screen, post: SentMessage) -> None:
        """Delete a message about a table."""

        async def by_bot() -> None:
            await self._message(screen, post).delete()

        async def by_press() -> None:
            press = self._editor(screen, post)
            if press.edited_message_id == post.message_id:
                await press.interaction.delete_original_response()
            else:
                await press.interaction.followup.delete_message(post.message_id)

        delivery = screen.table.header.delivery
        if delivery.on_server:
            await self._by_either(screen, by_bot, by_press, here=False)
        else:
            await (by_bot() if delivery.by_token else by_press())

    async def _by_either(self, screen: Screen, by_bot: Do[T], by_press: Do[T], *, here: bool = True) -> T:
        """Do something as the bot, or if Discord lets the bot post nothing there, by a press.

        Args:
            screen: the screen of the table.
            by_bot: does it as the bot.
            by_press: does it by a press.
            here: whether it shows that the bot can post in the table's channel, or can't.

        Raises:
            discord.HTTPException: as the bot; no press could do it, either.
            OSError, aiohttp.ClientError: a press may have done it, and Discord did not confirm that.

        """
        try:
            done = await by_bot()
        except discord.HTTPException as error:
            # nobody presses anything in a channel that is gone
            if not is_barred(error) or error.code == UNKNOWN_CHANNEL:
                raise
            if here:
                screen.note_refusal(error)
            try:
                await self._presses.handled(screen)
                return await by_press()
            except FAILURES as failure:
                _log.debug("table %s is not shown by a press, either: %s", screen.table.id, describe(failure))
                if may_be_done(failure) and not isinstance(failure, NoPress):
                    # a follow-up has no nonce, so one that was sent all the same has to be found
                    self._search(screen.table)
                    raise
            raise
        if here and screen.refusal is not None:
            screen.end_refusal()
        return done

    # ------------------------------------------------------------------ by either token

    def _message(self, screen: Screen, post: SentMessage) -> discord.PartialMessage:
        return channel_of(self._bot, screen.table.header, post.channel_id).get_partial_message(post.message_id)

    def _editor(self, screen: Screen, post: SentMessage) -> Press:
        press = self._presses.editor(screen, post.message_id)
        if press is None:
            raise NoPress
        return press

    async def send_by_press(self, screen: Screen, content: Content) -> discord.Message:
        """Send a message by the newest press: as its answer, or after the answer of its handler."""
        press = self._presses.newest(screen)
        if press is None:
            raise NoPress
        answer = await answer_of(press.interaction).send_message(
            view=content.components,
            files=files(content),
            allowed_mentions=content.allowed_mentions,
            ephemeral=screen.table.header.delivery.ephemeral,
        )
        if isinstance(answer, Followed):
            press.followup_ids.append(answer.message_id)
            return answer.resource
        sent = answer.resource
        if not isinstance(sent, discord.InteractionMessage):
            sent = await press.interaction.original_response()
        press.answer_id = sent.id
        return sent

    async def _edit_by_press(
        self, screen: Screen, post: SentMessage, components: discord.ui.LayoutView, attachments: Attachments
    ) -> discord.Message:
        press = self._editor(screen, post)
        interaction = press.interaction
        if (
            press.edited_message_id == post.message_id
            and interaction.message is not None
            and not interaction.response.is_done()
        ):
            # the handler has left the answer to this
            answer = await interaction.response.edit_message(
                view=components, attachments=attachments, allowed_mentions=NOBODY
            )
            edited = answer.resource if answer is not None else None
            return edited if isinstance(edited, discord.InteractionMessage) else interaction.message
        if press.edited_message_id == post.message_id:
            return await interaction.edit_original_response(
                view=components, attachments=attachments, allowed_mentions=NOBODY
            )
        return await interaction.followup.edit_message(
            post.message_id, view=components, attachments=attachments, allowed_mentions=NOBODY
        )


def channel_of(bot: Bot, header: Header, channel_id: int = 0) -> discord.PartialMessageable:
    """Return the channel of a table, or another one of the same server, to be used with the bot's token."""
    guild_id = header.guild_id if header.delivery.on_server else None
    return bot.get_partial_messageable(channel_id or header.channel_id, guild_id=guild_id)


def files(content: Content) -> list[discord.File]:
    """Return a message's files: its picture, if it has one, and the hand's."""
    hand = [] if content.hand is None else [content.hand.file]
    if content.picture is None:
        return hand
    return [discord.File(io.BytesIO(content.picture), filename=content.file, description=content.alt), *hand]
