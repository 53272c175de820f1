"""One thing at a time: whoever presses faster than they are answered waits, and nobody else does."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

BURST = 10
"""How many things may be asked on top of each other before they are spread out."""
SECONDS_EACH = 0.25
"""How far apart the further ones are done."""
MAX_WAIT_SECONDS = 2.0
"""How long something waits for its turn at most, in seconds; Discord waits for three for an answer."""
GRACE = 1.0
"""How long something waits for the one before to be done, in seconds: a long replay keeps nobody from playing."""
MAX_PENDING = 20
"""How many things of one person are waited for or done at a time, however slowly they get done."""
REFUSAL_SECONDS = 0.01
"""How far apart somebody is told that they are too fast; whatever the others ask comes between."""
MAX_REFUSALS = 1000
"""How many wait to be told so; beyond that, there is silence."""
REMEMBERED = 4096
"""How many of the last interactions are known again when they come twice."""
IDLE_LANES = 256
"""How many people's paces may be remembered who ask nothing now."""


class TooFast(Exception):
    """More than one person can be answered with in good time; nothing was done."""


@dataclass(slots=True)
class _Lane:
    """What one person has asked and not been answered yet.

    Attributes:
        busy: how many things wait or are done now.
        refusing: how many refusals wait or are told now.
        paid: until when what was asked on top of each other has been spread out, on the loop's clock.
        last: done when the newest of them is.
        telling: lets one refusal out at a time.

    """

    busy: int = 0
    refusing: int = 0
    paid: float = 0.0
    last: asyncio.Future[None] | None = None
    telling: asyncio.Lock = field(default_factory=asyncio.Lock)


class Throttle:
    """Limits the rate of each user's interactions.

    What somebody asks is done in order, one thing after the other. Who waits for an answer before they ask again is
    never held up. Of what comes on top of that, :data:`BURST` things are done as fast as they can be, then one each
    :data:`SECONDS_EACH`; what would wait for more than :data:`MAX_WAIT_SECONDS` is not done at all.

    Args:
        now: tells the time, in seconds; the running loop's clock unless given.
        sleep: waits for so many seconds.

    """

    def __init__(
        self,
        now: Callable[[], float] | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._now = now or (lambda: asyncio.get_running_loop().time())
        self._sleep = sleep
        self._lanes: dict[int, _Lane] = {}
        self._seen: OrderedDict[int, None] = OrderedDict()

    def first(self, interaction: int) -> bool:
        """Return whether an interaction is new, and remember it."""
        if interaction in self._seen:
            return False
        self._seen[interaction] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return True

    @asynccontextmanager
    async def turn(self, user: int) -> AsyncGenerator[None]:
        """Wait until it is someone's turn.

        Raises:
            TooFast: they would wait for too long; at once.

        """
        now = self._now()
        lane = self._lane(user)
        wait = 0.0
        if lane.busy:
            paid = max(lane.paid, now)
            wait = max(0.0, paid + SECONDS_EACH - BURST * SECONDS_EACH - now)
            if wait > MAX_WAIT_SECONDS or lane.busy >= MAX_PENDING:
                raise TooFast
            lane.paid = paid + SECONDS_EACH
        before, done = lane.last, asyncio.get_running_loop().create_future()
        lane.last = done
        lane.busy += 1
        try:
            if wait:
                await self._sleep(wait)
            if before is not None and not before.done() and wait < GRACE:
                await asyncio.wait((before,), timeout=GRACE - wait)
            yield
        finally:
            done.set_result(None)
            lane.busy -= 1

    @asynccontextmanager
    async def refusal(self, user: int) -> AsyncGenerator[bool]:
        """Wait until someone may be told that they are too fast; give whether there is still time to tell them."""
        lane, begun = self._lane(user), self._now()
        if lane.refusing >= MAX_REFUSALS:
            yield False
            return
        lane.refusing += 1
        try:
            async with lane.telling:
                in_time = self._now() - begun < MAX_WAIT_SECONDS
                yield in_time
                if in_time and lane.refusing > 1:
                    await self._sleep(REFUSAL_SECONDS)
        finally:
            lane.refusing -= 1

    def _lane(self, user: int) -> _Lane:
        if user not in self._lanes and len(self._lanes) >= IDLE_LANES:
            now = self._now()
            kept = {who: lane for who, lane in self._lanes.items() if lane.busy or lane.refusing or lane.paid > now}
            self._lanes = kept
        return self._lanes.setdefault(user, _Lane())
