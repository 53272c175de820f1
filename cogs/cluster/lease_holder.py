"""Takes the shards of this process's leases, and leaves them with their leases."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

from cogs.bot import DominoBot
from cogs.cluster.peers import Peers
from cogs.core.discord_private import set_shard_count
from engine.errors import redacted_traceback
from engine.live.clock import steady
from engine.live.cluster.leases import Leases
from engine.live.cluster.sharing import LEASE_SECONDS, RENEW_SECONDS
from engine.live.database.errors import DatabaseError
from engine.live.model.errors import StorageError

_log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""How often the own leases and those of others are looked at."""


class LeaseHolder:
    """Holds leases for a client.

    Args:
        leases: the leases.
        peers: forwards presses; None if the processes can't reach each other.
        listen: the address at which other processes reach this one, None for all addresses, and the port.
        fixed: whether the bot's owner chose the number of shards; otherwise the other processes' number counts.

    """

    def __init__(self, leases: Leases, peers: Peers | None, listen: tuple[str | None, int], *, fixed: bool) -> None:
        self.leases = leases
        self.peers = peers
        self._listen = listen
        self.owns = leases.owns
        self._fixed = fixed
        self._renewed_at = -LEASE_SECONDS
        # own shards without their tables: those could not be read yet
        self._untaken: set[int] = set()

    @property
    def current(self) -> bool:
        """Whether leases were renewed lately."""
        return steady() - self._renewed_at < LEASE_SECONDS

    @property
    def epochs(self) -> Mapping[int, int]:
        """How many owners each shard has had that this process holds."""
        return self.leases.epochs

    @property
    def takeovers(self) -> int:
        """How often this process has taken a shard whose owner had not given it up."""
        return self.leases.takeovers

    @property
    def forwarded(self) -> Mapping[str, int]:
        """How many presses were forwarded to other processes, by result."""
        return {} if self.peers is None else self.peers.forwarded

    def observe_forwarding(self, observe: Callable[[float], object]) -> None:
        """Call a function with the seconds that each forwarded press takes."""
        if self.peers is not None:
            self.peers.observe = observe

    async def ask_to_identify(self, shard: int, buckets: int, *, take: bool) -> float:
        """Put a shard in line, and return the seconds until it may introduce itself.

        Raises:
            ConnectionError: this process does not have the shard, or the database can't be written.

        """
        try:
            return await self.leases.slots.ask(shard, buckets, take=take)
        except (StorageError, DatabaseError) as error:
            # the library tries again after this error, and ends the client after others
            raise ConnectionError(str(error)) from error

    async def identified(self, shard: int, buckets: int) -> None:
        """Note that a shard has just introduced itself; log what fails."""
        try:
            await self.leases.slots.used(shard, buckets)
        except (StorageError, DatabaseError) as error:
            _log.debug("shard %d: the slot could not be given back and ends by itself: %s", shard, error)

    async def join(self, client: DominoBot) -> None:
        """Begin to take shards, until the client closes.

        Raises:
            CannotListen: the port for other processes is taken.
            OtherShards: a process is there with another number of shards.
            StorageError: the database can't be written.
            discord.GatewayNotFound: Discord does not say how many shards to open.

        """
        shards = client.shard_count or (await client.http.get_bot_gateway())[0]
        shards = await self.leases.join(shards, fixed=self._fixed)
        set_shard_count(client, shards)
        if self.peers is not None:
            await self.peers.open(client, *self._listen)
        client.start_soon(self._hold(client))

    async def leave(self) -> None:
        """Release all shards."""
        if self.peers is not None:
            await self.peers.close()
        await self.leases.release()

    async def _hold(self, client: DominoBot) -> None:
        while True:
            try:
                await self._look(client)
            except StorageError as error:
                # the store has logged it; leases stay good until their time is over
                _log.debug("the leases could not be renewed: %s", error)
            except DatabaseError as error:
                _log.warning("the leases could not be renewed: %s", error)
            except Exception as error:
                _log.error("the leases could not be looked after:\n%s", redacted_traceback(error))
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self, client: DominoBot) -> None:
        for shard in self.leases.expire():
            _log.warning("shard %d: the lease is over, another process may play on", shard)
            await self._drop(client, shard)
        if steady() - self._renewed_at >= RENEW_SECONDS or await self.leases.any_to_take():
            changes = await self.leases.renew(client.sharding.connected_for)
            self._renewed_at = steady()
            for shard in changes.given:
                _log.info("shard %d: given to another process, which has fewer", shard)
                await self._drop(client, shard)
            for shard in changes.lost:
                _log.warning("shard %d: another process plays on", shard)
                await self._drop(client, shard)
            self._untaken |= changes.gained
            # deletions of data and changes of preferences reach the tables of this process
            await client.hub.reload_changed(client.publisher.waiting)
        for shard in sorted(self._untaken):
            await client.sharding.take(shard)
            self._untaken.discard(shard)
            _log.info("shard %d is held by this process, as its owner number %d", shard, self.leases.epochs[shard])

    async def _drop(self, client: DominoBot, shard: int) -> None:
        self._untaken.discard(shard)
        await client.sharding.drop(shard)
