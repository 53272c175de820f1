"""A process that is killed between any two steps of a cup loses nothing that it has acknowledged; the next goes on."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engine import cups
from engine.cups import Phase, Settings
from engine.live.cups import signing
from engine.live.cups.cups import Cups
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import Change, Situation
from engine.live.database.address import DatabaseURL
from engine.live.database_store import DatabaseStore
from tests.engine.cups.cups import CHANGING, KNOCK_OUT, SWISS
from tests.engine.live.cups.evening import Evening, person

LIVES = "import sys; from tests.engine.live.cups.test_killed import lives; lives(*sys.argv[1:])"
ROOT = Path(__file__).parents[4]
CUPS: dict[str, tuple[Settings, int]] = {"swiss": (SWISS, 5), "changing": (CHANGING, 8), "knock-out": (KNOCK_OUT, 5)}
MAX_LIVES = 1_000


class Life(Evening):
    """An evening in a process that says what it has stored, and that dies at a change."""

    def restart(self) -> None:
        """Begin with nothing."""
        self.cups = Cups(self.store, clock=lambda: self.now, changed=_acknowledge)

    def die_at(self, number: int, *, before: bool) -> None:
        """Die at a change, before or after it is stored."""
        write, numbers = self.store.write, count(1)

        async def deadly(at: Situation, change: Change) -> Situation:
            dies = next(numbers) == number
            if dies and before:
                os.kill(os.getpid(), signal.SIGKILL)
            stored = await write(at, change)
            if dies:
                os.kill(os.getpid(), signal.SIGKILL)
            return stored

        self.store.write = deadly  # type: ignore[method-assign]


def _say(**facts: Any) -> None:
    # a pipe takes a line of this length at once, and keeps it when its writer dies
    os.write(1, (json.dumps(facts) + "\n").encode())


def _acknowledge(cup: LiveCup) -> None:
    _say(done=cup.header.revision)


async def live(address: str, kind: str, number: int) -> None:
    """Play the one cup of a database on, until the process dies or the cup has ended."""
    source = random.Random(number)
    store = await DatabaseStore.open(DatabaseURL(address) if "://" in address else address)
    life = Life(store.cups, random=source, comes=lambda user_id, table: source.random() < 0.5)
    if number % 3:
        life.die_at(source.randrange(1, 12 if "://" in address else 4), before=bool(number % 2))
    await life.cups.load()
    if not life.cups.open and (known := await store.connection.rows("SELECT id FROM cups")):
        over = await life.cups.look(known[0][0])
        _say(loaded=over.header.revision, log=_log(over), phase=over.phase)
        await store.close()
        return
    settings, entrants = CUPS[kind]
    cup = life.cups.open[0] if life.cups.open else await life.opened(settings)
    at = cup.situation
    _say(loaded=at.header.revision, log=_log(at), phase=at.phase)
    life.now = max([at.header.seen_at, *(each.at for each in at.log)]) + 20
    life.matches = dict.fromkeys(at.tables, life.now + 60)
    for user_id in range(101, 101 + entrants) if at.phase is Phase.SIGN_UP else ():
        if cup.situation.cup.entrant_of(user_id) is None:
            await cup.do(signing.sign_up, person(user_id))
    await life.play(cup)
    await store.close()


def _log(at: Situation) -> list[str]:
    return [cups.dumps(each.action) for each in at.log]


def lives(address: str, kind: str) -> None:
    """Let processes play a cup, one after the other, each until it is killed."""
    for number in range(1, MAX_LIVES):
        process_id = os.fork()
        if not process_id:
            asyncio.run(live(address, kind, number))
            os._exit(0)
        if number % 3 == 0:
            time.sleep(random.Random(-number).uniform(0.02, 0.1))
            os.kill(process_id, signal.SIGKILL)
        _, status = os.waitpid(process_id, 0)
        if not status:
            break
        if os.WTERMSIG(status) != signal.SIGKILL:
            raise SystemExit(f"life {number} ended with {status}")
    # the last word has another process
    asyncio.run(live(address, kind, 0))


@pytest.mark.long
@pytest.mark.parametrize("kind", CUPS)
@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_a_cup_whose_process_is_killed_at_each_step_goes_on(
    where: str, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    address = str(tmp_path / "cups.sqlite3") if where == "sqlite" else request.getfixturevalue("server").create()
    done = subprocess.run(
        [sys.executable, "-c", LIVES, address, kind], capture_output=True, text=True, cwd=ROOT, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    acknowledged, log, killed, phase = 0, list[str](), 0, ""
    for line in done.stdout.splitlines():
        said = json.loads(line)
        if "done" in said:
            acknowledged = max(acknowledged, said["done"])
            continue
        assert said["loaded"] >= acknowledged, "what was acknowledged is stored"
        assert said["log"][: len(log)] == log, "no action is lost or changed"
        log, phase, killed = said["log"], said["phase"], killed + 1
    assert phase == Phase.ENDED
    # how often depends on the machine's speed
    assert killed > 3
    entered = [each for each in map(cups.loads, log) if isinstance(each, cups.SignedUp)]
    assert len(entered) == CUPS[kind][1]
