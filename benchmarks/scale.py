"""What PostgreSQL costs a bot, in comparison with SQLite, and what several processes cost and lose; all in one run.

    uv run python -m benchmarks.scale [--quick]

Starts a PostgreSQL server of its own, whose commits wait for the disk; it has to be installed. Prints one
``name value`` a line. The rest of the machine should be idle.

``pg_write_ratio_20``, ``pg_write_ratio_200``
    durable writes of moves a second on PostgreSQL over those on SQLite, at so many tables at a time, without anything
    else of a bot. At least 0.5. Beside them the moves a second, and the processor time of the bot's process for each.
``pg_bot_ratio_20``
    the moves a second of a whole bot at 20 tables at full speed on PostgreSQL over those of one on SQLite, as
    :mod:`benchmarks.table` drives it, without Discord's limits and the bot's own. At least 0.9.
``cpu_ratio_2_processes``
    the processor time of a move by two processes that share the tables over that by one, both on PostgreSQL, with what
    they do beside it, at people's pace. One process has all presses in direct messages, and forwards half of them. At
    most 1.15.
``global_429``
    requests that Discord refused since two processes had sent more than 50 in a second with the bot's token, while both
    played as fast as they could. 0.
``forward_p95_ms``
    within which 95 % of the presses that one process passes on to another are taken there. At most 50.
``handover_s``, ``takeover_s``
    from SIGTERM, and from SIGKILL, to the process that plays a table to the first move that another one stores there.
    At most 10 and 25.
``lost_moves``, ``double_moves``
    moves that had been stored and are stored no more; tiles that were played twice in a deal. 0.
``fenced_writes_landed``
    changes of a table by a process that was frozen for longer than its lease, after it went on. 0.
``wrong_departures``
    servers that are noted as having removed the bot. 0.
``erased_left``
    rows that hold the id of a person whose data one process has deleted, while they were invited at a table of
    another. 0.

Ratios of rates are medians of pairs, which alternate. With ``--quick``, bots play while another one waits for a lease
to run out, which takes it two milliseconds of processor time a second.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.crowd import Crowd
from benchmarks.support.discord_server import DiscordServer
from benchmarks.support.succession import Succession, forwarding
from benchmarks.support.usage import cpu_seconds
from benchmarks.table import GLOBAL_LIMIT, KINDS, PACED, TABLES, bot, settle, show
from engine.live.database.address import DatabaseURL
from engine.live.database_store import DatabaseStore
from engine.live.model.table import Header, LogEntry, Person, Status
from playground.process import BotProcess
from tests.support.bots.fleet import SHARDS, fleet, free_port
from tests.support.postgres import Cluster, cluster

GUILD = 7
DATABASES = ("sqlite", "pg")
PROCESSES = 2
THINK_SECONDS = 1.0
"""How long people wait before each press where processor time is measured."""


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
    _show_ratio(f"pg_write_ratio_{tables}", rates["pg"], rates["sqlite"])
    for database, of in found.items():
        show(f"{database}_writes_per_second_{tables}", statistics.median(rates[database]), 0)
        show(f"{database}_cpu_us_per_write_{tables}", 1e6 * statistics.median(spent for _, spent in of), 0)


@dataclass(frozen=True)
class Team:
    """A bot of one process or more, and the people at its tables."""

    crowd: Crowd
    processes: Sequence[BotProcess]
    paced: Path

    @property
    def cpu_seconds(self) -> float:
        """The processor time that the bot has taken."""
        return sum(cpu_seconds(each.pid) for each in self.processes if each.pid is not None)


@asynccontextmanager
async def playing(folder: Path, database: str, processes: int = 1) -> AsyncGenerator[Team]:
    """Run a bot on a database, with people at tables of two shards."""
    crowd, paced = Crowd(target=200, kinds=KINDS), folder / PACED
    settings = {"DOMINO_DATABASE": database, "DOMINO_PROCESSES": str(processes), "PACED": str(paced)}
    async with DiscordServer(TABLES, crowd.saw, shards=PROCESSES) as server, AsyncExitStack() as stack:
        crowd.server = server

        async def start(number: int) -> BotProcess:
            place = folder / str(number)
            place.mkdir(parents=True)
            more = settings if processes == 1 else {**settings, "DOMINO_PEER_PORT": str(free_port())}
            return await stack.enter_async_context(bot(server, place, module="benchmarks.support.paced_bot", **more))

        made = await asyncio.gather(*map(start, range(processes)))
        await crowd.open(TABLES)
        yield Team(crowd, made, paced)


async def costs(teams: Mapping[str, Team], seconds: float) -> None:
    """Compare the processor time of one process and of two, at people's pace and in the same seconds."""
    both = [teams[name] for name in ("pg", "two")]
    before = [team.cpu_seconds for team in both]
    tallies = await asyncio.gather(*(team.crowd.play(seconds, think=lambda: THINK_SECONDS) for team in both))
    spent = [(team.cpu_seconds - then) / tally.moves for team, then, tally in zip(both, before, tallies, strict=True)]
    show("cpu_ratio_2_processes", spent[1] / spent[0])
    show("cpu_ms_per_move", 1000 * spent[0])
    show("cpu_ms_per_move_2_processes", 1000 * spent[1])


