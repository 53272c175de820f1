"""Bad days of Discord's gateway."""

from __future__ import annotations

import asyncio
import zlib

from tests.attack.catalogue import fault, repeated
from tests.attack.http_faults import HTML, PAGE, answer
from tests.attack.stage import Stage

RESUMABLE = (1000, 1001, 4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009)
"""The codes of closes after which a bot comes back."""

FRAMES: tuple[str | bytes, ...] = (
    "no JSON",
    "",
    '{"op": 0',
    "null",
    "[]",
    "17",
    "{}",
    '{"op": null, "d": {}}',
    '{"op": 10, "d": {}}',
    '{"op": 0, "t": "INTERACTION_CREATE", "s": null, "d": null}',
    '{"op": 0, "t": "MESSAGE_UPDATE", "s": null, "d": "\\ud800"}',
    '{"op": 0, "t": "GUILD_CREATE", "s": null, "d": {"id": "x"}}',
    zlib.compress(b'{"op": 11}' * 50)[:20],
    b"\x00\x00\xff\xff",
    b"\xff\xfe",
)

SECONDS = (2.0, 8.0)
"""How long an outage lasts."""
STEPS, STEP_SECONDS = (10, 40), 600.0
"""The number of steps of a long outage, and the seconds that pass in each."""
HEARTBEAT_MS, PATIENCE_SECONDS = 1_000, 4.0
"""How often a bot in a hurry sends a heartbeat, and how long it waits for a sign of life."""
AWAY = answer(503, HTML, PAGE)


@fault("gateway", "closes")
@repeated(1.5)
async def _close(on: Stage) -> None:
    await on.gateway.drop(on.luck.choice(RESUMABLE))
    await on.connected()


@fault("gateway", "cuts")
@repeated(1.5)
async def _cut(on: Stage) -> None:
    await on.gateway.drop()
    await on.connected()


@fault("gateway", "odd-frames")
@repeated(1.5)
async def _odd_frame(on: Stage) -> None:
    on.gateway.inject(on.luck.choice(FRAMES))
    await asyncio.sleep(0.1)
    await on.connected()


@fault("gateway", "forgotten-sessions")
@repeated(3.0)
async def _forget(on: Stage) -> None:
    """Refuse to resume."""
    on.gateway.resumes = False
    await on.gateway.drop(4000)
    await asyncio.sleep(0.5)
    on.gateway.resumes = True
    await on.connected()


@fault("gateway", "outages")
@repeated(3.0)
async def _outage(on: Stage) -> None:
    """Be gone for some seconds, with pages of HTML: nobody's time runs."""
    async with on.same_time_left():
        on.gateway.unavailable = on.luck.choice((500, 502, 503, 403))
        await on.gateway.drop(on.luck.choice((0, 4000)))
        await asyncio.sleep(on.luck.uniform(*SECONDS))
        on.gateway.unavailable = 0


@fault("gateway", "long-outages")
@repeated(5.0)
async def _long_outage(on: Stage) -> None:
    """Be gone for hours, which pass in a moment, with every request: nobody's time runs."""
    async with on.same_time_left():
        on.gateway.unavailable, on.rest.spoiler = 502, lambda name: (AWAY, False)
        await on.gateway.drop(4000)
        for _ in range(on.luck.randint(*STEPS)):
            await asyncio.sleep(0.2)
            on.bot.pass_time(STEP_SECONDS)
        on.gateway.unavailable, on.rest.spoiler = 0, lambda name: None


@fault("gateway", "no-hello")
@repeated(3.0)
async def _no_hello(on: Stage) -> None:
    """Open connections and say nothing."""
    _hurry(on)
    on.gateway.greets = False
    await on.gateway.drop()
    await asyncio.sleep(on.luck.uniform(*SECONDS))
    on.gateway.greets = True
    await on.connected()


@fault("gateway", "no-acknowledgements")
@repeated(3.0)
async def _no_acknowledgements(on: Stage) -> None:
    """Fall silent with an open connection: the bot has to notice."""
    _hurry(on)
    await on.gateway.drop()
    await on.connected()
    dead = on.gateway.go_silent()
    await asyncio.wait((dead,), timeout=10 * PATIENCE_SECONDS)
    if not dead.done():
        on.history.note("gateway", "a connection without an acknowledgement is kept")
    await on.connected()


def _hurry(on: Stage) -> None:
    """Have the bot ask more often whether a connection lives, and wait for less than a minute."""
    on.gateway.heartbeat_ms = HEARTBEAT_MS
    on.bot.trouble(patience=PATIENCE_SECONDS)


@fault("gateway", "refused-identities")
@repeated(3.0)
async def _refuse_identities(on: Stage) -> None:
    """Take neither RESUME nor IDENTIFY for a while."""
    on.gateway.resumes = on.gateway.identifies = False
    before = on.gateway.refused
    await on.gateway.drop(4000)
    await asyncio.sleep(on.luck.uniform(*SECONDS))
    on.gateway.resumes = on.gateway.identifies = True
    on.figures["refused identities"] += on.gateway.refused - before
    await on.connected()
