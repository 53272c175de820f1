"""Makes the pictures of the README anew: ``uv run python -m tools.pictures``.

The tables are drawn from a match that can be repeated; the screenshots are taken of the playground with the bot in it,
in the Chromium named by the environment variable CHROMIUM, or the one on the path.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from gettext import NullTranslations
from itertools import islice
from pathlib import Path

import render
from engine import match, random_luck
from engine.actions import Play
from engine.rules.options import Value
from engine.state import State
from playground.people import People
from playground.process import BotProcess
from playground.server import Playground

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
NAMES = ("Alice", "Bruno", "Chloé", "Davide")
WORDS = NullTranslations()
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]


OTHERS = {
    "trains": ("mexican-train", 4, 46, 6),
    "cross": ("all-fives", 4, 15, 5),
    "forks": ("mata", 3, 13, 8),
    "grid": ("memory", 4, 19, 9),
}
"""Pictures of other tables: rule set, players, how many actions, and the number that makes them the same each time."""


def played(rules: str, seats: int, options: Mapping[str, Value], seed: int) -> Iterator[State]:
    """Play a match by chance, though nobody draws at will, the same each time; give its states."""
    source = random.Random(seed)
    state = match.new(rules, seats, options)
    while not state.finished:
        legal = match.legal(state)
        plays = [move for move in legal if isinstance(move, Play)]
        action = random_luck(state, source) if state.awaits_deal else source.choice(plays or legal)
        state, _ = match.apply(state, action)
        yield state


def draw() -> None:
    """Draw tables, a hand, a deal's end and a leaderboard."""
    states = list(played("express", 4, {"pairs": True}, 11))
    middle = next(state for state in states if len(state.layout.placed) == 14 and state.turn is not None)
    assert middle.turn is not None
    end = next(state for state in states if state.turn is None and state.results)
    rows = [
        render.LeaderboardRow(1, "Chloé", 41, 19, 3_640, you=False),
        render.LeaderboardRow(2, "Alice", 38, 14, 3_105, you=True),
        render.LeaderboardRow(3, "Davide", 29, 9, 2_230, you=False),
        render.LeaderboardRow(4, "Bruno", 33, 7, 2_415, you=False),
    ]
    pictures = {
        "table": render.table(match.view(middle, None), NAMES, WORDS),
        "hand": render.hand(match.view(middle, middle.turn), NAMES, WORDS),
        "deal_end": render.deal_end(match.view(end, None), NAMES, WORDS),
        "leaderboard": render.leaderboard("Domino Café", rows, WORDS),
    }
    for name, (rules, seats, actions, seed) in OTHERS.items():
        state = next(islice(played(rules, seats, {}, seed), actions, None))
        pictures[name] = render.table(match.view(state, None), NAMES[:seats], WORDS)
    for name, png in pictures.items():
        (FOLDER / f"{name}.png").write_bytes(png)


async def photograph(chromium: str) -> None:
    """Take the playground's picture on a screen and on a phone, with a match under way."""
    from playwright.async_api import async_playwright

    with tempfile.TemporaryDirectory() as folder:
        env = {"DOMINO_DATABASE": str(Path(folder) / "d.sqlite3"), "DOMINO_TURN_SECONDS": "900"}
        async with (
            Playground(port=0, data=None, rate_limits=False) as playground,
            BotProcess(playground.url, env=env, log=Path(folder) / "log", cwd=Path(folder)),
        ):
            await playground.wait_for_bot(20)
            await playground.wait_for_commands(20)
            await asyncio.sleep(4)  # the tiles for the buttons go up one by one
            async with People(playground.url) as people:
                players = (people.alice, people.bruno, people.chloe)
                lobby = (await people.alice.run("domino play")).message
                assert lobby is not None
                for person in players[1:]:
                    await person.press(await person.refresh(lobby), label="Join")
                ready = await people.alice.wait_for(lambda m: m.id == lobby.id and "Start" in m.labels)
                await people.alice.press(ready, label="Start")
                for _ in range(9):
                    await asyncio.sleep(0.6)
                    for person in players:
                        hand = (await person.messages("dm", limit=1) or [lobby])[-1]
                        if hand.labels and hand.id != lobby.id:
                            await person.press(hand, label=hand.labels[0])
                            break
                await asyncio.sleep(1)
            async with async_playwright() as driver:
                browser = await driver.chromium.launch(executable_path=chromium, args=ARGUMENTS)
                for name, width, height in (("playground", 1200, 860), ("phone", 400, 780)):
                    page = await (await browser.new_context(viewport={"width": width, "height": height})).new_page()
                    await page.goto(f"{playground.url}/#alice")
                    await page.locator("#messages").get_by_role("button", name=re.compile("My hand")).last.wait_for()
                    await page.wait_for_timeout(500)
                    await page.screenshot(path=FOLDER / f"{name}.png")
                await browser.close()


def main() -> None:
    """Make them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    draw()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("no Chromium was found, so the screenshots stay as they are; set CHROMIUM to its path")
    asyncio.run(photograph(chromium))


if __name__ == "__main__":
    main()
