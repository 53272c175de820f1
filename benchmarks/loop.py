"""The delay of an event loop while the bot's drawing threads work beside it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable

from cogs.core.rendering import WORKERS, Rendering

_TICK = 0.001


def lateness(jobs: Iterable[Callable[[], object]], seconds: float) -> list[float]:
    """Run jobs in the bot's drawing threads; return the lateness of each tick of a loop meanwhile, in milliseconds.

    A tick comes late when a thread keeps the interpreter to itself, and also when the machine has no processor free:
    compare it with threads that sleep, and with threads that work without the interpreter.

    Args:
        jobs: run by the threads, each once.
        seconds: the time after which no more jobs begin.

    """
    return asyncio.run(_lateness(jobs, seconds))


async def _lateness(jobs: Iterable[Callable[[], object]], seconds: float) -> list[float]:
    late: list[float] = []

    async def tick() -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(_TICK)
            late.append(1000 * (time.perf_counter() - begun - _TICK))

    async def work() -> None:
        for job in waiting:
            await drawing.draw(job)
            if time.perf_counter() > until:
                return

    drawing, waiting = Rendering(), iter(jobs)
    until = time.perf_counter() + seconds
    ticking = asyncio.create_task(tick())
    await asyncio.gather(*(work() for _ in range(WORKERS)))
    ticking.cancel()
    drawing.close()
    return late
