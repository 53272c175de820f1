"""The project's bot as a process: started, killed, frozen, started again, with troubles of its machine."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from playground.process import BotProcess
from tests.support.bots.kept import Place
from tests.support.bots.troubled import TROUBLES

END_SECONDS = 90.0
"""How long a bot may take to end, on a slow machine."""

UNHANDLED = re.compile(
    r"Traceback \(most recent|exception was never retrieved|while answering an interaction|Ignoring exception in"
    r"|Unclosed|was never awaited|could not be (?:shown|drawn):$|Fatal Python error"
)
"""How a line of the log begins or ends that tells of an error that nothing handled."""

SETTINGS = {"DOMINO_TILE_EMOJIS": "false", "DOMINO_DEAL_SECONDS": "600", "DOMINO_TURN_SECONDS": "3600"}
"""Times so long that nothing happens at a table which nobody asked for."""


class Bot(BotProcess):
    """A bot in a folder, with a database and a log; settings are given as in the environment.

    Attributes:
        database: the file, or the address on a server.
        output: the file with all that it prints.

    """

    def __init__(
        self,
        url: str,
        folder: Path,
        database: Place | None = None,
        *,
        name: str = "bot",
        command: Sequence[str] | None = None,
        **settings: str,
    ) -> None:
        self.database = folder / "bot.sqlite3" if database is None else database
        self.output = folder / f"{name}.log"
        place = str(self.database) if isinstance(self.database, Path) else self.database.reveal()
        env = {**SETTINGS, "DOMINO_DATABASE": place, **settings}
        super().__init__(url, command=command, env=env, log=self.output, cwd=folder)

    async def stop(self, seconds: float = END_SECONDS) -> int | None:
        """Terminate the bot, and kill it after that many seconds; return the exit status, None if none ran."""
        return await super().stop(seconds)

    @property
    def log(self) -> str:
        """All that it has printed, in all of its lives."""
        return self.output.read_text(encoding="utf-8", errors="replace") if self.output.exists() else ""

    @property
    def alive(self) -> bool:
        """Whether it runs, or stands still."""
        return self.pid is not None and self.returncode is None

    def signal(self, which: signal.Signals) -> None:
        """Send a signal: SIGSTOP freezes the bot, SIGCONT lets it go on."""
        assert self.pid is not None
        os.kill(self.pid, which)

    def workers(self) -> list[int]:
        """Return the ids of the processes in which computers think."""
        if not self.alive:
            return []
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [int(each) for each in children if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]

    def memory(self) -> int:
        """Return how much memory the bot has, in KiB."""
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text())
        return int(found[1]) if found else 0

    def unhandled(self) -> Counter[str]:
        """Return each line of the log that tells of an error nobody handled, with the last line of its traceback."""
        found: Counter[str] = Counter()
        lines = self.log.splitlines()
        for at, line in enumerate(lines):
            if UNHANDLED.search(line):
                rest = lines[at + 1 : at + 80]
                last = next((each for each in rest if each and not each.startswith((" ", "Traceback", "\t"))), "")
                what = re.sub(r"[0-9a-f]{6,}|^\S+ \S+ ", "", line)
                found[f"{what[:110]} | {last[:120]}"] += 1
        return found


class TroubledBot(Bot):
    """A bot on a bad machine, which lives again and again: with another clock, another disk, another patience.

    Attributes:
        kills: how many lives were ended from outside.
        ended: how many lives ended by themselves, by exit status.
        memories: how much memory the bot had, in KiB.

    """

    database: Path

    def __init__(self, url: str, folder: Path, **settings: str) -> None:
        self._troubles = folder / "troubles"
        command = [sys.executable, "-m", "tests.support.bots.troubled", str(self._troubles)]
        super().__init__(url, folder, command=command, **settings)
        self._settings = settings
        self._folder, self._url = folder, url
        self.kills = 0
        self.ended: Counter[int] = Counter()
        self.memories: list[int] = []
        self.ahead = self.passed = 0.0
        self._expected_end = False
        self._starting: asyncio.Future[None] | None = None
        self.trouble()

    def trouble(self, *, ahead: float | None = None, slow: float = 0.0, code: int = 0, patience: float = 0.0) -> None:
        """Set how wrong the bot's clock is, how slow its disk, every commit's error, and how patient the bot is."""
        if ahead is not None:
            self.ahead = ahead
        # in place, since the bot has mapped the file
        with self._troubles.open("r+b" if self._troubles.exists() else "wb") as file:
            file.write(TROUBLES.pack(self.ahead, slow, code, self.passed, patience))

    def pass_time(self, seconds: float) -> None:
        """Let some seconds pass for the bot at once, by every clock that it has."""
        self.passed += seconds
        self.trouble()

    def limit_files(self, size: int = resource.RLIM_INFINITY) -> None:
        """Have every write of the bot fail that makes a file longer than this."""
        assert self.pid is not None
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def now(self) -> float:
        """Return the time that the bot's clock tells."""
        return time.time() + self.ahead + self.passed

    def files(self) -> list[Path]:
        """Return the files of the database."""
        return [self.database.with_name(self.database.name + end) for end in ("", "-wal", "-shm")]

    def note_memory(self) -> None:
        """Note how much memory the bot has."""
        if self.alive:
            self.memories.append(self.memory())

    async def start(self) -> None:
        """Begin a life, even if this is cancelled meanwhile."""
        self._starting = asyncio.ensure_future(super().start())
        await asyncio.shield(self._starting)

    async def start_second(self) -> tuple[int, str]:
        """Start a second bot on the same file, which ends by itself; return its exit status, and what it said."""
        second = Bot(self._url, self._folder, self.database, name="second", **self._settings)
        second.output.unlink(missing_ok=True)
        await second.start()
        try:
            async with asyncio.timeout(END_SECONDS):
                status = await second.wait()
        except TimeoutError:
            status = 999
        finally:
            # else it would take the place of the first
            await second.kill()
        return status, second.log

    def crash(self) -> None:
        """End this life at once, and count that."""
        if self.alive:
            self.note_memory()
            self.kills += 1
            self._expected_end = True
            self.signal(signal.SIGKILL)

    async def stop(self, seconds: float = END_SECONDS) -> int | None:
        """End this life in order, or the one that begins; return the exit status."""
        if self._starting is not None:
            await self._starting
        if not self.alive:
            return 0
        self.note_memory()
        self._expected_end = True
        return await super().stop(seconds)

    async def wait(self) -> int:
        """Wait for the end of this life; count it if the bot ended by itself."""
        status = await super().wait()
        if not self._expected_end:
            self.ended[status] += 1
        self._expected_end = False
        return status
