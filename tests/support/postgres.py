"""A PostgreSQL server of one's own, in a temporary folder, until it is no longer needed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

USER = "postgres"
"""PostgreSQL refuses to run as root, so root runs it as this user, whom Debian's package creates."""

FAST = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "deadlock_timeout=100ms")
"""For tests alone: what a crash would lose, and a short wait before two transactions count as locked out."""


def program(name: str) -> str | None:
    """Return the path of one of PostgreSQL's programs, of the newest version; None where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda each: int(each.parts[-3]))
    return str(found[-1]) if found else shutil.which(name)


def run(name: str, *arguments: str) -> str:
    """Run one of PostgreSQL's programs, those of the server as a user that may; return what it printed."""
    path = program(name)
    assert path is not None, f"{name} is not installed"
    user = _as_user() if name in ("initdb", "pg_ctl") else ()
    done = subprocess.run([*user, path, *arguments], capture_output=True, text=True, cwd="/", check=False)
    assert done.returncode == 0, f"{name}: {done.stderr}"
    return done.stdout


def _as_user() -> Sequence[str]:
    return () if os.name == "nt" or os.getuid() else ("runuser", "-u", USER, "--")


@dataclass
class Cluster:
    """A running server.

    Attributes:
        folder: where its socket is.

    """

    folder: Path
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def address(self, database: str = USER) -> str:
        """Return the address of a database."""
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def create(self) -> str:
        """Create an empty database and return its address."""
        name = f"domino_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
        return self.address(name)

    def execute(self, statement: str, address: str = "") -> str:
        """Run a statement in the database of an address, or any, as the superuser; return its rows as text."""
        return run("psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", statement, address or self.address())

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server."""
        run("pg_ctl", "stop", "-D", str(self.folder / "data"), "-m", mode, "-w")

    def start(self, settings: Sequence[str] = ()) -> None:
        """Start the server; it listens on a socket in its folder only."""
        given = (f"unix_socket_directories={self.folder}", "listen_addresses=", *settings)
        options = " ".join(f"-c {each.split('=')[0]}='{each.split('=', 1)[1]}'" for each in given)
        log = str(self.folder / "log")
        run("pg_ctl", "start", "-D", str(self.folder / "data"), "-l", log, "-o", options, "-w")

    def freeze(self) -> None:
        """Let all processes of the server stand still."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let them go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, which: signal.Signals) -> None:
        (server, *_) = (self.folder / "data/postmaster.pid").read_text(encoding="utf-8").split()
        children = Path(f"/proc/{server}/task/{server}/children").read_text(encoding="ascii")
        for pid in map(int, (server, *children.split())):
            # a server process may have ended meanwhile
            with suppress(ProcessLookupError):
                os.kill(pid, which)


@contextmanager
def cluster(*, durable: bool = False) -> Iterator[Cluster]:
    """Run a server of its own.

    Args:
        durable: whether its commits are on the disk, as those of a server in use.

    """
    # a socket's path must be short
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    if _as_user():
        shutil.chown(folder, USER)
    try:
        data = str(folder / "data")
        run(
            "initdb",
            "-D",
            data,
            "-U",
            USER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
            "--no-instructions",
        )
        made = Cluster(folder)
        made.start(() if durable else FAST)
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
