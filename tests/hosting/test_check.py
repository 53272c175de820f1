"""The command --check in the situations of hosts: it tells each, and changes nothing."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from email.utils import formatdate
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route

import bot
from engine.live.database.lock import is_reserved, reserve
from engine.live.database.migrate import scripts
from hosting import check
from hosting.checks import database as database_part
from hosting.checks import discord_account, files, ports
from playground.server import Playground
from settings import Settings
from tests.hosting.applications import payload, token
from tests.support.bots.fleet import free_port
from tests.support.people import HANG_SECONDS
from tests.support.postgres import Cluster

VERSION = len(scripts())


class Checked(NamedTuple):
    """The status and the lines of --check."""

    status: int
    lines: list[str]

    def of(self, part: str) -> list[str]:
        """Return the lines about a part, with their marks and without its name."""
        return [
            f"{line[:2]} {line.removeprefix(line[:2] + f'   {part:8}   ')}" for line in self.lines if part in line[5:13]
        ]


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that nobody else enters, with nothing in it, and nothing set."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    tmp_path.chmod(0o700)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def checked(capsys: pytest.CaptureFixture[str]) -> Callable[[], Checked]:
    """Runs the command."""

    def run() -> Checked:
        # without the end of the process, after which Ctrl-C is ignored
        status = check.check()
        out, err = capsys.readouterr()
        assert err == ""
        return Checked(status, out.splitlines())

    return run


@pytest.fixture
def database(folder: Path) -> Path:
    """A database of the present version."""
    file = folder / "data" / "domino.sqlite3"
    file.parent.mkdir(0o700)
    with closing(sqlite3.connect(file)) as connection:
        for script in scripts():
            connection.executescript(script)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA user_version = {VERSION}")
    file.chmod(0o600)
    return file


def sql(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(statement)


def tree(folder: Path) -> dict[str, tuple[int, float, bytes]]:
    """Return all that is in a folder, with the times of the last changes."""
    return {
        str(each): (each.stat().st_mode, each.stat().st_mtime_ns, each.read_bytes() if each.is_file() else b"")
        for each in sorted(folder.rglob("*"))
    }


def test_the_command_line_checks_before_settings_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOMINO_TURN_SECONDS", "soon")
    monkeypatch.setattr(check, "run", lambda: 7)
    assert bot.main(["--check"]) == 7


# ---------------------------------------------------------------------- a database file


def test_a_folder_with_nothing_in_it_is_what_the_playground_needs(checked: Callable[[], Checked], folder: Path) -> None:
    status, lines = checked()
    assert status == 0
    parts = [line[5:13].strip() for line in lines[:-1]]
    assert parts == [*("settings", "database", "token", "portal", "intents", "clock", "ports", "files", "packages")]
    assert lines[1].startswith(f"ok   database   {folder}/data/domino.sqlite3 is not there yet")
    assert lines[-1] == "No fault was found. Hints: token. Not checked: portal, intents, clock."
    assert list(folder.iterdir()) == []


def older(file: Path) -> None:
    sql(file, f"PRAGMA user_version = {VERSION - 1}")


def newer(file: Path) -> None:
    sql(file, "PRAGMA user_version = 99")


def foreign(file: Path) -> None:
    file.unlink()
    sql(file, "CREATE TABLE cookies (name)")


def damaged(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[3 * 4096 : 5 * 4096] = b"x" * 8192
    file.write_bytes(data)


def text(file: Path) -> None:
    file.write_text("Somebody's notes, and no database. " * 100, encoding="utf-8")


def nothing(file: Path) -> None:
    del file


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("change", "status", "told"),
    [
        (nothing, 0, f"ok data/domino.sqlite3: version {VERSION}, "),
        (older, 0, f"-- the next start migrates it from version {VERSION - 1} to {VERSION}, "),
        (newer, 2, f"!! data/domino.sqlite3 is of version 99, and this bot knows versions up to {VERSION}: update"),
        (foreign, 2, "!! data/domino.sqlite3 was made by another program"),
        (damaged, 2, "!! data/domino.sqlite3 is damaged ("),
        (text, 2, "!! data/domino.sqlite3 can't be opened: file is not a database. Stop the bot and restore"),
    ],
)
def test_a_database_is_told_and_left_alone(
    change: Callable[[Path], None],
    status: int,
    told: str,
    database: Path,
    folder: Path,
    checked: Callable[[], Checked],
) -> None:
    change(database)
    before = tree(folder)
    found = checked()
    assert found.status == status
    assert found.of("database")[-1].startswith(told)
    assert tree(folder) == before


@pytest.mark.sqlite
def test_a_database_in_use_is_looked_at_with_its_log_and_is_no_fault(
    database: Path, checked: Callable[[], Checked]
) -> None:
    with closing(reserve(database)), closing(sqlite3.connect(database, isolation_level=None)) as playing:
        playing.execute(f"PRAGMA user_version = {VERSION - 1}")
        names = {each.name for each in database.parent.iterdir()}
        assert is_reserved(database)
        found = checked()
        assert {each.name for each in database.parent.iterdir()} == names
    assert found.status == 0
    ok, running, due = found.of("database")
    assert ok.startswith(f"ok data/domino.sqlite3: version {VERSION - 1}, ")
    assert running == "-- a bot is running with it; that is no fault"
    assert due.startswith("-- the next start migrates it")
    assert not is_reserved(database), "nobody has it any more"


@pytest.mark.sqlite
def test_a_log_without_its_index_is_left_to_the_bot(database: Path, folder: Path) -> None:
    Path(f"{database}-wal").write_bytes(b"x" * 4096)
    before = tree(folder)
    seen = database_part.look(database)
    assert (seen.error, seen.damage, seen.looked_over) == ("", "", False)
    assert tree(folder) == before


@pytest.mark.sqlite
def test_a_restore_that_was_killed_is_left_to_the_bot(
    database: Path, folder: Path, checked: Callable[[], Checked]
) -> None:
    damaged(database)
    Path(f"{database}.restore-ready").touch()
    before = tree(folder)
    found = checked()
    assert found.status == 0
    assert [each.partition(": ")[2][:20] for each in found.of("database")] == ["a restore was killed"]
    assert tree(folder) == before


@pytest.mark.sqlite
def test_a_large_database_is_looked_over_for_a_moment_alone(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_part, "LOOK_SECONDS", -1.0)
    monkeypatch.setattr(database_part, "OPCODES", 1)
    seen = database_part.look(database)
    assert (seen.damage, seen.looked_over) == ("", False)


@pytest.mark.sqlite
def test_a_full_disk_and_files_that_nobody_may_write_are_told(
    database: Path, checked: Callable[[], Checked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10**9, 10**9, 10**6))
    # root may write everything
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode == os.R_OK and access(path, mode))
    found = checked()
    assert found.status == 2
    assert [each.partition(" can't")[0] for each in found.of("database")] == [
        f"!! {database.parent}",
        f"!! {database}",
        "!! 1.00MB free for data/domino.sqlite3: the disk is full. Free some space.",
    ]


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("data", "data can't be opened: it is a folder. Check DOMINO_DATABASE, and the user who runs this."),
        ("file/domino.sqlite3", "file/domino.sqlite3 can't be opened: {}/file is a file, and no folder. Check "),
    ],
)
def test_a_place_where_no_database_can_be_is_told(
    path: str, told: str, database: Path, folder: Path, checked: Callable[[], Checked], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").touch()
    monkeypatch.setenv("DOMINO_DATABASE", path)
    found = checked()
    assert (found.status, len(found.of("database"))) == (2, 1)
    assert found.of("database")[0].startswith(f"!! {told.format(folder)}")


# ---------------------------------------------------------------------- settings and files


def test_each_bad_setting_is_a_line_and_the_rest_is_checked(
    database: Path, checked: Callable[[], Checked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOMINO_TURN_SECONDS", "soon")
    monkeypatch.setenv("DOMINO_DATABASE", "mysql://ana:pass-word@host/name")
    monkeypatch.setenv("DOMINO_API_URL", "nowhere")
    monkeypatch.setenv("DISCORD_TOKEN", token())
    found = checked()
    assert found.status == 2
    assert [each.partition(":")[0] for each in found.of("settings")] == [
        f"!! {each}" for each in ("DOMINO_DATABASE", "DOMINO_TURN_SECONDS", "DOMINO_API_URL")
    ]
    assert found.of("database") == ["-- not checked: DOMINO_DATABASE is invalid"]
    assert found.of("token") == ["-- not checked: DOMINO_API_URL is invalid"]
    assert len(found.of("packages")) == 1
    assert found.lines[-1] == "3 faults: settings. Not checked: database, token, portal, intents, clock."
    assert not any("pass-word" in line or token() in line for line in found.lines)


def test_a_file_of_settings_is_told_by_its_lines_and_names(folder: Path, checked: Callable[[], Checked]) -> None:
    env = folder / ".env"
    env.write_text("DOMINO_DEAL_SECONDS=20\nDISCORD_TOKEN: abc\nDOMINO_DEAL_SECOND=3\n", encoding="utf-8-sig")
    env.chmod(0o644)
    folder.chmod(0o755)
    found = checked()
    assert found.of("settings") == [
        f"ok {env} sets DOMINO_DEAL_SECONDS",
        "-- line 2 of .env sets nothing: write NAME=value",
        "-- DOMINO_DEAL_SECOND is no setting of the bot: is DOMINO_DEAL_SECONDS meant?",
    ]
    env.write_bytes("DISCORD_TOKEN=abc".encode("utf-16"))
    found = checked()
    assert found.status == 2
    assert found.of("settings")[0].startswith("!! .env is not in UTF-8")
    assert found.of("database") == ["-- not checked: .env can't be read"]


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_files_that_others_read_are_told_where_they_can_get_to_them(database: Path, folder: Path) -> None:
    (folder / "backups").mkdir(0o755)
    (folder / "backups" / "1.sqlite3").touch(0o644)
    reached = {str(each.path): each.open_to for each in files.look(Settings.model_construct()).paths}
    assert list(reached) == ["data", "data/domino.sqlite3", "backups", "backups/1.sqlite3"]
    assert set(reached.values()) == {(False, False)}, "nobody else enters the folder"


def test_a_check_that_fails_or_hangs_hides_no_other(
    checked: Callable[[], Checked], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> Any:
        raise ValueError("a secret")

    ends = threading.Event()
    monkeypatch.setattr(ports, "look", fails)
    monkeypatch.setattr(database_part, "look", lambda file: ends.wait())
    # by a clock that stands still, each observation has this time for itself
    monkeypatch.setattr(check, "time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr(check, "PATIENCE_SECONDS", 1.0)
    found = checked()
    ends.set()
    assert found.of("ports") == ["-- not checked: the check failed itself (ValueError)"]
    assert found.of("database") == ["-- not checked: no answer within 1 seconds"]
    assert found.lines[-1] == "No fault was found. Hints: token. Not checked: database, portal, intents, clock, ports."


# ---------------------------------------------------------------------- ports


def test_a_port_is_taken_by_another_program_or_by_the_bot_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(ports, "PORT_SECONDS", 0.1)
        number = taken.getsockname()[1]
        settings = Settings.model_construct(domino_metrics_port=number, domino_peer_port=free_port())
        metrics, peer = ports.look(settings)
    assert (metrics.bot, peer.error, peer.needed) == (False, "", False)
    assert "in use" in metrics.error
    (unknown,) = ports.look(Settings.model_construct(domino_metrics_port=9464, domino_metrics_host="192.0.2.1"))
    assert unknown.error


async def test_the_bots_own_answers_tell_its_ports_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "PORT_SECONDS", HANG_SECONDS)

    async def ready(_: web.Request) -> web.Response:
        return web.json_response({"gateway": True, "database": True})

    application = web.Application()
    application.router.add_get("/readyz", ready)
    application.router.add_post("/interactions", ready)
    async with TestServer(application) as server:
        settings = Settings.model_construct(domino_metrics_port=server.port, domino_peer_port=server.port)
        found = await asyncio.to_thread(ports.look, settings)
    assert [each.bot for each in found] == [True, True]


# ---------------------------------------------------------------------- Discord


NOON = 1_800_000_000
"""A time in seconds since 1970."""


class Stranger:
    """A server that stands in for Discord, and answers everything in one way."""

    def __init__(self, **answer: Any) -> None:
        self.answer = answer
        self.asked: list[str] = []

    async def handle(self, request: web.Request) -> web.Response:
        self.asked.append(request.path)
        await asyncio.sleep(self.answer.get("after", 0))
        given = {name: value for name, value in self.answer.items() if name != "after"}
        return web.Response(**given)


async def answered(stranger: Stranger, checked: Callable[[], Checked], monkeypatch: pytest.MonkeyPatch) -> Checked:
    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", stranger.handle)
    monkeypatch.setenv("DISCORD_TOKEN", token())
    async with TestServer(application) as server:
        monkeypatch.setenv("DOMINO_API_URL", f"http://127.0.0.1:{server.port}")
        found = await asyncio.to_thread(checked)
    assert token() not in "\n".join(found.lines)
    return found


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"status": 401, "text": "{}"}, "!! Discord does not take DISCORD_TOKEN. Reset it in the portal"),
        pytest.param(
            {"status": 500, "text": "<html>"},
            "!! {}: it answers with status 500 (6 seconds).",
            marks=pytest.mark.long,
        ),
        ({"status": 200, "text": "<html>"}, "!! {}: the answer is not Discord's."),
        ({"status": 403, "text": "<html>"}, "!! {}: 403 Forbidden."),
        ({"after": 1.0}, "!! {}: no answer in time (0 seconds)."),
    ],
)
async def test_an_answer_that_is_a_refusal_is_told(
    answer: dict[str, Any], told: str, checked: Callable[[], Checked], monkeypatch: pytest.MonkeyPatch
) -> None:
    if answer.get("status") in (None, 500):
        # the library waits for longer
        monkeypatch.setattr(discord_account, "ANSWER_SECONDS", 6.0 if answer.get("status") else 0.3)
    found = await answered(Stranger(**answer), checked, monkeypatch)
    assert found.status == 2
    (line,) = found.of("token")
    if answer.get("status") != 401:
        assert found.of("clock") == ["-- not checked: Discord can't be reached"]
    assert line.startswith(told.format("Discord can't be reached, and was not asked about the token"))


def test_a_text_of_another_form_is_not_sent_and_without_a_connection_the_rest_is_checked(
    checked: Callable[[], Checked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOMINO_API_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("DISCORD_TOKEN", "abc")
    assert checked().of("token")[0].startswith("!! DISCORD_TOKEN is no token: ")
    monkeypatch.setenv("DISCORD_TOKEN", token())
    found = checked()
    assert found.of("token")[0].startswith("!! Discord can't be reached, and was not asked about the token: Cannot ")
    assert found.of("portal") == ["-- not checked: Discord can't be reached"]
    assert found.of("packages") != []


async def test_the_portal_and_the_clock_are_compared(
    checked: Callable[[], Checked], monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = payload(interactions_endpoint_url="https://example.com/", flags=1 << 12, tags=[])
    user = {"id": changed["id"], "username": "Dominoes", "discriminator": "0", "avatar": None, "bot": True}

    async def handle(self: Stranger, request: web.Request) -> web.Response:
        body = changed if "applications" in request.path else user
        # the library reads no other form of this header
        headers = {"Date": formatdate(NOON - 3600, usegmt=True), "Content-Type": "application/json"}
        return web.Response(body=json.dumps(body), headers=headers)

    monkeypatch.setattr(Stranger, "handle", handle)
    # whole seconds are cut off in the answer; this machine's time is within one of them
    monkeypatch.setattr(discord_account, "time", SimpleNamespace(time=lambda: NOON + 0.7))
    found = await answered(Stranger(), checked, monkeypatch)
    assert found.of("token") == ["ok Discord takes it; the application is Dominoes"]
    endpoint, other = found.of("portal")
    assert endpoint.startswith("!! interactions endpoint: https://example.com/; the bot needs none")
    assert other == "-- bot.py --setup shows what else is different: tags"
    assert found.of("intents")[0].startswith("-- the bot does not need the privileged ones that are on: presence; ")
    assert found.of("clock")[0].startswith("-- this machine's clock is 1:00:00 ahead of Discord's: ")
    assert found.lines[-1] == "1 fault: portal. Hints: portal, intents, clock."


async def test_a_bot_of_the_playground_has_what_it_needs(
    checked: Callable[[], Checked], database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token())
    async with Playground(port=0, data=None, rate_limits=False, spec=tmp_path / "nowhere") as playground:
        monkeypatch.setenv("DOMINO_API_URL", playground.url)
        found = await asyncio.to_thread(checked)
    assert found.status == 0, found.lines
    assert found.lines[-1] == "No fault was found. Hints: portal."


# ---------------------------------------------------------------------- PostgreSQL


@pytest.mark.postgres
@pytest.mark.usefixtures("folder")
def test_a_postgresql_database_is_told_and_left_alone(
    server: Cluster, checked: Callable[[], Checked], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = server.create()
    tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    monkeypatch.setenv("DOMINO_DATABASE", url)
    assert checked().of("database")[0].endswith("empty, and the bot makes its tables at its start")
    assert server.execute(tables, url).strip() == "0"
    assert bot.main(["--migrate"]) == 0
    server.execute("UPDATE schema_version SET version = version - 1", url)
    server.execute("INSERT INTO processes VALUES ('one', extract(epoch FROM now()) + 3600, 0)", url)
    found = checked()
    assert found.status == 0
    right, running, due = found.of("database")
    assert f", version {VERSION - 1}, writable; " in right
    assert running == "-- 1 bot is running with it; that is no fault"
    assert due.startswith(f"-- the next start migrates it from version {VERSION - 1} to {VERSION}")


@pytest.mark.postgres
def test_a_postgresql_server_that_refuses_is_told_without_the_password(
    server: Cluster, checked: Callable[[], Checked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOMINO_DATABASE", f"postgresql://ana:pass-word@/nothing?host={server.folder}")
    found = checked()
    assert found.status == 2
    (line,) = found.of("database")
    assert "can't be opened: " in line
    assert "pass-word" not in line


@pytest.mark.postgres
def test_rights_that_a_user_lacks_are_told(
    server: Cluster, checked: Callable[[], Checked], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = server.create()
    monkeypatch.setenv("DOMINO_DATABASE", url)
    assert bot.main(["--migrate"]) == 0
    server.execute("CREATE USER reader; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader", url)
    server.execute("UPDATE schema_version SET version = version - 1", url)
    monkeypatch.setenv("DOMINO_DATABASE", url.replace("postgres@", "reader@"))
    (line,) = checked().of("database")
    assert line.endswith("may not make tables or write to its tables: grant it that right")
