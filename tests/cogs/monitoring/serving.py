"""The bot of a test, observed, and its address asked as an operator's tools do."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import aiohttp

from cogs.monitoring.server import monitored
from tests.support.in_memory.world import World


def free_port() -> int:
    """Return a port of this machine that nobody uses."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


@asynccontextmanager
async def served(world: World) -> AsyncGenerator[str]:
    """Observe the bot of a world, and answer at the returned address."""
    port = free_port()
    async with monitored(world.bot, "127.0.0.1", port):
        yield f"http://127.0.0.1:{port}"


async def ask(address: str) -> tuple[int, str]:
    """Return the status and the text of an answer."""
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return answer.status, await answer.text()
