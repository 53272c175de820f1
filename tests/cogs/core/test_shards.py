"""Several connections to Discord, each with some of the servers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from simcord.backend import serializers

from cogs.core.http import requests
from cogs.invite import invite_links
from engine.live.model.table import Status
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World, spy
from tests.support.simcord_private import as_the_bot

LOBBY_SECONDS = 900


async def other_table(world: World) -> Any:
    """Open a table on a server of shard 1; return it."""
    owner = world.env.create_user("mallory")
    guild = world.env.create_guild("Elsewhere", owner=owner, shard_id=1)
    channel = guild.create_text_channel("far")
    await Player(world, guild.add_member(owner)).run("play", channel)
    return world.bot.hub.in_channel(channel.id)


@pytest.mark.long
@pytest.mark.shards(2)
async def test_a_shard_without_a_connection_stops_the_clocks_of_its_own_tables_alone(world: World) -> None:
    await world.alice.run("play")
    here, there = world.table, await other_table(world)
    shard = world.bot.get_shard(1)
    assert shard is not None
    await shard.disconnect()
    await world.settle()
    assert not world.bot.sharding.connected
    await world.wait(LOBBY_SECONDS + 60)
    assert here.header.status is Status.CLOSED
    assert there.header.status is Status.LOBBY
    await shard.reconnect()
    await world.settle()
    assert world.bot.sharding.connected
    await world.wait(LOBBY_SECONDS - 60)
    assert there.header.status is Status.LOBBY
    await world.wait(120)
    assert there.header.status is Status.CLOSED


@pytest.mark.shards(2)
async def test_a_servers_shard_comes_from_its_id(world: World) -> None:
    assert [world.bot.shard_of(each) for each in (world.guild.id, 1 << 22, (2 << 22) + 99)] == [0, 1, 0]


async def test_a_server_that_left_while_its_shard_began_is_noted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, mallory = world.elsewhere()
    left = spy(monkeypatch, world.cog("Retention"), "guild_left")
    gone = mallory.guild.id
    await world.bot.before_identify_hook(0)
    state = world.bot._connection
    ready = {"user": serializers.user_payload(world.env.backend.bot_user), "shard": [0, 1]}
    state.parse_ready({**ready, "guilds": [{"id": str(world.guild.id), "unavailable": True}]})  # type: ignore[typeddict-item]
    state.parse_guild_create(
        serializers.guild_create_payload(world.env.backend, world.env.backend.guilds[world.guild.id])  # type: ignore[arg-type]
    )
    await world.wait(10)
    assert left == [(gone,)]
    assert world.bot.get_guild(gone) is None
    assert world.bot.get_guild(world.guild.id) is not None


async def test_a_press_in_a_takeover_is_asked_to_try_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.alice.run("play")
    again = "I can't do that right now. Try again in a moment."
    world.table.retired = True
    assert (await world.alice.run("leave")).text == again, "before anything is written"
    monkeypatch.setattr(world.bot.ownership, "owns", lambda shard: False)
    world.bot.hub.drop_shard(0)
    assert (await world.alice.run("hand")).text == again, "it knows no table there any more"
    await world.bot.sharding.drop(0)
    assert not world.bot.guilds, "whose changes it does not learn"


async def test_a_process_that_stood_still_asks_first(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.sit("alice", "bruno")
    # the lease is over, and the process does not know it yet
    monkeypatch.setattr(type(table), "owned", False)
    for command in ("board", "hand", "leave"):
        assert (await world.alice.run(command)).text == "I can't do that right now. Try again in a moment."


async def test_nothing_is_sent_about_a_table_played_elsewhere(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Callable[[], bool]] = {}
    request = world.bot.http.request

    async def spying(route: Any, **how: Any) -> Any:
        asked[f"{route.method} {route.path}"] = requests._allowed.get()
        return await request(route, **how)

    monkeypatch.setattr(world.bot.http, "request", spying)
    await world.sit("alice", "bruno", clock="slow", auto="nothing")
    world.skip(300)
    await world.do()
    sent = {each: allowed for each, allowed in asked.items() if "/channels/" in each}
    # boards and hands, the buttons of the board before, and the message that tells of a turn
    assert {each.split()[0] for each in sent} >= {"POST", "PATCH"}
    assert all(allowed() for allowed in sent.values())
    world.table.retired = True
    assert not any(allowed() for allowed in sent.values())


async def test_the_link_to_invite_is_logged_when_no_server_has_the_bot_and_never_before(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    _, mallory = world.elsewhere()
    link = invite_links(world.bot.application_id or 0)[0]
    seen: list[bool] = []
    for guild in (mallory.guild, world.guild):
        world.env.backend.remove_guild(guild.id)
        await world.settle()
        seen.append(link in caplog.text)
    assert seen == [False, True]
    caplog.clear()
    with as_the_bot(world.env):
        await world.bot.sharding.on_ready()
    assert link in caplog.text
