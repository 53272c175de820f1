"""A process that chooses moves. Pipes carry questions and answers; the process ends when its input is closed.

The process is a plain Python interpreter that imports only the synchronous half of the engine. A :mod:`multiprocessing`
child would also import the bot's main module, with the Discord library and all drawing code.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, NamedTuple

import engine
from engine.actions import Move
from engine.bots.choose import choose_move
from engine.bots.decision import Decision
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.errors import redacted_traceback
from engine.view import View

NICENESS = 10
"""The niceness that a worker adds to its own, which gives the bot priority on a shared processor."""

LENGTH = 4
"""The number of bytes of the length in front of each message."""

ROOT = str(Path(engine.__file__).parents[1])
"""The folder from which such a process imports the engine."""

COMMAND = "import sys; sys.path.insert(0, sys.argv[1]); from engine.live.thinking.worker import serve; serve()"


class Request(NamedTuple):
    """The arguments of :func:`engine.bots.choose.choose_move`."""

    view: View
    turned: FlippedTiles
    level: Level
    seed: int
    effort: int
    compared: Move | None = None


class WorkerLost(Exception):
    """A worker ended without an answer, or could not be started. The text gives the cause, and never names a tile."""


class Worker:
    """The bot's side of a process. The process starts with the first question, and again after it has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process; None if there is no process."""
        return None if self._process is None else self._process.pid

    def ask(self, question: Request) -> Decision | str:
        """Ask a question and wait for the answer. Ask only one question at a time.

        Returns:
            The decision, or the traceback of an error, without any tile in it.

        Raises:
            WorkerLost: the process ended without an answer, or could not be started.

        """
        try:
            if self._process is None:
                self._process = _started()
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            _write(self._process.stdin, question)
            answer = _read(self._process.stdout)
        except OSError as error:
            raise self._lost(str(error)) from None
        if answer is None:
            raise self._lost("no answer")
        return answer

    def kill(self) -> None:
        """Kill the process at once."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """Kill the process and wait for its end. There must be no question in progress."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):  # the pipe may hold an unread question
                pipe.close()

    def _lost(self, what: str) -> WorkerLost:
        process = self._process
        self.close()
        return WorkerLost(what if process is None else f"{what}, exit status {process.returncode}")


def _started() -> subprocess.Popen[bytes]:
    # without site packages, which it does not need, the process starts faster
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-P", "-s", "-S", "-c", COMMAND, ROOT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # an unexpected traceback could show a hand
        stderr=subprocess.DEVNULL,
        env=environment(),
    )


def environment() -> dict[str, str]:
    """Return the environment of a process that computes for the bot: it never gets the bot's token."""
    return {
        # the settings accept this name in any case
        **{name: value for name, value in os.environ.items() if name.upper() != "DISCORD_TOKEN"},
        # the thread that reads questions would take memory apart from the one that thinks
        "MALLOC_ARENA_MAX": "1",
    }


# ---------------------------------------------------------------------- in the process


def serve() -> None:
    """Answer questions until the bot has ended in any way. This process then ends at once, even while it thinks."""
    for each in (signal.SIGINT, signal.SIGTERM):
        # these signals are meant for the bot, which may still need an answer
        signal.signal(each, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    questions: SimpleQueue[Request] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    answers = sys.stdout.buffer
    while True:
        try:
            _write(answers, _answer(questions.get()))
        except BrokenPipeError:
            os._exit(0)


def _listen(questions: SimpleQueue[Request]) -> None:
    try:
        while (question := _read(sys.stdin.buffer)) is not None:
            questions.put(question)
    finally:
        # also if a question can't be read, as after an update of the files under a running bot
        os._exit(0)


def _answer(question: Request) -> Decision | str:
    try:
        return choose_move(*question)
    except Exception as error:
        return redacted_traceback(error)


# ---------------------------------------------------------------------- messages


def _write(pipe: IO[bytes], message: Request | Decision | str) -> None:
    packed = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    pipe.write(len(packed).to_bytes(LENGTH, "big") + packed)
    pipe.flush()


def _read(pipe: IO[bytes]) -> Any:
    """Return the next message; None at the end of the input."""
    length = pipe.read(LENGTH)
    if len(length) < LENGTH:
        return None
    size = int.from_bytes(length, "big")
    packed = pipe.read(size)
    # the data comes from the bot's own process only
    return pickle.loads(packed) if len(packed) == size else None  # noqa: S301
