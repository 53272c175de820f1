"""What a channel shows of a table: as a new message, or as an edit of the last one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from gettext import NullTranslations

import discord

from cogs.core.bot import Bot
from cogs.core.preferences import server_theme
from cogs.core.requests import THREAD_ARCHIVED
from cogs.messages import rank_changes
from cogs.messages.board import board, turn_deadline, with_new_deadline
from cogs.messages.deal_end import closed_match, deal_end
from cogs.messages.emojis import TileEmojis
from cogs.messages.grid import flipped_back, is_miss
from cogs.messages.hand import HandState
from cogs.messages.hand_message import with_hand
from cogs.messages.lobby import closed_lobby, lobby, unreadable_table
from cogs.messages.message import TURN_ROOM, Message, fit_lines
from cogs.publishing.plan import Clear, Correct, Edit, Face, Means, Step, below, plan
from cogs.publishing.posts import TIDY_SECONDS, Posts
from cogs.publishing.scenes import Moment, shown_of, table_scene
from cogs.publishing.screen import Look, Screen
from cogs.publishing.strays import Strays, is_overdue
from cogs.publishing.transports import Transports
from cogs.publishing.turns import TurnMessages
from engine.errors import redacted_traceback
from engine.events import MatchEnded
from engine.live.model.news import Closed, News
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Attendance, Header, Post, Status
from engine.tiles import Tile
from engine.view import View
from render.i18n import translations

_log = logging.getLogger(__name__)

MISS_SECONDS = 8
"""How long two tiles that make no pair stay face up, unless the next player is faster."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a message tells that shows a table once more: up to which ply, and who plays."""

    ply: int
    attendance: Attendance | None


