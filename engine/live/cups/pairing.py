"""The pairing of a round, off the event loop."""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
from subprocess import DEVNULL, PIPE
from typing import Final

from engine.cups import Paired, Task, solve
from engine.live.thinking.worker import ROOT, environment

_log = logging.getLogger(__name__)

SMALL: Final = 32
"""Up to how many contenders a thread pairs: it takes some milliseconds. A process of its own does more of them."""

MAX_SECONDS: Final = 60.0
"""The seconds that a process may take."""

COMMAND: Final = "import sys; sys.path.insert(0, sys.argv[1]); from engine.live.cups.pairing import serve; serve()"


class NoPairing(Exception):
    """A process ended without a pairing, or could not be started."""


async def paired(task: Task) -> Paired:
    """Return the pairing of a round."""
    if task.field is None or len(task.field.contenders) <= SMALL:
        return await asyncio.to_thread(solve, task)
    try:
        return await _by_process(task)
    except (NoPairing, OSError, TimeoutError) as error:
        _log.warning("no process could pair a round, so a thread does: %s", error)
        return await asyncio.to_thread(solve, task)


async def _by_process(task: Task) -> Paired:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-c", COMMAND, ROOT), stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment()
    )
    try:
        async with asyncio.timeout(MAX_SECONDS):
            answer, _ = await process.communicate(pickle.dumps(task))
    finally:
        if process.returncode is None:
            process.kill()
    if process.returncode:
        raise NoPairing(f"exit status {process.returncode}")
    # the data comes from the bot's own process only
    return pickle.loads(answer)  # noqa: S301


def serve() -> None:
    """Pair the round on standard input."""
    sys.stdout.buffer.write(pickle.dumps(solve(pickle.loads(sys.stdin.buffer.read()))))  # noqa: S301
