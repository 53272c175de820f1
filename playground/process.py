"""The bot as a child process: started, watched, started again, ended."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).resolve().parent.parent
STOP_SECONDS = 10.0
BACKOFF_SECONDS = (1.0, 2.0, 5.0, 10.0, 30.0)
HEALTHY_SECONDS = 60.0
"""After a life of this length, the wait before a restart is the shortest again."""


def child_command(module: str = "bot") -> list[str]:
    """Return the command that runs a module's bot; the address is added to it."""
    return [sys.executable, "-m", "playground.child", "--bot", module]


class BotProcess:
    """A bot process against the server at `url`, which can be started again and again.

    As a context manager it starts on entering and stops on leaving.

    Args:
        url: the server's address.
        command: the command to run; None runs the project's bot.
        env: added to the environment.
        log: a file for the output; None leaves it to this process's.
        cwd: the working directory.

    """

    def __init__(
        self,
        url: str,
        *,
        command: Sequence[str] | None = None,
        env: Mapping[str, str] | None = None,
        log: Path | None = None,
        cwd: Path | None = None,
    ) -> None:
        self._command = [*(command or child_command()), "--url", url]
        self._env = dict(env or {})
        self._log = log
        self._cwd = cwd
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """The process's id; None before the first start."""
        return self._process.pid if self._process is not None else None

    @property
    def returncode(self) -> int | None:
        """The exit status of the last process; None while it runs, or before the first start."""
        return self._process.returncode if self._process is not None else None

    async def start(self) -> None:
        """Start a process. It ends with this one, when its standard input closes."""
        paths = [str(ROOT), *filter(None, [self._env.get("PYTHONPATH"), os.environ.get("PYTHONPATH")])]
        env = {**os.environ, **self._env, "PYTHONPATH": os.pathsep.join(paths)}
        output: dict[str, Any] = {}
        opened = self._log.open("ab") if self._log is not None else None
        if opened is not None:
            output = {"stdout": opened, "stderr": STDOUT}
        try:
            # a session of its own: Ctrl-C in the terminal reaches only this process, which then ends the bot in order
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, env=env, cwd=self._cwd, start_new_session=True, **output
            )
        finally:
            if opened is not None:
                opened.close()

    async def wait(self) -> int:
        """Wait for the end; return the exit status (negative: the signal)."""
        assert self._process is not None, "not started"
        return await self._process.wait()

    async def kill(self) -> None:
        """End the process at once, as a crash would (SIGKILL)."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def stop(self, seconds: float = STOP_SECONDS) -> int | None:
        """Terminate the process, and kill it after that many seconds; return the exit status, None if none ran."""
        process = self._process
        if process is None:
            return None
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.terminate()
            try:
                async with asyncio.timeout(seconds):
                    await process.wait()
            except TimeoutError:
                await self.kill()
        return process.returncode

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()


async def keep_running(bot: BotProcess, say: Callable[[str], None]) -> None:
    """Run the bot until cancelled and restart it when it ends, with a longer wait after each short life.

    `say` is called with a sentence when the bot has ended unexpectedly, and with "" when it runs again.
    """
    loop = asyncio.get_running_loop()
    failures = 0
    try:
        while True:
            started = loop.time()
            await bot.start()
            say("")
            status = await bot.wait()
            failures = 1 if loop.time() - started > HEALTHY_SECONDS else failures + 1
            pause = BACKOFF_SECONDS[min(failures, len(BACKOFF_SECONDS)) - 1]
            say(f"The bot ended unexpectedly (status {status}); it is started again in {pause:.0f} s.")
            await asyncio.sleep(pause)
    finally:
        await bot.stop()
