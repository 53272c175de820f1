"""A clock that no change of the system's time disturbs."""

from __future__ import annotations

import time
from collections.abc import Callable

MAX_DRIFT_SECONDS = 2.0
"""How far the clock may be from the system's time before the difference counts as a step."""


def steady() -> float:
    """Return a time in seconds that is never set, and goes on while the machine sleeps."""
    # time.monotonic stands still in a sleep on Linux
    clock: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class SteadyClock:
    """The time in seconds since 1970. Between two calls of :meth:`step` it only moves forward, second by second.

    The system's time is set now and then: after a boot, after a sleep, by hand.

    Args:
        wall: returns the system's time, in seconds since 1970.
        monotonic: returns a time in seconds that is never set.

    """

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._offset = wall() - monotonic()

    def __call__(self) -> float:
        """Return the time."""
        return self._offset + self._monotonic()

    def step(self) -> float:
        """Follow the system's time; return by how many seconds it was set since the last call, 0 if it was not."""
        drift = self._wall() - self()
        if abs(drift) < MAX_DRIFT_SECONDS:
            return 0.0
        self._offset += drift
        return drift
