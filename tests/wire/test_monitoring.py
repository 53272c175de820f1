"""Tests of what an operator's tools see of a bot in its own process."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from tests.cogs.monitoring.serving import ask
from tests.support.bots.fleet import free_port
from tests.support.bots.running import running
from tests.support.people import HANG_SECONDS

pytestmark = pytest.mark.wire

GONE = 599
"""The status of a bot that does not answer at all."""


async def status_of(address: str, wanted: int, seconds: float = HANG_SECONDS) -> int:
    """Ask until the status is as wanted, for some seconds at most; return the last."""
    status = GONE
    async with asyncio.timeout(seconds):
        while status != wanted:
            try:
                status, _ = await ask(address)
            except OSError:
                status = GONE
            await asyncio.sleep(0.02)
    return status


@pytest.mark.long
async def test_a_bot_counts_and_logs_json_without_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    monkeypatch.setenv("DOMINO_METRICS_PORT", str(port))
    monkeypatch.setenv("DOMINO_LOG_FORMAT", "json")
    # the playground's bot asks the playground, whatever its owner has set for Discord
    monkeypatch.setenv("DOMINO_API_URL", "http://127.0.0.1:9")
    async with running(tmp_path) as quick:
        await status_of(f"http://127.0.0.1:{port}/readyz", 200)
        await quick.sit()
        for _ in range(3):
            await quick.act()
        _, text = await ask(f"http://127.0.0.1:{port}/metrics")
        ids = [str(each.id) for each in quick.players]
        log = quick.bot.log
    assert re.search(r'^domino_moves_total\{rules="[a-z-]+"\} [1-9]', text, re.MULTILINE)
    assert re.search(r"^domino_press_seconds_count [1-9]", text, re.MULTILINE)
    posted = 'domino_discord_requests_total{auth="bot",route="POST channels/*/messages",status="200"} '
    assert posted in text
    assert 'route="POST interactions/*/*/callback",status="204"' in text or 'callback",status="200"' in text
    assert not re.search(r'="[^"]*\d{6}', text), "no label holds an id"
    assert not [each for each in ids if each in text]
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"time", "level", "logger", "message", "process"} <= set(lines[0])
    assert any(" is ready; " in each["message"] for each in lines)
    assert "loopback.token" not in log
