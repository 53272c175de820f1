"""A bot of several processes that end, freeze and wake: how quickly others go on, and whether anything is lost.

They play on the playground's Discord, with three shards. The first has shard 0, and two more take all that is free.
"""

from __future__ import annotations

import asyncio
import random
import signal
import statistics
import time
from contextlib import suppress

from benchmarks.table import show
from cogs.cluster.peers import Peers
from tests.support.bots.fleet import SHARDS, Fleet, deletion, free_port
from tests.support.bots.peer import HERE, FakeClient, FakeLeases, press
from tests.support.people import NotAnswered
from tests.support.playground import add_server, sessions

PRESSES = 1000
FIRST, OTHERS = "a", ("b", "c")
SETTLED_SECONDS = AWAKE_SECONDS = 5
"""How long a new owner has to show its tables, and how long a process that was frozen is watched, which looks at its
leases every second. As long, Discord lets no shard identify itself again."""


async def forwarding() -> None:
    """Measure the way from one process to the other, with a body of a press's size."""
    leases, client, port = FakeLeases(), FakeClient(), free_port()
    peers = Peers(leases, b"secret")  # type: ignore[arg-type]
    await peers.open(client, "127.0.0.1", port)  # type: ignore[arg-type]
    took: list[float] = []
    peers.observe = took.append
    body = str(press(HERE, message={"content": "x" * 9000})).replace("'", '"').encode()
    for _ in range(PRESSES):
        assert await peers.send(f"http://127.0.0.1:{port}", body)
    await peers.close()
    show("forward_p95_ms", 1000 * statistics.quantiles(took, n=20)[-1])


class Succession:
    """Processes that share a bot, and tables on two shards. Call the methods in their order."""

    def __init__(self, bots: Fleet) -> None:
        self._bots = bots
        self._stored: dict[tuple[str, int], tuple[object, ...]] = {}
        self._lobby = 0
        self._frozen = self._heir = ""

    async def begin(self) -> None:
        """Start the first process."""
        self._lobby = add_server(self._bots.playground, 1, SHARDS)
        await self._bots.start(FIRST)
        await self._bots.until(lambda: self._bots.holders() == {0: FIRST}, why="it has not one shard")

    async def open(self) -> None:
        """Start the others, delete a person's data, and open tables."""
        bots, people, (channel, other, _) = self._bots, self._bots.people, self._bots.channels
        await asyncio.gather(*(bots.start(each, DOMINO_PROCESSES="1") for each in OTHERS))
        await bots.settled(FIRST, *OTHERS)
        await bots.until(lambda: all("logging in" in bots.bots[each].log for each in OTHERS))
        await people.davide.run("domino play", channel=self._lobby, friend1=people.eve)
        await deletion(people.eve, channel)
        show("erased_left", sum(bots.traces(people.eve).values()), 0)
        await bots.open(channel, people.alice, people.bruno)
        await bots.open(other, people.chloe, people.davide)

    async def run(self) -> None:
        """Let one process after the other fall away."""
        await self._takeover()
        await self._wake()
        await self._handover()

    def end(self) -> None:
        """Look for what was lost."""
        left = self._bots.moves()
        show("lost_moves", sum(left.get(key) != action for key, action in self._stored.items()), 0)
        show("double_moves", _doubles(self._bots), 0)
        show("wrong_departures", self._bots.rows("SELECT count(*) FROM departures")[0][0], 0)

    async def _takeover(self) -> None:
        """Kill the process that has shard 0 and freeze that of shard 1, until the third one has their shards."""
        bots, people, (channel, other, _) = self._bots, self._bots.people, self._bots.channels
        self._frozen = bots.holders()[1]
        (self._heir,) = {*OTHERS} - {self._frozen}
        assert await bots.act(channel, people.alice, people.bruno)
        assert await bots.act(other, people.chloe, people.davide)
        self._stored = bots.moves()
        before, began = sessions(bots.playground.gateway), time.perf_counter()
        bots.bots[FIRST].signal(signal.SIGKILL)
        bots.bots[self._frozen].signal(signal.SIGSTOP)
        # the frozen one finds this when it wakes
        with suppress(NotAnswered):
            await people.chloe.run("domino table pause", channel=other)
        await self._show("takeover_s", began, before[0])
        await bots.until(lambda: sessions(bots.playground.gateway)[1] != before[1], why="shard 1 is not taken")

    async def _wake(self) -> None:
        """Let the frozen process go on, and count what it changes at the table that was its own."""
        bots, channel = self._bots, self._bots.channels[1]
        # the new owner shows the table and gives players their time back, which changes it
        await asyncio.sleep(SETTLED_SECONDS)
        ((table,),) = bots.rows("SELECT id FROM tables WHERE channel_id = %s", channel)
        before = _rows_of(bots, table)
        bots.bots[self._frozen].signal(signal.SIGCONT)
        await asyncio.sleep(AWAKE_SECONDS)
        show("fenced_writes_landed", len(before ^ _rows_of(bots, table)), 0)

    async def _handover(self) -> None:
        """End the process that has shard 0 now, in order: the one that had been frozen goes on."""
        # the other one looks every second, and may have just done so
        await asyncio.sleep(random.random())
        self._stored |= self._bots.moves()
        before, began = sessions(self._bots.playground.gateway), time.perf_counter()
        self._bots.bots[self._heir].signal(signal.SIGTERM)
        await self._show("handover_s", began, before[0])

    async def _show(self, name: str, began: float, session: str) -> None:
        """Wait until another session has shard 0, and for a move."""
        bots, people = self._bots, self._bots.people
        # who presses before that has to wait for Discord's answer, that there is none
        await bots.until(lambda: sessions(bots.playground.gateway).get(0) not in (None, session))
        assert await bots.act(bots.channels[0], people.alice, people.bruno, seconds=60)
        show(name, time.perf_counter() - began)


def _rows_of(bots: Fleet, table: str) -> frozenset[str]:
    """Return everything that is stored about a table."""
    parts = [("tables", "id"), *((name, "table_id") for name in ("seats", "log", "hand_messages"))]
    rows = "SELECT '{0}' || to_jsonb({0})::text FROM {0} WHERE {1} = %s"
    return frozenset(row for name, column in parts for (row,) in bots.rows(rows.format(name, column), table))


def _doubles(bots: Fleet) -> int:
    """Return how many tiles were played more than once in a deal."""
    count, table = 0, ""
    played: list[str] = []
    for (at, _), (action, *_) in sorted(bots.moves().items()):
        if at != table or action.startswith("deal"):
            table, played = at, []
        if " play " in action:
            tile = action.split()[2]
            count += tile in played
            played.append(tile)
    return count
