"""Direct messages that tell players of their turn at tables where a turn may take a day."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from cogs.core.bot import Bot
from cogs.core.context import server_name
from cogs.core.http.requests import FAILURES, describe, is_barred
from cogs.messages.board import turn_notice
from cogs.messages.hand import has_hands
from cogs.publishing.screen import Screen
from engine.events import BidMade, Dealt, Drew, Flipped, Passed, Played, TrumpNamed
from engine.live.model.errors import StorageError
from engine.live.model.news import LeftNoChoice, News, TimedOut
from engine.live.model.preferences import PersonPreferences
from engine.live.model.table import Header, Person
from render.i18n import translations

_log = logging.getLogger(__name__)

RECENT_SECONDS = 120.0
"""For how long a player who moved, or was sent a hand, needs no message: they are still there."""


class TurnMessages:
    """Tells players by direct message that it is their turn under the slow clock, once a turn.

    The message is deleted when the turn has passed. Players who have just moved get none, and none who were just sent
    their hand, which says the same.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def follow(self, screen: Screen, header: Header, ply: int, news: Sequence[News], notified: Sequence[int]) -> None:
        """Notify the players whom a new board notifies, soon, and delete the messages about an earlier turn.

        Args:
            screen: the screen of the table.
            header: its header when the board was made.
            ply: its ply then.
            news: the events that the board tells.
            notified: the user ids of those whose turn the board announces.

        """
        now = self._bot.monotonic()
        by_bot = {each.seat for each in news if isinstance(each, TimedOut | LeftNoChoice)}
        for each in news:
            if isinstance(each, Dealt):
                screen.dealt_at = now
                for reader in screen.readers.values():
                    reader.closed = False
            elif isinstance(each, Played | Drew | Passed | Flipped | BidMade | TrumpNamed) and each.seat not in by_bot:
                screen.reader(header.people[each.seat].user).moved_at = now
        if screen.notice is not None and (ply != screen.noticed_at or not screen.table.playing):
            self._bot.start_soon(_delete(screen.notice))
            screen.notice = None
        for user in notified if ply != screen.noticed_at else ():
            screen.noticed_at, reader = ply, screen.reader(user)
            if now - reader.moved_at >= RECENT_SECONDS and not reader.closed:
                person = next(each for each in header.people if each.user == user)
                self._bot.start_soon(self._tell(screen, person, ply))

    async def _tell(self, screen: Screen, person: Person, ply: int) -> None:
        table = screen.table
        try:
            if not await self._is_wanted(screen, person.user):
                return
            channel = await self._bot.create_dm(discord.Object(person.user))
            t = translations(person.locale)
            server = server_name(self._bot, table.header.guild, t)
            sent = await channel.send(view=turn_notice(table.header, server, self._bot.mentions, t))
        except (*FAILURES, StorageError) as error:
            if is_barred(error):
                screen.reader(person.user).closed = True
            _log.info("a player of table %s was not told of their turn: %s", table.id, describe(error))
            return
        if table.ply == ply and table.playing:
            screen.notice = sent
        else:
            # they were faster
            await _delete(sent)

    async def _is_wanted(self, screen: Screen, user: int) -> bool:
        """Whether a person wants to be told of their turn, and is not told by the message with a new hand."""
        chosen = await self._bot.hub.store.preferences(PersonPreferences, user)
        dealt = self._bot.monotonic() - screen.dealt_at < RECENT_SECONDS
        by_hand = dealt and chosen.hands and has_hands(screen.header.rules)
        return chosen.turns and not by_hand and not screen.reader(user).refused


async def _delete(message: discord.Message) -> None:
    try:
        await message.delete()
    except FAILURES as error:
        _log.info("a message about a turn stays: %s", describe(error))
