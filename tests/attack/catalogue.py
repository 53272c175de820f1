"""The faults, by name, and how an attack goes through them."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.attack.stage import USUAL, Scene, Stage, end, stage

Run = Callable[[Stage, float], Awaitable[None]]

RATES = (0.1, 0.3, 1.0)
"""How often something happens, as a part of the most that the fault allows."""

FIRST_SECONDS = 1.5
"""Within how many seconds something happens for the first time, at any rate."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that goes wrong.

    Attributes:
        run: makes it go wrong again and again, at a rate from 0 to 1, until it is cancelled; :meth:`Stage.calm` ends
            what it began.
        group: the name under which it is run with others.
        spoils: whether the file itself is spoilt, and all begins anew afterwards.
        scene: who plays what meanwhile.
    """

    name: str
    group: str
    run: Run
    spoils: bool = False
    scene: Scene = USUAL


CATALOGUE: dict[str, Fault] = {}


def fault(group: str, name: str = "", *, spoils: bool = False, scene: Scene = USUAL) -> Callable[[Run], Run]:
    """Register a fault."""

    def register(run: Run) -> Run:
        called = name or run.__name__.strip("_").replace("_", "-")
        CATALOGUE[called] = Fault(called, group, run, spoils, scene)
        return run

    return register


def repeated(seconds: float) -> Callable[[Callable[[Stage], Awaitable[None]]], Run]:
    """Turn something that happens once into a fault: at the full rate it happens every so many seconds."""

    def wrap(once: Callable[[Stage], Awaitable[None]]) -> Run:
        async def run(on: Stage, rate: float) -> None:
            await asyncio.sleep(on.luck.uniform(0, FIRST_SECONDS))
            while True:
                on.figures[once.__name__.strip("_")] += 1
                await once(on)
                await asyncio.sleep(on.luck.expovariate(rate / seconds))

        run.__name__ = once.__name__
        return run

    return wrap


async def attack(faults: Sequence[Fault], seconds: float, seed: int, rates: Sequence[float] = RATES) -> dict[str, Any]:
    """Run some faults of one scene one after the other, each at some rates; return the figures and what was broken."""
    (scene,) = {each.scene for each in faults}
    async with stage(seed, scene) as on:
        for each in faults:
            for rate in rates:
                until = time.monotonic() + seconds / len(faults) / len(rates)
                task = asyncio.ensure_future(each.run(on, rate))
                await asyncio.wait((task,), timeout=until - time.monotonic())
                async with on.uncut:
                    await end(task)
                on.calm()
                on.bot.note_memory()
            if each.spoils:
                await on.begin_anew()
            await on.play_on()
            await on.quiet()
        found = on.results() | {"unhandled lines": dict(on.bot.unhandled()), "examples": dict(on.history.examples)}
        found["stuck at"] = on.people.stuck[:3]
        if sys.flags.dev_mode or any(each.startswith("BROKEN") for each in found):
            found["log"] = on.bot.log
        return found
