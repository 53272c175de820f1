"""Tests of the metrics: counters, and labels without people and places."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.parser import text_string_to_metric_families as parsed

from cogs.core.http.budget import Budget
from cogs.core.http.requests import trace
from cogs.monitoring import requests
from cogs.monitoring.metrics import Metrics
from cogs.monitoring.requests import WORDS, count_requests, route
from engine.live.model.errors import StorageError
from engine.live.thinking.pool import BotPool
from engine.rules import RULE_SETS
from tests.cogs.cups.flow import opened
from tests.cogs.monitoring.serving import ask, served
from tests.support.in_memory.world import World
from tests.support.simcord_private import deny_bot

LABELS = {"rules", "status", "le", "cause", "shard", "route", "auth", "scope"}


class Scrape:
    """The samples of one scrape."""

    def __init__(self, text: str) -> None:
        self.samples = [each for family in parsed(text) for each in family.samples]

    def __call__(self, name: str, **labels: str) -> float:
        """Return the sum of the samples with a name and these labels."""
        found = [each.value for each in self.samples if each.name == name and labels.items() <= each.labels.items()]
        assert found, f"no {name} with {labels}"
        return sum(found)


@asynccontextmanager
async def observed(world: World) -> AsyncGenerator[Callable[[], Scrape]]:
    """Observe the bot of a world; return a function that scrapes it."""
    metrics = Metrics()
    async with metrics.observing(world.bot):
        yield lambda: Scrape(metrics.text().decode())


async def play_three(world: World) -> None:
    await world.sit("alice", "bruno")
    for _ in range(3):
        await world.do()


async def test_moves_tables_and_writes_are_counted(world: World) -> None:
    async with observed(world) as scrape:
        assert scrape()("domino_tables_open") == 0
        await play_three(world)
        log = (await world.store.find(world.table.id)).log
        moves = [each for each in log if not each.action.startswith("deal")]
        assert len(log) > len(moves) >= 3
        found = scrape()
        assert found("domino_moves_total", rules="express") == len(moves)
        assert found("domino_tables_open", status="playing") == 1
        assert found("domino_tables_open", status="lobby") == 0
        assert found("domino_store_write_seconds_count") >= len(moves)
        assert found("domino_publish_failed") == 0
        assert found("domino_cups_open") == found("domino_cup_tables_unshown") == 0
        assert found("domino_picture_seconds_count") >= 1
        assert found("domino_guilds", shard="0") == 1
        assert found("domino_shard_up", shard="0") == 1


@pytest.mark.long
async def test_a_refused_move_is_not_counted_as_one_but_by_its_cause(world: World) -> None:
    world.alarmed = True
    async with observed(world) as scrape:
        await world.sit("alice", "bruno")
        await world.bot.hub.heartbeat()
        before = scrape()
        holder = sqlite3.connect(world.database, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        try:
            with pytest.raises(StorageError):
                await world.bot.hub.heartbeat()
            with pytest.raises(StorageError):
                await world.do()
        finally:
            holder.close()
        found = scrape()
        assert found("domino_store_unkept_total", cause="held") >= 2
        moves = [each.value for each in (*before.samples, *found.samples) if each.name == "domino_moves_total"]
        assert moves == []


async def test_tables_that_discord_refuses_and_a_lost_gateway_show(world: World) -> None:
    async with observed(world) as scrape:
        await world.bot.sharding.on_shard_disconnect(0)
        assert scrape()("domino_shard_up", shard="0") == 0
        await world.bot.sharding.on_shard_connect(0)
        assert scrape()("domino_shard_up", shard="0") == 1


async def test_a_late_loop_shows_as_late(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.monitoring.metrics.SAMPLE_SECONDS", 0.001)
    async with observed(world) as scrape:
        async with asyncio.timeout(60):
            while scrape()("domino_loop_lag_seconds_count") < 3:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.001)


async def test_questions_of_computers_are_counted_while_they_think(world: World) -> None:
    pool = BotPool()
    world.bot.thinkers = pool
    async with observed(world) as scrape:
        assert scrape()("domino_thinking_queue") == 0
        with pool._urgent():
            assert scrape()("domino_thinking_queue") == 1
        assert scrape()("domino_thinking_queue") == 0
    await pool.close()


def problems(text: str, secret: set[str]) -> Iterator[str]:
    """Return the labels of a scrape that tell more than they should."""
    for family in parsed(text):
        for sample in family.samples:
            for name, value in sample.labels.items():
                if name not in LABELS or value in secret or (name != "le" and re.search(r"\d{6}", value)):
                    yield f"{sample.name}: {name}={value}"


async def test_no_label_names_a_user_a_server_a_channel_or_a_table(world: World) -> None:
    async with served(world) as address:
        await play_three(world)
        _, text = await ask(f"{address}/metrics")
        ids = {world.guild.id, world.channel.id, world.board.id, *(each.id for each in world.people.values())}
        secret = {world.table.id, *map(str, ids)}
        assert list(problems(text, secret)) == []
        assert not [each for each in secret if each in text]
    assert list(problems(f'x{{rules="{world.table.id}"}} 1\n', secret)), "an id would be found"
    assert set(re.findall('rules="([^"]+)"', text)) <= set(RULE_SETS)


# ------------------------------------------------------------------ requests


@pytest.mark.parametrize(
    ("method", "path", "shown"),
    [
        ("PATCH", "/api/v10/channels/123456789/messages/987654321", "PATCH channels/*/messages/*"),
        ("POST", "/api/v10/interactions/12/aW50ZX/callback", "POST interactions/*/*/callback"),
        ("PATCH", "/api/v10/webhooks/12/aW50ZX/messages/@original", "PATCH webhooks/*/*/messages/@original"),
        ("GET", "/api/v10/gateway/bot", "GET gateway/bot"),
        ("PUT", "/api/v10/channels/1/messages/2/reactions/%F0%9F%91%8D/@me", "PUT channels/*/messages/*/*/*/@me"),
    ],
)
def test_a_route_has_neither_ids_nor_tokens(method: str, path: str, shown: str) -> None:
    assert route(method, path) == shown


@given(st.lists(st.one_of(st.text(), st.sampled_from(sorted(WORDS)), st.integers(0, 2**63).map(str))))
def test_no_address_whatever_gets_into_a_route(segments: list[str]) -> None:
    shown = route("GET", "/api/v10/" + "/".join(segments)).removeprefix("GET ")
    assert set(shown.split("/")) <= {*WORDS, "*", ""}


class Stub:
    """A client with a session of its own, as far as its requests are counted."""

    def __init__(self) -> None:
        self.http = SimpleNamespace(http_trace=trace(Budget()))
        self.registry = CollectorRegistry()
        self.on_interaction: Callable[[Any], Awaitable[None]]
        count_requests(
            self,
            Counter("requests", "-", ["route", "auth", "status"], registry=self.registry),
            Counter("limited", "-", ["scope"], registry=self.registry),
            Histogram("press", "-", registry=self.registry),
        )

    def add_listener(self, listener: Callable[[Any], Awaitable[None]]) -> None:
        self.on_interaction = listener

    def count(self, name: str, **labels: str) -> float:
        return self.registry.get_sample_value(name, labels) or 0.0


async def answer(request: web.Request) -> web.Response:
    """Answer as Discord does, or as the path says."""
    if "callback" in request.path:
        return web.Response(status=404 if "gone" in request.path else 204)
    if "limited" in request.path:
        scope = {} if "cloud" in request.path else {"X-RateLimit-Scope": "shared"}
        return web.Response(
            body=b'{"retry_after": 1}', status=429, headers={"Content-Type": "application/json", **scope}
        )
    if "nonsense" in request.path:
        return web.Response(text="<html>")
    if "broken" in request.path:
        request.transport.close()
    return web.Response(status=204)


@asynccontextmanager
async def discord_at(stub: Stub) -> AsyncGenerator[Callable[..., Any]]:
    """Send requests of a client to a server; return a function that sends one."""
    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", answer)
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(server.make_url("/"), trace_configs=[stub.http.http_trace]) as session,
    ):

        async def send(method: str, path: str, *, auth: bool = True) -> None:
            headers = {"Authorization": "Bot secret"} if auth else {}
            async with session.request(method, path, headers=headers) as done:
                await done.read()

        yield send


async def test_requests_are_counted_by_route_token_and_status() -> None:
    stub = Stub()
    async with discord_at(stub) as send:
        await send("POST", "/api/v10/channels/1/messages/2")
        await send("GET", "/api/v10/users/limited")
        await send("GET", "/api/v10/users/limited-by-cloud")
        await send("PATCH", "/api/v10/webhooks/1/token", auth=False)
        await send("GET", "/attachments/1/picture.png", auth=False)
    count = stub.count
    assert count("requests_total", route="POST channels/*/messages/*", auth="bot", status="204") == 1
    assert count("requests_total", route="GET users/*", auth="bot", status="429") == 2
    assert count("requests_total", route="PATCH webhooks/*/*", auth="interaction", status="204") == 1
    assert count("limited_total", scope="shared") == count("limited_total", scope="none") == 1
    total = [s.value for family in stub.registry.collect() for s in family.samples if s.name == "requests_total"]
    assert sum(total) == 4


async def test_a_request_without_a_readable_answer_is_counted_once() -> None:
    stub = Stub()

    def counts() -> list[float]:
        return [
            stub.count("requests_total", route="POST users/*", auth="bot", status=status) for status in ("200", "none")
        ]

    async with discord_at(stub) as send:
        for what, expected in (("nonsense", [1, 0]), ("broken", [1, 1])):
            with pytest.raises(aiohttp.ClientError):
                await send("POST", f"/api/v10/users/{what}")
            assert counts() == expected


def interaction(number: int, kind: discord.InteractionType = discord.InteractionType.component) -> Any:
    return SimpleNamespace(id=number, type=kind)


async def test_a_press_is_timed_until_discord_took_the_answer_and_once() -> None:
    stub = Stub()
    for each in (interaction(1), interaction(2), interaction(3, discord.InteractionType.autocomplete)):
        await stub.on_interaction(each)
    async with discord_at(stub) as send:
        for path in ("2/gone/callback", "3/t/callback", "9/t/callback"):
            await send("POST", f"/api/v10/interactions/{path}", auth=False)
        assert stub.count("press_count") == 0
        for _ in range(2):
            await send("POST", "/api/v10/interactions/1/t/callback", auth=False)
        assert stub.count("press_count") == 1


async def test_presses_that_nobody_answers_do_not_gather(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_AWAITED", 2)
    stub = Stub()
    for number in range(5):
        await stub.on_interaction(interaction(number))
    async with discord_at(stub) as send:
        for number in range(5):
            await send("POST", f"/api/v10/interactions/{number}/t/callback", auth=False)
    assert stub.count("press_count") == 2


@pytest.mark.long
async def test_open_cups_and_their_tables_without_a_place_are_counted(world: World) -> None:
    # one channel for two tables
    deny_bot(world.env, world.guild, world.channel, "create_public_threads")
    async with observed(world) as scrape:
        club = await opened(world, *world.named("alice", "bruno", "chloe", "davide"))
        assert scrape()("domino_cups_open") == 1
        await club.begin()
        await club.wait(20)
        assert scrape()("domino_cup_tables_unshown") == 1
    await world.bot.unload_extension("cogs.cups")
    assert not world.bot.gauges
