"""The requests that the bot's token may send in a second, the most urgent first."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum

DEFAULT_RATE = 40
"""Requests a second. Discord allows 50 with a bot's token; answers to interactions bear none."""

BURST_PART = 4
"""By which part of a second's requests a burst may be larger: Discord counts whole seconds of its own."""

SLACK = 1.125
"""By how much more than the rate may be sent in any one second: requests may leave long after they found room."""

PATIENCE_SECONDS = 5.0
"""How long a hand waits before it is as urgent as a turn: no person's hand waits forever."""


class Urgency(IntEnum):
    """How much people miss a request that waits, the most missed first.

    Members:
        TURN: a message that tells a turn, and all that is not marked otherwise.
        HAND: a hand in a direct message.
        CLEANUP: the correction of a message, and the buttons of an old one.
    """

    TURN = 0
    HAND = 1
    CLEANUP = 2


@dataclass(slots=True)
class _Spending:
    """How urgent the requests of a task are, and how many of them are paid for."""

    urgency: Urgency
    paid: int = 0


_spending: ContextVar[_Spending | None] = ContextVar("spending", default=None)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A waiting request: its urgency, the time since which it waits, and the future that lets it go."""

    urgency: Urgency
    since: float
    granted: asyncio.Future[None]

    def rank(self, now: float) -> tuple[int, float]:
        """Return the place among the requests that wait, the least first."""
        late = self.urgency is Urgency.HAND and now - self.since >= PATIENCE_SECONDS
        return (Urgency.TURN if late else self.urgency), self.since


class Budget:
    """A rate of requests, shared by everything that is sent with the bot's token.

    Requests beyond it wait: the most urgent first, and among equals the first that came. Nothing waits for a less
    urgent request, but a turn for a hand that has waited for long.

    Args:
        rate: requests a second.

    """

    def __init__(self, rate: float = DEFAULT_RATE) -> None:
        self._rate = rate
        self._burst = max(rate / BURST_PART, 1.0)
        self._left = self._burst
        self._counted_at = time.monotonic()
        self._waiting: list[_Waiting] = []
        self._timer: asyncio.TimerHandle | None = None
        # when the last requests left, as many as may leave in a second
        self._sent: deque[float] = deque(maxlen=max(round(rate * SLACK), 1))

    @property
    def spare(self) -> bool:
        """Whether there is room for requests that can wait: no other waits, and half of a burst is left."""
        self._count()
        return not self._waiting and self._left >= max(self._burst / 2, 1.0)

    @contextmanager
    def spending(self, urgency: Urgency) -> Generator[None]:
        """Mark the requests sent inside, also by tasks begun inside, as this urgent."""
        token = _spending.set(_Spending(urgency))
        try:
            yield
        finally:
            _spending.reset(token)

    @asynccontextmanager
    async def reserved(self, urgency: Urgency) -> AsyncGenerator[None]:
        """Wait for the room for one request before it is made, and mark all requests sent inside as this urgent.

        The message is then as new as it can be. Room that is not used is given back; room that is reserved already is
        not reserved once more.
        """
        outer = _spending.get()
        if outer is not None and outer.paid:
            yield
            return
        await self._wait(urgency)
        spending = _Spending(urgency, paid=1)
        token = _spending.set(spending)
        try:
            yield
        finally:
            _spending.reset(token)
            self._give_back(spending.paid)
            spending.paid = 0

    async def take(self) -> None:
        """Take the room for one request, and wait until there is some."""
        spending = _spending.get()
        if spending is not None and spending.paid:
            spending.paid -= 1
        else:
            await self._wait(Urgency.TURN if spending is None else spending.urgency)
        while (early := self._early()) > 0:  # noqa: ASYNC110 - for time to pass
            await asyncio.sleep(early)
        self._sent.append(time.monotonic())

    # ------------------------------------------------------------------ inside

    def _early(self) -> float:
        """Return the seconds before the next request may leave, if as many as may leave in a second just have."""
        full = len(self._sent) == self._sent.maxlen
        return self._sent[0] + 1 - time.monotonic() if full else 0.0

    async def _wait(self, urgency: Urgency) -> None:
        self._count()
        if self._left >= 1 and not self._waiting:
            self._left -= 1
            return
        waiting = _Waiting(urgency, self._counted_at, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._grant()
        try:
            await waiting.granted
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                self._give_back(1)
            raise

    def _count(self) -> None:
        """Add the room of the time that has passed."""
        now = time.monotonic()
        self._left = min(self._left + max(now - self._counted_at, 0.0) * self._rate, self._burst)
        self._counted_at = now

    def _give_back(self, requests: int) -> None:
        self._left = min(self._left + requests, self._burst)
        self._grant()

    def _grant(self) -> None:
        """Let requests go that there is room for, and come back when there is room for the next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._count()
        while self._waiting and self._left >= 1:
            first = min(self._waiting, key=lambda each: each.rank(self._counted_at))
            self._waiting.remove(first)
            self._left -= 1
            if not first.granted.done():
                first.granted.set_result(None)
        if self._waiting:
            wait = (1 - self._left) / self._rate
            self._timer = asyncio.get_running_loop().call_later(wait, self._grant)
