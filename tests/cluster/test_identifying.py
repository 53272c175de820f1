"""Bots whose shards introduce themselves to Discord, one every five seconds, whatever happens to them."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from engine.live.cluster.sharing import LEASE_SECONDS
from engine.live.database.address import DatabaseURL
from tests.support.bots.fleet import fleet

pytestmark = [pytest.mark.long, pytest.mark.wire]

SHARDS = 5


async def test_in_a_storm_no_shard_identifies_too_early_or_falls_behind(tmp_path: Path, database: DatabaseURL) -> None:
    async with fleet(tmp_path, database, processes=1, shards=SHARDS, concurrency=1) as bots:
        gateway = bots.playground.gateway
        await bots.start_all("a")
        # the last one of five has waited for twenty seconds
        assert "behind" not in bots.bots["a"].log
        for name in ("b", "c"):
            await bots.start(name)
        await asyncio.sleep(8)
        bots.bots["a"].signal(signal.SIGKILL)
        await asyncio.sleep(8)
        await bots.start("a")
        bots.bots["b"].signal(signal.SIGSTOP)
        await asyncio.sleep(8)
        assert await bots.bots["c"].stop() == 0
        await asyncio.sleep(LEASE_SECONDS)
        bots.bots["b"].signal(signal.SIGCONT)
        await bots.start("c")
        await bots.settled("a", "b", "c", seconds=120)
        assert gateway.identifies.refused == 0
        for name in bots.bots:
            assert "behind" not in bots.bots[name].log
