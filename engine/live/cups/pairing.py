"""The pairing of a round, off the event loop."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final

from engine.cups import Paired, Task, solve

_log = logging.getLogger(__name__)

SMALL: Final = 32
"""Up to how many contenders a thread pairs: it takes some milliseconds. A process of its own does more of them."""


async def paired(task: Task) -> Paired:
    """Return the pairing of a round."""
    if task.field is None or len(task.field.contenders) <= SMALL:
        return await asyncio.to_thread(solve, task)
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            return await asyncio.get_running_loop().run_in_executor(pool, solve, task)
    except (BrokenProcessPool, OSError) as error:
        _log.warning("no process could pair a round, so a thread does: %s", error)
        return await asyncio.to_thread(solve, task)
