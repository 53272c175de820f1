"""A store that is always closed again, and a world around a table."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.live.database.sqlite import SQLiteDriver
from engine.live.hub import Hub
from engine.live.tables.table import Table
from tests.engine.live.club import Club
from tests.engine.live.people import ANA, BEN, CEM, FOUR, World
from tests.engine.live.stores import FragileStore, open_store


@pytest_asyncio.fixture
async def store() -> AsyncGenerator[FragileStore]:
    """A store in memory."""
    async with open_store(":memory:") as opened:
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a store on the disk may be."""
    return tmp_path / "tables.sqlite3"


@pytest_asyncio.fixture
async def kept(file: Path) -> AsyncGenerator[FragileStore]:
    """A store on the disk."""
    async with open_store(file) as opened:
        yield opened


@pytest.fixture
def world(store: FragileStore) -> World:
    """What a table needs."""
    return World(store)


@pytest.fixture
def hub(world: World) -> Hub:
    """All open tables."""
    return world.hub()


@pytest_asyncio.fixture
async def table(world: World) -> Table:
    """A match of two."""
    return await world.match(ANA, BEN)


@pytest_asyncio.fixture
async def trio(world: World) -> Table:
    """A match of three."""
    return await world.match(ANA, BEN, CEM)


@pytest_asyncio.fixture
async def quartet(world: World) -> Table:
    """A match of four."""
    return await world.match(*FOUR)


@pytest_asyncio.fixture
async def club(kept: FragileStore) -> Club:
    """A place to play, without waiting for the disk."""
    driver = kept.connection.driver
    if isinstance(driver, SQLiteDriver):
        await driver.connection.execute("PRAGMA synchronous=OFF")
    return Club(kept)
