"""Tests of the budget of requests: its rate, and the order in which requests wait for it."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from types import SimpleNamespace

import aiohttp
import pytest
from aiohttp import web

from cogs.core.http import budget as module
from cogs.core.http.budget import Budget, Urgency
from cogs.core.http.requests import NotSent, may_be_done, sending_while, trace


def spent() -> Budget:
    """Return a budget that has no room left, and gets next to none by itself; all that find room may leave at once."""
    budget = Budget(rate=0.001)
    budget._left, budget._sent = 0.0, deque(maxlen=100)
    return budget


async def request(budget: Budget, urgency: Urgency, name: str, done: list[str]) -> None:
    with budget.spending(urgency):
        await budget.take()
    done.append(name)


@pytest.mark.long
async def test_no_second_has_more_requests_than_discord_allows() -> None:
    budget, source = Budget(), random.Random(7)
    times: list[float] = []

    async def ask() -> None:
        await asyncio.sleep(source.random())
        async with budget.reserved(source.choice([*Urgency])):
            await budget.take()
            times.append(time.monotonic())

    await asyncio.gather(*(ask() for _ in range(100)))
    times.sort()
    for begin in times:
        assert sum(begin <= each < begin + 1 for each in times) <= 45


@pytest.mark.long
async def test_requests_that_found_room_long_before_they_leave_do_not_leave_together() -> None:
    budget, ready, left = Budget(rate=100.0), asyncio.Event(), list[float]()

    async def ask() -> None:
        async with budget.reserved(Urgency.TURN):
            await ready.wait()
            await budget.take()
            left.append(time.monotonic())

    asking = [asyncio.create_task(ask()) for _ in range(150)]
    while budget._waiting or not any(each.done() for each in asking):
        await asyncio.sleep(0.05)
        if not budget._waiting:
            ready.set()
    await asyncio.gather(*asking)
    left.sort()
    assert all(sum(begin <= each < begin + 1 for each in left) <= 113 for begin in left)


async def test_the_most_urgent_goes_first_and_among_equals_the_first_that_came() -> None:
    budget, done = spent(), list[str]()
    orders = [("strip", Urgency.CLEANUP), ("hand", Urgency.HAND), ("late hand", Urgency.HAND), ("turn", Urgency.TURN)]
    asking = [asyncio.create_task(request(budget, urgency, name, done)) for name, urgency in orders]
    await asyncio.sleep(0)
    for _ in asking:
        budget._give_back(1)
    await asyncio.gather(*asking)
    assert done == ["turn", "hand", "late hand", "strip"]


@pytest.mark.parametrize("urgency", [Urgency.HAND, Urgency.CLEANUP])
async def test_a_hand_that_has_waited_for_long_goes_before_turns_and_what_tidies_up_never_does(
    urgency: Urgency, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: clock.now))
    budget, done, asking = spent(), list[str](), list[asyncio.Task[None]]()
    for at, (name, each) in enumerate((("waiting", urgency), ("turn", Urgency.TURN), ("late turn", Urgency.TURN))):
        clock.now = float(at)
        asking.append(asyncio.create_task(request(budget, each, name, done)))
        await asyncio.sleep(0)
    budget._give_back(1)
    await asyncio.sleep(0)
    assert done == ["turn"]
    clock.now = module.PATIENCE_SECONDS
    budget._give_back(1)
    await asyncio.sleep(0)
    budget._give_back(1)
    await asyncio.gather(*asking)
    in_time = ["waiting", "late turn"]
    assert done == ["turn", *(in_time if urgency is Urgency.HAND else reversed(in_time))]


async def test_requests_that_are_cancelled_cost_nothing() -> None:
    budget, done = spent(), list[str]()
    waiting = [asyncio.create_task(request(budget, Urgency.TURN, "", done)) for _ in range(5)]
    await asyncio.sleep(0)
    for each in waiting:
        each.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    budget._give_back(1)
    await asyncio.wait_for(request(budget, Urgency.TURN, "last", done), 30)
    assert done == ["last"]
    assert not budget._waiting


async def test_room_granted_to_a_task_that_is_cancelled_at_that_moment_is_given_back() -> None:
    budget, done = spent(), list[str]()
    first = asyncio.create_task(request(budget, Urgency.TURN, "first", done))
    second = asyncio.create_task(request(budget, Urgency.TURN, "second", done))
    await asyncio.sleep(0)
    budget._give_back(1)
    first.cancel()
    await asyncio.wait_for(second, 30)
    assert done == ["second"]


async def test_reserved_room_that_is_not_used_is_given_back() -> None:
    budget = Budget(rate=0.001)
    for _ in range(3):
        async with budget.reserved(Urgency.TURN):
            assert not budget.spare
        assert budget.spare
    async with budget.reserved(Urgency.TURN):
        await budget.take()
    assert not budget.spare


async def test_room_is_reserved_once_where_one_reservation_is_made_inside_another() -> None:
    budget = Budget(rate=0.001)
    async with budget.reserved(Urgency.TURN), asyncio.timeout(30), budget.reserved(Urgency.CLEANUP):
        await budget.take()


async def test_there_is_nothing_to_spare_while_a_request_waits() -> None:
    budget, done = spent(), list[str]()
    waiting = asyncio.create_task(request(budget, Urgency.CLEANUP, "strip", done))
    await asyncio.sleep(0)
    budget._left = 0.99
    assert not budget.spare
    budget._give_back(1)
    await waiting


async def test_a_clock_that_goes_back_takes_no_room_away(monkeypatch: pytest.MonkeyPatch) -> None:
    budget, now = Budget(), SimpleNamespace(monotonic=lambda: 0.0)
    monkeypatch.setattr(module, "time", now)
    assert budget.spare


@asynccontextmanager
async def answering(budget: Budget) -> AsyncGenerator[tuple[aiohttp.ClientSession, str, list[str]]]:
    """Have a session whose requests wait for a budget, an address that answers, and what arrives there."""
    answered = list[str]()

    async def answer(asked: web.BaseRequest) -> web.Response:
        answered.append(asked.path)
        return web.json_response({})

    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}/x"
    async with aiohttp.ClientSession(trace_configs=[trace(budget)]) as session:
        yield session, address, answered
    await runner.cleanup()


TOKEN = {"Authorization": "Bot token"}


@pytest.mark.parametrize("authorized", [True, False])
async def test_only_requests_with_the_token_wait(authorized: bool) -> None:
    async with answering(spent()) as (session, address, answered):
        asking = asyncio.create_task(session.get(address, headers=TOKEN if authorized else {}))
        await asyncio.wait([asking], timeout=0.2 if authorized else 10.0)
        assert asking.done() is not authorized
        assert bool(answered) is not authorized
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)


@pytest.mark.parametrize("headers", [TOKEN, {}], ids=["with the token", "as an answer"])
async def test_a_message_that_another_process_may_send_by_now_is_not_sent(headers: dict[str, str]) -> None:
    """Whether it may is asked after the last wait, as the process may have stood still until then."""
    allowed, budget = [True], spent()
    async with answering(budget) as (session, address, answered):
        budget._give_back(1)
        with sending_while(lambda: allowed[0]):
            async with session.get(address, headers=headers):
                pass
            asking = asyncio.create_task(session.get(address, headers=headers))
            if headers:
                await asyncio.sleep(0)
            allowed[0] = False
            budget._give_back(1)
            with pytest.raises(NotSent):
                await asking
        assert len(answered) == 1
        budget._give_back(1)
        assert not may_be_done(NotSent())
        async with session.get(address, headers=headers):
            pass
        assert len(answered) == 2, "what is about nothing that others play"
