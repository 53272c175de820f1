"""The bot: its services, its start and its end. Features are extensions, loaded by name."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractContextManager
from gettext import NullTranslations
from typing import Any, NamedTuple, TypeAlias

import discord
from yarl import URL

from cogs.core.bot import Bot
from cogs.core.cog import Cog
from cogs.core.commands import Tree, add_groups
from cogs.core.components import ChooseChannels, ChooseSelect, PressButton, answer_orphan
from cogs.core.gateway import ShardOwnership, connect_in_turn
from cogs.core.http.budget import DEFAULT_RATE
from cogs.core.http.plain import PlainMessages
from cogs.core.http.requests import survive_cancelled_limits
from cogs.messages.emojis import TileEmojis
from cogs.publishing.hands import Hands
from cogs.publishing.publisher import Publisher
from cogs.publishing.screen import Screens
from cogs.publishing.watchers import Watchers
from cogs.sharding import Restored, Sharding
from cogs.upkeep import Upkeep
from engine.actions import Deal
from engine.game import State
from engine.live.clock import SteadyClock
from engine.live.database_store import DatabaseStore
from engine.live.hub import Hub
from engine.live.model.errors import StorageError
from engine.live.model.pace import Timeouts
from engine.live.tables.scheduler import Timer, call_later
from engine.live.thinking.pool import BotPool, Thinker

_log = logging.getLogger(__name__)

EXTENSIONS = (
    "cogs.help",
    "cogs.privacy",
    "cogs.history",
    "cogs.league",
    "cogs.lobby",
    "cogs.play",
    "cogs.challenges",
    "cogs.cups",
    "cogs.rules",
    "cogs.saved_rules",
    "cogs.settings",
    "cogs.registration",
    "cogs.tile_emojis",
)
"""The features, in the order of their commands; each can be left out."""

StatsLine = Callable[[int, int, NullTranslations], Awaitable[str]]
"""Returns a line below a person's statistics, empty for none, by the ids of the server and the user."""


class Gauge(NamedTuple):
    """A value for metrics, as it is now: its explanation, and a function that returns it."""

    about: str
    value: Callable[[], float]


LOGIN_SECONDS = 45.0
"""The maximum seconds of the login, with the library's own tries."""


