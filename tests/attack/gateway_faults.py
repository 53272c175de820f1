"""Bad days of Discord's gateway."""

from __future__ import annotations

import asyncio
import zlib

from tests.attack.catalogue import fault, repeated
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


@fault("slow-gateway", "no-hello")
@repeated(3.0)
async def _no_hello(on: Stage) -> None:
    """Open connections and say nothing; the library waits for a minute."""
    on.gateway.greets = False
    await on.gateway.drop()
    await asyncio.sleep(on.luck.uniform(1, 20))
    on.gateway.greets = True
    await on.connected(100)


@fault("slow-gateway", "no-acknowledgements")
@repeated(3.0)
async def _no_acknowledgements(on: Stage) -> None:
    """Fall silent with an open connection: the bot has to notice."""
    on.gateway.heartbeat_ms = 5_000
    await on.gateway.drop()
    await on.connected()
    dead = on.gateway.go_silent()
    await asyncio.wait((dead,), timeout=100)
    if not dead.done():
        on.history.note("gateway", "a connection without an acknowledgement is kept")
    await on.connected(100)


@fault("slow-gateway", "refused-identities")
@repeated(3.0)
async def _refuse_identities(on: Stage) -> None:
    """Take neither RESUME nor IDENTIFY for a while."""
    on.gateway.resumes = on.gateway.identifies = False
    before = on.gateway.refused
    await on.gateway.drop(4000)
    lasted = on.luck.uniform(10, 60)
    await asyncio.sleep(lasted)
    on.gateway.resumes = on.gateway.identifies = True
    on.figures["refused identities"] += on.gateway.refused - before
    await on.connected(100)
