"""Tests of a match over real HTTP and WebSocket, with the bot in its own process."""

from __future__ import annotations

from pathlib import Path

import pytest

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
async def test_with_discords_limits_on_moves_in_a_burst_share_a_picture(tmp_path: Path) -> None:
    async with running(tmp_path, rate_limits=True) as limited:
        await limited.sit()
        refused = sum(each.status == 429 for each in limited.playground.requests)
        for _ in range(14):
            if not await limited.act():
                break
        boards = [message for message in await limited.people.alice.messages() if message.pictures]
        assert len(limited.kept.log) >= 10
        assert len(boards) < len(limited.kept.log), "some pictures show several moves"
        assert sum(each.status == 429 for each in limited.playground.requests) - refused <= 3
        assert boards[-1].text
