"""The message with the deal of the day in the channels that servers chose: one a day, soon after midnight in UTC."""

from __future__ import annotations

import logging
from gettext import NullTranslations
from typing import NamedTuple

import discord
from discord.ext import tasks

from cogs.bot import DominoBot
from cogs.challenges.players import shown_players
from cogs.challenges.results_table import ResultRow
from cogs.challenges.server_message import is_due, server_message
from cogs.core.cog import Cog
from cogs.core.http.budget import Urgency
from cogs.core.http.requests import FAILURES, describe, is_barred, sending_while
from cogs.core.permissions import NEEDED, missing
from cogs.core.preferences import server_language
from engine.errors import redacted_traceback
from engine.live.challenges.calendar import number_at
from engine.live.challenges.challenge import Challenge
from engine.live.challenges.posts import Waiting
from engine.live.database_store import DatabaseStore
from engine.live.model.errors import StorageError
from engine.live.model.preferences import ServerPreferences
from render.i18n import ENGLISH, translations

_log = logging.getLogger(__name__)

MAX_ROWS = 10
"""The maximum number of people in a table of results."""

MAX_TRIES = 3
"""How often a message is sent that Discord has not confirmed, a minute apart: it remembers nonces for some minutes."""


class Unconfirmed(NamedTuple):
    """A message that Discord may have taken: its server, its day, and how often it was sent."""

    server: Waiting
    number: int
    tries: int


class ServerPosts(Cog):
    """Posts the deal of the day, each process on the servers of its shards."""

    bot: DominoBot

    def __init__(self, bot: DominoBot) -> None:
        super().__init__(bot)
        self._unconfirmed: list[Unconfirmed] = []
        # the channels in which the bot can't post, as the log says already
        self._refused: set[Waiting] = set()

    @tasks.loop(minutes=1)
    async def posting(self) -> None:
        """Post the messages that are due."""
        try:
            await self.post_due()
        except StorageError as error:
            _log.warning("could not post the deal of the day: %s", error)
        except Exception as error:
            # an error would end the loop for good
            _log.error("the deal of the day could not be posted:\n%s", redacted_traceback(error))

    async def post_due(self) -> None:
        """Post the messages that are due, and once more those that Discord has not confirmed."""
        now, store = self.bot.clock(), self.bot.hub.store.challenges
        number = number_at(now)
        today, before = await store.daily(number), await store.daily(number - 1)
        if today is None or not today.is_open(now):
            return
        self._unconfirmed = [each for each in self._unconfirmed if each.number == number]
        for each in [*self._unconfirmed]:
            # after an error, the rest stays for the next minute
            view = await self._message(each.server.guild_id, today, before)
            self._unconfirmed.remove(each)
            await self._send(each.server, number, view, each.tries)
        closed, since = before is None or before.closed, now - today.opens_at
        for server in await store.posts.waiting(number):
            if self.bot.lists(server.guild_id) and is_due(server.guild_id, since, closed=closed):
                await self._post(server, today, before)

    async def _post(self, server: Waiting, today: Challenge, before: Challenge | None) -> None:
        """Send a server's message, unless it is surely refused or another process sends it."""
        guild = self.bot.get_guild(server.guild_id)
        if guild is None or guild.unavailable:
            return
        channel = guild.get_channel(server.channel_id)
        if channel is None:
            self._note_refusal(server, "the channel is gone")
        elif lacking := missing(channel.permissions_for(guild.me), NEEDED, translations(ENGLISH)):
            self._note_refusal(server, f"without {', '.join(lacking)}")
        else:
            # read first: nobody else sends what is claimed
            view = await self._message(server.guild_id, today, before)
            if await self.bot.hub.store.challenges.posts.claim(server.guild_id, today.number, server.channel_id):
                await self._send(server, today.number, view, 0)

    def _note_refusal(self, server: Waiting, reason: str) -> None:
        if server not in self._refused:
            self._refused.add(server)
            _log.info("a server does not get the deal of the day: %s", reason)

    async def _send(self, server: Waiting, number: int, view: discord.ui.LayoutView, tries: int) -> None:
        """Send a message that this process has claimed; keep it for another try if Discord does not answer."""
        guild_id, bot = server.guild_id, self.bot
        channel = bot.get_partial_messageable(server.channel_id, guild_id=guild_id)
        try:
            with bot.budget.spending(Urgency.CLEANUP), sending_while(lambda: bot.owns(bot.shard_of(guild_id))):
                sent = await channel.send(view=view, nonce=f"{guild_id}-{number}")
        except FAILURES as error:
            if is_barred(error):
                self._note_refusal(server, describe(error))
            elif tries + 1 < MAX_TRIES:
                self._unconfirmed.append(Unconfirmed(server, number, tries + 1))
            else:
                _log.info("a server may not have got the deal of the day: %s", describe(error))
            return
        self._refused.discard(server)
        await bot.hub.store.challenges.posts.sent(guild_id, number, sent.id)

    async def _message(self, guild_id: int, today: Challenge, before: Challenge | None) -> discord.ui.LayoutView:
        store, guild = self.bot.hub.store, self.bot.get_guild(guild_id)
        chosen = await store.preferences.get(ServerPreferences, guild_id)
        locale = None if guild is None else guild.preferred_locale
        t = translations(server_language(chosen, guild, locale) or ENGLISH)
        rows, count = [], 0
        if before is not None and before.closed:
            rows, count = await results_on(store, guild_id, before, t)
        return server_message(today, before or today, rows, count, t)


async def results_on(
    store: DatabaseStore, guild_id: int, challenge: Challenge, t: NullTranslations
) -> tuple[list[ResultRow], int]:
    """Return the best results of a day among the people of a server, as far as they may be listed, and their number."""
    players, count = await store.challenges.best_on(guild_id, challenge.id, 2 * MAX_ROWS)
    shown = (await shown_players(store.preferences, players, t))[:MAX_ROWS]
    return [ResultRow(each.name, each.player.margins, each.player.cut) for each in shown], count
