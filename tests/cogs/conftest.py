"""A Discord in memory, with the real bot, a channel and five people."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
import simcord
from discord import app_commands

import render
from cogs.client import Client
from engine.actions import Deal
from engine.dealing import random_deal
from engine.game import State
from engine.live.database import connection
from engine.live.model.pace import Timeouts
from engine.live.sqlite import SQLiteStore
from engine.live.tables.scheduler import no_timer
from engine.live.tables.table import Table
from tests.support import template
from tests.support.simcord_private import errors_of, hurry
from tests.support.specification import problems_of
from tests.support.thinking import AtOnce

PEOPLE = {"alice": "Alice", "bruno": "Bruno", "chloe": "Chloé", "davide": "Davide", "eve": "Eve"}
DATABASE = "test.sqlite3"


DRAWN = ("table", "hand", "deal_end", "replay", "leaderboard", "statistics", "example", "tile_set", "tile_set_sheet")
NO_PICTURE = b"no picture: mark the test with `pictures`"


@pytest.fixture(autouse=True)
def nothing_is_drawn(request: pytest.FixtureRequest) -> Iterator[None]:
    """Spare the drawing of pictures, except in tests marked ``pictures``; alt texts are still the real ones."""
    with pytest.MonkeyPatch.context() as patch:
        if request.node.get_closest_marker("pictures") is None:
            for name in DRAWN:
                patch.setattr(render, name, lambda *_, **__: NO_PICTURE)
        yield


@pytest.fixture(autouse=True, scope="module")
def no_commit_waits_for_the_disk() -> Iterator[None]:
    """Spare the tests the disk: no machine fails under them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "PRAGMAS", (*connection.PRAGMAS, "synchronous=OFF"))
        yield


@pytest.fixture(autouse=True, scope="session")
def commands_are_translated_once() -> Iterator[None]:
    """Spare every start of a bot but the first the translation of all commands into all languages."""
    translate = app_commands.Group.get_translated_payload
    translated: dict[app_commands.Group, str] = {}

    async def remembered(group: app_commands.Group, tree: Any, translator: app_commands.Translator) -> dict[str, Any]:
        if group not in translated:
            translated[group] = json.dumps(await translate(group, tree, translator))
        return json.loads(translated[group])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_commands.Group, "get_translated_payload", remembered)
        yield


@dataclass
class World:
    """The bot under test among people.

    Attributes:
        env: simcord's environment.
        guild: the server.
        channel: its channel #table.
        people: alice, bruno, chloe, davide and eve.

    """

    env: simcord.Env
    database: Path
    seed: int
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    people: dict[str, simcord.MemberActor] = field(default_factory=dict)

    @property
    def bot(self) -> Client:
        assert isinstance(self.env.bot, Client)
        return self.env.bot

    @property
    def alice(self) -> simcord.MemberActor:
        return self.people["alice"]

    @property
    def bruno(self) -> simcord.MemberActor:
        return self.people["bruno"]

    @property
    def chloe(self) -> simcord.MemberActor:
        return self.people["chloe"]

    @property
    def davide(self) -> simcord.MemberActor:
        return self.people["davide"]

    @property
    def eve(self) -> simcord.MemberActor:
        return self.people["eve"]

    def who(self, user: int) -> simcord.MemberActor:
        return next(person for person in self.people.values() if person.id == user)

    @property
    def table(self) -> Table:
        """The open table of the channel."""
        return self.bot.hub.in_channel(self.channel.id)

    def last(self, viewer: simcord.MemberActor | None = None) -> discord.Message:
        """The newest message of the channel, as someone sees it."""
        return self.channel.history(viewer=viewer)[-1] if viewer is not None else self.channel.last_message

    async def sit(self, *names: str, rules: str = "express", **options: Any) -> Table:
        """Let the first person open a table, the others join it, and the first start it."""
        first, *others = (self.people[name] for name in names)
        await first.slash(self.channel, "domino play", rules=rules, **options)
        lobby = self.channel.last_message
        for person in others:
            await person.click(lobby, custom_id=f"b:join:{self.table.id}")
        await first.click(lobby, custom_id=f"b:start:{self.table.id}")
        return self.table

    async def restart(self, *, down: float = 0) -> None:
        """Put a new bot on the same database in the place of the old one, after it was down for some seconds."""
        self.bot.halt()
        await self.env.settle()
        await self.bot.hub.store.close()
        self.env.backend.advance_clock(down)
        await self.env.restart_bot(await make_bot(self.database, self.seed, lambda: self.env.now().timestamp()))


async def make_bot(
    database: Path,
    seed: int,
    clock: Callable[[], float],
    pace: Timeouts | None = None,
    *,
    tile_emojis: bool = False,
    warm_up: bool = False,
) -> Client:
    """Build the bot with luck that can be repeated and a clock that follows the environment's."""
    source = random.Random(seed)

    def dealer(state: State) -> Deal:
        return random_deal(state, source)

    await template.begin(database)
    store = await SQLiteStore.open(database)
    return Client(
        store,
        clock=clock,
        dealer=dealer,
        tile_emojis=tile_emojis,
        pace=pace,
        thinkers=AtOnce(),
        timer=no_timer,
        warm_up=warm_up,
    )


SEED = 7


@pytest_asyncio.fixture
async def env(tmp_path: Path) -> AsyncGenerator[simcord.Env]:
    """The bot, connected; afterwards every request is held against Discord's specification."""
    hurry()
    holder: list[simcord.Env] = []
    bot = await make_bot(tmp_path / DATABASE, SEED, lambda: holder[0].now().timestamp())
    env = simcord.Env(bot, settle_timeout=60)
    holder.append(env)
    try:
        await env.start()
        yield env
        await env.shutdown()
    finally:
        # its thread would keep the process alive
        assert isinstance(env.bot, Client)
        await env.bot.hub.store.close()
    errors_of(env)
    problems = problems_of(env.http_requests)
    assert not problems, "\n".join(str(each) for each in problems)


@pytest.fixture
def world(env: simcord.Env, tmp_path: Path) -> World:
    """The bot in a server with five people."""
    guild = env.create_guild("Domino Café", owner=env.create_user("owner"))
    channel = guild.create_text_channel("table")
    people = {name: guild.add_member(env.create_user(name, global_name=shown)) for name, shown in PEOPLE.items()}
    return World(env, tmp_path / DATABASE, SEED, guild, channel, people)
