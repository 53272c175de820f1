"""A playground with the trial bot in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground.server import Playground
from tests.playground.table import Table, trial_bot
from tests.support.people import People
from tests.support.playground import AwakePlayground, wait_for_bot, wait_for_commands


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """The server, the trial bot as a process of its own, and all five people at their screens."""
    async with (
        AwakePlayground(port=0, data=tmp_path) as playground,
        trial_bot(playground.url, tmp_path / "bot.log") as bot,
        People(playground.url) as people,
    ):
        await wait_for_bot(playground)
        await wait_for_commands(playground)
        yield Table(playground, bot, people, tmp_path)


@pytest.fixture
async def alone(tmp_path: Path) -> AsyncIterator[Playground]:
    """The server without a bot, without limits, and without the specification."""
    async with Playground(port=0, data=None, rate_limits=False, spec=tmp_path / "nowhere") as playground:
        yield playground
