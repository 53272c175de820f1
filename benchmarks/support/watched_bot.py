"""The bot, which writes for how long its loop was held at most since it opened the first table of a cup.

Started by :mod:`benchmarks.cups`; ``HELD`` names the file with the milliseconds.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from pathlib import Path

import bot
from cogs.cups.running.places import Places
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import LiveTable

_TICK_SECONDS = 0.001


async def watch(held: Path) -> None:
    """Write the longest work between two turns of the loop, in milliseconds of its thread: others use the machine."""
    longest, last = 0.0, time.thread_time()
    while True:
        await asyncio.sleep(_TICK_SECONDS)
        now = time.thread_time()
        if now - last > longest:
            longest = now - last
            held.write_text(f"{1000 * longest:.1f}")  # noqa: ASYNC240 - a few bytes
        last = time.thread_time()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the bot until it is stopped."""
    held, watching = Path(os.environ["HELD"]), list[asyncio.Task[None]]()
    open_place = Places.open

    async def opened(self: Places, cup: LiveCup, live: LiveTable) -> None:
        if not watching:
            watching.append(asyncio.create_task(watch(held)))
        await open_place(self, cup, live)

    Places.open = opened
    return bot.main(argv)
