"""Shards that connect to Discord: each in its turn, none in the way of another, and anew after an unreadable frame."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import discord
import pytest
from discord.backoff import ExponentialBackoff
from discord.gateway import ReconnectWebSocket

from cogs.core import gateway
from cogs.core.gateway import (
    MAX_PAUSE_SECONDS,
    RECENT_SECONDS,
    Connections,
    SingleProcess,
    UnreadableFrame,
    pause_after,
)
from engine.live.cluster.identifying import PATIENCE_SECONDS, PAUSE_SECONDS, SLOT_SECONDS

sleep = asyncio.sleep
"""The real one."""


class Now:
    """A clock that goes on when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await sleep(0)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    clock = Now()
    monkeypatch.setattr(gateway.asyncio, "sleep", clock.sleep)
    return clock


async def one_bucket() -> int:
    return 1


def alone(now: Now) -> tuple[SingleProcess, Connections]:
    member = SingleProcess(now)
    return member, Connections(member, one_bucket, now)


# ---------------------------------------------------------------------- in turn


async def test_shards_of_a_bucket_wait_for_each_other_and_others_do_not(now: Now) -> None:
    queue = SingleProcess(now)
    assert [await queue.ask_to_identify(shard, 2, take=True) for shard in (0, 1, 2, 4)] == [
        0,
        0,
        SLOT_SECONDS + PATIENCE_SECONDS,
        SLOT_SECONDS + 2 * PATIENCE_SECONDS,
    ]
    await queue.identified(0, 2)
    assert await queue.ask_to_identify(2, 2, take=False) == PAUSE_SECONDS
    now.now += 60
    assert await queue.ask_to_identify(2, 2, take=True) == 0


async def test_a_shard_waits_for_its_turn_before_it_connects(now: Now) -> None:
    _, connections = alone(now)
    await connections.take_turn(0)
    await connections.identified(0)
    began = now()
    assert await connections.turn(1)
    assert now() - began == pytest.approx(PAUSE_SECONDS - gateway.AHEAD_SECONDS)
    await connections.take_turn(1)
    assert now() - began == pytest.approx(PAUSE_SECONDS)


async def test_a_process_that_stood_still_asks_again_and_waits(now: Now, monkeypatch: pytest.MonkeyPatch) -> None:
    member, connections = alone(now)
    ask, frozen = member.ask_to_identify, [60.0]

    async def asking(shard: int, buckets: int, *, take: bool) -> float:
        wait = await ask(shard, buckets, take=take)
        now.now += frozen.pop() if frozen else 0
        # meanwhile another one has introduced itself
        await ask(1, buckets, take=True)
        return wait

    monkeypatch.setattr(member, "ask_to_identify", asking)
    began = now()
    await connections.take_turn(0)
    assert now() - began >= 60 + SLOT_SECONDS


async def test_a_shard_that_another_process_has_is_not_connected(now: Now, monkeypatch: pytest.MonkeyPatch) -> None:
    member, connections = alone(now)
    await connections.take_turn(0)
    held = iter((True, True, False))
    monkeypatch.setattr(member, "owns", lambda shard: next(held))
    assert not await connections.turn(1)
    monkeypatch.setattr(member, "owns", lambda shard: False)
    with pytest.raises(ConnectionError):
        await connections.take_turn(0)


@pytest.mark.parametrize("error", [ConnectionError("no database"), discord.GatewayNotFound(), KeyError("no answer")])
async def test_a_shard_that_can_not_ask_now_asks_again(
    error: Exception, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    member, connections = alone(now)
    ask, errors = member.ask_to_identify, [error]

    async def asking(shard: int, buckets: int, *, take: bool) -> float:
        if errors:
            raise errors.pop()
        return await ask(shard, buckets, take=take)

    monkeypatch.setattr(member, "ask_to_identify", asking)
    assert await connections.turn(0)


async def test_a_shard_that_waits_keeps_no_other_one_waiting() -> None:
    connections = Connections(SingleProcess(lambda: 100.0), one_bucket, lambda: 100.0)
    connected: list[int] = []

    def connecting(shard: int) -> Callable[[], Any]:
        async def connect() -> None:
            connected.append(shard)

        return connect

    await connections.take_turn(0)
    for shard, in_turn in ((1, True), (2, False), (3, True)):
        connections.begin(shard, connecting(shard), identifies=in_turn)
    await asyncio.sleep(0.05)
    assert connected == [2], "it resumes a session"
    connections.stop(1)
    connections.close()
    await asyncio.sleep(0)


# ---------------------------------------------------------------------- unreadable frames


@pytest.mark.parametrize(("recent", "pause"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, MAX_PAUSE_SECONDS), (50, 5)])
def test_the_pause_after_an_unreadable_frame_is_short(recent: int, pause: float) -> None:
    assert pause_after(recent) == pause


def shard_info() -> discord.ShardInfo:
    class Parent:
        id = 0
        _backoff = ExponentialBackoff()

    return discord.ShardInfo(cast("Any", Parent()), 1)


async def test_unreadable_frames_never_keep_a_shard_away_for_long(now: Now) -> None:
    """Each costs the connection, but not the session."""
    _, connections = alone(now)
    info = shard_info()
    for _ in range(20):
        with pytest.raises(ReconnectWebSocket) as told:
            await connections.unreadable(0, "session", ValueError("?"))
        assert told.value.resume
        connections.stands(info)
        now.now += 1
    assert max(now.slept) == MAX_PAUSE_SECONDS
    now.now += RECENT_SECONDS
    with pytest.raises(ReconnectWebSocket):
        await connections.unreadable(0, "session", ValueError("?"))
    assert now.slept[-1] == 0


async def test_a_frame_that_comes_again_before_the_session_goes_on_ends_the_session(now: Now) -> None:
    _, connections = alone(now)
    with pytest.raises(ReconnectWebSocket):
        await connections.unreadable(0, "session", ValueError("?"))
    with pytest.raises(UnreadableFrame, match="ValueError"):
        await connections.unreadable(0, "session", ValueError("?"))
    with pytest.raises(ReconnectWebSocket):
        await connections.unreadable(0, "another", ValueError("?"))
    with pytest.raises(UnreadableFrame):
        await connections.unreadable(1, None, ValueError("?"))


def test_a_shard_that_stands_has_failed_at_nothing() -> None:
    connections = Connections(SingleProcess(lambda: 100.0), one_bucket, lambda: 100.0)
    info = shard_info()
    for _ in range(10):
        info._parent._backoff.delay()
    connections.stands(info)
    assert info._parent._backoff.delay() <= 2
    connections.stands(None)
