"""The bot itself: a Discord client with tables."""

from __future__ import annotations

import asyncio
import gc
import importlib
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import tasks
from discord.gateway import DiscordWebSocket
from yarl import URL

from cogs.core.bot import Bot
from cogs.core.budget import DEFAULT_RATE, Budget, Urgency
from cogs.core.commands import check_options, domino, domino_server
from cogs.core.components import ChooseChannels, ChooseSelect, PressButton, answer_orphan
from cogs.core.discord_private import WrappedTree, forget_guild
from cogs.core.dispatch import dispatch
from cogs.core.errors import UserError, report
from cogs.core.gateway import Alone, Connections, Member, connect_in_turn
from cogs.core.registration import load_mentions, register_commands
from cogs.core.registration.translator import CommandTranslator
from cogs.core.rendering import Rendering
from cogs.core.requests import outlive_limits, trace
from cogs.core.throttle import Throttle
from cogs.help import greet
from cogs.messages.emojis import TileEmojis
from cogs.privacy.retention import HOUR, Retention
from cogs.publishing.hands import Hands
from cogs.publishing.plain import PlainMessages
from cogs.publishing.publisher import Publisher
from cogs.publishing.screen import Screens
from cogs.publishing.watchers import Watchers
from engine.actions import Deal
from engine.game import State
from engine.live.clock import SteadyClock, steady
from engine.live.database_store import DatabaseStore
from engine.live.hub import Hub
from engine.live.model.errors import StorageError, TableError
from engine.live.model.pace import Timeouts
from engine.live.model.table import SavedTable
from engine.live.tables.scheduler import Timer, call_later
from engine.live.tables.table import Table
from engine.live.thinking.pool import BotPool, Thinker
from render.i18n import translations

_log = logging.getLogger(__name__)

FEATURES = (
    "cogs.help",
    "cogs.history",
    "cogs.league",
    "cogs.lobby",
    "cogs.play",
    "cogs.privacy",
    "cogs.rules",
    "cogs.settings",
)
"""The modules that register commands and controls when they are imported."""

for _feature in FEATURES:
    importlib.import_module(_feature)

LOGIN_SECONDS = 45.0
"""The maximum seconds of the login, with the library's own tries."""
BEAT_SECONDS = 5
RETRY_SECONDS = 30
MAX_RATE_LIMIT_SECONDS = 60.0
"""The maximum seconds that a request waits if Discord asks for it; beyond that it counts as refused."""


