"""The bot as a process of its own: started, killed, started again."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import signal
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.attack.launcher import TROUBLES

ROOT = Path(__file__).parents[2]
TOKEN = "the.token.of-this-discord"

END_SECONDS = 90.0
"""How long a bot may take to end, on a slow machine."""

UNHANDLED = re.compile(
    r"Traceback \(most recent|exception was never retrieved|while answering an interaction|Ignoring exception in"
    r"|Unclosed|was never awaited|could not be (?:shown|drawn):$|Fatal Python error"
)
"""How a line of the log begins or ends that tells of an error that nothing handled."""

SETTINGS = {
    "DOMINO_TILE_EMOJIS": "false",
    "DOMINO_TURN_SECONDS": "3600",
    "DOMINO_DEAL_SECONDS": "600",
    "DOMINO_LOBBY_SECONDS": "3600",
    "DOMINO_COMPUTER_PAUSE": "0.2-0.4",
    "DOMINO_THINKING": "200",
}
"""Times so long that nothing happens at a table which nobody asked for."""


class BotProcess:
    """One file, and one life after the other.

    Attributes:
        kills: how many lives were ended from outside.
        ended: how many lives ended by themselves, by exit status.
    """

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.database = folder / "bot.sqlite3"
        self.log = folder / "bot.log"
        self.kills = 0
        self.ended: Counter[int] = Counter()
        self.memory: list[int] = []
        self.expected_end = False
        self._url = url
        self._starting = asyncio.Lock()
        self._troubles = folder / "troubles"
        self._process: asyncio.subprocess.Process | None = None
        self.ahead = self.passed = 0.0
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
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def now(self) -> float:
        """Return the time that the bot's clock tells."""
        return time.time() + self.ahead + self.passed

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Begin a life."""
        async with self._starting:
            with self.log.open("ab") as log:
                self._process = await self._spawn(log)

    async def start_second(self) -> tuple[int, str]:
        """Start a second bot on the same file; return its exit status, and what it said."""
        process = await self._spawn(asyncio.subprocess.PIPE)
        try:
            said, _ = await asyncio.wait_for(process.communicate(), END_SECONDS)
        except TimeoutError:
            process.kill()
            said, _ = await process.communicate()
        finally:
            with suppress(ProcessLookupError):
                # else it would take the place of the first
                process.kill()
        assert process.returncode is not None
        return process.returncode, said.decode(errors="replace")

    async def _spawn(self, output: Any) -> asyncio.subprocess.Process:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "LC_ALL") if name in os.environ}
        env = {**kept, **SETTINGS, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
        env |= {"DISCORD_TOKEN": TOKEN, "DOMINO_DATABASE": str(self.database)}
        spawning = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.attack.launcher", self._url, str(self._troubles)),
                cwd=self.folder,
                env=env,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output if output is not asyncio.subprocess.PIPE else asyncio.subprocess.STDOUT,
            )
        )
        try:
            return await asyncio.shield(spawning)
        except asyncio.CancelledError:
            (await spawning).kill()
            raise

    def kill(self) -> None:
        """End this life at once."""
        if self.alive:
            self.note_memory()
            self.kills += 1
            self.expected_end = True
            os.kill(self.pid, signal.SIGKILL)

    async def stop(self) -> int:
        """End this life in order, or the one that begins; return the exit status."""
        async with self._starting:
            pass
        if not self.alive:
            return 0
        self.note_memory()
        self.expected_end = True
        os.kill(self.pid, signal.SIGTERM)
        assert self._process is not None
        try:
            return await asyncio.wait_for(self._process.wait(), END_SECONDS)
        except TimeoutError:
            os.kill(self.pid, signal.SIGKILL)
            await self._process.wait()
            return 999

    async def wait(self) -> int:
        """Wait for the end of this life; count it if the bot ended by itself."""
        assert self._process is not None
        status = await self._process.wait()
        if not self.expected_end:
            self.ended[status] += 1
        self.expected_end = False
        return status

    def files(self) -> list[Path]:
        """Return the files of the database."""
        return [self.database.with_name(self.database.name + end) for end in ("", "-wal", "-shm")]

    def workers(self) -> list[int]:
        """Return the ids of the processes in which computers think."""
        if not self.alive:
            return []
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [int(each) for each in children if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]

    def note_memory(self) -> None:
        """Note how much memory the bot has, in KiB."""
        if self.alive:
            found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text())
            self.memory.append(int(found[1]) if found else 0)

    def unhandled(self) -> Counter[str]:
        """Return each line of the log that tells of an error nobody handled, with the last line of its traceback."""
        found: Counter[str] = Counter()
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        for at, line in enumerate(lines):
            if UNHANDLED.search(line):
                rest = lines[at + 1 : at + 80]
                last = next((each for each in rest if each and not each.startswith((" ", "Traceback", "\t"))), "")
                what = re.sub(r"[0-9a-f]{6,}|^\S+ \S+ ", "", line)
                found[f"{what[:110]} | {last[:120]}"] += 1
        return found
