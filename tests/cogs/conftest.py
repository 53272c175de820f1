"""A Discord in memory, with the real bot, a channel and five people."""

from __future__ import annotations

import hashlib
import itertools
import json
import logging
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import simcord
from discord import app_commands

import render
from cogs.bot import DominoBot
from engine.dealing import Seed
from engine.live.database import sqlite
from tests.support.features import features_imported_once, signatures_read_once
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import PEOPLE, World, make_bot
from tests.support.simcord_private import errors_of, hurry
from tests.support.specification import problems_of

DATABASE = "test.sqlite3"
DRAWN = (
    *("table", "hand", "deal_end", "replay", "leaderboard", "statistics", "standings", "bracket"),
    *("example", "tile_set", "tile_set_sheet"),
)
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
        patch.setattr(sqlite, "PRAGMAS", (*sqlite.PRAGMAS, "synchronous=OFF"))
        yield


@pytest.fixture(autouse=True, scope="session")
def commands_are_translated_once() -> Iterator[None]:
    """Spare every start of a bot but the first the translation of all commands into all languages."""
    translate = app_commands.Group.get_translated_payload
    translated: dict[str, str] = {}

    async def remembered(group: app_commands.Group, tree: Any, translator: app_commands.Translator) -> dict[str, Any]:
        plain = json.dumps(group.to_dict(tree))
        if plain not in translated:
            translated[plain] = json.dumps(await translate(group, tree, translator))
        return json.loads(translated[plain])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_commands.Group, "get_translated_payload", remembered)
        yield


@pytest.fixture(autouse=True, scope="session")
def modules_are_imported_once() -> Iterator[None]:
    """Spare every start of a bot but the first the import of its features, and the reading of their signatures."""
    with features_imported_once(), signatures_read_once():
        yield


@pytest_asyncio.fixture
async def env(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[simcord.Env]:
    """Connect the bot; afterwards check every request against Discord's specification.

    The mark ``shards`` has it open several shards; the server of `world` is on shard 0.
    """
    hurry()
    holder: list[simcord.Env] = []
    marked = request.node.get_closest_marker("shards")
    shards = marked.args[0] if marked else 1
    bot = await make_bot(tmp_path / DATABASE, lambda: holder[0].now().timestamp(), shards=shards)
    env = simcord.Env(bot, settle_timeout=60)
    holder.append(env)
    try:
        await env.start()
        yield env
        await env.shutdown()
    finally:
        # its thread would keep the process alive
        assert isinstance(env.bot, DominoBot)
        await env.bot.hub.store.close()
    errors_of(env)
    problems = problems_of(env.http_requests)
    assert not problems, "\n".join(str(each) for each in problems)


@pytest_asyncio.fixture
async def world(env: simcord.Env, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncGenerator[World]:
    """The bot in a server with five people; afterwards check that open tables are kept and the log holds no error."""
    guild = env.create_guild("Domino Café", owner=env.create_user("owner"), shard_id=0)
    world = World(env, tmp_path / DATABASE, guild, guild.create_text_channel("table"))
    for name, shown in PEOPLE.items():
        world.people[name] = Player(world, guild.add_member(env.create_user(name, global_name=shown)))
    yield world
    for table in world.tables:
        await world.assert_kept(table)
    for record in caplog.get_records("call") if not world.alarmed else ():
        assert record.levelno < (logging.WARNING if world.quiet else logging.ERROR), record.getMessage()
        assert "Traceback" not in record.getMessage()
        assert not record.exc_info


@pytest.fixture
def admin(world: World) -> Player:
    """Somebody who may manage the server."""
    return world.manager()


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let deals be drawn from their tables' seeds, as on a real server; which these are can be repeated."""
    numbers = itertools.count()

    def new(cls: type[Seed]) -> Seed:
        return cls(hashlib.sha256(str(next(numbers)).encode()).digest())

    monkeypatch.setattr(Seed, "new", classmethod(new))
    made = DominoBot.__init__
    monkeypatch.setattr(DominoBot, "__init__", lambda self, store, *, dealer, **more: made(self, store, **more))


@pytest.fixture
def quiet(world: World) -> None:
    """Let a test fail if the log holds a warning in its end."""
    world.quiet = True


@pytest.fixture
def alarmed(world: World) -> None:
    """Let a test not fail if the log holds errors in its end."""
    world.alarmed = True