class Client(Bot):
    """A Discord client that holds tables of dominoes.

    Args:
        store: keeps the tables; the client closes it.
        pace: the timeouts of tables.
        clock: returns the time, in seconds since 1970; by default the system's time, steadily. A steady clock is
            followed where it is set.
        dealer: makes a deal; None draws it fairly from the table's seed and its players' words.
        sync_commands: whether to send changed commands to Discord.
        tile_emojis: whether to put pictures of tiles on buttons.
        thinkers: chooses moves for computers and absent players; the client closes it. By default a process of its
            own, started when first needed.
        timer: calls a function after some seconds of that clock.
        warm_up: whether to draw a picture at startup. Otherwise a player waits for the slow first one.
        contact: how users reach the bot's owner; may be empty.
        rate: the most requests a second that are sent with the bot's token.
        shards: how many connections share the servers; None for as many as Discord recommends.
        member: says which of them this process has, where several share them; None: all.

    """

    def __init__(
        self,
        store: DatabaseStore,
        *,
        pace: Timeouts | None = None,
        clock: Callable[[], float] | SteadyClock | None = None,
        dealer: Callable[[State], Deal] | None = None,
        sync_commands: bool = True,
        tile_emojis: bool = True,
        thinkers: Thinker | None = None,
        timer: Timer = call_later,
        warm_up: bool = True,
        contact: str = "",
        rate: float = DEFAULT_RATE,
        shards: int | None = 1,
        member: Member | None = None,
    ) -> None:
        self.budget = Budget(rate)
        self.member = member or Alone(steady)
        super().__init__(
            # no privileged intent: interactions need none, and the guilds intent has servers and their languages
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            shard_count=shards,
            max_ratelimit_timeout=MAX_RATE_LIMIT_SECONDS,
            http_trace=trace(self.budget),
        )
        self.clock = clock or SteadyClock()
        followed = self.clock if isinstance(self.clock, SteadyClock) else None
        self.monotonic = time.monotonic if followed else self.clock
        self.tree = Tree(self)
        self.thinkers = thinkers or BotPool()
        self.judge = self.thinkers.judge
        screens = Screens()
        self.hands = self._hands = Hands(self, screens)
        self.publisher = self._publisher = Publisher(self, self._hands, screens)
        self.watchers = self._watchers = Watchers(self)
        self.hub = Hub(
            store,
            changed=self._publisher.changed,
            clock=self.clock,
            clock_step=followed.step if followed else lambda: 0.0,
            pace=pace,
            dealer=dealer,
            remind=self._publisher.remind,
            regained=self._publisher.time_added,
            think=self.thinkers.think,
            timer=timer,
            shard_of=self.shard_of,
            holds=self.holds,
        )
        self.rendering = Rendering()
        self.throttle = Throttle()
        self.exporting = set()
        self.confirmations = {}
        self.reels = OrderedDict()
        self.judgements = OrderedDict()
        self.tiles = self._emojis = TileEmojis()
        self._sync_commands = sync_commands
        self._tile_emojis = tile_emojis
        self._warm_up = warm_up
        self.contact = contact
        self.mentions = {}
        self.retention = Retention(self)
        self._background: set[asyncio.Task[None]] = set()
        self._closing = False
        self._shared = member is not None
        # the shards whose servers Discord has named
        self._ready_shards: set[int] = set()
        # by shard, the servers that it had before it introduced itself again
        self._known: dict[int, list[discord.Guild]] = {}
        # since when the connection of each shard stands
        self._connected: dict[int, float] = {}
        self.connections = Connections(self.member, self._max_concurrency, steady)

    @property
    def connected(self) -> bool:
        """Whether presses arrive: Discord has sent the servers, and the connections of all shards stand."""
        held = [shard for shard in self.shards if self.holds(shard)]
        ready = self._ready_shards.issuperset(held) if self._shared else self.is_ready()
        return ready and not self.is_closed() and all(map(self.is_connected, held))

    def is_connected(self, shard: int) -> bool:
        """Whether what happens on the servers of a shard arrives; direct messages arrive by shard 0."""
        found = self.get_shard(shard)
        # a connection that broke is known to be closed before its turn comes to be made anew
        stands = shard in self._connected and found is not None and not found.is_closed()
        return stands and self.holds(shard)

    @property
    def connected_for(self) -> dict[int, float]:
        """For how many seconds each connection stands that does."""
        now = self.monotonic()
        return {shard: now - since for shard, since in self._connected.items() if self.is_connected(shard)}

    def holds(self, shard: int) -> bool:
        """Whether this process may write, time and show the tables of a shard."""
        return self.member.holds(shard)

    def shard_of(self, guild: int) -> int:
        """Return the shard of a server."""
        return (guild >> 22) % (self.shard_count or 1)

    def lists(self, guild: int) -> bool:
        """Whether Discord has named all servers of a server's shard to this process."""
        shard = self.shard_of(guild)
        return self.holds(shard) and shard in self._ready_shards if self._shared else self.is_ready()

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
        outlive_limits(self.http)
        PlainMessages(self._emojis.forget, self.monotonic).install(self.http)
        connect_in_turn(self, self.connections)
        await super().login(token)

    async def setup_hook(self) -> None:
        """Restore every table, and register the controls that may have been pressed while the bot was offline."""
        await self.tree.set_translator(CommandTranslator())
        for group in (domino, domino_server):
            if self.tree.get_command(group.name) is None:
                self.tree.add_command(group)
        self.add_dynamic_items(PressButton, ChooseSelect, ChooseChannels)
        await self.retention.start()
        if not self._shared:
            self._show_again(await self.hub.load())
            await self._begin_single()
        if self._warm_up:
            self.start_soon(self.rendering.warm_up())
        for loop in (self._tick, self._beat, self._retry, self._purge_loop):
            loop.start()

    async def _begin_single(self) -> None:
        """Do what one process does for all."""
        # for matches older than tallies; recomputing figures makes up for a failure
        with suppress(StorageError):
            await self.hub.store.league.tally_missing()
        # the first start uploads dozens of pictures of tiles, which no turn waits for
        with self.budget.spending(Urgency.TIDY):
            self.start_soon(register_commands(self, self.tree, send=self._sync_commands))
            if self._tile_emojis:
                self.start_soon(self._emojis.load(self))

    def start_soon(self, task: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background until the client closes; after that, do nothing."""
        if self._closing:
            task.close()
            return
        running = asyncio.create_task(task)
        self._background.add(running)
        running.add_done_callback(self._background.discard)

    @tasks.loop(seconds=1)
    async def _tick(self) -> None:
        if await self.hub.follow_clock():
            self._restart_loops()
        # where no press can arrive time stands still: the hub gives it back to the players later
        await self.hub.tick([shard for shard in self.shards if self.is_connected(shard)])
        self._publisher.hide_misses(self.monotonic())
        self._publisher.tidy()
        self._watchers.update()

    def _restart_loops(self) -> None:
        """Start the loops anew: discord.py would let them sleep until the time that the clock showed before."""
        for loop in (self._beat, self._retry, self._purge_loop):
            loop.restart()
        ticking = self._tick.get_task()
        if ticking is not None:
            # this call comes from the tick itself, which has to finish first
            self._tick.stop()
            ticking.add_done_callback(lambda done: done.cancelled() or self._tick.start())

    @tasks.loop(seconds=BEAT_SECONDS)
    async def _beat(self) -> None:
        try:
            await self.hub.heartbeat()
            await self._hands.save_fingerprints()
        except StorageError:
            # the store has logged it; a full disk may have room again in a moment
            _log.debug("the time could not be noted")
        except Exception:
            # an error would end the loop for good
            _log.exception("the time could not be noted")

    @tasks.loop(seconds=HOUR)
    async def _purge_loop(self) -> None:
        await self.retention.purge()
        if self._tile_emojis and (self._shared or self._purge_loop.current_loop):
            # what Discord refused may be there again
            with self.budget.spending(Urgency.TIDY):
                await self._emojis.load(self, upload=self.holds(0))
        if self._shared:
            await load_mentions(self)

    @tasks.loop(seconds=RETRY_SECONDS)
    async def _retry(self) -> None:
        self._publisher.retry(self.monotonic())

    # ------------------------------------------------------------------ what happens at Discord

    async def _max_concurrency(self) -> int:
        return 1 if self.shard_count == 1 else (await self.fetch_session_start_limits()).max_concurrency

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may identify itself."""
        del initial
        shard = shard_id or 0
        await self.connections.take_turn(shard)
        self._known[shard] = [guild for guild in self.guilds if guild.shard_id == shard]

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that no interactions arrive on a shard."""
        self._connected.pop(shard_id, None)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note that the connection of a shard is there."""
        self._stands(shard_id)
        # not before: a start with thousands of tables has to answer first
        self.start_soon(self._publisher.delete_strays())
        await self._close_if_lost(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that the connection of a shard is back."""
        self._stands(shard_id)
        await self._close_if_lost(shard_id)

    def _stands(self, shard: int) -> None:
        self._connected[shard] = self.monotonic()
        self.connections.stands(self.get_shard(shard))

    async def on_shard_ready(self, shard_id: int) -> None:
        """Note which servers removed the bot while a shard was not connected; the library keeps them."""
        for guild in self._known.pop(shard_id, ()):
            # Discord has named all servers of the shard, and each is another object since
            if self.get_guild(guild.id) is guild:
                forget_guild(self, guild)
                self.dispatch("guild_remove", guild)
        if self._shared and self.holds(shard_id):
            self._ready_shards.add(shard_id)
            servers = sum(guild.shard_id == shard_id for guild in self.guilds)
            _log.info("shard %d is ready; servers: %d, open tables: %d", shard_id, servers, len(self.hub.tables))
            _freeze()
            self.start_soon(self.retention.compare_guilds(shard_id))

    # ------------------------------------------------------------------ shards that several processes share

    async def launch_shards(self) -> None:
        """Open the connections of all shards, or begin to take shards."""
        if self._shared:
            await self.member.join(self)
            self.start_soon(load_mentions(self))
            if self._tile_emojis:
                self.start_soon(self._emojis.load(self, upload=False))
        else:
            await super().launch_shards()

    async def take_shard(self, shard: int) -> None:
        """Go on with the tables of a shard that this process has now, and connect it to Discord.

        Raises:
            StorageError: the tables can't be read.

        """
        assert self.shard_count is not None
        self._show_again(await self.hub.take(shard, self.shard_count))
        if shard == 0:
            # beside the shard's introduction to Discord: whoever waited for it would miss renewing leases
            self.start_soon(self._begin_single())
        found = self.get_shard(shard)
        if found is not None:
            await found.connect()
            return
        launch = partial(self.launch_shard, DiscordWebSocket.DEFAULT_GATEWAY, shard)
        self.connections.begin(shard, launch, in_turn=False)

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard for the first time, when it is its turn; the library tries that again until it is done."""
        if await self.connections.turn(shard_id):
            await super().launch_shard(gateway, shard_id, initial=initial)

    async def drop_shard(self, shard: int) -> None:
        """Leave a shard to another process: forget its tables, and close its connection."""
        for table in self.hub.drop(shard):
            self._publisher.forget(table)
        self._connected.pop(shard, None)
        self._ready_shards.discard(shard)
        self.connections.stop(shard)
        await self._close_if_lost(shard)
        for guild in [guild for guild in self.guilds if guild.shard_id == shard]:
            # nothing tells this process of its changes any more
            forget_guild(self, guild)

    async def _close_if_lost(self, shard: int) -> None:
        found = self.get_shard(shard)
        if found is not None and not self.holds(shard):
            await self.connections.leave(found)

    def _show_again(self, tables: Sequence[tuple[Table, SavedTable]]) -> None:
        for found, kept in tables:
            self._hands.remember(found, kept.hands)
            self._publisher.restore(found)

    async def on_guild_channel_update(self, before: object, after: discord.abc.GuildChannel) -> None:
        """Retry what could not be shown, since permissions may have changed."""
        del before
        self._publisher.retry(self.monotonic(), guild=after.guild.id)

    async def on_guild_role_update(self, before: object, after: discord.Role) -> None:
        """Retry what could not be shown, since permissions may have changed."""
        del before
        self._publisher.retry(self.monotonic(), guild=after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Retry what could not be shown, since a thread may be open again; archived threads are in no cache."""
        self._publisher.retry(self.monotonic(), guild=payload.guild_id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Retry what could not be shown, since the bot may now be a member of a private thread."""
        self._publisher.retry(self.monotonic(), guild=thread.guild.id)

    async def on_member_update(self, before: object, after: discord.Member) -> None:
        """Retry what could not be shown, since the bot may have a new role; this event comes for the bot alone."""
        del before
        if self.user is not None and after.id == self.user.id:
            self._publisher.retry(self.monotonic(), guild=after.guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server, and go on with its tables if the bot had left it; the server's data is kept."""
        await self.retention.guilds_joined(frozenset({guild.id}))
        self._publisher.retry(self.monotonic(), guild=guild.id)
        await greet(self, guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that a server has removed the bot; a temporary outage of the server does not count."""
        await self.retention.guild_left(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Go on with the tables of a server after an outage."""
        await self.retention.guilds_joined(frozenset({guild.id}))
        self._publisher.retry(self.monotonic(), guild=guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note that a table's channel was deleted, and show that in the players' hands."""
        self._gone(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Note that a table's thread was deleted, and show that in the players' hands."""
        self._gone(payload.thread_id)

    def _gone(self, channel: int) -> None:
        with suppress(TableError, StorageError):
            self._publisher.channel_deleted(self.hub.in_channel(channel))

    async def on_ready(self) -> None:
        """Log that the bot is ready; by now Discord has sent its servers."""
        _log.info("%s is ready; servers: %d, open tables: %d", self.user, len(self.guilds), len(self.hub.tables))
        _freeze()
        self.start_soon(self.retention.compare_guilds())

    on_interaction = staticmethod(answer_orphan)

    def halt(self) -> None:
        """Do nothing on one's own any more; interactions are still answered."""
        for loop in (self._tick, self._beat, self._retry, self._purge_loop):
            loop.cancel()
        self.hub.stop()
        self._cancel_background()

    def _cancel_background(self) -> None:
        for task in self._background:
            task.cancel()

    async def close(self) -> None:
        """Shut down cleanly: finish publishing, store the time, close the store."""
        if self.is_closed():
            return
        self.halt()
        await self._publisher.close()
        # a table belongs to another process after this
        await self.hub.keep_posts()
        await self.member.leave()
        self.connections.close()
        # Discord may only now say that the bot is ready
        self._closing = True
        self._cancel_background()
        await super().close()
        self.rendering.close()
        await self.thinkers.close()
        try:
            await self.hub.heartbeat()
            await self._hands.save_fingerprints()
        except StorageError as error:
            _log.warning("the time of this end could not be noted: %s", error)
        await self.hub.store.close()


def _freeze() -> None:
    """Let the collector of garbage pass over what exists now, once: modules, commands, servers.

    To look through it again would hold the loop for 20 ms.
    """
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()


class Tree(WrappedTree[Client]):
    """A command tree whose commands are dispatched as controls are, with what is asked while an option is typed."""

    async def wrap(self, interaction: discord.Interaction[Client], handle: Callable[[], Awaitable[None]]) -> None:
        """Dispatch an interaction as controls are."""
        await dispatch(interaction, handle)

    async def interaction_check(self, interaction: discord.Interaction[Client], /) -> bool:
        """Refuse options and values that the command doesn't have: the library would ignore them, or choke."""
        command = interaction.command
        if isinstance(command, app_commands.Command):
            check_options(interaction, command)
        return True

    async def on_error(self, interaction: discord.Interaction[Client], error: app_commands.AppCommandError, /) -> None:
        """Reply to an error of a command."""
        cause: Exception = error
        if isinstance(error, app_commands.CommandInvokeError):
            cause = error.original
        elif isinstance(error, app_commands.TransformerError):
            cause = UserError(translations(interaction.locale).gettext("This command doesn't accept that value."))
        await report(interaction, cause)
