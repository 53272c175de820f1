"""Requests that Discord takes and never answers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest

from playground.rest import Rest
from tests.wire.conftest import Wire

pytestmark = [pytest.mark.long, pytest.mark.wire]

MAX_SILENCE_SECONDS = 15.0
"""How long an answer that never comes may hold a channel or a hand."""


def swallow(wire: Wire, monkeypatch: pytest.MonkeyPatch, method: str, path: str) -> asyncio.Event:
    """Let the next request be carried out and never answered; return the event that it came."""
    handle: Callable[..., Any] = Rest._handle
    swallowed = asyncio.Event()

    async def swallowing(self: Rest, request: Any) -> Any:
        response = await handle(self, request)
        if not swallowed.is_set() and request.method == method and re.search(path, request.path):
            swallowed.set()
            await asyncio.sleep(600)
        return response

    monkeypatch.setattr(Rest, "_handle", swallowing)
    return swallowed


async def live_at(wire: Wire, ply: int) -> None:
    """Wait until one message of the channel has live controls, of that ply."""
    live: list[Any] = []
    while len(live) != 1 or not any(button["custom_id"].split(":")[3:4] == [str(ply)] for button in live[0].buttons):
        await asyncio.sleep(0.05)
        live = [each for each in await wire.people.alice.messages(limit=50) if "My hand" in each.labels]


async def test_a_swallowed_answer_holds_neither_the_channel_nor_a_hand_for_long(
    quick: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    await quick.sit()
    await quick.act()
    channel = (await quick.people.alice.messages(limit=1))[-1].channel_id
    swallowed = swallow(quick, monkeypatch, "POST", rf"/channels/{channel}/messages$")
    await quick.act()
    await swallowed.wait()
    await quick.act()
    ply = len(quick.kept.log)
    async with asyncio.timeout(MAX_SILENCE_SECONDS):
        # what was sent is found by its nonce, and becomes the next board
        await live_at(quick, ply)
    assert "Timeout" in (quick.database.parent / "bot.log").read_text()
