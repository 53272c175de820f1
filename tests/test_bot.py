"""Starting, stopping and backing up from the shell."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Collection, Generator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route
from pydantic import SecretStr

import bot
import launch
from cogs.bot import DominoBot
from engine.live import logs
from engine.live.database.copy_between import tables
from engine.live.database_store import DatabaseStore
from hosting import maintenance
from hosting.account import TOKEN_REFUSED
from settings import Settings
from tests.engine.live.stores import open_store
from tests.support.people import HANG_SECONDS

SCRIPT = Path(bot.__file__)
TOKEN = "a.token.that-nobody-takes"


@pytest.fixture(autouse=True)
def owner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Generator[Path]:
    """An empty folder to start from and nothing set but where the database lies; logging as it was afterwards."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DOMINO_DATABASE", str(tmp_path / "kept" / "domino.sqlite3"))
    monkeypatch.chdir(tmp_path)
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield tmp_path
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture
def database(owner: Path) -> Path:
    """The place of the owner's database, where nothing is yet."""
    return owner / "kept" / "domino.sqlite3"


@pytest.fixture
def copy(owner: Path) -> Path:
    """The place for a backup."""
    return owner / "copy.sqlite3"


def make_database(file: Path, note: str) -> None:
    """Make a database of the present version that remembers something."""

    async def make() -> None:
        store = await DatabaseStore.open(file)
        await store.set_meta("test", note)
        await store.close()

    asyncio.run(make())


def recall(file: Path) -> str | None:
    """Return what a database remembers."""

    async def ask() -> str | None:
        async with open_store(file) as store:
            return await store.get_meta("test")

    return asyncio.run(ask())


def backed_up(copy: Path) -> str | None:
    """Back the database up; return what the copy remembers."""
    assert bot.main(["--backup", str(copy)]) == 0
    return recall(copy)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 1) -> str:
    """Start the bot, which must not start; return the one line that says why."""
    assert bot.main(arguments) == status
    err = capsys.readouterr().err
    line = err.splitlines()[-1]
    assert "Traceback" not in err
    assert TOKEN not in err
    return line


# ------------------------------------------------------------------ help


def test_help_tells_all_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bot.main(["--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    options = (
        "--playground",
        "--setup",
        "--settings",
        "--backup FILE",
        "--restore FILE",
        "--keep N",
        "--move-to DATABASE",
        "--migrate",
        "--check",
        "--recompute",
        "--version",
    )
    for word in ("DISCORD_TOKEN", ".env.example", "playground", *options):
        assert word in told


def test_the_settings_are_listed_with_their_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    assert bot.main(["--settings"]) == 0
    told = capsys.readouterr().out
    assert all(f"  {name.upper()} " in told for name in Settings.model_fields)
    assert re.search(r"DOMINO_TURN_SECONDS +seconds for a turn under the casual clock \(120\)", told)


IMPORTED = """
import sys, bot
try:
    bot.main(sys.argv[1:])
finally:
    print(sorted({each.partition(".")[0] for each in sys.modules} & {"asyncio", "discord", "PIL", "render"}))
"""


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("arguments", "imported"),
    [(["--help"], "[]"), *((each, "['asyncio']") for each in (["--migrate"], ["--backup", "x"], ["--recompute"]))],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_a_command_without_a_bot_imports_no_discord_and_no_drawing(
    arguments: list[str], imported: str, database: Path
) -> None:
    make_database(database, "first")
    command = [sys.executable, "-c", IMPORTED, *arguments]
    env = {**os.environ, "PYTHONPATH": str(SCRIPT.parent)}
    out = subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[-1] == imported


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nonsense"],
        ["--backup"],
        ["--backup", "x", "--playground"],
        ["--backup", "x", "--restore", "x"],
        ["--backup", "x", "--keep", "0"],
        ["--backup", "x", "--keep", "1001"],
        ["--keep", "1"],
        ["extra"],
    ],
)
def test_a_wrong_command_line_is_told_with_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bot.main(arguments)
    assert ended.value.code == 2
    assert "usage: bot.py" in capsys.readouterr().err


# ------------------------------------------------------------------ log


