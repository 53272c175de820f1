"""Answers that make no sense, and an end with requests under way."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import pytest

from playground.rest import Rest
from tests.attack.http_faults import ANSWERS
from tests.playground.table import until
from tests.support.bots.running import Running
from tests.support.people import NotAllowed, NotAnswered

pytestmark = [pytest.mark.long, pytest.mark.wire]

NONSENSE = sorted(ANSWERS.keys() - {"swallowed", "cut", "limit", "error", "page-with-error"})
"""The attack's answers, but for those that come late, or that the library asks for again."""


@pytest.mark.parametrize("what", NONSENSE)
async def test_a_nonsense_answer_is_a_warning_alone(quick: Running, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await quick.sit()
    handle: Callable[..., Any] = Rest._handle
    met: list[str] = []

    async def nonsense(self: Rest, request: Any) -> Any:
        response = await handle(self, request)
        if re.search(r"/messages|/callback|/webhooks/", request.path):
            met.append(request.path)
            return await ANSWERS[what](request)
        return response

    with monkeypatch.context() as odd:
        odd.setattr(Rest, "_handle", nonsense)
        await quick.act()
        # where Discord says that the bot may not post, she is told so below the board
        hand = f"b:hand:{quick.kept.id}"
        board = await quick.table.find(quick.people.alice, hand)
        for person in quick.players:
            with suppress(NotAllowed):
                # the next board may be there by now
                await person.press_id(board, hand, wait=0)
        await until(lambda: "WARNING" in quick.bot.log)
        # and what comes of it
        await asyncio.sleep(2)
    assert met
    log = quick.bot.log
    warnings = [line for line in log.splitlines() if "WARNING" in line]
    assert "Traceback" not in log
    assert "ERROR" not in log
    assert warnings
    told: dict[str, datetime] = {}
    for line in warnings:
        (written,) = re.findall(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", line)
        at = datetime.fromisoformat(written)
        kind = re.sub(r"table \w+|channel \d+|^\S+ \S+ ", "", line)
        assert kind not in told or at - told[kind] > timedelta(seconds=55), "one a minute of each kind"
        told[kind] = at
    assert max(map(len, warnings)) < 400


@pytest.mark.parametrize("seconds", [0.0, 0.3, 1.0])
async def test_an_end_with_requests_under_way_leaves_no_traceback(quick: Running, seconds: float) -> None:
    await quick.sit()
    await quick.act()
    person = quick.table.mover(quick.kept)
    assert person is not None
    offer = (await quick.table.offers(quick.kept, person))[0]
    async with quick.playground.rest.paused():
        with suppress(NotAnswered, NotAllowed):
            await person.press_id(offer.message, offer.control, wait=0)
        for other in quick.players:
            with suppress(NotAnswered):
                await other.run("domino hand", wait=0)
        await asyncio.sleep(seconds)
        status = await quick.bot.stop()
    assert status == 0
    log = quick.bot.log
    assert "Traceback" not in log, log[log.index("Traceback") - 500 :]