class ChannelPublisher:
    """Shows tables in their channels, one message of a table at a time.

    Attributes:
        posts: the messages.
        strays: the messages whose numbers were not stored.

    """

    def __init__(self, bot: Bot, transports: Transports, tiles: TileEmojis) -> None:
        self._bot = bot
        self._tiles = tiles
        self._transports = transports
        self.posts = Posts(bot, transports)
        self.strays = Strays(bot)
        self._turns = TurnMessages(bot)

    def restored(self, screen: Screen) -> None:
        """Note that a table was restored at startup: no message of it is in flight."""
        screen.restored = True
        self.posts.restored(screen)
        if screen.header.delivery.on_server:
            self.strays.restored(screen)

    async def show(self, screen: Screen, moment: Moment) -> None:
        """Show a table as it was at one moment.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        means = await self._means(screen, moment)
        want = table_scene(moment, means)
        steps = plan(want, shown_of(moment, means), means)
        screen.outdated = steps is None
        if moment.grid is not None:
            self._time_miss(screen, moment)
        if steps:
            screen.says = None
            message = await self._perform(screen, moment, steps)
            screen.says = means.says if moment.view is None else None
            if message is not None and moment.view is not None:
                self._turns.follow(
                    screen, moment.header, moment.ply, moment.news, () if moment.told else message.mentions
                )
        screen.restored = False
        screen.look = _look_of(moment.hand) or screen.look

    async def again(self, screen: Screen, hand: HandState | None = None) -> None:
        """Show a table again at the bottom of its channel, as it is now.

        Args:
            screen: the screen of the table.
            hand: the hand that the message shows below the table; None if others see it.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        header, ply = screen.header, screen.table.ply
        told, attendance = ply, header.attendance if ply else None
        if ply and screen.table.news and header.post is not None:
            # after a crash, the start tells what is older than what the newest message is noted to tell
            told, attendance = max(1, header.post.ply), header.post.attendance
        moment = Moment(header, ply, (), screen.table.view(None) if ply else None, hand)
        means = Means(miss=screen.miss_until is not None)
        screen.says = None
        steps = below(table_scene(moment, means), shown_of(moment, means))
        await self._perform(screen, moment, steps, Told(told, attendance))

    async def _means(self, screen: Screen, moment: Moment) -> Means:
        """Ask what the plan has to know, as far as it matters."""
        header, post, transport = moment.header, moment.post, self._transports[moment.header.delivery]
        look = _look_of(moment.hand)
        means = Means(
            room=self._bot.budget.spare,
            editable=post is None or transport.can_edit(screen, post),
            restored=screen.restored,
            miss=screen.miss_until is not None,
            late=moment.is_late(self._bot.hub.pace.for_turn(header.time_control)),
            looks=look is not None and screen.look not in (None, look),
            said=screen.says,
        )
        if moment.view is None:
            return replace(means, says=repr(self._lobby(moment).layout.to_components()))
        if moment.grid is not None and moment.told and not means.miss:
            # text in the place of a picture counts, too
            assert post is not None
            drawn = await self._message(moment, table_scene(moment, means).face)
            return replace(means, says=drawn.alt, said=post.alt)
        if moment.grid is None and post is not None and not (moment.told and not means.looks):
            return replace(means, continues=await self._continues(screen, moment, post))
        return means

    async def _continues(self, screen: Screen, moment: Moment, post: Post) -> bool:
        """Whether the newest message takes the next picture, too: by the way it is delivered, or the server's choice.

        Where a lobby takes the place of a match, the answer to the press is the lobby.
        """
        header = moment.header
        if header.untimed:
            reopened = any(isinstance(each, Closed) and each.how == "reopened" for each in moment.news)
            return reopened or self._transports[header.delivery].continues(screen, post)
        if not post.ply or post.deal:
            return False
        chosen = await self._bot.hub.store.preferences(ServerPreferences, header.guild)
        return chosen.one_picture and not await self.posts.is_far_up(screen, post)

    def _time_miss(self, screen: Screen, moment: Moment) -> None:
        """Note how long two tiles stay face up that are no pair; what is told for another reason changes nothing."""
        if moment.told or moment.view is None:
            return
        if not is_miss(moment.view):
            screen.miss_until = None
        elif moment.flips:
            screen.miss_until = self._bot.monotonic() + MISS_SECONDS

    async def _perform(
        self, screen: Screen, moment: Moment, steps: Sequence[Step], told: Told | None = None
    ) -> Message | None:
        """Do the steps of a plan; return the last message, or None if it was only corrected.

        Args:
            screen: the screen of the table.
            moment: the moment that is shown.
            steps: the steps.
            told: what a message tells that shows the table once more, and notifies nobody; None for all.

        Raises:
            discord.HTTPException: Discord refuses a step.

        """
        status, ply = moment.header.status, moment.ply if told is None else told.ply
        left, shown = None, None
        for step in steps:
            post = screen.header.post_here
            if isinstance(step, Clear):
                left = await self._cleared(screen, post)
                continue
            if isinstance(step, Correct):
                await self._correct(screen, moment)
                continue
            message = await self._message(moment, step.face)
            if told is not None:
                message = replace(message, mentions=(), attendance=told.attendance)
            if isinstance(step, Edit):
                assert post is not None
                shown = _with_lines(post, message, moment.t) if step.keeps else message
                await self.posts.edit(screen, shown, post, ply, status)
                continue
            shown, kept = message, await self.posts.post(screen, message, ply, status)
            if left is not None:
                await self.posts.clear(screen, left)
            if not kept:
                break
        return shown

    async def _cleared(self, screen: Screen, post: Post | None) -> Post | None:
        """Take picture and buttons off a message; return it if a new message has to open its thread before."""
        if post is None:
            return None
        try:
            await self.posts.clear(screen, post)
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED:
                raise
            return post
        return None

    async def _correct(self, screen: Screen, moment: Moment) -> None:
        """Correct a board's deadline and keep its picture."""
        post, view = moment.post, moment.view
        assert post is not None
        assert view is not None
        shown = with_new_deadline(moment.header, view, moment.ply, post, moment.t)
        await self.posts.renew(screen, shown, replace(post, until=turn_deadline(moment.header, view)))

    def _lobby(self, moment: Moment) -> Message:
        header, t = moment.header, moment.t
        if moment.unreadable:
            return unreadable_table(header, moment.news, t)
        if header.status is Status.LOBBY:
            return lobby(header, self._bot.hub.pace, self._bot.mentions, t)
        return closed_lobby(header, self._bot.hub.pace, self._bot.mentions, moment.news, t)

    async def _message(self, moment: Moment, face: Face | None) -> Message:
        """Draw the message of a moment; with its tiles face down, if that is the face."""
        view = moment.view
        if view is None:
            return self._lobby(moment)
        if face == "down":
            view = flipped_back(view)
        return await self._draw(moment.header, view, moment.ply, moment.news, moment.t, moment.hand)

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
                return shown if read is None else with_hand(shown, read, self._tiles)
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
            return with_hand(shown, hand, self._tiles, ends_of)

        return await self._bot.rendering.draw(made)

    async def set_lobby_post(self, screen: Screen, post: Post) -> bool:
        """Store a lobby's message; return whether the lobby has changed since the message was written."""
        if screen.header.post is not None:
            await self.posts.strip(screen, post)
            return False
        await screen.table.set_post(post)
        now = lobby(screen.header, self._bot.hub.pace, self._bot.mentions, translations(screen.header.locale))
        return now.archived_text != post.text or len(screen.table.people) > 1


def _look_of(hand: HandState | None) -> Look | None:
    """Return how and in which language a person sees their hand; None for no hand."""
    return None if hand is None else (hand.as_text, hand.theme.id, hand.person.locale)


def _with_lines(post: Post, message: Message, t: NullTranslations) -> Message:
    """Return a message that starts with the archived text of the post it replaces."""
    before = [*filter(None, post.text.split("\n"))]
    text = fit_lines([*before, *message.text.split("\n")], t, message.plain)
    lasting = fit_lines([*before, *filter(None, message.archived_text.split("\n"))], t, message.plain, spare=TURN_ROOM)
    return replace(message, text=text, archived_text=lasting)
