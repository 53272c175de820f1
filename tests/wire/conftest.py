"""The real bot as a process of its own, against the playground's server, over HTTP and WebSocket."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.live.database.address import DatabaseURL
from tests.support.bots.kept import Place, with_clock
from tests.support.bots.nursery import Nursery
from tests.support.bots.running import Running, running


@pytest.fixture
def database(store: str, tmp_path: Path, request: pytest.FixtureRequest) -> Place:
    """Where the bot's database is, on each store."""
    if store == "sqlite":
        return tmp_path / "bot.sqlite3"
    return with_clock(DatabaseURL(request.getfixturevalue("server").create()))


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """The process that bots are forked from, one for all tests of a worker."""
    opened = Nursery()
    yield opened
    opened.close()


@pytest_asyncio.fixture
async def quick(tmp_path: Path) -> AsyncGenerator[Running]:
    """A bot without rate limits, for tests of other things."""
    async with running(tmp_path) as built:
        yield built
