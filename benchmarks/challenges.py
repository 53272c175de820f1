"""What the deal of the day costs, and how long its field keeps others waiting.

    uv run python -m benchmarks.challenges [--quick]

The bot runs as a process of its own against the playground's server in this one. A person plays today's deals to the
result, in a channel of a server and in direct messages. Prints the presses, and the bot's requests with its own token
and with those of interactions. Then ten thousand people have played a day: prints the milliseconds of each question
about it, on a file, and for how long the event loop did nothing else. ``--quick`` plays one deal in one place.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.bots.choose import CHOICES
from engine.live.challenges.calendar import number_at
from engine.live.challenges.upkeep import day
from engine.live.database_store import DatabaseStore
from playground.process import BotProcess
from playground.server import Playground
from tests.engine.live.challenges.crowd import CALLS, PEOPLE, crowded_day
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


async def measure_play(place: str, deals: int) -> str:
    """Play today's deals in a place; return what they cost."""
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
    presses = f"{pressed.total()} presses ({', '.join(f'{verb} {count}' for verb, count in pressed.most_common())})"
    return f"{place}: {deals} deals, {presses}; requests: {with_token} with the bot's token, {others} others"


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


async def measure_field() -> None:
    """Print how long each question about a field of ten thousand takes."""
    with tempfile.TemporaryDirectory() as folder:
        store = await DatabaseStore.open(Path(folder) / "d.sqlite3")
        try:
            crowded = await crowded_day(store)
            rest = "UPDATE challenge_players SET finished_at = 9.0 WHERE challenge_id = ? AND finished_at IS NULL"
            for name, call in CALLS.items():
                seconds, gap = min([await timed(call(store.challenges, crowded)) for _ in range(5)])
                print(f"field-{name.replace(' ', '-')} {1000 * seconds:.1f} ms, loop {1000 * gap:.1f} ms", flush=True)
            await store.connection.write(lambda session: session.execute(rest, (crowded.id,)))
            seconds, gap = await timed(store.challenges.close(crowded.id, lambda totals: dict.fromkeys(totals, 50.0)))
            print(f"field-end {1000 * seconds:.1f} ms, loop {1000 * gap:.1f} ms, {PEOPLE} people", flush=True)
        finally:
            await store.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one deal in one place")
    chosen = parser.parse_args()
    for place in PLACES[:1] if chosen.quick else PLACES:
        print(asyncio.run(measure_play(place, 1 if chosen.quick else 3)), flush=True)
    asyncio.run(measure_field())


if __name__ == "__main__":
    main()
