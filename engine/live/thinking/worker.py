"""A process that thinks. Questions come in and answers go out through pipes; when nobody can ask any more, it ends.

It is a plain Python that imports the pure half and no more, and not a child of :mod:`multiprocessing`, which would
import the bot's main module, with Discord's library and all that draws, into each.
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
from engine.bots.choose import choose_move
from engine.bots.decision import Decision
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.errors import redacted_traceback
from engine.view import View

NICENESS = 10
"""How much a worker stands back behind the bot where they share a processor."""

LENGTH = 4
"""In how many bytes a message's length is written before it."""

COMMAND = "import sys; sys.path.insert(0, sys.argv[1]); from engine.live.thinking.worker import serve; serve()"


class Request(NamedTuple):
    """What :func:`engine.bots.choose.choose_move` is asked."""

    view: View
    turned: FlippedTiles
    level: Level
    seed: int
    effort: int


class WorkerLost(Exception):
    """A worker has ended without an answer, or could not be started; the text tells how, and never a tile."""


class Worker:
    """A process that thinks, as the bot sees it; it is started when it is asked first, and anew after it has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process's id, while there is one."""
        return None if self._process is None else self._process.pid

    def ask(self, question: Request) -> Decision | str:
        """Ask something and wait for the answer; one question at a time.

        Returns:
            The thought, or the traceback of what went wrong with it, with no tile in it.

        Raises:
            WorkerLost: there is none.

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
        """End the process at once, whatever it does."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the process, and wait until it has; nobody may be asking."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):  # a question that was not taken is still in there
                pipe.close()

    def _lost(self, what: str) -> WorkerLost:
        process = self._process
        self.close()
        return WorkerLost(what if process is None else f"{what}, exit status {process.returncode}")


def _started() -> subprocess.Popen[bytes]:
    root = str(Path(engine.__file__).parents[1])
    # no site packages: it needs none, and starts sooner
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-P", "-s", "-S", "-c", COMMAND, root],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # a traceback that nobody foresaw could show a hand
        stderr=subprocess.DEVNULL,
        # the settings take it in any case
        env={name: value for name, value in os.environ.items() if name.upper() != "DISCORD_TOKEN"},
    )


# ---------------------------------------------------------------------- in the process


def serve() -> None:
    """Answer questions until whoever asks is gone, by whatever end: then this process ends, in mid-thought, too."""
    for each in (signal.SIGINT, signal.SIGTERM):
        # they are meant for the bot, which may still want an answer
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
        # also where a question can't be read, as after an update under a bot that runs on: nobody waits for an answer
        os._exit(0)


def _answer(question: Request) -> Decision | str:
    try:
        return choose_move(*question)
    except Exception as error:
        return redacted_traceback(error)


# ---------------------------------------------------------------------- between the two


def _write(pipe: IO[bytes], message: Request | Decision | str) -> None:
    packed = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    pipe.write(len(packed).to_bytes(LENGTH, "big") + packed)
    pipe.flush()


def _read(pipe: IO[bytes]) -> Any:
    """Give the next message, or None where there is no other."""
    length = pipe.read(LENGTH)
    if len(length) < LENGTH:
        return None
    size = int.from_bytes(length, "big")
    packed = pipe.read(size)
    # of a process of this bot's own, and nobody else
    return pickle.loads(packed) if len(packed) == size else None  # noqa: S301
