"""The message of a table in its channel, drawn as a picture, or as text by choice or as the only way."""

from __future__ import annotations

import logging
import math
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import replace

import discord

from cogs.core.bot import Bot
from cogs.core.preferences import edits_one_picture, server_theme
from cogs.messages import rank_changes
from cogs.messages.board import board
from cogs.messages.content import Content, continued
from cogs.messages.deal_end import closed_match, deal_end
from cogs.messages.emojis import TileEmojis
from cogs.messages.grid import flipped_back, is_miss
from cogs.messages.hand import HandState
from cogs.messages.hand_message import with_hand
from cogs.messages.lobby import closed_lobby, guidance, lobby, unreadable_table
from cogs.publishing.cleanup import Cleanup
from cogs.publishing.delivery import Transport, channel_of
from cogs.publishing.notices import Notices
from cogs.publishing.perform import Performer
from cogs.publishing.plan import Face, Means, Send, below, plan
from cogs.publishing.scenes import Moment, moment_of, shown_of, table_scene
from cogs.publishing.screen import Look, Screen
from cogs.publishing.slots import Slot
from engine.errors import redacted_traceback
from engine.events import MatchEnded
from engine.live.model.errors import StorageError
from engine.live.model.news import Closed
from engine.live.model.pace import TimeControl
from engine.live.model.table import Header, SentMessage, Status
from engine.live.tables.cup_matches import ended_by_time
from engine.live.tables.table import Table
from engine.tiles import Tile
from engine.view import View

_log = logging.getLogger(__name__)

MAX_MESSAGES_BELOW = 10
"""The maximum number of messages below a picture that is edited."""
MAX_EDITED_AGE_SECONDS = 50 * 60
"""The maximum age of such a picture: Discord allows few edits of a message that is older than an hour."""

MISS_SECONDS = 8
"""How long two tiles that make no pair stay face up, unless the next player is faster."""


