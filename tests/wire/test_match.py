"""Tests of a match over real HTTP and WebSocket, with the bot in its own process."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from playground.rest import Rest
from tests.support.bots.running import Running, running

pytestmark = pytest.mark.wire


@pytest.mark.long
async def test_scripted_people_play_a_match_to_its_end(quick: Running) -> None:
    await quick.sit()
    assert await quick.table.play() < 500
    assert quick.kept.status == "finished"
    end = await quick.people.alice.wait_for(lambda message: "new on the leaderboard" in message.text)
    assert "wins the match" in end.text
    assert len(await quick.people.alice.picture(end)) > 1000


@pytest.mark.long
async def test_a_bot_that_was_killed_is_started_as_it_always_is_and_goes_on(quick: Running) -> None:
    await quick.sit()
    for _ in range(3):
        await quick.act()
    before = quick.kept.log
    await quick.restart()
    for _ in range(3):
        await quick.act()
    assert quick.kept.log[: len(before)] == before
    assert len(quick.kept.log) > len(before)


@pytest.mark.long
async def test_a_dropped_gateway_socket_is_resumed_and_play_goes_on(quick: Running) -> None:
    await quick.sit()
    await quick.act()
    before = len(quick.kept.log)
    quick.playground.gateway.drop()
    for _ in range(4):
        await quick.act()
    assert len(quick.kept.log) > before
    assert quick.playground.gateway.resumed >= 1


@pytest.mark.long
async def test_with_discords_limits_on_moves_in_a_burst_share_a_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, rate_limits=True) as limited:
        # a match that goes on for longer
        await limited.table.sit(target=200)
        refused = sum(each.status == 429 for each in limited.playground.requests)
        channel, handle = (await limited.table.board()).channel_id, Rest._handle
        moved = asyncio.Event()

        async def held(self: Rest, request: Any) -> Any:
            # people are quicker than pictures, on any machine
            if request.method == "POST" and request.path.endswith(f"/channels/{channel}/messages"):
                await moved.wait()
            return await handle(self, request)

        with monkeypatch.context() as slow:
            slow.setattr(Rest, "_handle", held)
            for _ in range(4):
                assert await limited.act()
            moved.set()
        while len(limited.kept.log) < 14 and await limited.act():
            pass
        boards = [message for message in await limited.people.alice.messages() if message.pictures]
        assert len(limited.kept.log) >= 14
        assert len(boards) < len(limited.kept.log), "some pictures show several moves"
        assert sum(each.status == 429 for each in limited.playground.requests) - refused <= 3
        assert boards[-1].text
