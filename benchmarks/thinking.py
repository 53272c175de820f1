"""The cost of thinking computers for everyone else: the event loop's lateness, the queue, memory.

    uv run python -m benchmarks.thinking [--quick] [--tables 20] [--processes 1] [--effort N]

Experts play at tables of every rule set and think in processes of their own, as in the bot. Prints one ``name value`` a
line. The rest of the machine should be idle, since the loop and the thinking processes share its processors.

``worker_start_ms``, ``worker_mb``
    from the first question to its answer, with the process started for it; the resident memory of a process at the end.
``idle_loop_p99_ms``, ``idle_loop_max_ms``, ``loop_p99_ms``, ``loop_max_ms``
    how late a loop that wakes every millisecond runs: with nothing to do, and while all tables have an expert thinking.
``loop_step_max_ms``
    the most processor time that one step of that loop took.
``wait_p50_ms``, ``wait_p95_ms``, ``wait_max_ms``
    how long a table waits for a decision when all ask at once, including the queue.
``easy_p50_ms``, ``easy_p95_ms``, ``easy_max_ms``, and the same for ``normal`` and ``expert``
    how long a single table waits for a decision at that level.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice

from benchmarks.support.tally import p95
from benchmarks.support.usage import memory_mb
from engine import match, random_deal
from engine.bots.choose import EFFORT
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.live.thinking.pool import BotPool
from engine.rules import RULE_SETS
from engine.view import View
from launch import SWITCH_SECONDS
from tests.support.thinking import pids_of

Position = tuple[View, FlippedTiles]

TICK = 0.001


POSITIONS = 200
"""The number of positions of each table, made beforehand: playing at random would hold up the measured loop.
"""


def game(rules: str, seed: int) -> Iterator[Position]:
    """Yield positions of a rule set again and again."""
    return cycle(list(islice(_positions(rules, seed), POSITIONS)))


def _positions(rules: str, seed: int) -> Iterator[Position]:
    """Return positions of random deals with several legal moves, as the seat in turn sees them."""
    seats = RULE_SETS[rules].seats
    source = random.Random(seed)
    while True:
        state = match.new(rules, source.randrange(seats[0], seats[-1] + 1))
        state, _ = match.apply(state, random_deal(state, source))
        while state.turn is not None:
            moves = match.legal(state)
            if len(moves) > 1:
                yield match.view(state, state.turn), match.flipped(state)
            state, _ = match.apply(state, source.choice(moves))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that a share of all do not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def show(name: str, value: float) -> None:
    """Print a figure."""
    print(name, f"{value:.2f}", flush=True)


def show_spread(name: str, values: Sequence[float]) -> None:
    """Print the median, the 95th percentile and the maximum, in milliseconds."""
    show(f"{name}_p50_ms", percentile(values, 0.5))
    show(f"{name}_p95_ms", p95(values))
    show(f"{name}_max_ms", max(values))


async def timed(thinkers: BotPool, position: Position, level: Level) -> float:
    """Wait for a decision; return the milliseconds."""
    begun = time.perf_counter()
    await thinkers.think(*position, level)
    return 1000 * (time.perf_counter() - begun)


async def late(late_ms: list[float]) -> None:
    """Record the lateness of each tick of the loop, in milliseconds."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(TICK)
        late_ms.append(1000 * (time.perf_counter() - begun - TICK))


@contextmanager
def steps() -> Generator[list[float]]:
    """Record the processor time of each step of a loop, in milliseconds."""
    took: list[float] = []
    run = asyncio.Handle._run

    def measured(handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        run(handle)
        took.append(1000 * (time.thread_time() - begun))

    asyncio.Handle._run = measured
    try:
        yield took
    finally:
        asyncio.Handle._run = run


async def lateness(seconds: float, *tables: Iterator[Position], thinkers: BotPool) -> list[float]:
    """Return the loop's lateness while experts think at every table, again and again."""
    until = time.perf_counter() + seconds

    async def think(table: Iterator[Position]) -> None:
        while time.perf_counter() < until:
            await timed(thinkers, next(table), Level.EXPERT)

    late_ms: list[float] = []
    ticking = asyncio.create_task(late(late_ms))
    if tables:
        await asyncio.gather(*(think(table) for table in tables))
    else:
        await asyncio.sleep(seconds)
    ticking.cancel()
    return late_ms


async def measure(tables: int, processes: int, effort: int, seconds: float) -> None:
    """Measure everything, in about six times that many seconds."""
    thinkers = BotPool(processes, effort)
    kinds = list(islice(cycle(RULE_SETS), tables))
    games = [game(rules, seed) for seed, rules in enumerate(kinds)]
    gc.freeze()
    show("worker_start_ms", await timed(thinkers, next(games[0]), Level.EXPERT))

    gc.collect()
    for name, playing in (("idle_loop", ()), ("loop", games)):
        with steps() as took:
            late_ms = await lateness(seconds, *playing, thinkers=thinkers)
        show(f"{name}_p99_ms", percentile(late_ms, 0.99))
        show(f"{name}_max_ms", max(late_ms))
    show("loop_step_max_ms", max(took))

    for name, level in (("wait", Level.EXPERT), *((level.value, level) for level in Level)):
        waited: list[float] = []
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            asked = [timed(thinkers, next(each), level) for each in games]
            waited += await asyncio.gather(*asked) if name == "wait" else [await each for each in asked]
        show_spread(name, waited)

    show("worker_mb", max(memory_mb(pid) for pid in pids_of(thinkers)))
    await thinkers.close()


def main() -> None:
    """Measure, by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="under a minute in all")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--effort", type=int, default=EFFORT)
    chosen = parser.parse_args()
    sys.setswitchinterval(SWITCH_SECONDS)
    asyncio.run(measure(chosen.tables, chosen.processes, chosen.effort, 6 if chosen.quick else 30))


if __name__ == "__main__":
    main()