class ChannelPublisher:
    """Shows tables in their channels, one message of a table at a time.

    Attributes:
        notices: tells players of their turn.
        cleanup: lets only the newest message have buttons.

    """

    def __init__(self, bot: Bot, transport: Transport, tiles: TileEmojis) -> None:
        self._bot = bot
        self._transport = transport
        self._tiles = tiles
        self.cleanup = Cleanup(bot, transport)
        self.notices = Notices(bot)
        self._performer = Performer(bot, transport, self.cleanup, self._message)

    def restored(self, screen: Screen) -> None:
        """Note that a table was restored at startup: no message of it is in flight, but one more may have been sent."""
        screen.restored = True
        screen.once.unconfirmed = True
        if (post := screen.table.header.post) is not None and post.reminder_id:
            screen.reminder = Slot(None, post.reminder_id, post.channel_id or screen.table.header.channel_id)
        if screen.table.header.delivery.on_server:
            self.cleanup.expect_untracked(screen)

    async def show(self, screen: Screen, moment: Moment) -> None:
        """Show a table as it was at one moment.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        means = await self._means(screen, moment)
        want = table_scene(moment, means)
        steps = plan(want, shown_of(moment, means), means)
        screen.correct_later = steps is None
        if moment.face_down is not None:
            self._time_miss(screen, moment)
        if steps:
            screen.lobby_key = None
            content = await self._performer.perform(screen, moment, steps)
            screen.lobby_key = means.drawn_key if moment.view is None else None
            if content is not None and means.edits_newest and moment.header.delivery.has_reminders:
                # an edit notifies nobody
                await self.notices.call(screen, moment, () if moment.is_told else content.mentions)
            if content is not None and moment.view is not None and moment.header.time_control is TimeControl.SLOW:
                self.notices.follow(screen, moment, () if moment.is_told else content.mentions)
        if screen.miss_until == math.inf:
            screen.miss_until = self._bot.monotonic() + MISS_SECONDS
        screen.restored = False
        screen.look = _look_of(moment.hand) or screen.look

    async def open(self, screen: Screen) -> None:
        """Show a new lobby.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        moment = Moment(screen.table.header, 0, (), None)
        await self._learn(moment, opens=True)
        await self._performer.perform(screen, moment, (Send(),))
        screen.lobby_key = self._lobby_key(moment)

    async def _learn(self, moment: Moment, *, opens: bool = False) -> None:
        """Read a lobby's guidance from finished matches; without it, the lobby has the shipped figures."""
        if moment.header.status is Status.LOBBY:
            with suppress(StorageError):
                await self._bot.hub.store.experience.read(moment.header.rules, moment.header.host_id, anew=opens)

    def _lobby_key(self, moment: Moment) -> Hashable:
        """Return the content of a lobby's message, to compare."""
        return repr(self._lobby(moment).components.to_components())

    async def repost(self, screen: Screen, hand: HandState | None = None) -> None:
        """Show a table again at the bottom of its channel, as it is now.

        Args:
            screen: the screen of the table.
            hand: the hand that the message shows below the table; None if others see it.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        header, ply = screen.table.header, screen.table.ply
        told = header.told_at(ply)
        if ply and screen.table.untold and header.post is not None:
            # the next message tells that, or the next start
            told = replace(header.post.told, ply=max(1, header.post.ply))
        moment = Moment(header, ply, (), screen.table.view(None) if ply else None, hand)
        await self._learn(moment)
        means = Means(miss=screen.miss_until is not None)
        screen.lobby_key = None
        steps = below(table_scene(moment, means))
        await self._performer.perform(screen, moment, steps, told)

    async def _means(self, screen: Screen, moment: Moment) -> Means:
        """Collect the means for the plan, as far as they matter."""
        header, post = moment.header, moment.post
        await self._learn(moment)
        look = _look_of(moment.hand)
        means = Means(
            spare=self._bot.budget.spare,
            editable=post is None or self._transport.can_edit(screen, post),
            restored=screen.restored,
            miss=screen.miss_until is not None,
            late=moment.is_late(header.turn_limit(self._bot.hub.pace)),
            new_look=look is not None and screen.look not in (None, look),
            newest_key=screen.lobby_key,
        )
        if moment.view is None:
            return replace(means, drawn_key=self._lobby_key(moment))
        if moment.face_down is None:
            goes_on = means.new_look or not moment.is_told
            return replace(means, edits_newest=goes_on and await self._edits_newest(screen, moment))
        if post is None or not moment.is_told:
            return means
        # text in the place of a picture counts, too
        drawn = await self._message(moment, table_scene(moment, means).face)
        return replace(means, drawn_key=drawn.alt, newest_key=post.alt)

    async def _edits_newest(self, screen: Screen, moment: Moment) -> bool:
        """Whether the newest message takes the next picture, too: by the way it is delivered, or by choice.

        Where a lobby takes the place of a match, the answer to the press is the lobby.
        """
        header, post = moment.header, moment.post
        if post is None:
            return False
        if header.untimed:
            reopened = any(isinstance(each, Closed) and each.how == "reopened" for each in moment.news)
            return reopened or self._transport.edits_newest(screen, post)
        if not post.ply or post.deal:
            return False
        return await edits_one_picture(self._bot.hub.store, header) and not await self._is_far_up(header, post)

    async def _is_far_up(self, header: Header, post: SentMessage) -> bool:
        """Whether a message is too old to be edited, or too far up to be found, as far as the bot can see."""
        age = self._bot.clock() - discord.utils.snowflake_time(post.message_id).timestamp()
        if age > MAX_EDITED_AGE_SECONDS:
            return True
        history = channel_of(self._bot, header).history(limit=MAX_MESSAGES_BELOW, after=discord.Object(post.message_id))
        try:
            return len([message async for message in history]) >= MAX_MESSAGES_BELOW
        except discord.Forbidden:
            return False

    def _time_miss(self, screen: Screen, moment: Moment) -> None:
        """Note whether two tiles that are no pair stay face up; a message for another reason changes nothing."""
        if moment.is_told or moment.view is None:
            return
        if not is_miss(moment.view):
            screen.miss_until = None
        elif moment.flips:
            # their time begins once they are on screen
            screen.miss_until = math.inf

    # ------------------------------------------------------------------ drawing

    def _lobby(self, moment: Moment) -> Content:
        """Return the message of a table before its match."""
        header, t = moment.header, moment.t
        if moment.unreadable:
            return unreadable_table(header, moment.news, t)
        if header.status is Status.LOBBY:
            told = guidance(header, self._bot.hub.store.experience)
            return lobby(header, self._bot.hub.pace, self._bot.mentions, t, told)
        return closed_lobby(header, self._bot.hub.pace, self._bot.mentions, moment.news, t)

    async def _message(self, moment: Moment, face: Face | None) -> Content:
        """Draw the message of a moment; with its tiles face down, if that is the face."""
        view = moment.view
        if view is None:
            return self._lobby(moment)
        if face == "down":
            view = flipped_back(view)
        return await self._draw(moment, view)

    async def _draw(self, moment: Moment, view: View) -> Content:
        header, news, hand, t = moment.header, moment.news, moment.hand, moment.t
        if header.status is Status.CLOSED and not ended_by_time(header, view.turn):
            return closed_match(header, view, news, t)
        theme = await server_theme(self._bot.hub.store, header.guild_id)
        changes: list[str] = []
        if any(isinstance(each, MatchEnded) for each in news) and header.delivery.has_leaderboard:
            changes = await rank_changes.changes(self._bot.hub.store, header, t)

        def content_with(header: Header) -> Content:
            if view.turn is not None:
                content = board(header, view, moment.ply, news, t, theme)
                read = hand and replace(hand, as_text=header.as_text)
                return content if read is None else with_hand(content, read, self._tiles, moment.ends_of)
            return deal_end(header, view, news, t, theme, changes)

        if hand is not None and hand.as_text:
            header = replace(header, as_text=True)
        try:
            return await self._bot.rendering.draw(content_with, header)
        except Exception as error:
            if header.as_text:
                raise
            # play goes on, and tiles that were turned back don't stay to be seen
            _log.error(
                "table %s is shown as text, since it could not be drawn:\n%s", header.id, redacted_traceback(error)
            )
            return await self._bot.rendering.draw(content_with, replace(header, as_text=True))

    async def redraw(self, table: Table, hand: HandState, ends_of: Tile | None) -> Content:
        """Return the message of a table with a hand, for a press that only asks where to play a tile."""
        moment = moment_of(table, hand=hand, ends_of=ends_of)
        content = await self._message(moment, None)
        return content if moment.post is None else continued(moment.post, content, moment.t)


def _look_of(hand: HandState | None) -> Look | None:
    """Return how and in which language a person sees their hand; None for no hand."""
    return None if hand is None else (hand.as_text, hand.theme.id, hand.person.locale)
