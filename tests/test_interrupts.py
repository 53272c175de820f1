"""Ctrl-C at any moment of long work ends it at once, with status 130, and leaves nothing half done."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import bot
import render.__main__
from engine.live.database import copy_between as moving
from engine.live.database import migrate, postgres
from engine.live.database.address import DatabaseURL
from engine.live.database.connection import Connection
from engine.live.database.copy_between import copy_between, tables
from tests.support.people import HANG_SECONDS
from tests.support.postgres import Cluster
from tests.test_bot import SCRIPT, copy, database, gone, make_database, offspring, owner

__all__ = ["copy", "database", "owner"]

posix = pytest.mark.skipif(os.name != "posix", reason="sends signals")
RECORD = SCRIPT.parent / "tests" / "engine" / "record" / "golden" / "express-pairs.record.json"
ENDLESS = "CREATE TABLE endless AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;\n"
"""A migration that does not end."""


@pytest.fixture(autouse=True)
def stores_are_on_postgres() -> None:
    """Leave files files, also where other tests have PostgreSQL in their place."""


def press() -> None:
    """Press Ctrl-C."""
    os.kill(os.getpid(), signal.SIGINT)


def filled(file: Path, count: int) -> None:
    """Make a database with so many notes."""
    make_database(file, "first")
    with closing(sqlite3.connect(file)) as connection:
        numbers = f"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
        connection.execute(f"{numbers} INSERT INTO notes (name, value) SELECT 'n' || i, 'x' FROM n")
        connection.commit()


def sizes(file: Path) -> list[int]:
    """Return the number of rows in each table of a file."""
    with closing(sqlite3.connect(file)) as connection:
        return [connection.execute(f"SELECT count(*) FROM {each.name}").fetchone()[0] for each in tables()]


# ---------------------------------------------------------------------- moves


@posix
@pytest.mark.parametrize("made", [True, False], ids=["a new file", "an empty database"])
@pytest.mark.parametrize("at", [7, *(pytest.param(each, marks=pytest.mark.long) for each in (1, 6, 12))])
def test_a_move_that_is_interrupted_leaves_the_target_as_it_was(
    at: int, made: bool, database: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(database, 5)
    monkeypatch.setattr(moving, "BATCH", 1)
    if not made:
        asyncio.run(opened(copy))
    reports: list[float] = []

    def report(done: float, of: int) -> None:
        reports.append(done)
        if len(reports) == at:
            press()

    with pytest.raises(KeyboardInterrupt):
        copy_between(database, copy, report)
    assert len(reports) == at
    assert copy.exists() is not made
    assert made or not any(sizes(copy))
    copy_between(database, copy)
    assert sizes(copy) == sizes(database)


async def opened(database: Path | DatabaseURL) -> None:
    """Make an empty database of the present version."""
    await (await Connection.open(database)).close()


@posix
def test_ctrl_c_is_too_late_once_a_move_is_committed(
    database: Path, copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(database, 5)
    session = moving._session

    class Pressed:
        def __init__(self, inner: Any) -> None:
            self._inner = inner
            self.executemany, self.close = inner.executemany, inner.close

        def execute(self, sql: str, *parameters: Any) -> Any:
            if sql == "COMMIT":
                press()
            return self._inner.execute(sql, *parameters)

    monkeypatch.setattr(moving, "_session", lambda database: Pressed(session(database)))
    assert bot.main(["--move-to", str(copy)]) == 0
    assert capsys.readouterr().out.startswith("Moved ")
    assert sizes(copy) == sizes(database)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@posix
@pytest.mark.postgres
def test_a_move_to_postgresql_that_is_interrupted_is_rolled_back(database: Path, server: Cluster) -> None:
    address = DatabaseURL(server.create())
    filled(database, 5000)

    def report(done: float, of: int) -> None:
        if done > of * 0.7:
            press()

    with pytest.raises(KeyboardInterrupt):
        copy_between(database, address, report)
    assert copy_between(database, address).rows == sum(sizes(database))


# ---------------------------------------------------------------------- migrations


async def interrupted_while_it_migrates(database: Path | DatabaseURL) -> None:
    """Open a database, and cancel that in the midst of a migration."""
    last = asyncio.Event()
    opening = asyncio.create_task(
        Connection.open(database, report=lambda done, of: last.set() if done >= of - 1 else None)
    )
    async with asyncio.timeout(60):
        await last.wait()
        # the statement begins
        await asyncio.sleep(0.1)
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening


def with_migration(script: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Sequence[str]]:
    """Add a migration; return the former ones."""
    scripts, known = migrate.scripts, migrate.scripts()
    for module in (migrate, postgres):
        monkeypatch.setattr(module, "scripts", lambda: [*known, "UPDATE notes SET value = 'new';\n", script])
    return scripts


async def test_a_migration_that_is_interrupted_leaves_the_old_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "domino.sqlite3"
    await asyncio.to_thread(make_database, file, "first")
    scripts = with_migration(ENDLESS, monkeypatch)
    await interrupted_while_it_migrates(file)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(scripts()),)
        assert connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'endless'").fetchall() == []
        assert connection.execute("SELECT 1 FROM notes WHERE value = 'new'").fetchall() == []


@pytest.mark.postgres
async def test_a_migration_of_postgresql_that_is_interrupted_leaves_the_old_version(
    server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = DatabaseURL(server.create())
    await opened(address)
    scripts = with_migration("SELECT pg_sleep(600);\n", monkeypatch)
    await interrupted_while_it_migrates(address)
    monkeypatch.undo()
    connection = await Connection.open(address)
    assert await connection.rows("SELECT version FROM schema_version") == [(len(scripts()),)]
    active = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'"
    assert await connection.rows(active) == [(0,)]
    await connection.close()


# ---------------------------------------------------------------------- pictures


def test_a_film_that_is_interrupted_leaves_the_older_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    film = tmp_path / "film.gif"
    film.write_text("older")

    def half(path: Path, data: bytes) -> int:
        with path.open("wb") as part:
            part.write(data[:5])
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", half)
    monkeypatch.setattr(render.__main__, "_file", lambda arguments: b"new and longer")
    assert render.__main__.main([str(RECORD), "-o", str(film)]) == 130
    assert film.read_text() == "older"
    assert list(tmp_path.iterdir()) == [film]


# ---------------------------------------------------------------------- as processes


def after(seconds: float) -> Callable[[], bool]:
    """Return a function that returns True after a number of seconds, and False before."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def ended(*command: str, cwd: Path, when: Callable[[], bool], **env: str) -> tuple[int, str]:
    """Press Ctrl-C on a command and all its processes at a moment; return its status and standard error."""
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(SCRIPT.parent), **env},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not when():
        assert process.poll() is None, "the command has ended by itself"
        time.sleep(0.005)
    children = offspring(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=HANG_SECONDS)
    assert gone(children)
    return process.returncode, err


