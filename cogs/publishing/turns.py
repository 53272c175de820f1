"""Direct messages that tell players of their turn at tables where a turn may take a day."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import discord

from cogs.core.bot import Bot
from cogs.core.context import server_name
from cogs.core.requests import FAILURES, describe, is_barred
from cogs.messages.board import turn_notice
from cogs.messages.hand import has_hands
from cogs.publishing.hands import Hands
from engine.events import BidMade, Dealt, Drew, Flipped, Passed, Played, TrumpNamed
from engine.live.model.errors import StorageError
from engine.live.model.news import LeftNoChoice, News, TimedOut
from engine.live.model.pace import TimeControl
from engine.live.model.preferences import PersonPreferences
from engine.live.model.table import Header, Person
from engine.live.tables.table import Table
from render.i18n import translations

_log = logging.getLogger(__name__)

RECENT_SECONDS = 120.0
"""For how long a player who moved, or was sent a hand, needs no message: they are still there."""


@dataclass(slots=True)
class _Known:
    """What is known of a table.

    Attributes:
        ply: the ply of the newest turn that was told, or needed no telling.
        message: the message that tells it, if one does.
        moved_at: when people last moved, by user id.
        dealt_at: when the last deal began.
        closed_to: the people who took no direct message in this deal.

    """

    ply: int = -1
    message: discord.Message | None = None
    moved_at: dict[int, float] = field(default_factory=dict[int, float])
    dealt_at: float = float("-inf")
    closed_to: set[int] = field(default_factory=set[int])


class TurnMessages:
    """Tells players by direct message that it is their turn under the slow clock, once a turn.

    The message is deleted when the turn has passed. Players who have just moved get none, and none who were just sent
    their hand, which says the same.
    """

    def __init__(self, bot: Bot, hands: Hands) -> None:
        self._bot = bot
        self._hands = hands
        self._known: WeakKeyDictionary[Table, _Known] = WeakKeyDictionary()

    def follow(self, table: Table, header: Header, ply: int, news: Sequence[News], notified: Sequence[int]) -> None:
        """Notify the players whom a new board notifies, soon, and delete the messages about an earlier turn.

        Args:
            table: the table.
            header: its header when the board was made.
            ply: its ply then.
            news: the events that the board tells.
            notified: the user ids of those whose turn the board announces.

        """
        if header.time_control is not TimeControl.SLOW:
            return
        known, now = self._known.setdefault(table, _Known()), self._bot.monotonic()
        by_bot = {each.seat for each in news if isinstance(each, TimedOut | LeftNoChoice)}
        for each in news:
            if isinstance(each, Dealt):
                known.dealt_at = now
                known.closed_to.clear()
            elif isinstance(each, Played | Drew | Passed | Flipped | BidMade | TrumpNamed) and each.seat not in by_bot:
                known.moved_at[header.people[each.seat].user] = now
        if known.message is not None and (ply != known.ply or not table.playing):
            self._bot.start_soon(_delete(known.message))
            known.message = None
        for user in notified if ply != known.ply else ():
            known.ply = ply
            if now - known.moved_at.get(user, float("-inf")) >= RECENT_SECONDS and user not in known.closed_to:
                person = next(each for each in header.people if each.user == user)
                self._bot.start_soon(self._tell(table, person, ply, known))

    async def _tell(self, table: Table, person: Person, ply: int, known: _Known) -> None:
        try:
            if not await self._is_wanted(table, person.user, known):
                return
            channel = await self._bot.create_dm(discord.Object(person.user))
            t = translations(person.locale)
            server = server_name(self._bot, table.header.guild, t)
            sent = await channel.send(view=turn_notice(table.header, server, self._bot.mentions, t))
        except (*FAILURES, StorageError) as error:
            if is_barred(error):
                known.closed_to.add(person.user)
            _log.info("a player of table %s was not told of their turn: %s", table.id, describe(error))
            return
        if table.ply == ply and table.playing:
            known.message = sent
        else:
            # they were faster
            await _delete(sent)

    async def _is_wanted(self, table: Table, user: int, known: _Known) -> bool:
        """Whether a person wants to be told of their turn, and is not told by the message with a new hand."""
        chosen = await self._bot.hub.store.preferences(PersonPreferences, user)
        dealt = self._bot.monotonic() - known.dealt_at < RECENT_SECONDS
        by_hand = dealt and chosen.hands and has_hands(table.header.rules)
        return chosen.turns and not by_hand and not self._hands.refused(table.id, user)


async def _delete(message: discord.Message) -> None:
    try:
        await message.delete()
    except FAILURES as error:
        _log.info("a message about a turn stays: %s", describe(error))
