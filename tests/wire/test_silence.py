"""Requests that Discord takes and never answers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest
from aiohttp import web

from playground.rest import Rest
from tests.support.bots.running import Running

pytestmark = [pytest.mark.long, pytest.mark.wire]

MAX_SILENCE_SECONDS = 40.0
"""How long an answer that never comes may hold a channel or a hand: the bot waits for ten seconds, and the library
would for minutes. The rest is for a slow machine."""


def swallow(wire: Running, monkeypatch: pytest.MonkeyPatch, method: str, path: str) -> asyncio.Event:
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


async def live_at(wire: Running, ply: int) -> None:
    """Wait until one message of the channel has live controls, of that ply."""
    live: list[Any] = []
    while len(live) != 1 or not any(button["custom_id"].split(":")[3:4] == [str(ply)] for button in live[0].buttons):
        await asyncio.sleep(0.05)
        live = [each for each in await wire.people.alice.messages(limit=50) if "My hand" in each.labels]


async def shown_at(wire: Running, ply: int) -> None:
    """Wait, but not for long, until the channel's newest message shows that ply."""
    newest = -1
    async with asyncio.timeout(MAX_SILENCE_SECONDS):
        while newest < ply:
            await asyncio.sleep(0.05)
            message = (await wire.people.alice.messages(limit=1))[-1]
            shown = [each["custom_id"].split(":") for each in message.buttons]
            newest = max((int(each[3]) for each in shown if each[1] == "pass"), default=-1)


async def test_a_swallowed_answer_holds_no_channel_for_long(quick: Running, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert "Timeout" in quick.bot.log


async def test_a_request_given_up_in_a_limit_holds_no_others(quick: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    handle: Callable[..., Any] = Rest._handle
    limited = asyncio.Event()

    async def limiting(self: Rest, request: Any) -> Any:
        if request.method != "PATCH" or limited.is_set() or not re.search(rf"/channels/{channel}/", request.path):
            return await handle(self, request)
        limited.set()
        # longer than tidying up may take
        told = b'{"message": "You are being rate limited.", "retry_after": 6.0, "global": true}'
        return web.Response(body=told, status=429, headers={"Via": "1.1 google", "Content-Type": "application/json"})

    await quick.sit()
    await quick.act()
    channel = (await quick.people.alice.messages(limit=1))[-1].channel_id
    monkeypatch.setattr(Rest, "_handle", limiting)
    await quick.act()
    await limited.wait()
    await quick.act()
    await shown_at(quick, len(quick.kept.log))
