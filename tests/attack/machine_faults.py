"""Bad days of the machine: its clock, its disk, its processes."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress

from tests.attack.catalogue import fault, repeated
from tests.attack.stage import Stage

STEPS = (-86_400.0, -3_600.0, -90.0, -5.0, 5.0, 90.0, 3_600.0, 86_400.0)
DRIFT = 0.05
"""By how many seconds a drifting clock is wrong after each second."""

DISK_SECONDS = (0.5, 4.0)
"""How long a disk is ill."""

PLAY_SECONDS, SPOILT_SECONDS = 2.0, 4.0
"""How long a file is played on at the full rate before it is spoilt, and afterwards."""


@fault("machine", "clock-steps")
@repeated(3.0)
async def _step_clock(on: Stage) -> None:
    """Set the clock while everybody rests: nobody's time changes."""
    async with on.same_time_left():
        on.bot.trouble(ahead=on.bot.ahead + on.luck.choice(STEPS))


@fault("machine", "clock-drifts")
async def _drift(on: Stage, rate: float) -> None:
    way = on.luck.choice((-1, 1))
    while True:
        await asyncio.sleep(1)
        on.bot.trouble(ahead=on.bot.ahead + way * rate * DRIFT)


@fault("machine", "slow-disk")
@repeated(2.0)
async def _slow_disk(on: Stage) -> None:
    on.bot.trouble(slow=on.luck.uniform(0.1, 1.5))
    await asyncio.sleep(on.luck.uniform(*DISK_SECONDS))
    on.bot.trouble()


@fault("machine", "full-disk")
@repeated(2.0)
async def _full_disk(on: Stage) -> None:
    """No file may grow."""
    with suppress(ProcessLookupError):
        on.bot.limit_files(0)
        await asyncio.sleep(on.luck.uniform(*DISK_SECONDS))
        on.bot.limit_files(resource.RLIM_INFINITY)


@fault("machine", "failing-disk")
@repeated(2.0)
async def _failing_disk(on: Stage) -> None:
    """Let every commit fail, with one of several errors."""
    await _fail(on, on.luck.choice((sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)))


@fault("machine", "read-only-disk")
@repeated(2.0)
async def _read_only_disk(on: Stage) -> None:
    """Let every commit fail as it does on a file system that has become read-only."""
    await _fail(on, sqlite3.SQLITE_READONLY)


async def _fail(on: Stage, code: int) -> None:
    on.bot.trouble(code=code)
    await asyncio.sleep(on.luck.uniform(*DISK_SECONDS))
    on.bot.trouble()


@fault("machine", "locked-database")
@repeated(2.0)
async def _lock(on: Stage) -> None:
    other = sqlite3.connect(on.bot.database, timeout=5, isolation_level=None)
    with closing(other), suppress(sqlite3.OperationalError):
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(on.luck.uniform(*DISK_SECONDS))


@fault("machine", "workers")
@repeated(1.5)
async def _end_workers(on: Stage) -> None:
    """Kill the processes in which computers think, or stop them for a while."""
    workers = on.bot.workers()
    sent = on.luck.choice((signal.SIGKILL, signal.SIGSTOP))
    for each in workers:
        on.figures["workers killed" if sent is signal.SIGKILL else "workers stopped"] += 1
        with suppress(ProcessLookupError):
            os.kill(each, sent)
    if sent is signal.SIGSTOP:
        await asyncio.sleep(on.luck.uniform(1, 5))
        for each in workers:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGCONT)


@fault("machine", "second-bot")
@repeated(4.0)
async def _start_second(on: Stage) -> None:
    """Start a second bot on the same file: it says so, and ends."""
    before = on.gateway.identified
    status, said = await on.bot.start_second()
    if status != 1 or "another bot is running" not in said or said.count("\n") > 1:
        on.history.note("second bot", f"{status}: {said[-300:]}")
    if on.gateway.identified != before:
        on.history.note("second bot", "it connected")


# ---------------------------------------------------------------------- what a database does not survive


def _spoil(name: str) -> Callable[[Callable[[Stage], None]], None]:
    """Register something that spoils the file; then all begins anew, and no acknowledged move is asked for."""

    def register(spoil: Callable[[Stage], None]) -> None:
        async def run(on: Stage, rate: float) -> None:
            while True:
                await asyncio.sleep(PLAY_SECONDS / rate)
                async with on.uncut:
                    on.figures[name] += 1
                    spoil(on)
                    await asyncio.sleep(SPOILT_SECONDS)
                    await on.begin_anew()

        fault("spoilt-files", name, spoils=True)(run)

    return register


@_spoil("corrupted-pages")
def _corrupt(on: Stage) -> None:
    size = on.bot.database.stat().st_size
    with on.bot.database.open("r+b") as file:
        for _ in range(20):
            file.seek(on.luck.randrange(0, size, 512))
            file.write(on.luck.randbytes(512))


@_spoil("deleted-files")
def _delete(on: Stage) -> None:
    for each in on.bot.files():
        each.unlink(missing_ok=True)
