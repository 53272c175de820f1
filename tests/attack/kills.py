"""Deaths: at any moment, and at named ones."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tests.attack.catalogue import fault, repeated
from tests.attack.stage import BIGGEST, Stage

MOMENTS = [
    (name, when)
    for name in ("post", "edit", "post hand", "edit hand", "answer", "followup", "commands")
    for when in ("before", "after")
]
"""The requests at which the bot is killed, before Discord has done them and after."""

PLAY_SECONDS = 1.5
"""How long a life goes on at least once the bot hears."""


@fault("play", "nothing")
async def _nothing(on: Stage, rate: float) -> None:
    """Let everybody play, to see that the attacker itself breaks nothing."""
    del on, rate
    await asyncio.Event().wait()


async def _alive_again(on: Stage) -> None:
    await on.connected()
    await asyncio.sleep(PLAY_SECONDS)


@fault("kills", "kills")
@repeated(0.5)
async def _kill(on: Stage) -> None:
    on.bot.crash()
    await _alive_again(on)


@fault("kills", "steered-kills")
@repeated(0.5)
async def _steered_kill(on: Stage) -> None:
    """Kill the bot when it asks for something, at once or a moment later."""
    wanted, left, died = on.luck.choice(MOMENTS), on.luck.randint(1, 3), asyncio.Event()
    delay = on.luck.choice((0.0, 0.0, 0.002, 0.01, 0.05))

    def watch(name: str, when: str, body: object) -> None:
        nonlocal left
        del body
        left -= (name, when) == wanted
        if left <= 0 and not died.is_set():
            died.set()
            asyncio.get_running_loop().call_later(delay, on.bot.crash) if delay else on.bot.crash()
            on.figures[f"killed {when} {name}"] += 1

    on.rest.watchers.append(watch)
    try:
        with suppress(TimeoutError):
            await asyncio.wait_for(died.wait(), 6)
    finally:
        on.rest.watchers.remove(watch)
    await asyncio.sleep(delay)
    await _alive_again(on)


@fault("biggest", "kills-of-the-biggest", scene=BIGGEST)
@repeated(2.0)
async def _kill_biggest(on: Stage) -> None:
    """Kill the bot at any moment, once a match has begun at each table: twelve people take a while to join."""
    while len({each.channel for each in on.tables() if each.log}) < len(on.people.games):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    await asyncio.sleep(on.luck.uniform(0, PLAY_SECONDS))
    on.bot.crash()
    await _alive_again(on)


@fault("kills", "kills-and-time")
@repeated(3.0)
async def _kill_and_time(on: Stage) -> None:
    """Kill the bot while everybody rests: the time of a turn stands still while it is dead."""
    async with on.same_time_left(dies=True):
        on.keeps_alive = False
        on.bot.crash()
        await asyncio.sleep(on.luck.uniform(1, 5))
        on.keeps_alive = True


@fault("kills", "stops")
@repeated(4.0)
async def _stop(on: Stage) -> None:
    """Stop the bot in order, with requests under way."""
    await on.connected()
    status = await on.bot.stop()
    if status:
        on.history.note("stop", f"SIGTERM ended with {status}")
    await _alive_again(on)
