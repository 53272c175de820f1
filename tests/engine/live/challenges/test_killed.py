"""A process that is killed while somebody plays loses nothing that it has acknowledged."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.actions import Move
from engine.legal import legal
from engine.live.challenges.attempt import Entry, Position, replayed
from engine.live.database_store import DatabaseStore
from tests.engine.live.challenges.playing import challenge
from tests.engine.live.challenges.test_laws import moved, timeless
from tests.engine.live.people import ANA
from tests.engine.live.stores import open_store

BEGUN = challenge("parejas", deals=2)
PLAY = "import asyncio, sys; from tests.engine.live.challenges.test_killed import play; asyncio.run(play(sys.argv[1]))"
ROOT = Path(__file__).parents[4]


def chosen(position: Position) -> Move:
    """Return a choice that depends on the number of the action alone, so that a restart changes none."""
    return random.Random(position.ply).choice(legal(position.state))


async def play(file: str) -> None:
    """Play a challenge to its end, and say after each press how many actions are stored."""
    async with open_store(file) as store:
        await store.challenges.add(BEGUN)
        over = False
        while not over:
            entries = await log(store)
            over = replayed(BEGUN, entries).over
            if not over:
                player = await store.challenges.begin(BEGUN, ANA, 9, 1.0)
                assert player is not None
                played = await moved(BEGUN, entries, chosen, 1.0)
                await store.challenges.append(player, played.entries, played.position, 1.0)
                print(len(entries) + len(played.entries), flush=True)


async def log(store: DatabaseStore) -> list[Entry]:
    """Return the log of the one player, who may not have begun yet."""
    player = await store.challenges.player(BEGUN, ANA.user_id)
    return [] if player is None else await store.challenges.entries(player)


async def stored(file: Path) -> list[Entry]:
    """Return the log in a file."""
    async with open_store(file) as store:
        return await log(store)


def killed(file: Path, presses: int, seconds: float) -> int:
    """Play in a process that is killed some time after a number of presses; return what it has acknowledged."""
    process = subprocess.Popen([sys.executable, "-c", PLAY, file], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(presses)]
    time.sleep(seconds)
    process.kill()
    process.wait()
    process.stdout.close()
    return max((int(each) for each in lines if each), default=0)


@pytest.mark.sqlite
@pytest.mark.long
def test_a_killed_process_has_lost_no_acknowledged_move_and_its_log_goes_on(file: Path, tmp_path: Path) -> None:
    chance, before, whole = random.Random(5), list[Entry](), tmp_path / "whole.sqlite3"
    for _ in range(5):
        # in the middle of the next press
        acknowledged = killed(file, chance.randrange(1, 4), chance.random() * 0.01)
        after = asyncio.run(stored(file))
        assert len(after) >= acknowledged
        assert after[: len(before)] == before
        before = after
    for each in (file, whole):
        asyncio.run(play(str(each)))
    after, at_once = asyncio.run(stored(file)), asyncio.run(stored(whole))
    assert after[: len(before)] == before
    assert timeless(after) == timeless(at_once)
    assert replayed(BEGUN, after).over
