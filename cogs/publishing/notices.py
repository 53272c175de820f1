"""Messages that tell players of their turn beside the table: by direct message, or half way through their time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from gettext import NullTranslations

import discord

from cogs.core.bot import Bot
from cogs.core.context import server_name
from cogs.core.http.requests import FAILURES, describe, is_barred
from cogs.messages.board import reminder, turn_call, turn_notice
from cogs.publishing.delivery import channel_of
from cogs.publishing.plan import Scene
from cogs.publishing.scenes import Moment, call_scene, moment_of, notice_scene, reminder_scene
from cogs.publishing.screen import Screen
from engine.events import BidMade, Dealt, Drew, Flipped, Passed, Played, TrumpNamed
from engine.live.model.errors import StorageError
from engine.live.model.news import LeftNoChoice, TimedOut
from engine.live.model.preferences import PersonPreferences
from engine.live.model.table import Header
from engine.view import View
from render.i18n import translations

_log = logging.getLogger(__name__)


class Notices:
    """Tells players of their turn, once a turn; the message goes with the turn."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def remind(self, screen: Screen) -> None:
        """Remind the player in turn that half of their time is over; the next picture removes the reminder."""
        await self._show_below(screen, reminder_scene, reminder)

    async def call(self, screen: Screen, moment: Moment, notified: Sequence[int]) -> None:
        """Tell a player of their turn below an edited picture; the next picture removes the message."""
        if notified and moment.view is not None and moment.view.turn is not None:
            await self._show_below(screen, call_scene, turn_call)

    def follow_hands(self, screen: Screen, moment: Moment) -> None:
        """Tell a player of their turn where hands alone show it: an edit notifies nobody."""
        view = moment.view
        if view is None:
            return
        turn = None if view.turn is None else moment.header.people[view.turn]
        asked = turn is not None and not (turn.away or view.mid_turn)
        self.follow(screen, moment, (turn.user_id,) if turn is not None and asked else ())

    async def _show_below(
        self,
        screen: Screen,
        scene: Callable[[Moment, int], Scene | None],
        draw: Callable[[Header, View, NullTranslations], discord.ui.LayoutView],
    ) -> None:
        moment = moment_of(screen.table)
        header, view = moment.header, moment.view
        if view is None or view.turn is None or not header.delivery.has_reminders:
            return
        user = discord.Object(header.people[view.turn].user_id)

        async def send() -> discord.Message:
            sent = await channel_of(self._bot, header).send(
                view=draw(header, view, translations(header.locale)),
                allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=[user]),
            )
            if (post := screen.table.header.post) is not None:
                await screen.table.set_post(replace(post, reminder_id=sent.id))
            return sent

        try:
            with screen.sending():
                await screen.reminder.bring(self._bot, lambda: scene(moment_of(screen.table), moment.ply), send)
        except FAILURES as error:
            _log.info("the player in turn could not be told at table %s: %s", screen.table.id, describe(error))

    def follow(self, screen: Screen, moment: Moment, notified: Sequence[int]) -> None:
        """Tell a player of their turn under the slow clock, soon, and delete the message about an earlier turn.

        Args:
            screen: the screen of the table.
            moment: the moment that the channel shows.
            notified: the user ids of the people with the turn that it announces.

        """
        self._note_moves(screen, moment)
        new = moment.ply != screen.noticed_at
        if notified and new:
            screen.noticed_at = moment.ply
            self._bot.start_soon(self._tell(screen, moment.ply, notified[0]))
        elif new or not screen.table.playing:
            self._bot.start_soon(screen.notice.delete(self._bot))

    def _note_moves(self, screen: Screen, moment: Moment) -> None:
        """Note the people who moved themselves, and the time of a deal."""
        now = self._bot.monotonic()
        by_bot = {each.seat for each in moment.news if isinstance(each, TimedOut | LeftNoChoice)}
        for each in moment.news:
            if isinstance(each, Dealt):
                screen.dealt_at = now
                for reader in screen.readers.values():
                    reader.closed = False
            elif isinstance(each, Played | Drew | Passed | Flipped | BidMade | TrumpNamed) and each.seat not in by_bot:
                screen.reader(moment.header.people[each.seat].user_id).moved_at = now

    async def _tell(self, screen: Screen, ply: int, user_id: int) -> None:
        reader, now = screen.reader(user_id), self._bot.monotonic()

        async def send() -> discord.Message:
            header = screen.table.header
            t = translations(next(each for each in header.people if each.user_id == user_id).locale)
            channel = await self._bot.create_dm(discord.Object(user_id))
            if header.delivery.hands_alone:
                return await channel.send(view=turn_call(header, screen.table.view(None), t))
            server = server_name(self._bot, header.guild_id, t)
            return await channel.send(view=turn_notice(header, server, self._bot.mentions, t))

        try:
            chosen = await self._bot.hub.store.preferences.get(PersonPreferences, user_id)
            await screen.notice.bring(
                self._bot,
                lambda: notice_scene(moment_of(screen.table), ply, reader, chosen, now, screen.dealt_at),
                send,
            )
        except (*FAILURES, StorageError) as error:
            if is_barred(error):
                reader.closed = True
            _log.info("a player of table %s got no message about their turn: %s", screen.table.id, describe(error))
