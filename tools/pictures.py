"""Takes the screenshots of the documents: ``uv run python -m tools.pictures``.

They show the playground with the bot, in the Chromium named by the environment variable CHROMIUM, or the one on the
path. All other pictures come from the gallery (``tools.gallery``).
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from pathlib import Path

from playground.process import BotProcess
from playground.server import Playground
from tests.support.bots.match_flow import MatchFlow
from tests.support.people import People
from tests.support.playground import wait_for_bot, wait_for_commands

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SHOTS = (("playground", "table", 1200, 860), ("phone", "table", 400, 780), ("group-message", "group", 400, 780))
"""The name of each picture, the channel in it, its width and its height."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]


async def photograph(chromium: str) -> None:
    """Take the playground's picture on a screen and on a phone, and one of a group message, with matches under way."""
    from playwright.async_api import async_playwright

    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "d.sqlite3"
        env = {"DOMINO_DATABASE": str(database), "DOMINO_TURN_SECONDS": "900"}
        async with (
            Playground(port=0, data=None, rate_limits=False) as playground,
            BotProcess(playground.url, env=env, log=Path(folder) / "log", cwd=Path(folder)),
        ):
            await wait_for_bot(playground, 20)
            await wait_for_commands(playground, 20)
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
                friends = MatchFlow(playground, database, players, "group")
                await friends.sit()
                for _ in range(8):
                    await friends.step()
                await asyncio.sleep(1)
            async with async_playwright() as driver:
                browser = await driver.chromium.launch(executable_path=chromium, args=ARGUMENTS)
                for name, place, width, height in SHOTS:
                    page = await (await browser.new_context(viewport={"width": width, "height": height})).new_page()
                    await page.goto(f"{playground.url}/#alice/{place}")
                    await page.locator("#messages").get_by_role("button", name=re.compile("My hand")).last.wait_for()
                    await page.wait_for_timeout(500)
                    await page.screenshot(path=FOLDER / f"{name}.png")
                await browser.close()


def main() -> None:
    """Take them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("no Chromium was found; set CHROMIUM to its path")
    asyncio.run(photograph(chromium))


if __name__ == "__main__":
    main()
