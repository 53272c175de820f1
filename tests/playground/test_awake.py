"""Tests of the playground's clock in tests: a pause of the process takes no time from the bot."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta

from tests.support.playground import AwakeClock

PAUSE_SECONDS = 0.5


async def test_an_awake_clock_stands_still_while_its_process_does() -> None:
    clock = AwakeClock()
    clock.start()
    before = clock.now()
    time.sleep(PAUSE_SECONDS)  # noqa: ASYNC251 - as if the system had stopped the process
    at_once = clock.now()
    await asyncio.sleep(0.01)
    after = clock.now()
    clock.stop()
    assert at_once - before >= timedelta(seconds=PAUSE_SECONDS), "it can't know yet"
    assert after >= at_once, "and it never goes back"
    clock._newest = before
    assert clock.now() - before < timedelta(seconds=PAUSE_SECONDS)
