"""Waiting times of people: from a press to its answer, and to the new picture in the channel, over real HTTP.

    uv run python -m benchmarks.click [--quick]

The bot runs as a process of its own against the playground's server in this one, without rate limits; three scripted
people play. Prints one ``name value`` a line, in milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from playground.process import BotProcess
from playground.server import Playground
from tests.support.people import Message, People, Person
from tests.support.playground import wait_for_bot, wait_for_commands


async def turn(people: tuple[Person, ...]) -> tuple[Person, Message] | None:
    """Return the person who can act from their private hand; None between two deals or after the match."""
    for _ in range(500):
        for person in people:
            newest = await person.messages("dm", limit=1)
            if newest and newest[0].labels:
                return person, newest[0]
        board = (await people[0].messages(limit=1))[-1]
        if {"Next deal", "Rematch"} & set(board.labels):
            return None
        await asyncio.sleep(0.01)
    raise RuntimeError("no player can act")


async def measure(moves: int) -> tuple[list[float], list[float]]:
    """Play so many moves; return the milliseconds to each answer and to each picture."""
    answers: list[float] = []
    pictures: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        env = {"DOMINO_DATABASE": str(Path(folder) / "d.sqlite3"), "DOMINO_TILE_EMOJIS": "false"}
        async with (
            Playground(port=0, data=None, rate_limits=False) as playground,
            BotProcess(playground.url, env=env, log=Path(folder) / "log") as _,
        ):
            await wait_for_bot(playground, 20)
            await wait_for_commands(playground, 20)
            async with People(playground.url) as everyone:
                people = (everyone.alice, everyone.bruno, everyone.chloe)
                lobby = (await people[0].run("domino play", target=200, auto="nothing")).message
                assert lobby is not None
                for person in people[1:]:
                    await person.press(await person.refresh(lobby), label="Join")
                ready = await people[0].wait_for(lambda m: m.id == lobby.id and "Start" in m.labels)
                await people[0].press(ready, label="Start")
                while len(pictures) < moves:
                    found = await turn(people)
                    if found is None:
                        board = (await people[0].messages(limit=1))[-1]
                        again = "Next deal" if "Next deal" in board.labels else "Rematch"
                        await people[0].press(board, label=again)
                        if again == "Rematch":
                            return answers, pictures
                        await people[0].wait_for(lambda m, old=board.id: m.id > old and bool(m.pictures))
                        continue
                    person, message = found
                    board = (await person.messages(limit=1))[-1]
                    begun = time.perf_counter()
                    pressing = asyncio.create_task(person.press(message, label=message.labels[0]))
                    ends = asyncio.create_task(
                        person.wait_for(
                            lambda m, old=board: m.channel_id == old.channel_id and m.id > old.id and bool(m.pictures),
                            timeout=3,
                        )
                    )
                    await pressing
                    answered = time.perf_counter() - begun
                    again = await person.refresh(message)
                    if "Back" in again.labels:  # both ends fit: the play is the second press
                        begun = time.perf_counter()
                        await person.press(again, label=again.labels[0])
                        answered = time.perf_counter() - begun
                    try:
                        await ends
                    except TimeoutError:  # the hand had moved on while it was read: nothing was played
                        continue
                    answers.append(1000 * answered)
                    pictures.append(1000 * (time.perf_counter() - begun))
    return answers, pictures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer moves, done in well under 45 s")
    moves = 40 if parser.parse_args().quick else 200
    answers, pictures = asyncio.run(measure(moves))
    for name, values in (("answer", answers), ("picture", pictures)):
        print(f"click_to_{name}_median_ms {statistics.median(values):.1f}")
        print(f"click_to_{name}_p95_ms {statistics.quantiles(values, n=20)[-1]:.1f}")
    print(f"moves {len(pictures)}")


if __name__ == "__main__":
    main()
