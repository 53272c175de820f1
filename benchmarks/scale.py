"""What PostgreSQL costs a bot, in comparison with SQLite in the same run.

    uv run python -m benchmarks.scale [--quick | --processes]

Starts a PostgreSQL server of its own, whose commits wait for the disk; it has to be installed. Prints one
``name value`` a line. The rest of the machine should be idle.

``pg_write_ratio_20``, ``pg_write_ratio_200``
    durable writes of moves a second on PostgreSQL over those on SQLite, at so many tables at a time, without anything
    else of a bot; both in turns, medians. At least 0.5. Beside them the moves a second, and the processor time of the
    bot's process for each.
``pg_bot_ratio_20``
    the moves a second of a whole bot at 20 tables at full speed on PostgreSQL over those of one on SQLite, as
    :mod:`benchmarks.table` drives it; both in turns. At least 0.9.

With ``--processes``, the figures of :mod:`benchmarks.support.processes` instead.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

from benchmarks.crowd import Crowd
from benchmarks.support import processes
from benchmarks.support.discord_server import DiscordServer
from benchmarks.table import KINDS, TABLES, bot, show
from benchmarks.tally import Tally
from engine.live.database.address import DatabaseURL
from engine.live.database_store import DatabaseStore
from engine.live.model.table import Header, LogEntry, Person, Status
from tests.support.postgres import Cluster, cluster

GUILD = 7
DATABASES = ("sqlite", "pg")


class Writer:
    """Writes moves at some tables, one after the other at each, through a store."""

    def __init__(self, store: DatabaseStore, tables: int) -> None:
        self._store = store
        people = tuple(Person(user, f"Person {user}", "en-GB") for user in range(1, 5))
        self._headers = [
            Header(f"t{at}", GUILD, at, 1, "express", {}, people, Status.PLAYING, "en-GB", (), 0.0, None)
            for at in range(tables)
        ]
        self._ply = 0

    async def open(self) -> None:
        """Open the tables."""
        await asyncio.gather(*map(self._store.create, self._headers))

    async def write(self, moves: int) -> tuple[float, float]:
        """Write so many moves at each table; return the moves a second and a move's processor time in seconds."""
        begun, spent = time.perf_counter(), time.process_time()
        await asyncio.gather(*(self._play(at, moves) for at in range(len(self._headers))))
        self._ply += moves
        written = moves * len(self._headers)
        return written / (time.perf_counter() - begun), (time.process_time() - spent) / written

    async def _play(self, at: int, moves: int) -> None:
        for ply in range(self._ply, self._ply + moves):
            header = self._headers[at]
            entry = LogEntry(ply, f"{ply % 4} play 6-6 left", ply % 4 + 1, float(ply))
            await self._store.append(replace(header, deadline=float(ply)), [entry], people=False)
            self._headers[at] = replace(header, revision=header.revision + 1)


async def writes(folder: Path, server: Cluster, tables: int, rounds: int, seconds: float) -> None:
    """Compare durable writes."""
    async with AsyncExitStack() as until_the_end:
        writers: dict[str, Writer] = {}
        places = (folder / f"writes_{tables}.sqlite3", DatabaseURL(server.create()))
        for database, place in zip(DATABASES, places, strict=True):
            store = await DatabaseStore.open(place)
            until_the_end.push_async_callback(store.close)
            writers[database] = Writer(store, tables)
            await writers[database].open()
        found: dict[str, list[tuple[float, float]]] = {each: [] for each in DATABASES}
        moves = 5
        for each in range(rounds + 1):
            for database, writer in writers.items():
                rate, spent = await writer.write(moves)
                if each:
                    found[database].append((rate, spent))
            # the first round tells how many moves take as long as wanted
            moves = max(5, round(seconds * rate / tables)) if not each else moves
    rates = {database: [rate for rate, _ in of] for database, of in found.items()}
    _show_ratio(f"pg_write_ratio_{tables}", rates)
    for database, of in found.items():
        show(f"{database}_writes_per_second_{tables}", statistics.median(rates[database]), 0)
        show(f"{database}_cpu_us_per_write_{tables}", 1e6 * statistics.median(spent for _, spent in of), 0)


@asynccontextmanager
async def playing(database: str) -> AsyncGenerator[Crowd]:
    """Run a bot on a database, with people at tables."""
    crowd = Crowd(target=200, kinds=KINDS)
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordServer(TABLES, crowd.saw) as server:
            crowd.server = server
            async with bot(server, Path(folder), DOMINO_DATABASE=database):
                await crowd.open(TABLES)
                yield crowd


async def bots(server: Cluster, rounds: int, seconds: float) -> None:
    """Compare whole bots."""
    address = server.create()
    async with AsyncExitStack() as until_the_end:
        crowds = {
            "sqlite": await until_the_end.enter_async_context(playing("bot.sqlite3")),
            "pg": await until_the_end.enter_async_context(playing(address)),
        }
        for crowd in crowds.values():
            await crowd.play(seconds)
        tallies = {each: Tally() for each in DATABASES}
        rates: dict[str, list[float]] = {each: [] for each in DATABASES}
        for each in range(rounds):
            for database in DATABASES if each % 2 else DATABASES[::-1]:
                tally = await crowds[database].play(seconds)
                tallies[database] += tally
                rates[database].append(tally.moves / tally.seconds)
    if int(server.execute("SELECT count(*) FROM log", address)) < tallies["pg"].moves:
        raise RuntimeError("the bot did not write to PostgreSQL")
    _show_ratio(f"pg_bot_ratio_{TABLES}", rates)
    for database, of in rates.items():
        show(f"{database}_moves_per_second_{TABLES}", statistics.median(of), 1)


def _show_ratio(name: str, rates: Mapping[str, Sequence[float]]) -> None:
    show(name, statistics.median(rates["pg"]) / statistics.median(rates["sqlite"]))


async def measure(quick: bool) -> None:
    """Measure everything."""
    with tempfile.TemporaryDirectory() as name, cluster(durable=True) as server:
        folder = Path(name)
        for tables in (20, 200):
            await writes(folder, server, tables, *((7, 0.2) if quick else (15, 2)))
        await bots(server, *((9, 0.6) if quick else (15, 4)))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter, done within 45 s")
    parser.add_argument("--processes", action="store_true", help="two processes that share a bot, four minutes")
    given = parser.parse_args()
    asyncio.run(processes.measure() if given.processes else measure(given.quick))


if __name__ == "__main__":
    main()