@posix
@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_a_contest_of_computers_with_all_its_processes(workers: int, tmp_path: Path) -> None:
    contest = ("--rules", "express", "--players", "expert,normal", "--deals", "100000", "--workers", str(workers))
    for _ in range(4):
        moment = after(random.uniform(2, 4))
        assert ended("-m", "engine", "play", *contest, cwd=tmp_path, when=moment) == (130, "")


@posix
@pytest.mark.long
def test_ctrl_c_ends_a_move_and_the_new_file_is_gone(database: Path, copy: Path) -> None:
    filled(database, 1_000_000)
    whole = database.stat().st_size

    def moved(part: float) -> bool:
        # what is not committed is in the log, too
        return sum(each.stat().st_size for each in copy.parent.glob(f"*{copy.name}*")) > part * whole

    for part in (0, *(random.uniform(0, 0.8) for _ in range(3))):
        move = (str(SCRIPT), "--move-to", str(copy))
        moment = partial(moved, part)
        assert ended(*move, cwd=copy.parent, when=moment, DOMINO_DATABASE=str(database)) == (130, "")
        assert not copy.exists()


@posix
@pytest.mark.long
def test_ctrl_c_ends_a_film(tmp_path: Path) -> None:
    shutil.copyfile(RECORD, tmp_path / "record.json")
    drawing = tmp_path / "drawing"
    draw = "m._file = lambda _: open('drawing', 'w').close() or time.sleep(600)"
    slow = f"import render.__main__ as m, time; {draw}; raise SystemExit(m.run(m.main))"
    assert ended("-c", slow, "record.json", "-o", "film.webp", cwd=tmp_path, when=drawing.exists) == (130, "")
    assert {each.name for each in tmp_path.iterdir()} == {"record.json", "drawing"}


@posix
@pytest.mark.long
@pytest.mark.parametrize(
    ("command", "status"),
    [(["--migrate"], 130), (["--move-to", "new.sqlite3"], 130), (["--recompute"], 130), (["--check"], 130), ([], 0)],
    ids=lambda given: " ".join(given) if isinstance(given, list) else None,
)
def test_ctrl_c_does_not_wait_for_a_server_of_postgresql_that_does_not_answer(
    command: list[str], status: int, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql://ana@127.0.0.1:{silent.getsockname()[1]}/name?connect_timeout=3600"
        env = {**os.environ, "PYTHONPATH": str(SCRIPT.parent), "DOMINO_DATABASE": address, "DISCORD_TOKEN": "none"}
        with (
            subprocess.Popen(
                [sys.executable, str(SCRIPT), *command], cwd=tmp_path, env=env, stderr=subprocess.PIPE, text=True
            ) as process,
            silent.accept()[0],
        ):
            process.send_signal(signal.SIGINT)
            try:
                _, err = process.communicate(timeout=HANG_SECONDS)
            finally:
                process.kill()
    assert (process.returncode, err) == (status, "")
