"""The bot as the toolkit, messages and publishing use it; :class:`cogs.bot.DominoBot` adds how tables are shown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Literal, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.gateway import Connections, ShardOwnership, SingleProcess
from cogs.core.http.budget import Budget
from cogs.core.http.requests import trace
from cogs.core.rendering import Rendering
from cogs.core.throttle import Throttle
from engine.live.clock import SteadyClock, steady
from engine.live.hub import Hub

Trouble: TypeAlias = Literal["", "blocked", "lost"]
"""The reason why a table is not shown in its channel: none, a refusal by Discord, or a channel that is gone."""

MAX_RATE_LIMIT_SECONDS = 60.0
"""The maximum seconds that a request waits if Discord asks for it; beyond that it counts as refused."""


class Bot(commands.AutoShardedBot):
    """A Discord bot that holds tables.

    Args:
        tree: the class of its command tree.
        clock: returns the time, in seconds since 1970.
        contact: how users reach the bot's owner; may be empty.
        rate: the most requests a second that are sent with the bot's token.
        shards: how many connections share the servers; None for as many as Discord recommends.
        ownership: says which of them this process has, where several share them; None: all.

    Attributes:
        monotonic: returns a time in seconds that is never set, to wait for something in memory.
        mentions: the mentions of the commands that Discord is known to have, by their names: ``domino play``.
        budget: the requests a second that the bot's token may send.
        is_shared: whether several processes share the shards.
        listed_shards: the shards of which Discord has sent the servers to this process.
        hub: the tables; a subclass makes it, since it knows the publisher.

    """

    hub: Hub

    def __init__(
        self,
        *,
        tree: type[app_commands.CommandTree[Any]],
        clock: Callable[[], float],
        contact: str,
        rate: float,
        shards: int | None,
        ownership: ShardOwnership | None,
    ) -> None:
        self.budget = Budget(rate)
        super().__init__(
            # the bot reads no messages, so this prefix is never met; it is the one that asks for no content
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=tree,
            # no privileged intent: interactions need none, and the guilds intent has servers and their languages
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            shard_count=shards,
            max_ratelimit_timeout=MAX_RATE_LIMIT_SECONDS,
            http_trace=trace(self.budget),
        )
        self.clock = clock
        self.monotonic = time.monotonic if isinstance(clock, SteadyClock) else clock
        self.contact = contact
        self.mentions: Mapping[str, str] = {}
        self.rendering = Rendering()
        self.throttle = Throttle()
        self.is_shared = ownership is not None
        self.ownership: ShardOwnership = ownership or SingleProcess(steady)
        self.connections = Connections(self.ownership, self._max_concurrency, steady)
        self.listed_shards: set[int] = set()
        self._background: set[asyncio.Task[None]] = set()
        self._closing = False

    async def _max_concurrency(self) -> int:
        return 1 if self.shard_count == 1 else (await self.fetch_session_start_limits()).max_concurrency

    def owns(self, shard: int) -> bool:
        """Whether this process may write, time and show the tables of a shard."""
        return self.ownership.owns(shard)

    def shard_of(self, guild_id: int) -> int:
        """Return the shard of a server."""
        return (guild_id >> 22) % (self.shard_count or 1)

    def lists(self, guild_id: int) -> bool:
        """Whether Discord has named all servers of a server's shard to this process."""
        shard = self.shard_of(guild_id)
        return self.owns(shard) and shard in self.listed_shards if self.is_shared else self.is_ready()

    def handling(self, interaction: discord.Interaction[Any]) -> AbstractContextManager[None]:
        """Return the context in which an interaction is handled; a subclass may show tables by it."""
        del interaction
        return nullcontext()

    def start_soon(self, task: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background until the bot closes; after that, do nothing."""
        if self._closing:
            task.close()
            return
        running = asyncio.create_task(task)
        self._background.add(running)
        running.add_done_callback(self._background.discard)

    def cancel_background(self) -> None:
        """Cancel all background tasks."""
        for task in self._background:
            task.cancel()

    async def on_message(self, message: discord.Message, /) -> None:
        """Do nothing: the bot has no commands in messages."""


Interaction: TypeAlias = discord.Interaction[Bot]