class DominoBot(Bot):
    """A Discord bot that holds tables of dominoes, and shows them.

    Args:
        store: keeps the tables; the bot closes it.
        pace: the timeouts of tables.
        clock: returns the time, in seconds since 1970; by default the system's time, steadily. A steady clock is
            followed where it is set.
        dealer: makes a deal; None draws it fairly from the table's seed and its players' words.
        sync_commands: whether to send changed commands to Discord.
        without: the extensions to leave out.
        thinkers: chooses moves for computers and absent players; the bot closes it. By default a process of its
            own, started when first needed.
        timer: calls a function after some seconds of that clock.
        warm_up: whether to draw a picture at startup. Otherwise a player waits for the slow first one.
        contact: how users reach the bot's owner; may be empty.
        rate: the most requests a second that are sent with the bot's token.
        shards: how many connections share the servers; None for as many as Discord recommends.
        ownership: says which of them this process has, where several share them; None: all.

    Attributes:
        stats_lines: return lines below a person's statistics; features add theirs.
        gauges: values for metrics, by name; features add theirs.

    """

    def __init__(
        self,
        store: DatabaseStore,
        *,
        pace: Timeouts | None = None,
        clock: Callable[[], float] | SteadyClock | None = None,
        dealer: Callable[[State], Deal] | None = None,
        sync_commands: bool = True,
        without: Collection[str] = (),
        thinkers: Thinker | None = None,
        timer: Timer = call_later,
        warm_up: bool = True,
        contact: str = "",
        rate: float = DEFAULT_RATE,
        shards: int | None = 1,
        ownership: ShardOwnership | None = None,
    ) -> None:
        clock = clock or SteadyClock()
        super().__init__(tree=Tree, clock=clock, contact=contact, rate=rate, shards=shards, ownership=ownership)
        self.sync_commands = sync_commands
        self.thinkers = thinkers or BotPool()
        self.tiles = TileEmojis()
        self.stats_lines: list[StatsLine] = []
        self.gauges: dict[str, Gauge] = {}
        screens = Screens()
        self.hands = Hands(self, screens, self.tiles)
        self.publisher = Publisher(self, self.hands, screens, self.tiles)
        self.watchers = Watchers(self, screens, self.publisher.is_busy)
        self.hub = Hub(
            store,
            changed=self.publisher.changed,
            clock=clock,
            clock_step=clock.step if isinstance(clock, SteadyClock) else lambda: 0.0,
            pace=pace,
            dealer=dealer,
            remind=self.publisher.remind,
            regained=self.publisher.time_added,
            think=self.thinkers.think,
            timer=timer,
            shard_of=self.shard_of,
            owns=None if ownership is None else ownership.owns,
        )
        self.sharding = Sharding(self, self._restore, self.publisher.forget)
        self.upkeep = Upkeep(self, self.sharding, self.publisher, self.hands, self.watchers)
        self._warm_up = warm_up
        self._without = frozenset(without)

    def handling(self, interaction: discord.Interaction[Any]) -> AbstractContextManager[None]:
        """Return the context in which an interaction is handled, which may deliver messages about tables."""
        return self.publisher.handling(interaction)

    def _restore(self, tables: Restored) -> None:
        for table, saved in tables:
            self.hands.remember(table, saved.hands)
            self.publisher.restore(table)

    # ------------------------------------------------------------------ the start

    async def login(self, token: str) -> None:
        """Log in to Discord, and restore every table.

        Raises:
            TimeoutError: Discord does not answer; the limit of other requests is not in force yet.

        """
        static_login = self.http.static_login

        async def in_time(token: str) -> Any:
            async with asyncio.timeout(LOGIN_SECONDS):
                return await static_login(token)

        self.http.static_login = in_time
        survive_cancelled_limits(self.http)
        PlainMessages(self.tiles.forget, self.monotonic).install(self.http)
        connect_in_turn(self, self.connections)
        await super().login(token)

    async def setup_hook(self) -> None:
        """Load the features and restore every table; controls may have been pressed while the bot was offline."""
        self.add_dynamic_items(PressButton, ChooseSelect, ChooseChannels)
        await self.load_features()
        await self.add_cog(self.sharding)
        await self.sharding.begin()
        await self.add_cog(self.upkeep)
        if self._warm_up:
            self.start_soon(self.rendering.warm_up())

    async def load_features(self) -> None:
        """Load the extensions that are not left out."""
        for name in EXTENSIONS:
            if name not in self._without:
                await self.load_extension(name)
        add_groups(self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may identify itself."""
        del initial
        await self.sharding.take_turn(shard_id or 0)

    async def launch_shards(self) -> None:
        """Open the connections of all shards, or begin to take shards."""
        if self.is_shared:
            await self.ownership.join(self)
            self.dispatch("join")
        else:
            await super().launch_shards()

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard for the first time, when it is its turn; the library tries that again until it is done."""
        if await self.connections.turn(shard_id):
            await super().launch_shard(gateway, shard_id, initial=initial)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer controls that the library passes on to nobody."""
        await answer_orphan(interaction)

    # ------------------------------------------------------------------ the end

    def halt(self) -> None:
        """Do nothing on one's own any more; interactions are still answered."""
        for cog in self.cogs.values():
            if isinstance(cog, Cog):
                cog.stop()
        self.hub.stop()
        self.cancel_background()

    async def close(self) -> None:
        """Shut down cleanly: finish publishing, store the time, close the store."""
        if self.is_closed():
            return
        self.halt()
        await self.publisher.close()
        # a table belongs to another process after this
        await self.hub.keep_posts()
        await self.ownership.leave()
        self.connections.close()
        # Discord may only now say that the bot is ready
        self._closing = True
        self.cancel_background()
        await super().close()
        self.rendering.close()
        await self.thinkers.close()
        try:
            await self.upkeep.save()
        except StorageError as error:
            _log.warning("the time of this end could not be noted: %s", error)
        await self.hub.store.close()


Interaction: TypeAlias = discord.Interaction[DominoBot]
