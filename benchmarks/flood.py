"""The cost of one person's flood of presses for everyone else, on the wire.

    uv run python -m benchmarks.flood [--quick]

Scripted people play at some tables against a stand-in for Discord (:mod:`benchmarks.support.discord_server`). They play
alternately undisturbed, and while one person presses **My hand** 100 times at once and then 100 times per second.
Prints one ``name value`` a line. The rest of the machine should be idle.

``quiet_others_p95_ms``, ``flood_others_p95_ms``
    how long the others wait for their answers, from press to acknowledgement, without the flood and during it.
``flood_cost_ms``
    the difference. At most 100.
``flood_presses``, ``flood_answered``, ``flood_done``, ``flood_late``
    the number of presses in the flood, of those with any answer, of those with a picture, and of those answered after
    Discord's three seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.crowd import Crowd
from benchmarks.support.discord_server import DiscordServer, Sent
from benchmarks.support.tally import p95
from benchmarks.table import bot, settle, show
from tests.support.discord_payloads import channel_id, user_id

TABLES = 6
KINDS = (("express", 3), ("classic-draw", 3))
AT_ONCE, A_SECOND = 100, 100
MAX_ANSWER_SECONDS = 3.0


class Flooder:
    """A person at the first table who presses one button as fast as possible.

    Attributes:
        presses: the number of presses.
        answered: how many of them have been answered.
        done: how many of them have been answered with a picture.
        late: how many of them have been answered after Discord stopped waiting.

    """

    def __init__(self) -> None:
        self.presses = self.answered = self.done = self.late = 0
        self.server: DiscordServer
        self._board: dict[str, Any] = {}
        self._waiting: dict[int, float] = {}

    def saw(self, sent: Sent) -> None:
        """Note what the bot sent."""
        if sent.interaction in self._waiting:
            self.late += time.perf_counter() - self._waiting.pop(sent.interaction) > MAX_ANSWER_SECONDS
            self.answered += 1
            self.done += bool(sent.picture)
        elif sent.kind == "post" and sent.channel == channel_id(0) and sent.message is not None:
            self._board = sent.message

    async def press(self, seconds: float) -> None:
        """Press for that many seconds."""
        table = next(
            each["custom_id"].split(":")[2] for each in _buttons(self._board) if each["custom_id"].startswith("b:hand:")
        )
        presses = AT_ONCE
        for _ in range(round(seconds * 10)):
            for _ in range(presses):
                pressed = time.perf_counter()
                self._waiting[await self.server.press(user_id(0), self._board, f"b:hand:{table}")] = pressed
                self.presses += 1
            presses = A_SECOND // 10
            await asyncio.sleep(0.1)


def _buttons(node: Any) -> list[dict[str, Any]]:
    """Return the buttons of a message, at any depth."""
    if node.get("type") == 2 and "custom_id" in node:
        return [node]
    return [found for each in node.get("components") or () for found in _buttons(each)]


async def measure(rounds: int, seconds: float) -> None:
    """Measure alternately with and without a flood, and print the figures."""
    chance = random.Random(1)
    crowd, flooder = Crowd(target=200, kinds=KINDS), Flooder()

    def saw(sent: Sent) -> None:
        flooder.saw(sent)
        crowd.saw(sent)

    def think() -> float:
        return chance.uniform(0.1, 0.4)

    with tempfile.TemporaryDirectory() as folder:
        async with DiscordServer(TABLES, saw) as server:
            crowd.server = flooder.server = server
            async with bot(server, Path(folder)):
                await crowd.open(TABLES)
                # the flooder's own table is not played at
                crowd.tables = crowd.tables[1:]
                await crowd.play(1.0, think=think)
                quiet: list[float] = []
                flooded: list[float] = []
                for _ in range(rounds):
                    quiet += (await crowd.play(seconds, think=think)).answers
                    pressing = asyncio.create_task(flooder.press(seconds))
                    flooded += (await crowd.play(seconds, think=think)).answers
                    await pressing
                    await settle(server)
    show("quiet_others_p95_ms", p95(quiet))
    show("flood_others_p95_ms", p95(flooded))
    show("flood_cost_ms", p95(flooded) - p95(quiet))
    show("flood_presses", flooder.presses, 0)
    show("flood_answered", flooder.answered, 0)
    show("flood_done", flooder.done, 0)
    show("flood_late", flooder.late, 0)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds, done in well under 45 s")
    quick = parser.parse_args().quick
    asyncio.run(measure(3, 3.0) if quick else measure(6, 8.0))


if __name__ == "__main__":
    main()
