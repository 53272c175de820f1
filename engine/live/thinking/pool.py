"""A pool of processes that choose moves, which keeps long computations out of the event loop."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Protocol

from engine.actions import Move
from engine.bots.choose import EFFORT, choose_move
from engine.bots.decision import Decision, Rationale
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.errors import redacted_traceback
from engine.live.thinking.worker import Request, Worker, WorkerLost
from engine.view import View

_log = logging.getLogger(__name__)

MAX_THOUGHT_SECONDS = 20.0
"""The seconds that a process may take to answer before it is killed. Time in the queue does not count."""

MAX_PATIENCE_SECONDS = 10.0
"""The seconds for which a patient question waits for others at most."""

MAX_TRIES = 2
"""The number of attempts at the same question."""

Think = Callable[[View, FlippedTiles, Level], Awaitable[Decision]]
Review = Callable[[View, FlippedTiles, Move, int], Awaitable[Decision | None]]


class Thinker(Protocol):
    """Chooses moves."""

    async def think(self, view: View, turned: FlippedTiles, level: Level) -> Decision:
        """Choose a move for the seat of the view, see :func:`engine.bots.choose.choose_move`."""
        ...

    async def decide(self, question: Request, *, patient: bool) -> Decision | None:
        """Return the answer to exactly this question, the same on every machine; None after a failure.

        Args:
            question: the question, with its seed and effort.
            patient: whether to wait until no table needs a choice.

        """
        ...

    async def review(self, view: View, turned: FlippedTiles, played: Move, seed: int) -> Decision | None:
        """Return an expert's choice in place of a past move, once no table waits; None after a failure."""
        ...

    async def close(self) -> None:
        """Stop thinking and release the resources."""
        ...


async def think_inline(view: View, turned: FlippedTiles, level: Level, *, effort: int = 500) -> Decision:
    """Choose a move in this process, and block the event loop meanwhile: for tests and one or two tables."""
    return choose_move(view, turned, level, secrets.randbits(64), effort)


class BotPool:
    """Processes that choose moves. Each is started at its first use.

    Questions are queued, first come, first served. A single legal move is returned without a question. Easy and normal
    computers use the processes, too: with many legal moves they take some milliseconds.

    A process that ends, or does not answer within :data:`MAX_THOUGHT_SECONDS`, is replaced, and its question is asked
    again. If that fails, too, a normal computer chooses in this process.

    Args:
        processes: the number of processes.
        effort: how much an expert thinks about a choice (see :mod:`engine.bots.choose`).

    """

    def __init__(self, processes: int = 1, effort: int = EFFORT) -> None:
        self._effort = effort
        self._workers = [Worker() for _ in range(processes)]
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="asks a thinker")
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._asking: set[asyncio.Task[Decision | str]] = set()
        self._closed = False
        self._patient = asyncio.Lock()
        self._waiting = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        for each in self._workers:
            self._free.put_nowait(each)

    @property
    def open_questions(self) -> int:
        """The number of choices that are thought about, or wait for it; without patient questions."""
        return self._waiting

    async def think(self, view: View, turned: FlippedTiles, level: Level) -> Decision:
        """Choose a move for the seat of the view. The result is always a legal move, even after a failure."""
        decision = await self.decide(Request(view, turned, level, _seed(), self._effort), patient=False)
        if decision is not None:
            return decision
        try:
            return choose_move(view, turned, Level.NORMAL, _seed(), self._effort)
        except Exception as error:
            _log.error("a computer could not choose, so it plays its first legal move:\n%s", redacted_traceback(error))
            return Decision(view.legal[0], Rationale.ONLY, ())

    async def decide(self, question: Request, *, patient: bool) -> Decision | None:
        """Return the answer to exactly this question, the same on every machine; None after a failure.

        Tables and hints go first: one patient question runs at a time, and leaves them another process, or waits until
        nothing else is asked. After :data:`MAX_PATIENCE_SECONDS` it waits no longer.
        """
        view = question.view
        if len(view.legal) == 1:
            return choose_move(*question)
        portable = question._replace(view=_portable(view))
        if patient:
            async with self._patient:
                with suppress(TimeoutError):
                    async with asyncio.timeout(MAX_PATIENCE_SECONDS):
                        await self._quiet.wait()
                decision = await self._asked(portable)
        else:
            with self._urgent():
                decision = await self._asked(portable)
        return decision if decision is not None and decision.move in view.legal else None

    async def review(self, view: View, turned: FlippedTiles, played: Move, seed: int) -> Decision | None:
        """Return an expert's choice in place of a past move, the same for the same arguments; None after a failure."""
        return await self.decide(Request(view, turned, Level.EXPERT, seed, self._effort, played), patient=True)

    async def close(self) -> None:
        """Kill every process, even while it thinks."""
        self._closed = True
        for each in self._workers:
            each.kill()
        await asyncio.gather(*self._asking, return_exceptions=True)
        for each in self._workers:
            each.close()
        self._threads.shutdown()

    # ------------------------------------------------------------------ inside

    @contextmanager
    def _urgent(self) -> Generator[None]:
        """Hold back patient questions while this one and others need all processes, or all but one."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        """Count the open questions."""
        self._waiting += more
        if self._waiting < max(1, len(self._workers) - 1):
            self._quiet.set()
        else:
            self._quiet.clear()

    async def _asked(self, question: Request) -> Decision | None:
        """Return the answer of a process; None after repeated failure or an error."""
        for _ in range(MAX_TRIES):
            worker = await self._free.get()
            if self._closed:
                self._free.put_nowait(worker)
                break
            asking = asyncio.create_task(self._ask(worker, question))
            self._asking.add(asking)
            asking.add_done_callback(self._asking.discard)
            try:
                # a worker is in use until it has answered, even if its caller was cancelled
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
            _log.error("a thinking process could not choose:\n%s", answer)
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
    """Return a view that can be pickled: read-only mappings can't."""
    return replace(view, options=dict(view.options), open_ends=dict(view.open_ends))
