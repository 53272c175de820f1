"""How quickly one of two processes goes on for the other, and whether anything is lost.

Starts a PostgreSQL server, a Discord with three shards and two bots as processes of their own; it takes four minutes.
Prints one ``name value`` a line.

``handover_s``, ``takeover_s``
    from SIGTERM, and from SIGKILL, to the process that plays a table to the first move that the other one stores there.
    At most 10 and 25.
``forward_p95_ms``
    within which 95 % of the presses that one process passes on to the other are taken there. At most 50.
``lost_moves``, ``double_moves``
    moves that had been stored and are stored no more; tiles that were played twice in a deal. 0.
``fenced_writes_landed``
    changes of a table by a process that was frozen for longer than its lease, after it went on. 0.
``wrong_departures``
    servers that are noted as having removed the bot. 0.
``erased_left``
    rows that hold the id of a person whose data one process has deleted, while they were invited at a table of the
    other. 0.
``cpu_ratio_2_processes``
    the processor time of a move with two processes over that with one, with what they do beside it. At most 1.15.
``global_429``
    requests that Discord refused since two processes had sent more than 50 in a second with the bot's token, while both
    played as fast as they could. 0.
"""

from __future__ import annotations

import asyncio
import signal
import statistics
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from benchmarks.table import show
from benchmarks.usage import cpu_seconds
from cogs.cluster.peers import Peers
from engine.live.database.address import DatabaseURL
from tests.cluster.run import SHARDS, Fleet, fleet
from tests.cluster.test_faults import deletion, moves, playing, traces
from tests.support.people import NotAllowed, NotAnswered, Person
from tests.support.postgres import cluster

PRESSES = 60
BUSY_SECONDS = 25.0
BUSY_TABLES = 12


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
        await bots.start_all("a", "b")
        people, channel = bots.people, bots.channels[0]
        far = next(shard for shard, name in bots.holders().items() if name != bots.holders()[0])
        await people.davide.run("domino play", channel=bots.channels[far], friend1=people.eve)
        await deletion(people.eve, channel)
        show("erased_left", sum(traces(bots, people.eve).values()), 0)
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
        show("double_moves", _doubles(bots), 0)
        show("wrong_departures", bots.rows("SELECT count(*) FROM departures")[0][0], 0)


def _doubles(bots: Fleet) -> int:
    """Return how many tiles were played more than once in a deal."""
    count, table = 0, ""
    played: list[str] = []
    for (at, _), (action, *_) in sorted(moves(bots).items()):
        if at != table or action.startswith("deal"):
            table, played = at, []
        if " play " in action:
            tile = action.split()[2]
            count += tile in played
            played.append(tile)
    return count


async def cpu_a_move(folder: Path, address: DatabaseURL, names: str) -> float:
    """Return the seconds of processor time of a move, at two tables of different shards, by so many processes."""
    async with fleet(folder, address, processes=len(names)) as bots:
        await bots.start_all(*names)
        people, (first, second, _) = bots.people, bots.channels
        async with playing(bots, (first, people.alice, people.bruno), (second, people.chloe, people.davide)):
            # what is done once, as reading fonts
            await asyncio.sleep(BUSY_SECONDS / 4)
            before, began = len(moves(bots)), _cpu(bots)
            await asyncio.sleep(BUSY_SECONDS)
            return (_cpu(bots) - began) / (len(moves(bots)) - before)


def _cpu(bots: Fleet) -> float:
    return sum(cpu_seconds(each.pid) for each in bots.bots.values() if each.pid is not None)


async def full_speed(folder: Path, address: DatabaseURL) -> None:
    """Play at many tables of two processes, as fast as Discord lets people, under its limits."""
    refused = 0
    async with fleet(folder, address, rate_limits=True) as bots:
        check = bots.playground.limits.check

        def watched(method: str, path: str, *, with_token: bool = True) -> object:
            nonlocal refused
            verdict = check(method, path, with_token=with_token)
            refused += verdict.everywhere
            return verdict

        bots.playground.limits.check = watched  # type: ignore[method-assign, assignment]
        await bots.start_all("a", "b")
        world = bots.playground.world.guild
        channels = [world.add_server(at % SHARDS, SHARDS) for at in range(BUSY_TABLES)]
        await asyncio.sleep(1)
        people = bots.people
        hosts = (people.alice, people.bruno, people.chloe, people.davide)
        for at, channel in enumerate(channels):
            await hosts[at % len(hosts)].run("domino play", channel=channel, computers=3, target=200)
        playing_on = [asyncio.create_task(_press_all(each)) for each in hosts]
        await asyncio.sleep(BUSY_SECONDS)
        for each in playing_on:
            each.cancel()
        await asyncio.gather(*playing_on, return_exceptions=True)
    show("global_429", refused, 0)


async def _press_all(person: Person) -> None:
    """Press the first control of each hand of a person, again and again."""
    while True:
        for hand in await person.messages("dm", limit=20):
            if hand.labels:
                with suppress(NotAllowed, NotAnswered, LookupError):
                    await person.press(hand, label=hand.labels[0])
        await asyncio.sleep(0.02)


async def measure() -> None:
    """Measure all of it."""
    await forwarding()
    with cluster(durable=True) as server, tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        await changing_hands(place, DatabaseURL(server.create()))
        one = await cpu_a_move(place, DatabaseURL(server.create()), "c")
        show("cpu_ratio_2_processes", await cpu_a_move(place, DatabaseURL(server.create()), "de") / one)
        await full_speed(place, DatabaseURL(server.create()))
