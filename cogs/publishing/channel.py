"""What a channel shows of a table: as a new message, or as an edit of the last one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from gettext import NullTranslations

import discord

from cogs.core.bot import Bot
from cogs.core.preferences import server_theme
from cogs.core.requests import THREAD_ARCHIVED
from cogs.messages import rank_changes
from cogs.messages.board import board, turn_deadline, with_new_deadline
from cogs.messages.deal_end import closed_match, deal_end
from cogs.messages.grid import flipped_back, is_miss
from cogs.messages.hand import HandState
from cogs.messages.hand_message import with_hand
from cogs.messages.lobby import closed_lobby, lobby, unreadable_table
from cogs.messages.message import TURN_ROOM, Message, fit_lines
from cogs.publishing.posts import TIDY_SECONDS, Posts
from cogs.publishing.screen import Screen
from cogs.publishing.strays import Strays, is_overdue
from cogs.publishing.transports import Transport, Transports
from cogs.publishing.turns import TurnMessages
from engine.errors import redacted_traceback
from engine.events import Flipped, MatchEnded
from engine.layouts import Grid
from engine.live.model.news import Closed, News
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Header, Post, Status
from engine.tiles import Tile
from engine.view import View
from render.i18n import translations

_log = logging.getLogger(__name__)

TIME_PARTS = 4
"""By which part of a turn a board's time may be wrong: Discord is slow most often when edits make it slower."""

MISS_SECONDS = 8
"""How long two tiles that make no pair stay face up, unless the next player is faster."""


