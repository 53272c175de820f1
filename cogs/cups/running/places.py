"""The place of each table of a cup: a thread of its own, else a channel for it alone, else direct messages.

A table's ``way`` says which kind of place is tried. If Discord refuses it, delays it or deletes it, the next is tried.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal

import discord

from cogs.bot import DominoBot
from cogs.core.http.requests import FAILURES, describe, may_be_done
from cogs.core.permissions import NEEDED, NEEDED_FOR_THREADS, NEEDED_IN_THREADS, missing
from cogs.cups.rounds import place_name
from cogs.cups.running.sending import MAX_SKEW_SECONDS, Sender
from cogs.cups.texts import numbers_of
from engine.cups import Format, Paired
from engine.live.cups import course
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import LiveTable, Situation, Way
from engine.live.cups.tempo import Tempo
from engine.live.model.errors import TableError
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Place
from engine.rules import has_hands
from render.i18n import ENGLISH, translations
from render.names import clean

_log = logging.getLogger(__name__)

ARCHIVE_MINUTES: Final[Mapping[Tempo, Literal[1_440, 10_080]]] = {Tempo.TONIGHT: 1_440, Tempo.DAYS: 10_080}
"""The minutes without a message after which Discord archives a thread; the next message reopens it."""

BARRED_SECONDS = 60.0
"""For how long a channel that refused a message is left alone."""

MAX_THREAD_NAME = 100
"""The maximum length of a thread's name, by Discord's limit."""

GuildChannel = discord.abc.GuildChannel | discord.Thread


class Waiting(Exception):
    """Something can't be done yet, and nobody is to blame: it is tried again soon."""


def thread_name(at: Situation, live: LiveTable) -> str:
    """Return the name of a table's thread, which no other has: ``Round 2, table 3 · Thursday Cup``."""
    t = translations(at.header.locale)
    numbers = numbers_of(*live.key, t)
    if at.cup.settings.format is Format.KNOCK_OUT:
        numbers = place_name(at.cup, *live.key, t)
    # a list of channels cuts its end off
    return f"{numbers[:1].upper()}{numbers[1:]} · {clean(at.header.name)}"[:MAX_THREAD_NAME]


def nonce_of(at: Situation, live: LiveTable, channel_id: int) -> str:
    """Return the name of a table's message to these people in a channel or thread: at most 25 characters."""
    table = at.cup.table_at(len(at.cup.rounds), live.number)
    sides = () if table is None else table.sides
    return f"{at.header.id}-{live.round}-{live.number}-{hash((channel_id, sides)) % 10**8}"


def round_drawn_at(at: Situation) -> float:
    """Return the time of the present round's drawing, by the log; no wait moves it, unlike a table's ``paired_at``."""
    drawn = (each.at for each in reversed(at.log) if isinstance(each.action, Paired))
    return next(drawn, at.header.opened_at)


def is_direct(at: Situation, live: LiveTable) -> bool:
    """Whether a table is in its people's direct messages alone, or will be; a match that has begun elsewhere is not."""
    return live.way is Way.DIRECT and has_hands(at.cup.settings.rules) and bool(live.message_id or not live.match_id)


def may_post(channel: GuildChannel) -> bool:
    """Whether the bot may hold a table in a channel or thread, as far as is known."""
    needed = NEEDED_IN_THREADS if isinstance(channel, discord.Thread) else NEEDED
    return isinstance(channel, discord.abc.Messageable) and not _lacks(channel, needed)


def may_open_threads(channel: GuildChannel | None) -> bool:
    """Whether the bot may open threads for tables in a channel, as far as is known."""
    return isinstance(channel, discord.TextChannel) and not _lacks(channel, NEEDED_FOR_THREADS | NEEDED_IN_THREADS)


def _lacks(channel: GuildChannel, needed: dict[str, str]) -> bool:
    return bool(missing(channel.permissions_for(channel.guild.me), needed, translations(ENGLISH)))


