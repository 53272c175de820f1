"""Whether the bot can be played with: whether Discord is connected and the database works."""

from __future__ import annotations

import asyncio

from cogs.bot import DominoBot
from cogs.upkeep import BEAT_SECONDS
from engine.live.model.errors import StorageError

ANSWER_SECONDS = 2.0
"""After how many seconds a database that does not answer counts as away."""

MAX_BEAT_AGE_SECONDS = 3.0 * BEAT_SECONDS
"""How old the last time that the bot noted may be. An older one shows that the database takes no writes."""


async def readiness(client: DominoBot) -> dict[str, bool]:
    """Return whether each thing that play needs is there.

    That is the ``gateway``, the ``database``, and where several processes share the shards the ``lease``: whether this
    one has renewed its leases lately.
    """
    ready = {"gateway": client.sharding.connected, "database": await _database_works(client)}
    current = client.ownership.current
    return ready if current is None else ready | {"lease": current}


async def _database_works(client: DominoBot) -> bool:
    """Whether the database can be read, and has lately been written to. Nothing is written for the question."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            noted = await client.hub.store.get_meta("alive_at")
    except (StorageError, TimeoutError):
        return False
    return noted is not None and client.clock() - float(noted) <= MAX_BEAT_AGE_SECONDS