@pytest.mark.parametrize("command", ["--settings", "--check"])
def test_a_python_without_the_packages_is_told_in_one_line(command: str) -> None:
    # -S hides all packages
    done = subprocess.run([sys.executable, "-S", SCRIPT, command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert re.fullmatch(r"The package \w+ is not installed: start with uv, .*\n", done.stderr)


def test_warnings_of_one_kind_are_logged_once_a_minute() -> None:
    log = logs.RepeatedWarnings()

    def logged(at: float, reason: str, level: int = logging.WARNING) -> bool:
        record = logging.LogRecord("cogs", level, "", 0, "table %s: %s", (str(at), reason), None)
        record.created = at
        return log.filter(record)

    assert logged(0, "TimeoutError")
    assert not logged(59, "TimeoutError")
    assert logged(59, "null"), "another kind"
    assert all(logged(59, "null", level) for level in (logging.INFO, logging.ERROR))
    assert logged(60, "TimeoutError")
    assert not logged(61, "null")
    assert logged(5, "null"), "the clock was set back"


# ------------------------------------------------------------------ backup


def test_a_backup_is_one_command(database: Path, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_database(database, "first")
    assert backed_up(copy) == "first"
    assert capsys.readouterr().out == f"Copied {database} to {copy}.\n"


def test_a_backup_while_the_bot_runs_has_what_was_written_last(database: Path, copy: Path) -> None:
    make_database(database, "first")
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("UPDATE notes SET value = 'last' WHERE name = 'test'")
        assert database.with_name(f"{database.name}-wal").stat().st_size > 0
        assert backed_up(copy) == "last"


def test_there_is_nothing_to_back_up_without_a_database(
    owner: Path, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, "--backup", "copy.sqlite3") == f"DOMINO_DATABASE: {database} does not exist"
    assert list(owner.iterdir()) == []


# ------------------------------------------------------------------ move


def test_a_database_is_moved_with_one_command_and_only_to_an_empty_one(
    database: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_database(database, "first")
    assert bot.main(["--move-to", str(copy)]) == 0
    told = capsys.readouterr().out
    assert told == f"Moved 1 row in {len(tables())} tables to {copy}: set DOMINO_DATABASE to it.\n"
    assert (recall(database), recall(copy)) == ("first", "first")
    assert refused(capsys, "--move-to", str(copy)) == f"--move-to: {copy} has data already: name an empty database"


def test_a_database_is_made_and_brought_up_to_date_without_a_bot(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        assert bot.main(["--migrate"]) == 0
        assert capsys.readouterr().out == f"{database} is up to date.\n"
    assert recall(database) is None


def test_a_password_on_the_command_line_is_told_nowhere(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_database(database, "first")
    nobody = "postgresql://ana:pass-word@127.0.0.1:1/name"
    line = refused(capsys, "--move-to", nobody)
    assert line.startswith("--move-to: postgresql://ana@127.0.0.1:1/name can't be used: ")
    assert "pass-word" not in line
    with pytest.raises(SystemExit):
        bot.main(["--move-to", "mysql://ana:pass-word@127.0.0.1/name"])
    err = capsys.readouterr().err
    assert "--move-to: must be a path, or an address as postgresql://user:password@host/name" in err
    assert "pass-word" not in err


@pytest.mark.parametrize("url", ["", "http://127.0.0.1:8080/"])
def test_requests_go_to_the_proxy_that_is_set_or_to_discord(
    url: str, token: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Route, "BASE", "https://discord.com/api/v10")
    monkeypatch.setenv("DOMINO_API_URL", url)
    refused(capsys, status=2)
    base = "http://127.0.0.1:8080/api/v10" if url else "https://discord.com/api/v10"
    assert Route("GET", "/users/@me").url == f"{base}/users/@me"


def test_a_port_for_metrics_that_is_taken_is_named_in_one_line_and_the_database_let_go(
    token: None, database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("DOMINO_METRICS_PORT", str(taken.getsockname()[1]))
        assert re.match(r"DOMINO_METRICS_PORT: .*address already in use", refused(capsys))
    assert not database.with_name(f"{database.name}-wal").exists(), "the store was closed"
    assert refused(capsys, status=2).startswith("DISCORD_TOKEN: ")


def test_the_end_of_a_bot_that_logs_json_is_a_line_of_json(
    token: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOMINO_LOG_FORMAT", "json")
    line = json.loads(refused(capsys, status=2))
    assert (line["level"], line["logger"]) == ("CRITICAL", "dominoes")
    assert line["message"] == TOKEN_REFUSED


def test_a_process_that_is_to_be_one_of_several_logs_its_name(
    token: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOMINO_LOG_FORMAT", "json")
    monkeypatch.setenv("DOMINO_PROCESSES", "2")
    line = json.loads(refused(capsys, status=2))
    assert line["message"].startswith("DOMINO_PROCESSES: several processes need PostgreSQL")
    assert line["process_name"] == f"{socket.gethostname()}-{os.getpid()}"


def test_a_bot_that_nobody_watches_imports_nothing_for_it() -> None:
    code = "import sys, bot; print([each for each in sys.modules if 'prometheus' in each or 'cogs.monitoring' in each])"
    run = [sys.executable, "-c", code]
    assert subprocess.run(run, cwd=SCRIPT.parent, capture_output=True, text=True, check=True).stdout == "[]\n"


NOTES = "Somebody's notes, and no database. " * 100


@pytest.mark.parametrize("target", ["no/such/folder/copy.sqlite3", "notes.txt", "kept/domino.sqlite3"])
def test_a_place_that_takes_no_backup_is_named(
    target: str, owner: Path, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_database(database, "first")
    (owner / "notes.txt").write_text(NOTES, encoding="utf-8")
    line = refused(capsys, "--backup", target)
    assert line.startswith(f"{target} is the database itself" if "domino" in target else f"{target} can't be written: ")
    assert (owner / "notes.txt").read_text(encoding="utf-8") == NOTES
    assert recall(database) == "first"


# ------------------------------------------------------------------ starting


@pytest.fixture
def token(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token that Discord does not take, without asking it."""

    async def login(_client: DominoBot, _token: str) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr(DominoBot, "login", login)


@pytest.mark.usefixtures("token")
def test_a_token_that_discord_refuses_is_named_but_not_shown_and_the_database_is_made(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not database.parent.exists()
    assert refused(capsys, status=2) == TOKEN_REFUSED
    assert database.is_file()


@pytest.mark.usefixtures("token")
def test_a_database_of_a_later_version_is_refused_in_words_and_left_alone(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_database(database, "precious")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = database.read_bytes()
    for arguments in ([], ["--backup", "copy.sqlite3"]):
        line = refused(capsys, *arguments, status=2)
        assert line.startswith(f"{database}: the database is of version 99, and this bot knows versions up to ")
        assert line.endswith(": update the bot")
    assert database.read_bytes() == before


@pytest.mark.usefixtures("token")
def test_a_file_that_is_no_database_is_refused_in_words_and_left_alone(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database.parent.mkdir()
    database.write_text(NOTES, encoding="utf-8")
    line = refused(capsys, status=2)
    assert line == f"DOMINO_DATABASE: {database} can't be opened: file is not a database"
    assert database.read_text(encoding="utf-8") == NOTES


@pytest.mark.usefixtures("token")
def test_a_place_where_no_database_can_be_is_named(
    owner: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (owner / "file").touch()
    monkeypatch.setenv("DOMINO_DATABASE", "file/domino.sqlite3")
    assert refused(capsys, status=2).startswith("DOMINO_DATABASE: file/domino.sqlite3 can't be opened: ")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [([], 0), *((each, 130) for each in (["--backup", "x"], ["--move-to", "x"], ["--migrate"], ["--recompute"]))],
)
def test_ctrl_c_at_any_moment_is_the_end_of_a_bot_and_the_failure_of_a_copy(
    arguments: list[str], status: int, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    make_database(database, "first")
    monkeypatch.setattr(launch, "play_here", interrupted)
    for name in ("backup", "recompute", "move", "migrate"):
        monkeypatch.setattr(maintenance, name, interrupted)
    assert bot.main(arguments) == status


@pytest.mark.skipif(os.name != "posix", reason="sends itself a signal")
def test_ctrl_c_ends_a_move_before_its_end(database: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[bool] = []

    def move(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)
        ended.append(True)

    make_database(database, "first")
    monkeypatch.setattr(maintenance, "move_rows", move)
    assert bot.main(["--move-to", str(copy)]) == 130
    assert not ended


PRESSED = "os.kill(os.getpid(), signal.SIGINT)"
PRESSED_AT_THE_END = "atexit.register(os.kill, os.getpid(), signal.SIGINT)"


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="sends itself a signal")
@pytest.mark.parametrize(
    ("module", "does", "command", "status"),
    [
        ("discord", f"{PRESSED_AT_THE_END}; {PRESSED}", ["bot"], 0),
        ("aiosqlite", PRESSED, ["bot", "--backup", "copy.sqlite3"], 130),
        ("argparse", PRESSED, ["bot", "--help"], 130),
        ("dataclasses", PRESSED, ["engine", "rules"], 130),
        ("argparse", PRESSED, ["engine", "rules"], 130),
        ("PIL", PRESSED, ["render", "--help"], 130),
        ("sitecustomize", PRESSED_AT_THE_END, ["bot", "--help"], 0),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else None,
)
def test_ctrl_c_before_and_after_all_is_silent(
    module: str, does: str, command: list[str], status: int, owner: Path
) -> None:
    (owner / f"{module}.py").write_text(f"import atexit, os, signal\n{does}\n")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(owner), str(SCRIPT.parent)])}
    ended = subprocess.run(
        [sys.executable, "-m", *command], env=env, cwd=owner, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (status, "")


HOLDER = """
import sys
from pathlib import Path
from engine.live.database.lock import reserve
held = reserve(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def another_bot(database: Path) -> Generator[subprocess.Popen[str]]:
    """Have another process hold the database as a running bot does; kill it at the end."""
    command = [sys.executable, "-c", HOLDER, str(database)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=SCRIPT.parent, text=True, **pipes) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


@pytest.mark.usefixtures("token")
def test_a_second_bot_on_a_database_says_so_and_ends_until_the_first_is_gone(
    database: Path, copy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_database(database, "first")
    (other := database.with_name("link")).symlink_to(database)
    with another_bot(database) as first:
        for name in (database, other):
            monkeypatch.setenv("DOMINO_DATABASE", str(name))
            line = refused(capsys)
            assert line.startswith(f"DOMINO_DATABASE: another bot is running with {name}.")
        assert backed_up(copy) == "first"
        assert bot.main(["--recompute"]) == 0
        first.kill()
        first.wait()
        assert refused(capsys, status=2).startswith("DISCORD_TOKEN: ")


# ------------------------------------------------------------------ the playground, as a process


@dataclass
class Shell:
    """The bot, started from a shell.

    Attributes:
        process: the process.
        said: its lines so far, on both outputs.

    """

    process: asyncio.subprocess.Process
    said: list[str] = field(default_factory=list)

    async def line_with(self, word: str) -> str:
        """Read on until a line holds a word; fail with all that was said when none does in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(HANG_SECONDS):
                async for line in self.process.stdout:
                    self.said.append(line.decode())
                    if word in self.said[-1]:
                        return self.said[-1]
        raise AssertionError(f"no line with {word!r}:\n{''.join(self.said)}")

    async def ended(self) -> int:
        """Wait for the end; return the status."""
        async with asyncio.timeout(HANG_SECONDS):
            self.said += [line.decode() async for line in self.process.stdout]
            return await self.process.wait()


@asynccontextmanager
async def started(*arguments: str, **env: str) -> AsyncGenerator[Shell]:
    """Start ``bot.py`` in the present folder; whatever is left of it at the end is killed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(SCRIPT),
        *arguments,
        env={**os.environ, "DOMINO_PLAYGROUND_PORT": "0", "PYTHONUNBUFFERED": "1", **env},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield Shell(process)
    finally:
        for pid in (process.pid, *offspring(process.pid)) if process.returncode is None else ():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        await process.wait()


def offspring(pid: int) -> set[int]:
    """Return the ids of a process's children, and theirs (as Linux lists them)."""
    found: set[int] = set()
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            found |= {int(child), *offspring(int(child))}
    return found


def alive(pid: int) -> bool:
    """Return whether a process is there, as Linux lists them; one that only waits to be reaped is not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def gone(pids: Collection[int]) -> bool:
    """Wait until processes are gone; return whether they are. The one that tidies up after the others ends last."""
    end = time.monotonic() + HANG_SECONDS
    while (there := any(map(alive, pids))) and time.monotonic() < end:
        time.sleep(0.01)
    return not there


linux = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds child processes as Linux lists them")


@linux
@pytest.mark.wire
@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)], ids=lambda number: number.name
)
async def test_without_a_token_the_playground_starts_says_so_and_ends_cleanly(
    number: signal.Signals, owner: Path
) -> None:
    async with started() as shell:
        said = await shell.line_with("http://127.0.0.1:")
        assert shell.said[0] == "No DISCORD_TOKEN is set, so this is the playground: dominoes in your browser.\n"
        address = next(word for word in said.split() if word.startswith("http://"))
        async with aiohttp.ClientSession() as session, session.get(address) as answer:
            assert answer.status == 200
            assert "<html" in await answer.text()
        await shell.line_with(" is ready; ")
        children = offspring(shell.process.pid)
        assert children, "the bot is a process of its own"
        shell.process.send_signal(number)
        assert await shell.ended() == 0
        assert "Traceback" not in "".join(shell.said)
        assert await asyncio.to_thread(gone, children)
    assert (owner / "data" / "playground" / "playground.sqlite3").is_file()


@pytest.mark.long
@linux
@pytest.mark.wire
async def test_the_playground_ends_cleanly_even_while_its_bot_still_starts() -> None:
    async with started() as shell:
        await shell.line_with("http://127.0.0.1:")
        async with asyncio.timeout(HANG_SECONDS):
            while not (children := offspring(shell.process.pid)):  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
        shell.process.send_signal(signal.SIGTERM)
        assert await shell.ended() == 0
        assert await asyncio.to_thread(gone, children)


@pytest.mark.long
@linux
@pytest.mark.wire
async def test_the_playground_can_be_asked_for_even_with_a_token() -> None:
    async with started("--playground", DISCORD_TOKEN=TOKEN) as shell:
        await shell.line_with(" is ready; ")
        shell.process.send_signal(signal.SIGINT)
        assert await shell.ended() == 0
        assert TOKEN not in "".join(shell.said)


@pytest.mark.long
@linux
@pytest.mark.wire
async def test_a_port_that_is_taken_is_named_in_one_line() -> None:
    async with started() as first:
        said = await first.line_with("http://127.0.0.1:")
        port = said.split("http://127.0.0.1:")[1].split()[0].rstrip("/")
        async with started(DOMINO_PLAYGROUND_PORT=port) as second:
            said = await second.line_with("DOMINO_PLAYGROUND_PORT: ")
            assert await second.ended() == 1
            assert said == second.said[-1]
            assert port in said
            assert "Traceback" not in "".join(second.said)


async def test_where_discord_can_not_be_reached_the_owner_reads_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9/api/v10")
    settings = Settings(domino_database=tmp_path / "d.sqlite3", discord_token=SecretStr("a.b.c"))
    with pytest.raises(launch.CannotStart, match="Discord can't be reached"):
        await launch.run(settings)


@pytest.mark.parametrize(
    ("status", "answer", "told", "ended"),
    [
        (503, "<html>\n<h1>Bad gateway</h1>\n</html>", "Discord can't be reached: 503 Service Unavailable", 1),
        (200, "<html>a login page</html>", "Discord can't be reached: ", 1),
        (200, "null", "Discord can't be reached: ", 1),
        (200, '{"id": "1", "user', "Discord can't be reached: ", 1),
        (401, '{"message": "401: Unauthorized"}', "DISCORD_TOKEN: Discord does not take this token.", 2),
    ],
)
async def test_a_nonsense_answer_to_the_login_is_one_line(
    owner: Path, monkeypatch: pytest.MonkeyPatch, status: int, answer: str, told: str, ended: int
) -> None:
    async def nonsense(_: web.Request) -> web.Response:
        kind = "text/html" if answer.startswith("<") else "application/json"
        return web.Response(status=status, body=answer.encode(), headers={"Content-Type": kind})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", nonsense)
    async with TestServer(app) as server:
        monkeypatch.setattr(discord.http.Route, "BASE", str(server.make_url("/api/v10")))
        settings = Settings(domino_database=owner / "d.sqlite3", discord_token=SecretStr("a.b.c"))
        with pytest.raises(launch.CannotStart) as failure:
            await launch.run(settings)
    assert str(failure.value).startswith(told)
    assert len(str(failure.value).splitlines()) == 1
    assert failure.value.exit_status == ended


async def test_a_login_that_is_never_answered_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = asyncio.Event()

    async def swallow(_: web.Request) -> web.Response:
        await ended.wait()
        return web.Response()

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", swallow)
    async with TestServer(app) as server:
        monkeypatch.setattr(discord.http.Route, "BASE", str(server.make_url("/api/v10")))
        monkeypatch.setattr("cogs.bot.LOGIN_SECONDS", 0.1)
        settings = Settings(domino_database=tmp_path / "d.sqlite3", discord_token=SecretStr("a.b.c"))
        with pytest.raises(launch.CannotStart, match=r"^Discord can't be reached: no answer in time$"):
            async with asyncio.timeout(HANG_SECONDS):
                await launch.run(settings)
        ended.set()
