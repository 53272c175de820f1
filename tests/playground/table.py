"""What the tests on the wire share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playground.process import BotProcess, child_command
from playground.server import Playground
from tests.support.people import People


def trial_bot(url: str, log: Path) -> BotProcess:
    return BotProcess(url, command=child_command("tests.playground.trial_bot"), log=log)


@dataclass
class Table:
    playground: Playground
    bot: BotProcess
    people: People
    folder: Path


async def until(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    """Waits for what no event tells of. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