class ChannelPublisher:
    """Shows tables in their channels, one message of a table at a time.

    Attributes:
        posts: the messages.
        strays: the messages whose numbers were not stored.

    """

    def __init__(self, bot: Bot, transports: Transports) -> None:
        self._bot = bot
        self._transports = transports
        self.posts = Posts(bot, transports)
        self.strays = Strays(bot)
        self._turns = TurnMessages(bot)

    def _by(self, screen: Screen) -> Transport:
        return self._transports[screen.header.delivery]

    def restored(self, screen: Screen) -> None:
        """Note that a table was restored at startup: no message of it is in flight."""
        screen.restored = True
        self.posts.restored(screen)
        if screen.header.delivery.on_server:
            self.strays.restored(screen)

    async def show(
        self,
        screen: Screen,
        header: Header,
        ply: int,
        news: Sequence[News],
        view: View | None,
        hand: HandState | None = None,
    ) -> None:
        """Show a table as it was at one moment.

        Args:
            screen: the screen of the table.
            header: its header then.
            ply: its ply then.
            news: the events not yet published.
            view: what the channel may see; None in a lobby.
            hand: the hand that the message shows below the table; None if others see it.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        t = translations(header.locale) if hand is None else translations(hand.person.locale)
        post = header.post_here
        if view is None:
            if not news and header.status is not Status.LOBBY and post is not None and post.status == header.status:
                # the message says already why the lobby closed
                screen.restored = False
                return
            if screen.table.unreadable:
                message = unreadable_table(header, news, t)
            elif header.status is Status.LOBBY:
                message = lobby(header, self._bot.hub.pace, self._bot.mentions, t)
            else:
                message = closed_lobby(header, self._bot.hub.pace, self._bot.mentions, news, t)
            new = header.untimed and header.status is Status.LOBBY
            # who plays looks at the bottom
            below = screen.table.unreadable and (post is None or post.ply)
            if below or (post is None and (new or screen.restored)):
                await self.posts.post(screen, message, 0, header.status)
            else:
                await self.posts.edit_lobby(screen, message, header.status)
            screen.restored = False
            return
        screen.restored = False
        told = post is not None and (post.ply, post.status) == (ply, header.status.value)
        screen.outdated = False
        grid = isinstance(view.layout, Grid) and view.turn is not None and header.status is Status.PLAYING
        if told and not news and self._tells_another_time(header, view):
            if self._bot.budget.spare:
                await self._renew_time(screen, header, ply, view)
                return
            screen.outdated = True
            # what has to be turned back waits for no room
            if not grid:
                return
        if grid:
            await self._grid(screen, header, ply, news, view, told=told and not news)
            return
        chosen = _looks_otherwise(screen, hand)
        if told and not news and not chosen:
            return
        message = await self._draw(header, view, ply, news, t, hand)
        if post is not None and await self._is_edited(screen, header, post, news):
            if not header.delivery.in_place and header.untimed:
                message = _with_lines(post, message, t)
            await self.posts.edit(screen, message, post, ply, header.status)
        else:
            await self.posts.post(screen, message, ply, header.status)
        self._turns.follow(screen, header, ply, news, message.mentions)

    async def tidy(self, screen: Screen, header: Header) -> None:
        """Take live controls off all messages but the newest where that failed before."""
        if header.post is not None:
            await self.posts.strip_older(screen, header.post.older)
        if is_overdue(screen):
            with suppress(TimeoutError):
                async with asyncio.timeout(TIDY_SECONDS):
                    await self.strays.delete(screen)

    async def tidy_oldest(self, screen: Screen) -> None:
        """Take the live controls off the oldest message that has them, and note whether more remain to be done."""
        post = screen.header.post
        older = () if post is None else post.older
        stripped = bool(older) and await self.posts.strip_old(screen, older[0])
        if not stripped or len(older) == 1:
            screen.crowded = False

    def _tells_another_time(self, header: Header, view: View) -> bool:
        """Whether a board's deadline has moved since, by enough to matter."""
        post, seconds = header.post_here, self._bot.hub.pace.for_turn(header.time_control)
        until = turn_deadline(header, view)
        if post is None or not post.until or not until or seconds is None:
            return False
        return abs(until - post.until) > seconds / TIME_PARTS

    async def _renew_time(self, screen: Screen, header: Header, ply: int, view: View) -> None:
        """Correct a board's deadline and keep its picture; a grid, or text in its place, is made anew."""
        post, t = header.post, translations(header.locale)
        assert post is not None
        if not header.as_text and not isinstance(view.layout, Grid):
            until = turn_deadline(header, view)
            shown = with_new_deadline(header, view, ply, post, t)
            await self.posts.renew(screen, shown, replace(post, until=until))
            return
        if is_miss(view) and screen.miss_until is None:
            view = flipped_back(view)
        message = await self._draw(header, view, ply, (), t)
        await self.posts.edit(screen, _with_lines(post, message, t), post, ply, header.status)

    async def _is_edited(self, screen: Screen, header: Header, post: Post, news: Sequence[News]) -> bool:
        """Whether the newest message takes the next picture, too: by the way it is delivered, or the server's choice.

        Where a lobby takes the place of a match, the answer to the press is the lobby.
        """
        if header.untimed:
            reopened = any(isinstance(each, Closed) and each.how == "reopened" for each in news)
            return reopened or self._by(screen).continues(screen, post)
        if not post.ply or post.deal:
            return False
        chosen = await self._bot.hub.store.preferences(ServerPreferences, header.guild)
        return chosen.one_picture and not await self.posts.is_far_up(screen, post)

    async def _grid(
        self, screen: Screen, header: Header, ply: int, news: Sequence[News], view: View, *, told: bool
    ) -> None:
        """Show a grid so that nobody can scroll back to tiles that were flipped back.

        Each turn has one message, edited at each tile. A turn's message loses its picture before the next one is
        posted, and a miss is flipped back in its own message after everyone has had time to look.
        """
        t = translations(header.locale)
        post = header.post_here
        if told:
            if screen.miss_until is not None:
                return
            view = flipped_back(view) if is_miss(view) else view
        elif is_miss(view) and any(isinstance(each, Flipped) for each in news):
            screen.miss_until = self._bot.monotonic() + MISS_SECONDS
        elif is_miss(view):
            # told for another reason: what has been turned back stays so
            view = view if screen.miss_until is not None else flipped_back(view)
        else:
            screen.miss_until = None
        message = await self._draw(header, view, ply, news, t)
        if post is not None and told:
            # in the place of a message that can't be edited now, another would leave a miss in it
            if post.alt != message.alt and self._by(screen).can_edit(screen, post):
                await self.posts.edit(screen, _with_lines(post, message, t), post, ply, header.status)
        elif post is not None and header.delivery.in_place:
            await self.posts.edit(screen, message, post, ply, header.status)
        elif post is not None and post.ply and view.mid_turn and _in_one_turn(news, view):
            await self.posts.edit(screen, _with_lines(post, message, t), post, ply, header.status)
        else:
            await self._post_grid(screen, header, ply, news, view, message)
        self._turns.follow(screen, header, ply, news, () if told else message.mentions)

    async def _post_grid(
        self,
        screen: Screen,
        header: Header,
        ply: int,
        news: Sequence[News],
        view: View,
        message: Message,
        *,
        told: int | None = None,
    ) -> None:
        """Post a grid once the last message has lost its picture: face down, then the flipped tiles by an edit.

        Only a message whose id is stored shows tiles; any other could not be found again to flip them back.

        Args:
            screen: the screen of the table.
            header: its header.
            ply: its ply.
            news: the events that the message tells.
            view: what the channel may see.
            message: the message.
            told: the ply up to which all is told then; None for the table's.

        """
        told = ply if told is None else told
        old = screen.header.post_here
        archived = False
        if old is not None and old.ply:
            try:
                await self.posts.clear(screen, old)
            except discord.HTTPException as error:
                if error.code != THREAD_ARCHIVED:
                    raise
                # a new message takes its thread out of the archive
                archived = True
        up = isinstance(view.layout, Grid) and view.layout.face_up
        hidden = message
        if up:
            hidden = await self._draw(header, flipped_back(view), ply, news, translations(header.locale))
            hidden = replace(hidden, mentions=message.mentions, attendance=message.attendance)
        kept = await self.posts.post(screen, hidden, told, header.status)
        if archived and old is not None:
            await self.posts.clear(screen, old)
        if up and kept and (post := screen.header.post) is not None:
            await self.posts.edit(screen, message, post, told, header.status)

    async def _draw(
        self,
        header: Header,
        view: View,
        ply: int,
        news: Sequence[News],
        t: NullTranslations,
        hand: HandState | None = None,
    ) -> Message:
        if header.status is Status.CLOSED:
            return closed_match(header, view, news, t)
        theme = await server_theme(self._bot.hub.store, header.guild)
        changes: list[str] = []
        if any(isinstance(each, MatchEnded) for each in news) and not header.delivery.in_place:
            changes = await rank_changes.changes(self._bot.hub.store, header, t)

        def made(header: Header) -> Message:
            if view.turn is not None:
                shown = board(header, view, ply, news, t, theme)
                read = hand and replace(hand, as_text=header.as_text)
                return shown if read is None else with_hand(shown, read, self._bot.tiles)
            return deal_end(header, view, news, t, theme, changes)

        if hand is not None and hand.as_text:
            header = replace(header, as_text=True)
        try:
            return await self._bot.rendering.draw(made, header)
        except Exception as error:
            if header.as_text:
                raise
            # play goes on, and what has been turned back doesn't stay to be seen
            _log.error(
                "table %s is shown as text, since it could not be drawn:\n%s", header.id, redacted_traceback(error)
            )
            return await self._bot.rendering.draw(made, replace(header, as_text=True))

    async def redraw(self, screen: Screen, hand: HandState, ends_of: Tile | None) -> Message:
        """Return the message of a table with a hand, for a press that changes nothing but what is asked."""
        header, ply, view = screen.header, screen.table.ply, screen.table.view(None)
        t = translations(hand.person.locale)
        told = "" if header.post is None else header.post.text
        theme = await server_theme(self._bot.hub.store, header.guild)

        def made() -> Message:
            shown = board(replace(header, as_text=hand.as_text), view, ply, (), t, theme)
            shown = replace(shown, text=fit_lines([*filter(None, told.split("\n")), shown.text], t))
            return with_hand(shown, hand, self._bot.tiles, ends_of)

        return await self._bot.rendering.draw(made)

    async def set_lobby_post(self, screen: Screen, post: Post) -> bool:
        """Store a lobby's message; return whether the lobby has changed since the message was written."""
        if screen.header.post is not None:
            await self.posts.strip(screen, post)
            return False
        await screen.table.set_post(post)
        now = lobby(screen.header, self._bot.hub.pace, self._bot.mentions, translations(screen.header.locale))
        return now.archived_text != post.text or len(screen.table.people) > 1

    async def again(self, screen: Screen, hand: HandState | None = None) -> None:
        """Show a table again at the bottom of its channel, as it is now.

        Args:
            screen: the screen of the table.
            hand: the hand that the message shows below the table; None if others see it.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        header, ply = screen.header, screen.table.ply
        t = translations(header.locale) if hand is None else translations(hand.person.locale)
        told, attendance = ply, header.attendance
        if ply and screen.table.news and header.post is not None:
            # after a crash, the start tells what is older than what the newest message is noted to tell
            told, attendance = max(1, header.post.ply), header.post.attendance
        if not ply:
            message = lobby(header, self._bot.hub.pace, self._bot.mentions, t)
        else:
            view = screen.table.view(None)
            if isinstance(view.layout, Grid) and view.turn is not None:
                view = flipped_back(view) if is_miss(view) and screen.miss_until is None else view
                message = await self._draw(header, view, ply, (), t)
                message = replace(message, mentions=(), attendance=attendance)
                await self._post_grid(screen, header, ply, (), view, message, told=told)
                return
            message = replace(await self._draw(header, view, ply, (), t, hand), attendance=attendance)
        await self.posts.post(screen, replace(message, mentions=()), told, header.status)


def _looks_otherwise(screen: Screen, hand: HandState | None) -> bool:
    """Note how and in which language a person sees their hand; return whether they have just chosen that."""
    if hand is None:
        return False
    look = hand.as_text, hand.theme.id, hand.person.locale
    before, screen.look = screen.look or look, look
    return before != look


def _in_one_turn(news: Sequence[News], view: View) -> bool:
    """Whether all events happened in the present turn."""
    return all(isinstance(each, Flipped) and each.seat == view.turn for each in news)


def _with_lines(post: Post, message: Message, t: NullTranslations) -> Message:
    """Return a message that starts with the archived text of the post it replaces."""
    before = [*filter(None, post.text.split("\n"))]
    text = fit_lines([*before, *message.text.split("\n")], t, message.plain)
    lasting = fit_lines([*before, *filter(None, message.archived_text.split("\n"))], t, message.plain, spare=TURN_ROOM)
    return replace(message, text=text, archived_text=lasting)
