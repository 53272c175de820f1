"""The work that two threads do, compared with one."""

from __future__ import annotations

import os
import statistics
import sys
import threading
import time
import zlib
from collections.abc import Callable
from typing import Final, NamedTuple

THREADS: Final = 2
"""The number of threads compared with one."""
_TIMES: Final = 10
_FREE: Final = 1.9
_ZEROS: Final = bytes(1_000_000)


class Gain(NamedTuple):
    """The throughput of two threads, as a multiple of that of one.

    Attributes:
        ours: of the job.
        machine: of work without the interpreter, in the same rounds.
        rounds: how many were counted.

    """

    ours: float
    machine: float
    rounds: int


def pack() -> None:
    """Work for some milliseconds without the interpreter."""
    zlib.compress(_ZEROS, 6)


def gain(job: Callable[[], object], seconds: float) -> Gain:
    """Return the throughput of two threads as a multiple of that of one, the median of many rounds.

    Other programs may use the second processor. So just before and just after each round two threads work without the
    interpreter, and only rounds in which these gained fully are counted, if there are any. Each thread is bound to a
    processor of its own if the system allows: a busy system may leave both on one.

    Args:
        job: run by the threads; some milliseconds long.
        seconds: the time to measure.

    """
    found: list[tuple[float, float]] = []
    until = time.perf_counter() + seconds
    before = _once(pack)
    while not found or time.perf_counter() < until:
        ours, after = _once(job), _once(pack)
        found.append((ours, min(before, after)))
        before = after
    counted = [each for each in found if each[1] > _FREE] or found
    ours, machine = map(statistics.median, zip(*counted, strict=True))
    return Gain(ours, machine, len(counted))


def _once(job: Callable[[], object]) -> float:
    return THREADS * _seconds(job, 1) / _seconds(job, THREADS)


def _seconds(job: Callable[[], object], count: int) -> float:
    def work(number: int) -> None:
        if sys.platform == "linux":
            processors = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(threading.get_native_id(), {processors[number % len(processors)]})
        for _ in range(_TIMES):
            job()

    workers = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    begun = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return time.perf_counter() - begun
