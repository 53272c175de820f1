"""The bot's throughput, speed and memory on the wire, with bot and Discord in separate processes.

    uv run python -m benchmarks.table [--quick] [--only PART …]
    uv run python -m benchmarks.table --soak MINUTES

Scripted people play at many tables against a cheap stand-in for Discord (:mod:`benchmarks.support.discord_server`);
they press the controls that the bot sends. Prints one ``name value`` a line. The rest of the machine should be idle.

``bare_ratio``, ``cpu_ratio``
    the bot's moves per second at 20 tables, over those of a discord.py client without a game, which sends what
    ``support/recipe.json`` says for each press: what the bot sent before hands were edited with the tokens of presses,
    4.2 requests a move. Both alternate in one run, at full speed: people press again once the picture is in the channel
    and the next hand can be played. ``cpu_ratio``: the client's processor time a move over the bot's; at least 0.2.
``moves_per_second_N``
    the same for N tables, without Discord's limits. ``loop_ms_per_move``: the processor time of the bot's event
    loop, ``cpu_ms_per_move``: of all its threads, ``server_cpu``: the share of a processor for Discord and people.
``ack_p95_ms_20``, ``picture_p95_ms_20``
    20 tables, 2 to 5 seconds between moves, Discord's limits of channels on: from a press to its acknowledgement, at
    most 150, and to the picture in the channel, at most 1000.
``global_requests_per_move``
    requests with the bot's token, of which Discord allows 50 a second, at people's pace. At most 2.3.
``moves_per_second_global``, ``global_429``, ``picture_p95_ms_global``, ``global_requests_per_move_50``
    200 tables, 3 to 6 seconds between moves, and 50 requests a second with the token enforced. At least 35, 0, at most
    1500 and 1.3.
``requests_per_move``, ``hand_edits_per_move``
    at full speed; deals, results and the next matches included. Hand edits apart from answers to presses in a hand.
``dm_notifications_per_deal_person``
    the most direct messages that one person got for one deal, over the whole run. At most 1.
``pictures_per_move_limited``
    when people press as soon as a hand can be played under Discord's limits: moves share pictures.
``resting_mb``
    the additional memory of 2000 tables in mid-match. At most 100. ``resume_s``: from the start of the
    bot's process until it has answered a press at such a table, at most 10; ``resume_requests``: what it sent unasked.
    ``--quick`` measures with an eighth of the tables: the memory and the requests are those of 2000 all the same, but
    the time is that of 500.
``soak_…``
    memory of the bot in MB while 20 tables are played at full speed: in the middle, at the end, and how it grew from
    one to the other. Some ten thousand moves before that fill the caches of drawings.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from benchmarks import resting
from benchmarks.crowd import Crowd
from benchmarks.support.bare_people import BarePeople
from benchmarks.support.discord_server import DiscordServer
from benchmarks.support.recipe import Recipe
from benchmarks.support.tally import Tally, p95
from benchmarks.support.usage import Cpu, memory_mb
from playground.process import BotProcess, child_command
from tests.support.discord_payloads import Form, message

KINDS = (("express", 4), ("classic-draw", 3), ("express", 2), ("all-fives", 3))
PARTS = ("bare", "moves", "people", "limited", "global", "resting")
TABLES, MANY, RESTING = 20, 200, 2000
READY_SECONDS = 60
GLOBAL_LIMIT = 50
"""How many requests with its token Discord allows a bot in a second."""
PACED = "paced"
RECIPE = Path(__file__).with_name("support") / "recipe.json"


def show(name: str, value: float, digits: int = 2) -> None:
    """Print a figure."""
    print(f"{name} {value:.{digits}f}", flush=True)


@asynccontextmanager
async def bot(
    server: DiscordServer, folder: Path, database: str = "bot.sqlite3", module: str = "bot", **more: str
) -> AsyncGenerator[BotProcess]:
    """Run a bot against a server, from its start to its end."""
    env = {"DOMINO_DATABASE": str(folder / database), "DOMINO_TURN_SECONDS": "86400", "DOMINO_DEAL_SECONDS": "600"}
    log = folder / f"{module}.log"
    async with BotProcess(
        server.url, command=child_command(module), env={**env, **more}, log=log, cwd=folder
    ) as process:
        async with asyncio.timeout(READY_SECONDS):
            await server.ready.wait()
        yield process
    if "ERROR" in log.read_text() or server.unknown:
        raise RuntimeError(f"{log.read_text()[-3000:]}\n{server.unknown}")


async def settle(server: DiscordServer, seconds: float = 1.0) -> None:
    """Wait until a bot has sent nothing for a while."""
    begun = time.perf_counter()
    while time.perf_counter() - max(begun, server.last_request) < seconds:  # noqa: ASYNC110 - for nothing to happen
        await asyncio.sleep(0.1)


class Bench:
    """The bot under load, and its measurements."""

    def __init__(self, crowd: Crowd, process: BotProcess, folder: Path, quick: bool) -> None:
        self.crowd, self.process, self.folder, self.quick = crowd, process, folder, quick

    @property
    def pid(self) -> int:
        """The bot's process."""
        assert self.process.pid is not None
        return self.process.pid

    def seconds(self, quick: float, full: float) -> float:
        """Return how long to play."""
        return quick if self.quick else full

    async def bare(self) -> None:
        """Measure alternately with a bot without a game."""
        await self.crowd.play(self.seconds(1.2, 4))
        people = BarePeople(Recipe.load(RECIPE), TABLES)
        async with DiscordServer(TABLES, people.saw) as server:
            people.server = server
            module = "benchmarks.support.bare_bot"
            async with bot(server, self.folder, module=module, BARE_RECIPE=str(RECIPE)) as process:
                assert process.pid is not None
                await people.play(0.5)
                ours, theirs = Tally(), Tally()
                spent, bare_spent = Cpu(), Cpu()
                ratios: list[float] = []
                for _ in range(3 if self.quick else 10):
                    with spent.of(self.pid):
                        mine = await self.crowd.play(self.seconds(1.4, 4))
                    with bare_spent.of(process.pid):
                        bare = await people.play(self.seconds(0.8, 3))
                    ours += mine
                    theirs += bare
                    ratios.append(mine.rate / bare.rate)
        show("bare_ratio", statistics.median(ratios), 3)
        presses = ours.presses / ours.moves
        show("bare_moves_per_second", theirs.rate / presses, 1)
        bare_ms = 1000 * bare_spent.whole / theirs.presses * presses
        show("bare_cpu_ms_per_move", bare_ms)
        show("cpu_ratio", bare_ms / (1000 * spent.whole / ours.moves), 3)
        show("bare_bytes_ratio", theirs.bytes_a_press() / ours.bytes_a_press())
        _show_moves(TABLES, ours, spent)
        _show_requests(ours)

    async def moves(self, tables: int, seconds: float) -> None:
        """Play at full speed."""
        spent = Cpu()
        with spent.of(self.pid):
            tally = await self.crowd.play(seconds, tables=tables)
        _show_moves(tables, tally, spent)

    @contextmanager
    def paced(self) -> Generator[None]:
        """Keep the bot to its budget of requests."""
        paced = self.folder / PACED
        paced.touch()
        yield
        paced.unlink()

    async def people(self) -> None:
        """Play at people's speed, under Discord's limits."""
        think = random.Random(2)
        # what the play before has put off is not counted
        await settle(self.crowd.server)
        self.crowd.server.limited = True
        before = self.crowd.server.with_token
        with self.paced():
            tally = await self.crowd.play(self.seconds(5, 60), tables=TABLES, think=lambda: think.uniform(2, 5))
        show("global_requests_per_move", (self.crowd.server.with_token - before) / tally.moves)
        self.crowd.server.limited = False
        show("ack_p95_ms_20", p95(tally.answers), 1)
        show("picture_p95_ms_20", p95(tally.pictures), 1)
        show("people_moves", tally.moves, 0)

    async def everywhere(self) -> None:
        """Play at many tables at people's speed, under Discord's limit of requests with the bot's token."""
        think, server = random.Random(3), self.crowd.server
        # everybody has pressed something in their hand before
        await self.crowd.play(self.seconds(4, 10), tables=MANY)
        await settle(server)
        server.rate, before, refused = GLOBAL_LIMIT, server.with_token, server.requests["refused_everywhere"]
        with self.paced():
            tally = await self.crowd.play(self.seconds(7, 60), tables=MANY, think=lambda: think.uniform(3, 6))
        show("moves_per_second_global", tally.moves / tally.seconds, 1)
        show("picture_p95_ms_global", p95(tally.pictures), 0)
        show("ack_p95_ms_global", p95(tally.answers), 0)
        show("global_requests_per_move_50", (server.with_token - before) / tally.moves)
        show("global_429", server.requests["refused_everywhere"] - refused, 0)
        server.rate = 0
        await settle(server)

    async def limited(self) -> None:
        """Play as soon as hands allow, under Discord's limits."""
        self.crowd.server.limited = True
        with self.paced():
            tally = await self.crowd.play(self.seconds(3, 30), tables=TABLES, hurry=True)
        show("pictures_per_move_limited", tally.count("post_channel_picture") / tally.moves)
        show("moves_per_second_limited", tally.moves / tally.seconds, 1)
        self.crowd.server.limited = False
        await settle(self.crowd.server)

    async def soak(self, minutes: float) -> None:
        """Play at full speed for long, and measure the memory."""
        samples: list[tuple[float, float]] = []

        async def watch() -> None:
            while True:
                await asyncio.sleep(2)
                samples.append((time.perf_counter() / 3600, memory_mb(self.pid)))
                if len(samples) % 30 == 0:
                    show("soak_mb", samples[-1][1], 1)

        watching = asyncio.create_task(watch())
        tally = await self.crowd.play(60 * minutes)
        watching.cancel()
        # the first half fills the caches of drawings
        later = samples[len(samples) // 2 :]
        few = max(len(later) // 10, 1)
        show("soak_start_mb", statistics.median(mb for _, mb in later[:few]), 1)
        show("soak_end_mb", statistics.median(mb for _, mb in later[-few:]), 1)
        show("soak_slope_mb_per_hour", statistics.linear_regression(*zip(*later, strict=True)).slope, 1)
        show("soak_moves", tally.moves, 0)


def _show_moves(tables: int, tally: Tally, spent: Cpu) -> None:
    show(f"moves_per_second_{tables}", tally.moves / tally.seconds, 1)
    show(f"cpu_ms_per_move_{tables}", 1000 * spent.whole / tally.moves)
    show(f"loop_ms_per_move_{tables}", 1000 * spent.loop / tally.moves)
    show(f"server_cpu_{tables}", spent.own / spent.seconds)


def _show_requests(tally: Tally) -> None:
    show("requests_per_move", tally.requests / tally.moves)
    show("hand_edits_per_move", tally.count("edit_dm", "original") / tally.moves)
    show("kilobytes_per_move", tally.bytes_a_press() * tally.presses / tally.moves / 1000, 1)
    show("presses_per_move", tally.presses / tally.moves)
    for kind, each in sorted(tally.sums.items()):
        show(f"{kind}_per_move", each.count / tally.moves, 3)


async def rest(folder: Path, quick: bool) -> None:
    """Measure resting tables: their memory, and how soon they continue after a start."""
    tables = RESTING // 8 if quick else RESTING
    place = await resting.build(folder / "resting.sqlite3", tables, KINDS)
    memory: dict[str, float] = {}
    for database in ("none.sqlite3", "resting.sqlite3"):
        async with DiscordServer(tables) as server, bot(server, folder, database) as process:
            await settle(server)
            assert process.pid is not None
            memory[database] = memory_mb(process.pid)
            sent = sum(server.requests.values())
    show("resting_mb", (memory["resting.sqlite3"] - memory["none.sqlite3"]) * RESTING / tables, 1)
    show("none_mb", memory["none.sqlite3"], 1)
    show("resume_requests", sent * RESTING / tables, 0)
    answered = asyncio.Event()
    waiting: list[int] = []
    async with DiscordServer(tables, lambda sent: answered.set() if sent.interaction in waiting else None) as server:
        begun = time.perf_counter()
        async with bot(server, folder, "resting.sqlite3"):
            shown = message(place.channel, Form(place.components, [], 0), place.message, None)
            server.keep(shown)
            waiting.append(await server.press(place.user, shown, place.control.custom_id))
            async with asyncio.timeout(READY_SECONDS):
                await answered.wait()
            show("resume_s", time.perf_counter() - begun)
    show("tables_resting", tables, 0)


async def measure(parts: list[str], quick: bool, minutes: float) -> None:
    """Measure the chosen parts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if set(parts) - {"resting"} or minutes:
            crowd = Crowd(target=200, kinds=KINDS)
            async with DiscordServer(MANY, crowd.saw) as server:
                crowd.server = server
                module = "benchmarks.support.paced_bot"
                async with bot(server, folder, module=module, PACED=str(folder / PACED)) as process:
                    await crowd.open(TABLES)
                    bench = Bench(crowd, process, folder, quick)
                    if minutes:
                        await bench.soak(minutes)
                        return
                    if "bare" in parts:
                        await bench.bare()
                    if "moves" in parts:
                        await bench.moves(1, bench.seconds(1, 10))
                        if "bare" not in parts:
                            await bench.moves(TABLES, bench.seconds(2, 20))
                    if "people" in parts:
                        await bench.people()
                    if "limited" in parts:
                        await bench.limited()
                    if "moves" in parts:
                        await crowd.open(MANY)
                        await bench.moves(MANY, bench.seconds(2, 20))
                    if "global" in parts:
                        await crowd.open(MANY)
                        await bench.everywhere()
                    show("dm_notifications_per_deal_person", crowd.most_dms, 0)
                    show("refused_presses", len(crowd.refusals), 0)
        if "resting" in parts:
            await rest(folder, quick)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter, done within 45 s")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), help="some parts alone")
    parser.add_argument("--soak", metavar="MINUTES", type=float, default=0, help="play so long, and watch the memory")
    options = parser.parse_args()
    asyncio.run(measure(options.only, options.quick, options.soak))


if __name__ == "__main__":
    main()