class Places:
    """Finds and opens the places of tables.

    Args:
        bot: the bot.
        sender: marks its requests.
        open_cups: returns the cups that are not over.

    """

    def __init__(self, bot: DominoBot, sender: Sender, open_cups: Callable[[], Iterable[LiveCup]]) -> None:
        self._bot = bot
        self._sender = sender
        self._open_cups = open_cups
        # the tables whose threads this process alone has asked for
        self._asked: set[tuple[str, int, int]] = set()
        # until when Discord delays threads, by the ids of their channels
        self._delayed: dict[int, float] = {}
        # until when a channel that refused a message is left alone, by its id
        self._barred: dict[int, float] = {}
        # the channels for which a table is about to be stored
        self._reserved: set[int] = set()

    async def open(self, cup: LiveCup, live: LiveTable) -> None:
        """Open a place of the kind that a table tries, or note that there is none.

        Raises:
            Waiting: another table is in each channel, or the server can't be reached.

        """
        guild = self.guild_of(cup.situation)
        if guild is None:
            raise Waiting
        if live.way is Way.THREAD:
            await self._open_thread(cup, live, guild)
        elif is_direct(cup.situation, live):
            # any number of such tables is there; links lead to the cup
            await cup.do(course.opened, live, cup.header.channel_id)
        else:
            await self._take_channel(cup, live, guild)

    def guild_of(self, at: Situation) -> discord.Guild | None:
        """Return the server of a cup; None once the bot was removed from it.

        Raises:
            Waiting: the server can't be reached now.

        """
        guild = self._bot.get_guild(at.header.guild_id)
        if guild is not None and not guild.unavailable:
            return guild
        if guild is None and self._bot.lists(at.header.guild_id):
            return None
        raise Waiting

    # ------------------------------------------------------------------ threads

    async def _open_thread(self, cup: LiveCup, live: LiveTable, guild: discord.Guild) -> None:
        channel = guild.get_channel(cup.header.channel_id)
        if not may_open_threads(channel) or self._is_delayed(cup.header.channel_id):
            await cup.do(course.refused, live)
            return
        assert isinstance(channel, discord.TextChannel)
        at, asked = cup.situation, (cup.id, *live.key)
        look = live.tried_at is not None and asked not in self._asked
        if live.tried_at is None:
            await cup.do(course.trying, live)
        self._asked.add(asked)
        left = (live.tried_at or at.now) + at.header.graces.place - at.now
        try:
            async with asyncio.timeout(max(left, 0.0)):
                thread_id = await self._thread(at, live, channel, look=look)
        except (*FAILURES, TimeoutError) as error:
            if may_be_done(error):
                # the next try looks for the thread before it asks for another
                self._asked.discard(asked)
                if left > 0 and not isinstance(error, TimeoutError):
                    raise
            if isinstance(error, discord.RateLimited):
                self._delayed[channel.id] = self._bot.monotonic() + error.retry_after
            _log.info("a table of cup %s gets no thread: %s", cup.id, describe(error))
            await cup.do(course.refused, live)
            return
        await self._opened(cup, live, thread_id)

    async def _thread(self, at: Situation, live: LiveTable, channel: discord.TextChannel, *, look: bool) -> int:
        """Return the id of a table's thread, a new one unless it is there."""
        name = thread_name(at, live)
        with self._sender.requests(at.header.guild_id):
            since = round_drawn_at(at) - MAX_SKEW_SECONDS
            for each in await channel.guild.active_threads() if look else ():
                # another cup of the same name may have had such a thread
                made_since = discord.utils.snowflake_time(each.id).timestamp() >= since
                if each.owner == channel.guild.me and (each.parent_id, each.name) == (channel.id, name) and made_since:
                    return each.id
            thread = await channel.create_thread(
                name=name,
                type=discord.ChannelType.public_thread,
                auto_archive_duration=ARCHIVE_MINUTES[at.header.tempo],
            )
        return thread.id

    def _is_delayed(self, channel_id: int) -> bool:
        return self._bot.monotonic() < self._delayed.get(channel_id, 0.0)

    # ------------------------------------------------------------------ channels

    async def _take_channel(self, cup: LiveCup, live: LiveTable, guild: discord.Guild) -> None:
        channels = await self.channels(cup.situation, guild)
        if not channels:
            if live.way is not Way.DIRECT:
                await cup.do(course.refused, live)
                return
            raise Waiting
        free = next((each for each in channels if self._is_free(each)), 0)
        if not free:
            raise Waiting
        self._reserved.add(free)
        try:
            await self._opened(cup, live, free)
        finally:
            self._reserved.discard(free)

    async def _opened(self, cup: LiveCup, live: LiveTable, channel_id: int) -> None:
        await cup.do(course.opened, live, channel_id)
        self._sender.claim(nonce_of(cup.situation, live, channel_id))

    def bar(self, channel_id: int) -> None:
        """Leave a channel alone for some time, since Discord let the bot post nothing there."""
        self._barred[channel_id] = self._bot.monotonic() + BARRED_SECONDS

    def is_barred(self, channel_id: int) -> bool:
        """Whether a channel is left alone now."""
        return self._bot.monotonic() < self._barred.get(channel_id, 0.0)

    async def channels(self, at: Situation, guild: discord.Guild) -> list[int]:
        """Return the ids of the channels for a cup's tables and messages, its own first."""
        chosen = await self._bot.hub.store.preferences.get(ServerPreferences, guild.id)
        found = (guild.get_channel_or_thread(each) for each in (at.header.channel_id, *chosen.channels))
        open_ = (each.id for each in found if each is not None and may_post(each))
        return list(dict.fromkeys(each for each in open_ if not self.is_barred(each)))

    def _is_free(self, channel_id: int) -> bool:
        """Whether no table is in a channel, or about to be."""
        try:
            self._bot.hub.require_free(Place(channel_id))
        except TableError:
            return False
        situations = [cup.situation for cup in self._open_cups()]
        tables = ((at, live) for at in situations for _, live in at.waiting if live.channel_id == channel_id)
        return channel_id not in self._reserved and all(is_direct(at, live) for at, live in tables)
