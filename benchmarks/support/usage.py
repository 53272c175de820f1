"""The memory and processor time of another process, from Linux's ``/proc``."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def memory_mb(process: int) -> float:
    """Return the resident memory of a process in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the process has ended")


def cpu_seconds(process: int, thread: int | None = None) -> float:
    """Return the processor time of a process, or of one thread of it, in seconds."""
    file = f"/proc/{process}/stat" if thread is None else f"/proc/{process}/task/{thread}/stat"
    fields = Path(file).read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


@dataclass(slots=True)
class Cpu:
    """Processor time of a process in seconds: of all of it, and of its first thread; of this one; and by the clock.

    It adds up over all periods that :meth:`of` measures.
    """

    whole: float = 0.0
    loop: float = 0.0
    own: float = 0.0
    seconds: float = 0.0

    @contextmanager
    def of(self, process: int) -> Generator[None]:
        """Add the time taken within the context."""
        before = _taken(process)
        yield
        whole, loop, own, seconds = (after - then for then, after in zip(before, _taken(process), strict=True))
        self.whole += whole
        self.loop += loop
        self.own += own
        self.seconds += seconds


def _taken(process: int) -> tuple[float, float, float, float]:
    own = resource.getrusage(resource.RUSAGE_SELF)
    taken = cpu_seconds(process), cpu_seconds(process, process)
    return *taken, own.ru_utime + own.ru_stime, time.perf_counter()
