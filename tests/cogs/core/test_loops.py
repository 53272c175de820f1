"""The loops of the bot go on when the system's time is set."""

from __future__ import annotations

import asyncio
import datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.ext import tasks

from cogs.bot import DominoBot
from engine.live.clock import SteadyClock
from engine.live.database_store import DatabaseStore

TICK = 0.02


@pytest.mark.sampled(1)
@pytest.mark.parametrize("step", [-3600.0, 3600.0])
async def test_ticks_go_on_when_the_clock_is_set(step: float, monkeypatch: pytest.MonkeyPatch) -> None:
    set_by = 0.0

    class Wall(datetime.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return super().now(tz) + datetime.timedelta(seconds=set_by)

    wall = SimpleNamespace(**{**vars(datetime), "datetime": Wall})
    monkeypatch.setattr(tasks, "datetime", wall)
    monkeypatch.setattr(discord.utils, "datetime", wall)
    client = DominoBot(await DatabaseStore.open(":memory:"), without=("cogs.tile_emojis",))
    clock = SteadyClock(lambda: Wall.now().timestamp())
    monkeypatch.setattr(client.hub, "_clock", clock)
    monkeypatch.setattr(client.hub, "_clock_step", clock.step)
    ticks, beats = [0], [0]

    async def ticked(_: object) -> None:
        ticks[0] += 1

    async def beat() -> None:
        beats[0] += 1

    monkeypatch.setattr(client.hub, "tick", ticked)
    monkeypatch.setattr(client.hub, "heartbeat", beat)
    async with client:
        for loop in (client.upkeep.tick, client.upkeep.beat):
            loop.change_interval(seconds=TICK)
        await client.add_cog(client.upkeep)
        await asyncio.sleep(5 * TICK)
        set_by = step
        await asyncio.sleep(10 * TICK)
        before, since = (ticks[0], beats[0]), asyncio.get_running_loop().time()
        await asyncio.sleep(20 * TICK)
        async with asyncio.timeout(30):
            while min(ticks[0] - before[0], beats[0] - before[1]) <= 3:  # noqa: ASYNC110
                # asleep until the old time, or on a machine that stalls
                await asyncio.sleep(TICK)
        most = (asyncio.get_running_loop().time() - since) / TICK + 5
        for count, earlier in zip((ticks[0], beats[0]), before, strict=True):
            assert count - earlier < most, "none catches up with the new time"