async def bots(teams: Mapping[str, Team], rounds: int, seconds: float) -> None:
    """Compare whole bots at full speed."""
    rates: dict[str, list[float]] = {each: [] for each in DATABASES}
    for each in range(rounds):
        for name in DATABASES if each % 2 else DATABASES[::-1]:
            tally = await teams[name].crowd.play(seconds)
            rates[name].append(tally.moves / tally.seconds)
    _show_ratio(f"pg_bot_ratio_{TABLES}", rates["pg"], rates["sqlite"])
    for name, of in rates.items():
        show(f"{name}_moves_per_second_{TABLES}", statistics.median(of), 1)


async def limited(team: Team, seconds: float) -> None:
    """Play as fast as two processes let people, under Discord's limit of requests with the bot's token."""
    server = team.crowd.server
    # what the play before has put off is not counted
    await settle(server)
    refused, server.rate = server.requests["refused_everywhere"], GLOBAL_LIMIT
    team.paced.touch()
    tally = await team.crowd.play(seconds)
    team.paced.unlink()
    server.rate = 0
    show("global_429", server.requests["refused_everywhere"] - refused, 0)
    show("moves_per_second_limited", tally.moves / tally.seconds, 1)


def _show_ratio(name: str, ours: Sequence[float], theirs: Sequence[float]) -> None:
    """Show the median of the ratios of pairs."""
    show(name, statistics.median(our / their for our, their in zip(ours, theirs, strict=True)))


async def measure(quick: bool) -> None:
    """Measure everything."""
    with tempfile.TemporaryDirectory() as name, cluster(durable=True) as server:
        folder = Path(name)
        async with AsyncExitStack() as stack:
            shared = await stack.enter_async_context(fleet(folder, DatabaseURL(server.create()), processes=SHARDS))
            succession = Succession(shared)
            places = {"sqlite": "bot.sqlite3", "pg": server.create(), "two": server.create()}
            starting = (
                playing(folder / name, place, PROCESSES if name == "two" else 1) for name, place in places.items()
            )
            await succession.begin()
            _, *made = await asyncio.gather(succession.open(), *map(stack.enter_async_context, starting))
            teams = dict(zip(places, made, strict=True))
            if server.execute("SELECT count(DISTINCT owner) FROM leases", places["two"]).strip() != str(PROCESSES):
                raise RuntimeError("one process has all shards")
            await forwarding()
            waiting = asyncio.create_task(succession.run())
            if not quick:
                await waiting
            # this fills caches
            await asyncio.gather(*(team.crowd.play(1 if quick else 20) for team in made))
            await costs(teams, 10 if quick else 60)
            await limited(teams["two"], 4 if quick else 20)
            await bots(teams, *((5, 0.75) if quick else (12, 2)))
            await waiting
            succession.end()
            if not int(server.execute("SELECT count(*) FROM log", places["pg"])):
                raise RuntimeError("the bot did not write to PostgreSQL")
        for tables in (20, 200):
            await writes(folder, server, tables, *((5, 0.2) if quick else (12, 1)))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter, done within 45 s on idle processors")
    asyncio.run(measure(parser.parse_args().quick))


if __name__ == "__main__":
    main()
