"""The loop that lets cups go on: their time, the ends of their matches, and what has to be done for them on Discord."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import cast

import discord
from discord.ext import commands, tasks

from cogs.bot import DominoBot
from cogs.core.cog import Cog
from cogs.core.http.requests import FAILURES, describe
from cogs.cups.open_cups import open_cups_of
from cogs.cups.running.jobs import Jobs
from cogs.cups.running.matches import Matches
from cogs.cups.running.places import Places
from cogs.cups.running.posts import Posts
from cogs.cups.running.sending import Sender
from cogs.cups.running.tables import Tables
from engine.errors import redacted_traceback
from engine.live.cups import course
from engine.live.cups.course import Job
from engine.live.cups.errors import CupDeclined
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import LiveTable
from engine.live.model.errors import StorageError

_log = logging.getLogger(__name__)

MIN_STEP_SECONDS = 1.0
"""How far the clock has to be from its course to count as set."""


class CupRunner(Cog):
    """Lets the cups of this process go on. Nothing waits in its loop: each cup and each job has a task of its own."""

    bot: DominoBot

    def __init__(self, bot: DominoBot) -> None:
        super().__init__(bot)
        self._open = open_cups_of(bot)
        sender = Sender(bot)
        self.places = Places(bot, sender, lambda: self._open.cups.open)
        self.matches = Matches(bot)
        self.tables = Tables(bot, sender, self.places)
        self.posts = Posts(bot, sender, self.places)
        self._on_table: Mapping[type[Job], Callable[[LiveCup, LiveTable], Awaitable[None]]] = {
            course.OpenPlace: self.places.open,
            course.ShowTable: self.tables.show,
            course.BeginMatch: self.matches.begin,
            course.CallTime: self.matches.call_time,
            course.CallOff: self.matches.call_off,
            course.Archive: self.tables.archive,
        }
        self.jobs = Jobs(bot, self._do, self.start_soon)
        self._advancing: set[str] = set()
        self._refreshing: set[str] = set()
        # by cup, the revision that its messages show
        self._refreshed: dict[str, int] = {}
        # by cup, how far the bot's time is ahead of the one that nobody sets
        self._offsets: dict[str, float] = {}

    async def cog_load(self) -> None:
        """Begin to hear of changes."""
        await super().cog_load()
        self._open.listeners.append(self._changed)

    async def cog_unload(self) -> None:
        """Hear of changes no more."""
        self._open.listeners.remove(self._changed)
        await super().cog_unload()

    @tasks.loop(seconds=1)
    async def tick(self) -> None:
        """Let the cups go on whose people can reach the bot; time stands still for the others."""
        try:
            await self._open.follow_shards()
        except StorageError as error:
            _log.debug("cups could not be read: %s", error)
        except Exception as error:
            # an error would end the loop for good
            _log.error("cups could not be read:\n%s", redacted_traceback(error))
        connected = self.bot.sharding.connected_shards
        for cup in self._open.cups.open:
            if self.bot.shard_of(cup.header.guild_id) in connected:
                self._begin_once(self._advancing, cup, self._advance)

    # ------------------------------------------------------------------ one cup

    async def _advance(self, cup: LiveCup) -> None:
        await self._follow_clock(cup)
        await self._open.cups.advance(cup, await self.matches.outcomes(cup.situation))
        await self.matches.follow(cup)
        self._changed(cup)

    async def _follow_clock(self, cup: LiveCup) -> None:
        """Move the waits of a cup if somebody has set the clock."""
        offset = self.bot.clock() - self.bot.monotonic()
        step = offset - self._offsets.setdefault(cup.id, offset)
        if abs(step) >= MIN_STEP_SECONDS:
            self._offsets[cup.id] = offset
            await self._open.cups.shift(cup, step)

    def _changed(self, cup: LiveCup) -> None:
        """Begin what is due for a cup on Discord, and edit the messages that are out of date."""
        if not self.bot.owns(self.bot.shard_of(cup.header.guild_id)):
            return
        self.jobs.begin(cup)
        self._begin_once(self._refreshing, cup, self._refresh)

    async def _refresh(self, cup: LiveCup) -> None:
        revision = cup.header.revision
        if self._refreshed.get(cup.id) != revision:
            await self.tables.refresh(cup)
            await self.posts.refresh(cup)
            self._refreshed[cup.id] = revision

    async def _do(self, cup: LiveCup, job: Job) -> None:
        match job:
            case course.Tell():
                await self.posts.tell(cup, job.key)
            case course.Note():
                await self.posts.note(cup, job.ply)
            case course.NoteStart():
                await self.posts.note_start(cup, job.moved_at)
            case course.CallSubstitutes():
                await self.posts.call_substitutes(cup)
            case _:
                live = cup.situation.tables[job]
                await self._on_table[type(job)](cup, live)

    async def look(self, cup: LiveCup, user_id: int) -> None:
        """Check the messages to which a person's page leads; send deleted ones again."""

        async def look(cup: LiveCup) -> None:
            await self.posts.look(cup)
            await self.tables.look(cup, user_id)

        await _logged(cup, look)

    # ------------------------------------------------------------------ Discord's events

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Let a table whose thread was deleted go on elsewhere."""
        await self._gone(payload.guild_id, payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Let a table whose channel was deleted go on elsewhere."""
        await self._gone(channel.guild.id, channel.id)

    async def _gone(self, guild_id: int, channel_id: int) -> None:
        for cup in self._open.cups.of_guild(guild_id):
            self._begin(cup, partial(self.tables.lose, channel_id=channel_id))

    # ------------------------------------------------------------------ tasks

    def _begin_once(self, running: set[str], cup: LiveCup, do: Callable[[LiveCup], Awaitable[None]]) -> None:
        """Do something for a cup in the background, unless that is being done."""
        if cup.id in running:
            return
        running.add(cup.id)

        async def once(cup: LiveCup) -> None:
            try:
                await do(cup)
            finally:
                running.discard(cup.id)

        self._begin(cup, once)

    def _begin(self, cup: LiveCup, do: Callable[[LiveCup], Awaitable[None]]) -> None:
        self.start_soon(_logged(cup, do))


def runner_of(bot: DominoBot) -> CupRunner:
    """Return the runner of a bot's cups."""
    return cast("CupRunner", bot.cogs[CupRunner.__name__])


async def _logged(cup: LiveCup, do: Callable[[LiveCup], Awaitable[None]]) -> None:
    """Do something for a cup; an error must not end the others."""
    try:
        await do(cup)
    except CupDeclined:
        # another writer was first
        return
    except (StorageError, TimeoutError, *FAILURES) as error:
        _log.info("cup %s waits: %s", cup.id, describe(error))
    except Exception as error:
        _log.error("cup %s could not go on:\n%s", cup.id, redacted_traceback(error))
