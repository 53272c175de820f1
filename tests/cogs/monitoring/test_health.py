"""Tests of health checks over HTTP: who answers, and when the bot counts as unhealthy or not ready."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import sys
import threading

import aiohttp
import pytest

from cogs import monitoring
from cogs.monitoring import __main__ as check
from cogs.monitoring import health, server
from engine.live.model.errors import StorageError
from tests.cogs.monitoring.serving import ask, served
from tests.support.bots.fleet import free_port
from tests.support.in_memory.world import World

READY = {"gateway": True, "database": True}


async def readiness(address: str) -> tuple[int, object]:
    async with aiohttp.ClientSession() as session, session.get(f"{address}/readyz") as answer:
        return answer.status, await answer.json()


async def test_a_bot_that_is_well_is_healthy_and_ready(world: World) -> None:
    await world.bot.hub.heartbeat()
    async with served(world) as address:
        assert await ask(f"{address}/healthz") == (200, "ok")
        assert await readiness(address) == (200, READY)
        assert (await ask(f"{address}/elsewhere"))[0] == 404


async def test_a_bot_without_its_gateway_is_healthy_but_not_ready_until_it_is_back(world: World) -> None:
    await world.bot.hub.heartbeat()
    async with served(world) as address:
        await world.bot.sharding.on_shard_disconnect(0)
        assert await readiness(address) == (503, {**READY, "gateway": False})
        assert (await ask(f"{address}/healthz"))[0] == 200
        await world.bot.sharding.on_shard_resumed(0)
        assert await readiness(address) == (200, READY)


async def test_a_database_that_refuses_makes_the_bot_not_ready(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(_: str) -> str:
        raise StorageError("the disk failed (tile 6-6)")

    async def be_silent(_: str) -> str:
        await asyncio.Event().wait()
        raise AssertionError

    await world.bot.hub.heartbeat()
    async with served(world) as address:
        for away in (refuse, be_silent):
            with monkeypatch.context() as patch:
                patch.setattr(health, "ANSWER_SECONDS", 0.01)
                patch.setattr(world.store, "get_meta", away)
                assert await readiness(address) == (503, {**READY, "database": False})
        assert await readiness(address) == (200, READY)


@pytest.mark.long
async def test_a_database_that_can_be_read_but_not_written_makes_the_bot_not_ready(world: World) -> None:
    world.alarmed = True
    await world.bot.hub.heartbeat()
    async with served(world) as address:
        holder = sqlite3.connect(world.database, isolation_level=None)
        try:
            holder.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageError):
                await world.bot.hub.heartbeat()
            world.skip(health.MAX_BEAT_AGE_SECONDS + 1)
            assert await readiness(address) == (503, {**READY, "database": False})
        finally:
            holder.close()
        await world.bot.hub.heartbeat()
        assert await readiness(address) == (200, READY)


async def test_a_closed_bot_is_not_ready(world: World) -> None:
    async with served(world) as address:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(world.bot, "is_closed", lambda: True)
            status, said = await readiness(address)
    assert (status, said["gateway"]) == (503, False)


def test_a_held_loop_fails_the_check(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    port, up, release = free_port(), threading.Event(), threading.Event()
    stop = asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def live() -> None:
        loops.append(asyncio.get_running_loop())
        runner = server.web.AppRunner(server.Monitor(None, None).app)
        await runner.setup()
        await server.web.TCPSite(runner, "127.0.0.1", port).start()
        up.set()
        await stop.wait()
        await runner.cleanup()

    thread = threading.Thread(target=lambda: asyncio.run(live()))
    thread.start()
    assert up.wait(60)
    monkeypatch.setenv("DOMINO_METRICS_PORT", str(port))
    monkeypatch.setattr(check, "TIMEOUT_SECONDS", 60)
    try:
        assert check.main() == 0
        assert capsys.readouterr().out == "ok\n"
        loops[0].call_soon_threadsafe(release.wait)
        monkeypatch.setattr(check, "TIMEOUT_SECONDS", 0.2)
        assert check.main() == 1
        assert "no answer: timed out" in capsys.readouterr().out
        release.set()
        monkeypatch.setattr(check, "TIMEOUT_SECONDS", 60)
        assert check.main() == 0
    finally:
        release.set()
        loops[0].call_soon_threadsafe(stop.set)
        thread.join()


def test_the_check_of_the_container_fails_without_a_bot_and_passes_where_it_is_off(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOMINO_METRICS_PORT", str(free_port()))
    # a proxy would be asked in vain for what is on this machine
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert check.main() == 1
    assert capsys.readouterr().out.startswith("no answer: ")
    monkeypatch.setenv("DOMINO_METRICS_PORT", "")
    assert check.main() == 0


async def test_without_its_package_only_metrics_are_missing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in sys.modules if each.startswith("prometheus_client")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "cogs.monitoring.metrics", raising=False)
    monkeypatch.delattr(monitoring, "metrics", raising=False)
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    await world.bot.hub.heartbeat()
    async with served(world) as address:
        status, said = await ask(f"{address}/metrics")
        assert status == 501
        assert "the extra `metrics`" in said
        assert await ask(f"{address}/healthz") == (200, "ok")
        assert await readiness(address) == (200, READY)


async def test_odd_scrapers_hold_nobody_up_and_fill_no_log(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await world.bot.hub.heartbeat()
    async with served(world) as address:
        host, port = address.removeprefix("http://").split(":")
        idle = [await asyncio.open_connection(host, int(port)) for _ in range(20)]
        for _, writer in idle:
            writer.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n" * 50)
        for text in (b"nonsense\r\n\r\n", b"POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n", b"GET /m"):
            _, writer = await asyncio.open_connection(host, int(port))
            writer.write(text)
            idle.append((_, writer))
        async with asyncio.timeout(10):
            assert await ask(f"{address}/healthz") == (200, "ok")
            await world.alice.run("play")
        assert world.table.header.host_id == world.alice.id
    # the end of the bot has waited for none of them
    for _, writer in idle:
        writer.close()
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING] == []


async def test_metrics_that_cannot_be_collected_cost_the_scrape_and_one_warning(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(world) as address:
        monkeypatch.setattr(type(world.bot.hub), "tables", property(lambda _: 1 / 0))
        assert (await ask(f"{address}/metrics"))[0] == 500
        assert await ask(f"{address}/healthz") == (200, "ok")
        monkeypatch.undo()
        assert (await ask(f"{address}/metrics"))[0] == 200
    assert "could not be collected: ZeroDivisionError" in caplog.text
