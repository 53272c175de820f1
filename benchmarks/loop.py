"""How late an event loop runs while threads work beside it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

_TICK = 0.001


def lateness(jobs: Iterable[Callable[[], object]], threads: int, seconds: float) -> list[float]:
    """Let threads do jobs; give by how many milliseconds each tick of the loop came late meanwhile.

    A tick comes late when a thread keeps the interpreter to itself, and also when the machine has no processor free:
    hold it against the same for threads that sleep.

    Args:
        jobs: what the threads do, each once.
        threads: how many there are.
        seconds: after which time no more jobs are begun.

    """
    return asyncio.run(_lateness(jobs, threads, seconds))


async def _lateness(jobs: Iterable[Callable[[], object]], threads: int, seconds: float) -> list[float]:
    late: list[float] = []

    async def tick() -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(_TICK)
            late.append(1000 * (time.perf_counter() - begun - _TICK))

    async def work() -> None:
        for job in waiting:
            await loop.run_in_executor(pool, job)
            if time.perf_counter() > until:
                return

    loop, waiting = asyncio.get_running_loop(), iter(jobs)
    until = time.perf_counter() + seconds
    with ThreadPoolExecutor(threads) as pool:
        ticking = asyncio.create_task(tick())
        await asyncio.gather(*(work() for _ in range(threads)))
        ticking.cancel()
    return late
