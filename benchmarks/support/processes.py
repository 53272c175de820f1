"""How quickly one of two processes goes on for the other, and whether anything is lost.

Starts a PostgreSQL server, a Discord with three shards and two bots as processes of their own; it takes two minutes.
Prints one ``name value`` a line.

``handover_s``, ``takeover_s``
    from SIGTERM, and from SIGKILL, to the process that plays a table to the first move that the other one stores there.
    At most 10 and 25.
``forward_p95_ms``
    within which 95 % of the presses that one process passes on to the other are taken there. At most 50.
``lost_moves``
    moves that had been stored and are stored no more. 0.
``fenced_writes_landed``
    changes of a table by a process that was frozen for longer than its lease, after it went on. 0.
``wrong_departures``
    servers that are noted as having removed the bot. 0.
"""

from __future__ import annotations

import asyncio
import signal
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.table import show
from cogs.cluster.peers import Peers
from engine.live.database.address import DatabaseURL
from tests.cluster.run import Fleet, fleet
from tests.support.postgres import cluster

PRESSES = 60


async def forwarding() -> None:
    """Measure the way from one process to the other, with a body of a press's size."""
    from tests.cluster.test_peers import HERE, Client, Leases, free_port, press

    leases, client, port = Leases(), Client(), free_port()
    peers = Peers(leases, b"secret")  # type: ignore[arg-type]
    await peers.open(client, "127.0.0.1", port)  # type: ignore[arg-type]
    took: list[float] = []
    peers.observe = took.append
    body = str(press(HERE, message={"content": "x" * 9000})).replace("'", '"').encode()
    for _ in range(20 * PRESSES):
        assert await peers.send(f"http://127.0.0.1:{port}", body)
    await peers.close()
    show("forward_p95_ms", 1000 * statistics.quantiles(took, n=20)[-1])


async def _until_a_move(bots: Fleet, channel: int, began: float) -> float:
    people = bots.people
    assert await bots.act(channel, people.alice, people.bruno, seconds=60)
    return time.perf_counter() - began


async def changing_hands(folder: Path, address: DatabaseURL) -> None:
    """Let each of two processes end, in every way, while people play."""
    seen: dict[int, list[int]] = {}
    async with fleet(folder, address) as bots:
        for name in ("a", "b"):
            await bots.start(name)
        await bots.settled("a", "b")
        people, channel = bots.people, bots.channels[0]
        await bots.open(channel, people.alice, people.bruno)
        for name, how in (("handover_s", signal.SIGTERM), ("takeover_s", signal.SIGKILL)):
            assert await bots.act(channel, people.alice, people.bruno)
            seen[channel] = bots.plies(channel)
            holder = bots.holders()[0]
            # Discord lets a shard introduce itself every five seconds, and this one has just done so
            await asyncio.sleep(6)
            began = time.perf_counter()
            bots.signal(holder, how)
            show(name, await _until_a_move(bots, channel, began))
            await bots.bots[holder].wait()
            await bots.start(holder)
            await bots.settled("a", "b")
        frozen = bots.holders()[0]
        bots.signal(frozen, signal.SIGSTOP)
        await bots.until(lambda: bots.holders().get(0) not in (None, frozen), 60)
        await bots.settled(*({"a", "b"} - {frozen}))
        revision = "SELECT revision, (SELECT count(*) FROM log WHERE table_id = id) FROM tables WHERE channel_id = %s"
        # the new owner shows the table, which may change it
        await asyncio.sleep(5)
        before = bots.rows(revision, channel)
        bots.signal(frozen, signal.SIGCONT)
        await asyncio.sleep(8)
        after = bots.rows(revision, channel)
        show("fenced_writes_landed", sum(b != a for b, a in zip(before, after, strict=True)), 0)
        show("lost_moves", len(set(seen[channel]) - set(bots.plies(channel))), 0)
        show("wrong_departures", bots.rows("SELECT count(*) FROM departures")[0][0], 0)


async def measure() -> None:
    """Measure all of it."""
    await forwarding()
    with cluster(durable=True) as server, tempfile.TemporaryDirectory() as folder:
        await changing_hands(Path(folder), DatabaseURL(server.create()))
