"""A playground with the trial bot in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from playground.people import People
from playground.process import BotProcess, child_command
from playground.server import Playground

HERE = Path(__file__).resolve().parent


def trial_bot(url: str, log: Path) -> BotProcess:
    return BotProcess(url, command=child_command("trial_bot"), env={"PYTHONPATH": str(HERE)}, log=log)


@dataclass
class Table:
    playground: Playground
    bot: BotProcess
    people: People


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with (
        Playground(port=0, data=tmp_path) as playground,
        trial_bot(playground.url, tmp_path / "bot.log") as bot,
        People(playground.url) as people,
    ):
        await playground.wait_for_bot()
        yield Table(playground, bot, people)
