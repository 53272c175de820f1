"""A table of the trial bot and its people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playground.process import BotProcess, child_command
from playground.server import Playground
from tests.support.people import HANG_SECONDS, Message, People


def trial_bot(url: str, log: Path) -> BotProcess:
    return BotProcess(url, command=child_command("tests.playground.trial_bot"), log=log)


@dataclass
class Table:
    playground: Playground
    bot: BotProcess
    people: People
    folder: Path

    async def lobby(self) -> Message:
        """Let Alice open a lobby."""
        return (await self.people.alice.run("domino play")).message

    async def hand(self) -> Message:
        """Let Bruno open his hand in a new lobby."""
        return (await self.people.bruno.press(await self.lobby(), label="My hand")).message

    async def text_of(self, command: str, **options: Any) -> str:
        """Let Alice run a command; return the content of its answer."""
        return (await self.people.alice.run(command, **options)).message.content


async def until(condition: Callable[[], bool], seconds: float = HANG_SECONDS) -> None:
    """Wait for a condition without an event. Raise TimeoutError after some seconds."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
