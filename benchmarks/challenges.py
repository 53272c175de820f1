"""The cost of the deal of the day, and how long its field keeps others waiting.

    uv run python -m benchmarks.challenges [--quick]

The bot runs as a process of its own against the playground's server in this one, and a person plays today's deals to
the result. Then ten thousand people have taken a day, on a file. Prints one ``name value`` a line. ``--quick`` plays
one deal in a channel alone.

``challenges_presses``, ``challenges_token_requests``, ``challenges_other_requests``
    the presses of a day's deals in a channel, and the requests with the bot's token and with those of interactions.
``challenges_dm_presses``, …
    the same in direct messages.
``challenges_start_ms``, ``challenges_table_ms``
    the milliseconds until somebody has begun, and of the table of results.
``challenges_questions_loop_ms``
    for how long any question about the field held the event loop. At most 50.
``challenges_midnight_s``, ``challenges_midnight_loop_ms``
    how long the end of the day takes with a hundred unfinished attempts, and for how long it held the loop. At most 50.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cogs.challenges.attempts import decider
from engine.bots.choose import CHOICES
from engine.live.challenges.calendar import number_at
from engine.live.challenges.upkeep import close, day
from engine.live.database_store import DatabaseStore
from engine.live.thinking.pool import BotPool
from playground.process import BotProcess
from playground.server import Playground
from tests.engine.live.challenges.crowd import CALLS, crowded_day
from tests.support.people import Answer, People, Person
from tests.support.playground import wait_for_bot, wait_for_commands

PLACES = ("table", "dm")
TICK_SECONDS = 0.001


async def play_on(person: Person, shown: Answer, pressed: Counter[str]) -> None:
    """Play a challenge to its result; count the presses by verb."""
    while True:
        message = shown.message
        assert message is not None
        controls = [*message.buttons, *message.selects]
        own = [each for each in controls if each["custom_id"].split(":")[1].startswith("ch")]
        verbs = [each["custom_id"].split(":")[1] for each in own]
        if "chshow" in verbs or "chpromise" in verbs or not own:
            return
        verb, custom_id = verbs[0], own[0]["custom_id"]
        pressed[verb] += 1
        if custom_id.startswith("s:"):
            shown = await person.choose(message, [own[0]["options"][0]["value"]], custom_id=custom_id)
        else:
            shown = await person.press(message, custom_id=custom_id)


async def measure_play(place: str, deals: int) -> dict[str, float]:
    """Play today's deals in a place; return their figures."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "d.sqlite3"
        store = await DatabaseStore.open(database)
        await store.challenges.add(replace(day(number_at(time.time())), deals=deals, version=CHOICES))
        await store.close()
        env = {"DOMINO_DATABASE": str(database), "DOMINO_TILE_EMOJIS": "false"}
        async with (
            Playground(port=0, data=None, rate_limits=False) as playground,
            BotProcess(playground.url, env=env, log=Path(folder) / "log") as _,
        ):
            await wait_for_bot(playground, 20)
            await wait_for_commands(playground, 20)
            async with People(playground.url) as people:
                before = playground.limits.with_token, playground.limits.without_token
                pressed = Counter[str]()
                await play_on(people["alice"], await people["alice"].run("domino daily", channel=place), pressed)
                await asyncio.sleep(1)
                with_token = playground.limits.with_token - before[0]
                others = playground.limits.without_token - before[1]
    front = "" if place == "table" else f"{place}_"
    return {
        f"{front}presses": pressed.total(),
        f"{front}token_requests": with_token,
        f"{front}other_requests": others,
    }


async def longest_gap(until: asyncio.Event) -> float:
    """Return for how many seconds at most the loop did nothing else, until the event."""
    longest, last = 0.0, time.perf_counter()
    while not until.is_set():
        await asyncio.sleep(TICK_SECONDS)
        now = time.perf_counter()
        longest, last = max(longest, now - last - TICK_SECONDS), now
    return longest


async def timed(call: Awaitable[Any]) -> tuple[float, float]:
    """Return the seconds of a call, and for how many of them at a time the loop did nothing else."""
    over = asyncio.Event()
    watching = asyncio.create_task(longest_gap(over))
    await asyncio.sleep(2 * TICK_SECONDS)
    began = time.perf_counter()
    await call
    seconds = time.perf_counter() - began
    over.set()
    return seconds, await watching


async def measure_field() -> dict[str, float]:
    """Return the figures of a field of ten thousand."""
    with tempfile.TemporaryDirectory() as folder:
        store, thinkers = await DatabaseStore.open(Path(folder) / "d.sqlite3"), BotPool()
        try:
            crowded = await crowded_day(store)
            # what this process holds for the playground is not the bot's to walk through
            gc.collect()
            gc.freeze()
            took = {
                name: min([await timed(call(store.challenges, crowded)) for _ in range(5)])
                for name, call in CALLS.items()
            }
            decide = decider(thinkers, patient=True)
            seconds, gap = await timed(close(store.challenges, crowded, CHOICES, 9.0, decide))
        finally:
            await thinkers.close()
            await store.close()
    return {
        "start_ms": 1000 * took["begin"][0],
        "table_ms": 1000 * took["best"][0],
        "questions_loop_ms": 1000 * max(held for _, held in took.values()),
        "midnight_s": seconds,
        "midnight_loop_ms": 1000 * gap,
    }


def show(figures: Mapping[str, float]) -> None:
    """Print figures, one a line."""
    for name, value in figures.items():
        print(f"challenges_{name} {value:.4g}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one deal in one place")
    chosen = parser.parse_args()
    for place in PLACES[:1] if chosen.quick else PLACES:
        show(asyncio.run(measure_play(place, 1 if chosen.quick else 3)))
    show(asyncio.run(measure_field()))


if __name__ == "__main__":
    main()
