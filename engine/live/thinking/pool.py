"""Who thinks for the bot: processes of their own, so that the event loop is never held by it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Protocol

from engine.bots.choose import EFFORT, choose_move
from engine.bots.decision import Decision, Rationale
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.errors import redacted_traceback
from engine.live.thinking.worker import Request, Worker, WorkerLost
from engine.view import View

_log = logging.getLogger(__name__)

MAX_THOUGHT_SECONDS = 20.0
"""How many seconds a thought may take before its process is given up; the queue before it does not count."""

MAX_TRIES = 2
"""How often a process is asked the same."""

Think = Callable[[View, FlippedTiles, Level], Awaitable[Decision]]


class Thinker(Protocol):
    """Whoever can be asked for thoughts."""

    async def think(self, view: View, turned: FlippedTiles, level: Level) -> Decision:
        """Choose a move for the seat whose view it is, see :func:`engine.bots.choose.choose_move`."""
        ...

    async def close(self) -> None:
        """Think no more."""
        ...


async def think_inline(view: View, turned: FlippedTiles, level: Level, *, effort: int = 500) -> Decision:
    """Think in this process, and hold everything else for it: for a table or two, where nobody waits."""
    return choose_move(view, turned, level, secrets.randbits(64), effort)


class BotPool:
    """Processes that think, started when they are needed first.

    Whoever has a choice queues, first come first served; where there is none, that is known here. Even easy and normal
    players take some milliseconds where there is much to choose from.

    A process that ends, or does not answer for :data:`MAX_THOUGHT_SECONDS`, is replaced and its question put once more;
    after that, a normal player chooses in this process.

    Args:
        processes: how many there are.
        effort: how many actions an expert tries for a choice.

    """

    def __init__(self, processes: int = 1, effort: int = EFFORT) -> None:
        self._effort = effort
        self._workers = [Worker() for _ in range(processes)]
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="asks a thinker")
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._asking: set[asyncio.Task[Decision | str]] = set()
        self._closed = False
        for each in self._workers:
            self._free.put_nowait(each)

    @property
    def pids(self) -> list[int]:
        """The ids of the processes that there are."""
        return [each.pid for each in self._workers if each.pid is not None]

    async def think(self, view: View, turned: FlippedTiles, level: Level) -> Decision:
        """Choose a move for the seat whose view it is; there always is an answer."""
        first, *others = view.legal
        if others:
            decision = await self._asked(Request(_portable(view), turned, level, _seed(), self._effort))
            if decision is not None and decision.move in view.legal:
                return decision
            level = Level.NORMAL
        try:
            return choose_move(view, turned, level, _seed(), self._effort)
        except Exception as error:
            _log.error("a computer could not choose, and does the first thing it may:\n%s", redacted_traceback(error))
            return Decision(first, Rationale.ONLY, ())

    async def close(self) -> None:
        """End every process, in mid-thought, too."""
        self._closed = True
        for each in self._workers:
            each.kill()
        await asyncio.gather(*self._asking, return_exceptions=True)
        for each in self._workers:
            each.close()
        self._threads.shutdown()

    # ------------------------------------------------------------------ inside

    async def _asked(self, question: Request) -> Decision | None:
        """Give what a process answers; None where there is no answer to be had."""
        for _ in range(MAX_TRIES):
            worker = await self._free.get()
            if self._closed:
                self._free.put_nowait(worker)
                break
            asking = asyncio.create_task(self._ask(worker, question))
            self._asking.add(asking)
            asking.add_done_callback(self._asking.discard)
            try:
                # a worker is in use until it has answered, even where nobody waits for that any more
                answer = await asyncio.shield(asking)
            except WorkerLost as lost:
                if not self._closed:
                    _log.warning("a thinking process was lost: %s", lost)
                continue
            except Exception as error:
                _log.error("a thinking process could not be asked:\n%s", redacted_traceback(error))
                break
            if isinstance(answer, Decision):
                return answer
            _log.error("a computer could not choose, a normal player does here:\n%s", answer)
            break
        return None

    async def _ask(self, worker: Worker, question: Request) -> Decision | str:
        asked = asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, question)
        try:
            await asyncio.wait((asked,), timeout=MAX_THOUGHT_SECONDS)
            if not asked.done():
                worker.kill()
            return await asked
        finally:
            self._free.put_nowait(worker)


def _seed() -> int:
    return secrets.randbits(64)


def _portable(view: View) -> View:
    """Give a view that can go to another process: a mapping that can't be changed can't be sent."""
    return replace(view, options=dict(view.options), open_ends=dict(view.open_ends))
