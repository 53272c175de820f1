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
#: A bot that lived this long is started again without waiting longer than the first time.
HEALTHY_SECONDS = 60.0


def child_command(module: str = "bot") -> list[str]:
    """The command that runs the bot of that module; the address is added to it."""
    return [sys.executable, "-m", "playground.child", "--bot", module]


class BotProcess:
    """One life after the other of a bot process against the server at `url`.

    `command` is what to run (default: the project's bot), `env` is added to the environment, `log` is a file that gets
    the output (None: that of this process). As a context manager it starts on entering and stops on leaving.
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
        """The process's id, while there is one."""
        return self._process.pid if self._process is not None else None

    @property
    def returncode(self) -> int | None:
        """How the last life ended; None while it lasts, or before the first."""
        return self._process.returncode if self._process is not None else None

    async def start(self) -> None:
        """Starts a process. It ends by itself when this one goes, since its standard input closes then."""
        paths = [str(ROOT), *filter(None, [self._env.get("PYTHONPATH"), os.environ.get("PYTHONPATH")])]
        env = {**os.environ, **self._env, "PYTHONPATH": os.pathsep.join(paths)}
        output: dict[str, Any] = {}
        opened = self._log.open("ab") if self._log is not None else None
        if opened is not None:
            output = {"stdout": opened, "stderr": STDOUT}
        try:
            # A session of its own: Ctrl-C in the terminal reaches this process alone, which then ends the bot in order.
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, env=env, cwd=self._cwd, start_new_session=True, **output
            )
        finally:
            if opened is not None:
                opened.close()

    async def wait(self) -> int:
        """Waits for the end. Gives the exit status (negative: the signal)."""
        assert self._process is not None, "not started"
        return await self._process.wait()

    async def kill(self) -> None:
        """Ends it at once, as a crash would (SIGKILL)."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def stop(self, seconds: float = STOP_SECONDS) -> int | None:
        """Asks it to end, and kills it after that many seconds. Gives the exit status, None where none ran."""
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
    """Runs the bot until cancelled, again and again, waiting a little longer after each short life; then stops it.

    `say` is told when it ended unexpectedly, and told "" when it is running again.
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
