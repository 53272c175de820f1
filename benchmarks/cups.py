"""The time to pair a round of a Swiss, and to open its tables.

    uv run python -m benchmarks.cups [--quick]

Prints one ``name value`` a line: ``cups_pairing_128_ms`` is the median of the rounds after the first one of a cup of
128 sides, by the processor's clock, in milliseconds: the task and its solution. At most 100. ``cups_changing_64_ms`` is
the same of 64 people whose partners change.

The bot as a process then opens a round of 64 sides on the playground, which limits no threads here:
``open_32_tables_requests`` is the number of its requests, ``open_32_tables_seconds`` the time from the first one to the
last table's message, ``open_32_tables_loop_held_ms`` for how long it held its loop at most meanwhile. At most 50.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import statistics
import tempfile
import time
from pathlib import Path

from engine import cups
from engine.cups import Cup, Finished, Format, Phase, Settings, Sides
from engine.dealing import Seed
from engine.live.cups import signing
from engine.live.cups.cups import Cups
from engine.live.cups.model import CupPerson
from engine.live.cups.tempo import Tempo
from engine.live.database_store import DatabaseStore
from playground.journal import Request
from playground.process import BotProcess, child_command
from playground.server import Playground

SIZES = (16, 64, 128, 256)
CHANGING = 64
TABLES = 32
SWISS = Settings(Format.SWISS, Sides.ALONE, "no-boneyard")
START_SECONDS = 12.0
"""The seconds until the cup begins, when the bot has started."""
OPEN_SECONDS = 120.0
"""The most seconds that the bot may take to open the tables."""
_THREAD = re.compile(r"/channels/\d+/threads")


def begun(settings: Settings, entrants: int) -> Cup:
    """Return a cup of so many people, about to play its first round."""
    cup = cups.new(settings, Seed(bytes(32)))
    for person in range(1, entrants + 1):
        cup = cups.apply(cup, cups.SignedUp((person,)))
    return cups.apply(cup, cups.Began())


def measure(cup: Cup, source: random.Random) -> list[float]:
    """Play a cup to its end; return the milliseconds of each pairing but the first one."""
    times: list[float] = []
    while cups.phase(cup) is Phase.PAIRING:
        began = time.process_time()
        pairing = cups.pair(cup)
        times.append((time.process_time() - began) * 1000)
        cup = cups.apply(cup, pairing)
        for table in cup.rounds[-1].tables:
            winner, points = source.randrange(2), source.randrange(100)
            both = (100, points) if winner == 0 else (points, 100)
            cup = cups.apply(cup, Finished(table.round, table.number, winner, both))
    return times[1:]


async def begun_on(playground: Playground, database: Path) -> None:
    """Store a cup on the playground's server that begins soon, with a person on each seat."""
    store = await DatabaseStore.open(database)
    guild = playground.world.guild
    channel = playground.world.messages.channels(guild.residents[0].id)[0]
    people = [CupPerson(each, f"Person {each}", "en-US") for each in range(1, 2 * TABLES + 1)]
    cup = await Cups(store.cups, clock=time.time).create(
        people[0],
        guild_id=guild.record.id,
        channel_id=int(channel["id"]),
        name="Thursday Cup",
        locale="en-US",
        settings=SWISS,
        tempo=Tempo.TONIGHT,
        starts_at=time.time() + START_SECONDS,
    )
    for person in people:
        await cup.do(signing.sign_up, person)
    await store.close()


async def measure_tables() -> dict[str, float]:
    """Return the cost of a round's tables on Discord."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        held = folder / "held"
        env = {
            "DOMINO_DATABASE": str(folder / "d.sqlite3"),
            "DOMINO_TILE_EMOJIS": "false",
            "HELD": str(held),
        }
        command = child_command("benchmarks.support.watched_bot")
        async with Playground(port=0, data=None, rate_limits=False) as playground:
            await begun_on(playground, folder / "d.sqlite3")
            async with BotProcess(playground.url, command=command, env=env, log=folder / "log"):
                async with asyncio.timeout(OPEN_SECONDS):
                    while sum(map(is_table, playground.journal.requests)) < TABLES:  # noqa: ASYNC110 - no event
                        await asyncio.sleep(0.05)
                asked = [*playground.journal.requests]
        first = next(at for at, each in enumerate(asked) if _THREAD.fullmatch(each.path))
        last = max(at for at, each in enumerate(asked) if is_table(each))
        return {
            "requests": last - first + 1,
            "seconds": asked[last].at - asked[first].at,
            "loop_held_ms": float(held.read_text()),
        }


def is_table(request: Request) -> bool:
    """Whether a request sends the message of a table."""
    return request.method == "POST" and "b:cuphere" in str(request.json)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one cup of each size, not ten")
    times = 1 if parser.parse_args().quick else 10
    source = random.Random(37)
    changing = Settings(Format.SWISS, Sides.PARTNERS_CHANGE, "parejas")
    for name, settings, size in (
        *((f"cups_pairing_{size}_ms", SWISS, size) for size in SIZES),
        (f"cups_changing_{CHANGING}_ms", changing, CHANGING),
    ):
        found = [each for _ in range(times) for each in measure(begun(settings, size), source)]
        print(f"{name} {statistics.median(found):.1f}")
    for name, value in asyncio.run(measure_tables()).items():
        print(f"open_{TABLES}_tables_{name} {value:.4g}")


if __name__ == "__main__":
    main()
