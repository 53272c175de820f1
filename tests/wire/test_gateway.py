"""What the gateway can say to the bot, as a process."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from aiohttp import web

from tests.playground.table import until
from tests.support.bots.running import Running, running
from tests.support.cases import few
from tests.support.people import HANG_SECONDS
from tests.support.playground import close_sockets, send_raw, sockets, wait_for_bot

pytestmark = pytest.mark.wire

NONSENSE: tuple[str | bytes, ...] = (
    "<html>Bad gateway</html>",
    # a zstd stream that ends too early
    bytes.fromhex("28b52ffd2051"),
    r'{"op": 0, "t": "GUILD_UPDATE", "s": 9, "d": {"name": "\ud800"}}',
)


@pytest.mark.long
async def test_an_unreadable_frame_costs_its_shard_alone_and_hands_come_by_shard_0(tmp_path: Path) -> None:
    async with running(tmp_path, shards=3) as three:
        gateway = three.playground.gateway
        await three.sit()
        for shard, frame in enumerate(NONSENSE):
            before = sockets(gateway)
            await send_raw(gateway, frame, shard)
            await until(lambda: sockets(gateway).get(shard, before[shard]) is not before[shard])  # noqa: B023
            await wait_for_bot(three.playground)
            assert {n for n, each in sockets(gateway).items() if each is not before[n]} == {shard}
            assert await three.act()
        assert three.bot.alive
    for told in ("Connecting shard 0 to Discord anew", "Discord sent something unreadable"):
        assert told in three.bot.log
    assert "Traceback" not in three.bot.log


@pytest.mark.long
async def test_a_gateway_that_answers_a_page_is_one_warning(quick: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object) -> None:
        raise web.HTTPBadGateway(text="<html>Bad gateway</html>", content_type="text/html")

    await quick.sit()
    with monkeypatch.context() as outage:
        outage.setattr(web.WebSocketResponse, "prepare", refuse)
        quick.playground.gateway.drop()
        await until(lambda: "can't be reached" in quick.bot.log)
    await wait_for_bot(quick.playground)
    assert await quick.act()
    log = quick.bot.log
    assert log.count("Discord can't be reached") == 1
    assert "Traceback" not in log


@pytest.mark.long
@pytest.mark.parametrize(
    ("code", "told"),
    few(
        [(4004, "DISCORD_TOKEN: "), (4014, "Discord refuses the intent"), (4012, "with code 4012")],
        [(4004, "DISCORD_TOKEN: ")],
    ),
)
async def test_a_refusal_in_mid_run_ends_the_bot_with_one_line(quick: Running, code: int, told: str) -> None:
    await quick.sit()
    before = quick.bot.log
    await close_sockets(quick.playground.gateway, code)
    async with asyncio.timeout(HANG_SECONDS):
        assert await quick.bot.wait() == 2
    lines = quick.bot.log.removeprefix(before).splitlines()
    assert len(lines) == 1
    assert told in lines[0]
