"""The lives of a bot that is killed again and again, seen from outside."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict

from tests.support.bots.mortal_bot import Order


class Nursery:
    """The process that forks bots (:mod:`tests.support.bots.mortal_bot`). Closed, it kills those that live."""

    def __init__(self) -> None:
        self._line, other = socket.socketpair()
        with other:
            command = [sys.executable, "-m", "tests.support.bots.mortal_bot", str(other.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[other.fileno()], start_new_session=True)

    def bear(self, order: Order, tell: int) -> int:
        """Start a life that tells where it dies on the pipe ``tell``; return its process id."""
        socket.send_fds(self._line, [json.dumps(asdict(order)).encode()], [tell])
        return self._answer()

    def bury(self, pid: int) -> int:
        """Wait for the end of a life; return its exit status, negative for a signal."""
        self._line.send(json.dumps({"bury": pid}).encode())
        return self._answer()

    def close(self) -> None:
        """End the process, and what still lives."""
        self._line.close()
        self._process.wait(timeout=20)

    def _answer(self) -> int:
        text = self._line.recv(64)
        assert text, "the nursery has ended"
        return int(json.loads(text))


class Life:
    """One life of the bot: from :meth:`Nursery.bear` until it is dead and buried.

    Attributes:
        dead: whether its process has ended.
        point: the point that it killed itself at; empty while it lives, and where it was killed from outside.

    """

    def __init__(self, nursery: Nursery, order: Order, changed: Callable[[], None]) -> None:
        self.dead = False
        self.point = ""
        self._nursery = nursery
        self._changed = changed
        self._timer: asyncio.TimerHandle | None = None
        self._pipe, tell = os.pipe()
        os.set_blocking(self._pipe, False)
        try:
            self._pid = nursery.bear(order, tell)
        finally:
            os.close(tell)
        asyncio.get_running_loop().add_reader(self._pipe, self._listen)

    def kill(self) -> None:
        """Kill it from outside, wherever it is; nothing happens where it is dead."""
        if not self.dead:
            # it can't be another's by now: a process id is given away only after the burial
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)

    def kill_in(self, seconds: float) -> None:
        """Kill it from outside after some time, unless it is buried by then."""
        self._timer = asyncio.get_running_loop().call_later(seconds, self.kill)

    def bury(self) -> int:
        """Return the exit status, negative for a signal; the process must be killed or dead."""
        if self._timer is not None:
            self._timer.cancel()
        status = self._nursery.bury(self._pid)
        if not self.dead:
            self._listen()
        return status

    def _listen(self) -> None:
        try:
            told = os.read(self._pipe, 4096)
        except BlockingIOError:
            return
        if told:
            self.point = told.decode().strip()
            return
        self.dead = True
        asyncio.get_running_loop().remove_reader(self._pipe)
        os.close(self._pipe)
        self._changed()
