"""A rate limit for each user: a user's interactions are handled one after the other."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

BURST = 10
"""The number of interactions that a user may send at once before the rest are delayed."""
SECONDS_EACH = 0.25
"""Seconds between delayed interactions."""
MAX_WAIT_SECONDS = 2.0
"""The maximum seconds that an interaction waits for its turn; Discord waits three seconds for an answer."""
GRACE_SECONDS = 1.0
"""The maximum seconds that an interaction waits for the one before it: a long replay keeps no user from playing."""
MAX_PENDING = 20
"""The maximum number of a user's interactions that wait or run at a time."""
REFUSAL_SECONDS = 0.01
"""Seconds between two refusals of one user: other users' interactions come between."""
MAX_REFUSALS = 1000
"""The maximum number of refusals of one user that wait; further interactions get no answer."""
REPEAT_SECONDS = 2.0
"""Within how many seconds a second press of a control counts as the first, pressed twice."""
MAX_REMEMBERED = 4096
"""The maximum number of interactions that are remembered, to drop repeated deliveries."""
MAX_IDLE_USERS = 256
"""The number of users kept in memory before idle ones are dropped."""


class TooFast(Exception):
    """The user has too many pending interactions; this one was dropped."""


@dataclass(slots=True)
class Tap:
    """A press of a control.

    Attributes:
        control: the identity of the control; None for any other interaction.
        at: the time, on the loop's clock.
        refused: whether the bot has refused the press.

    """

    control: object
    at: float
    refused: bool = False


@dataclass(slots=True)
class _Queue:
    """The pending interactions of one user.

    Attributes:
        busy: how many are waiting or running.
        refusing: how many refusals are waiting or being sent.
        scheduled_until: the time up to which the user's interactions are scheduled, on the loop's clock.
        last: done when the newest interaction is.
        refusal_lock: held while a refusal is sent.
        tap: the newest press.

    """

    busy: int = 0
    refusing: int = 0
    scheduled_until: float = 0.0
    last: asyncio.Future[None] | None = None
    refusal_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    tap: Tap | None = None


class Throttle:
    """Limits the rate of each user's interactions.

    A user's interactions are handled in order. A user who waits for each answer is never delayed. Beyond that,
    :data:`BURST` interactions are handled as fast as possible, then one every :data:`SECONDS_EACH` seconds; an
    interaction that would wait for more than :data:`MAX_WAIT_SECONDS` is dropped.

    Args:
        now: tells the time, in seconds; the running loop's clock unless given.
        sleep: waits for a number of seconds.

    """

    def __init__(
        self,
        now: Callable[[], float] | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._now = now or (lambda: asyncio.get_running_loop().time())
        self._sleep = sleep
        self._queues: dict[int, _Queue] = {}
        self._seen: OrderedDict[int, None] = OrderedDict()

    def is_new(self, interaction: int) -> bool:
        """Return whether an interaction is new, and remember it."""
        if interaction in self._seen:
            return False
        self._seen[interaction] = None
        if len(self._seen) > MAX_REMEMBERED:
            self._seen.popitem(last=False)
        return True

    def tap(self, user_id: int, control: object) -> tuple[Tap, Tap | None]:
        """Remember a press; return it, and the press a moment ago that it repeats. None stands for no control."""
        queue = self._queue(user_id)
        before, queue.tap = queue.tap, Tap(control, self._now())
        if before is None or control is None or before.control != control:
            return queue.tap, None
        return queue.tap, before if queue.tap.at - before.at < REPEAT_SECONDS else None

    @asynccontextmanager
    async def turn(self, user_id: int) -> AsyncGenerator[None]:
        """Wait until it is someone's turn.

        Raises:
            TooFast: they would wait for too long; at once.

        """
        now = self._now()
        queue = self._queue(user_id)
        wait = 0.0
        if queue.busy:
            scheduled = max(queue.scheduled_until, now)
            wait = max(0.0, scheduled + SECONDS_EACH - BURST * SECONDS_EACH - now)
            if wait > MAX_WAIT_SECONDS or queue.busy >= MAX_PENDING:
                raise TooFast
            queue.scheduled_until = scheduled + SECONDS_EACH
        before, done = queue.last, asyncio.get_running_loop().create_future()
        queue.last = done
        queue.busy += 1
        try:
            if wait:
                await self._sleep(wait)
            if before is not None and not before.done() and wait < GRACE_SECONDS:
                await asyncio.wait((before,), timeout=GRACE_SECONDS - wait)
            yield
        finally:
            done.set_result(None)
            queue.busy -= 1

    @asynccontextmanager
    async def refusal(self, user_id: int) -> AsyncGenerator[bool]:
        """Wait until a user may be refused as too fast; return whether there is still time to answer."""
        queue, begun = self._queue(user_id), self._now()
        if queue.refusing >= MAX_REFUSALS:
            yield False
            return
        queue.refusing += 1
        try:
            async with queue.refusal_lock:
                in_time = self._now() - begun < MAX_WAIT_SECONDS
                yield in_time
                if in_time and queue.refusing > 1:
                    await self._sleep(REFUSAL_SECONDS)
        finally:
            queue.refusing -= 1

    def _queue(self, user_id: int) -> _Queue:
        if user_id not in self._queues and len(self._queues) >= MAX_IDLE_USERS:
            now = self._now()
            self._queues = {
                each: queue
                for each, queue in self._queues.items()
                if queue.busy or queue.refusing or queue.scheduled_until > now
            }
        return self._queues.setdefault(user_id, _Queue())
