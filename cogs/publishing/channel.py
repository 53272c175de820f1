"""What a channel shows of a table: as a new message, or as an edit of the last one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from gettext import NullTranslations
from weakref import WeakKeyDictionary

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
from cogs.publishing.hands import Hands
from cogs.publishing.posts import TIDY_SECONDS, Posts
from cogs.publishing.strays import Strays
from cogs.publishing.transports import Transport, Transports
from cogs.publishing.turns import TurnMessages
from engine.errors import redacted_traceback
from engine.events import Flipped, MatchEnded
from engine.layouts import Grid
from engine.live.model.news import Closed, News
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Delivery, Header, Post, Status
from engine.live.tables.table import Table
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
        outdated: the tables whose deadline is not corrected until there is room for more requests.

    """

    def __init__(self, bot: Bot, transports: Transports, hands: Hands) -> None:
        self._bot = bot
        self._hands = hands
        self._transports = transports
        self.posts = Posts(bot, transports)
        self.strays = Strays(bot)
        self.outdated: set[Table] = set()
        self._turns = TurnMessages(bot, hands)
        # tables brought back by a start, which no answer is on its way for
        self._unseen: set[str] = set()
        self._misses: dict[str, tuple[Table, float]] = {}
        # how the hands below tables were shown last; what a start finds counts as it is
        self._looks: WeakKeyDictionary[Table, tuple[bool, str, str]] = WeakKeyDictionary()

    def _by(self, table: Table) -> Transport:
        return self._transports[table.header.delivery]

    def restored(self, table: Table) -> None:
        """Note that a table was restored at startup: no message of it is in flight."""
        self._unseen.add(table.id)
        self.posts.restored(table)
        if table.header.delivery is Delivery.SERVER:
            self.strays.restored(table)

    def misses_over(self, now: float) -> list[Table]:
        """Return the tables whose miss has been shown for long enough, and stop waiting for them."""
        over = [table for table, until in self._misses.values() if now >= until]
        for table in over:
            del self._misses[table.id]
        return over

    def forget(self, table: Table) -> None:
        """Forget what is known of a table's messages, but for the stored ones."""
        self.outdated.discard(table)
        self._unseen.discard(table.id)
        self._misses.pop(table.id, None)
        self.posts.forget(table)
        self.strays.forget(table)

    async def show(
        self,
        table: Table,
        header: Header,
        ply: int,
        news: Sequence[News],
        view: View | None,
        hand: HandState | None = None,
    ) -> None:
        """Show a table as it was at one moment.

        Args:
            table: the table.
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
                self._unseen.discard(table.id)
                return
            if table.unreadable:
                message = unreadable_table(header, news, t)
            elif header.status is Status.LOBBY:
                message = lobby(header, self._bot.hub.pace, self._bot.mentions, t)
            else:
                message = closed_lobby(header, self._bot.hub.pace, self._bot.mentions, news, t)
            new = header.untimed and header.status is Status.LOBBY
            # who plays looks at the bottom
            below = table.unreadable and (post is None or post.ply)
            if below or (post is None and (new or table.id in self._unseen)):
                await self.posts.post(table, message, 0, header.status)
            else:
                await self.posts.edit_lobby(table, message, header.status)
            self._unseen.discard(table.id)
            return
        self._unseen.discard(table.id)
        told = post is not None and (post.ply, post.status) == (ply, header.status.value)
        self.outdated.discard(table)
        grid = isinstance(view.layout, Grid) and view.turn is not None and header.status is Status.PLAYING
        if told and not news and self._tells_another_time(header, view):
            if self._bot.budget.spare:
                await self._renew_time(table, header, ply, view)
                return
            self.outdated.add(table)
            # what has to be turned back waits for no room
            if not grid:
                return
        if grid:
            await self._grid(table, header, ply, news, view, told=told and not news)
            return
        chosen = self._looks_otherwise(table, hand)
        if told and not news and not chosen:
            return
        message = await self._draw(header, view, ply, news, t, hand)
        if post is not None and await self._is_edited(table, header, post, news):
            if not self._by(table).in_place and header.untimed:
                message = _with_lines(post, message, t)
            await self.posts.edit(table, message, post, ply, header.status)
        else:
            await self.posts.post(table, message, ply, header.status)
        self._turns.follow(table, header, ply, news, message.mentions)

    def _looks_otherwise(self, table: Table, hand: HandState | None) -> bool:
        """Note how and in which language a person sees their hand; return whether they have just chosen that."""
        if hand is None:
            return False
        look = hand.as_text, hand.theme.id, hand.person.locale
        before, self._looks[table] = self._looks.get(table, look), look
        return before != look

    async def tidy(self, table: Table, header: Header) -> None:
        """Take live controls off all messages but the newest where that failed before."""
        if header.post is not None:
            await self.posts.strip_older(table, header.post.older)
        if self.strays.is_overdue(table):
            with suppress(TimeoutError):
                async with asyncio.timeout(TIDY_SECONDS):
                    await self.strays.delete(table)

    @property
    def crowded(self) -> frozenset[Table]:
        """The tables whose older messages keep their live controls until there is room for more requests."""
        return frozenset(self.posts.crowded)

    async def tidy_oldest(self, table: Table) -> None:
        """Take the live controls off the oldest message that has them, and note whether more remain to be done."""
        post = table.header.post
        older = () if post is None else post.older
        stripped = bool(older) and await self.posts.strip_old(table, older[0])
        if not stripped or len(older) == 1:
            self.posts.crowded.discard(table)

    def is_tidy(self, table: Table) -> bool:
        """Whether only the newest message of a table has live controls, as far as is known."""
        post = table.header.post
        return table not in self.strays.failed and (post is None or not post.older)

    def _tells_another_time(self, header: Header, view: View) -> bool:
        """Whether a board's deadline has moved since, by enough to matter."""
        post, seconds = header.post_here, self._bot.hub.pace.for_turn(header.time_control)
        until = turn_deadline(header, view)
        if post is None or not post.until or not until or seconds is None:
            return False
        return abs(until - post.until) > seconds / TIME_PARTS

    async def _renew_time(self, table: Table, header: Header, ply: int, view: View) -> None:
        """Correct a board's deadline and keep its picture; a grid, or text in its place, is made anew."""
        post, t = header.post, translations(header.locale)
        assert post is not None
        if not header.as_text and not isinstance(view.layout, Grid):
            until = turn_deadline(header, view)
            shown = with_new_deadline(header, view, ply, post, t)
            await self.posts.renew(table, shown, replace(post, until=until))
            return
        if is_miss(view) and table.id not in self._misses:
            view = flipped_back(view)
        message = await self._draw(header, view, ply, (), t)
        await self.posts.edit(table, _with_lines(post, message, t), post, ply, header.status)

    async def _is_edited(self, table: Table, header: Header, post: Post, news: Sequence[News]) -> bool:
        """Whether the newest message takes the next picture, too: by the way it is delivered, or the server's choice.

        Where a lobby takes the place of a match, the answer to the press is the lobby.
        """
        if header.untimed:
            reopened = any(isinstance(each, Closed) and each.how == "reopened" for each in news)
            return reopened or self._by(table).continues(table, post)
        if not post.ply or post.deal:
            return False
        chosen = await self._bot.hub.store.preferences(ServerPreferences, header.guild)
        return chosen.one_picture and not await self.posts.is_far_up(table, post)

    async def _grid(
        self, table: Table, header: Header, ply: int, news: Sequence[News], view: View, *, told: bool
    ) -> None:
        """Show a grid so that nobody can scroll back to tiles that were flipped back.

        Each turn has one message, edited at each tile. A turn's message loses its picture before the next one is
        posted, and a miss is flipped back in its own message after everyone has had time to look.
        """
        t = translations(header.locale)
        post = header.post_here
        if told:
            if table.id in self._misses:
                return
            view = flipped_back(view) if is_miss(view) else view
        elif is_miss(view) and any(isinstance(each, Flipped) for each in news):
            self._misses[table.id] = (table, self._bot.monotonic() + MISS_SECONDS)
        elif is_miss(view):
            # told for another reason: what has been turned back stays so
            view = view if table.id in self._misses else flipped_back(view)
        else:
            self._misses.pop(table.id, None)
        message = await self._draw(header, view, ply, news, t)
        if post is not None and told:
            # in the place of a message that can't be edited now, another would leave a miss in it
            if post.alt != message.alt and self._by(table).can_edit(table, post):
                await self.posts.edit(table, _with_lines(post, message, t), post, ply, header.status)
        elif post is not None and self._by(table).in_place:
            await self.posts.edit(table, message, post, ply, header.status)
        elif post is not None and post.ply and view.mid_turn and _in_one_turn(news, view):
            await self.posts.edit(table, _with_lines(post, message, t), post, ply, header.status)
        else:
            await self._post_grid(table, header, ply, news, view, message)
        self._turns.follow(table, header, ply, news, () if told else message.mentions)

    async def _post_grid(
        self,
        table: Table,
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
            table: the table.
            header: its header.
            ply: its ply.
            news: the events that the message tells.
            view: what the channel may see.
            message: the message.
            told: the ply up to which all is told then; None for the table's.

        """
        told = ply if told is None else told
        old = table.header.post_here
        archived = False
        if old is not None and old.ply:
            try:
                await self.posts.clear(table, old)
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
        kept = await self.posts.post(table, hidden, told, header.status)
        if archived and old is not None:
            await self.posts.clear(table, old)
        if up and kept and (post := table.header.post) is not None:
            await self.posts.edit(table, message, post, told, header.status)

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
        if any(isinstance(each, MatchEnded) for each in news) and header.delivery is not Delivery.DIRECT:
            changes = await rank_changes.changes(self._bot.hub.store, header, t)

        def made(header: Header) -> Message:
            if view.turn is not None:
                shown = board(header, view, ply, news, t, theme)
                read = hand and replace(hand, as_text=header.as_text)
                return shown if read is None else with_hand(shown, read, self._hands.tiles)
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

    async def redraw(self, table: Table, hand: HandState, ends_of: Tile | None) -> Message:
        """Return the message of a table with a hand, for a press that changes nothing but what is asked."""
        header, ply, view = table.header, table.ply, table.view(None)
        t = translations(hand.person.locale)
        told = "" if header.post is None else header.post.text
        theme = await server_theme(self._bot.hub.store, header.guild)

        def made() -> Message:
            shown = board(replace(header, as_text=hand.as_text), view, ply, (), t, theme)
            shown = replace(shown, text=fit_lines([*filter(None, told.split("\n")), shown.text], t))
            return with_hand(shown, hand, self._hands.tiles, ends_of)

        return await self._bot.rendering.draw(made)

    async def set_lobby_post(self, table: Table, post: Post) -> bool:
        """Store a lobby's message; return whether the lobby has changed since the message was written."""
        if table.header.post is not None:
            await self.posts.strip(table, post)
            return False
        await table.set_post(post)
        now = lobby(table.header, self._bot.hub.pace, self._bot.mentions, translations(table.header.locale))
        return now.archived_text != post.text or len(table.people) > 1

    async def again(self, table: Table, hand: HandState | None = None) -> None:
        """Show a table again at the bottom of its channel, as it is now.

        Args:
            table: the table.
            hand: the hand that the message shows below the table; None if others see it.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        header, ply = table.header, table.ply
        t = translations(header.locale) if hand is None else translations(hand.person.locale)
        told, attendance = ply, header.attendance
        if ply and table.news and header.post is not None:
            # after a crash, the start tells what is older than what the newest message is noted to tell
            told, attendance = max(1, header.post.ply), header.post.attendance
        if not ply:
            message = lobby(header, self._bot.hub.pace, self._bot.mentions, t)
        else:
            view = table.view(None)
            if isinstance(view.layout, Grid) and view.turn is not None:
                view = flipped_back(view) if is_miss(view) and table.id not in self._misses else view
                message = await self._draw(header, view, ply, (), t)
                message = replace(message, mentions=(), attendance=attendance)
                await self._post_grid(table, header, ply, (), view, message, told=told)
                return
            message = replace(await self._draw(header, view, ply, (), t, hand), attendance=attendance)
        await self.posts.post(table, replace(message, mentions=()), told, header.status)


def _in_one_turn(news: Sequence[News], view: View) -> bool:
    """Whether all events happened in the present turn."""
    return all(isinstance(each, Flipped) and each.seat == view.turn for each in news)


def _with_lines(post: Post, message: Message, t: NullTranslations) -> Message:
    """Return a message that starts with the archived text of the post it replaces."""
    before = [*filter(None, post.text.split("\n"))]
    text = fit_lines([*before, *message.text.split("\n")], t, message.plain)
    lasting = fit_lines([*before, *filter(None, message.archived_text.split("\n"))], t, message.plain, spare=TURN_ROOM)
    return replace(message, text=text, archived_text=lasting)
