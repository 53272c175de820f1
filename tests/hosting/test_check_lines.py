"""Rows of --check: what was observed, and the lines about it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.live.database.address import DatabaseURL
from engine.live.database.errors import Cause
from hosting.application import Difference
from hosting.checks import database, discord_account, files, owner_settings, packages, ports
from hosting.checks.database import DatabaseSeen
from hosting.checks.discord_account import NO_TOKEN, NOT_VALID, UNREACHED, AccountSeen
from hosting.checks.files import FilesSeen, PathSeen
from hosting.checks.line import Line, exit_status, fault, hint, ok, summary, unchecked
from hosting.checks.owner_settings import SettingsSeen
from hosting.checks.packages import PackageSeen
from hosting.checks.ports import PortSeen
from settings import Settings


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this bot know 26 versions of the database."""
    monkeypatch.setattr(database, "scripts", lambda: [""] * 26)


def texts(lines: Sequence[Line]) -> list[str]:
    """Return the mark and the text of each line."""
    return [f"{each.mark} {each.text}" for each in lines]


# ---------------------------------------------------------------------- lines


def test_lines_are_aligned_and_control_no_terminal() -> None:
    lines = [str(each) for each in (ok("token", "it is"), fault("database", "a\nb\x1b[2J"), hint("ports", "one"))]
    assert lines == [
        "ok   token      it is",
        r"!!   database   a b\x1b[2J",
        "--   ports      one",
    ]


@pytest.mark.parametrize(
    ("lines", "text", "status"),
    [
        ([ok("token", ""), ok("files", "")], "Everything is as the bot needs it.", 0),
        ([ok("token", ""), hint("files", "")], "No fault was found. Hints: files.", 0),
        ([ok("token", ""), unchecked("clock", "")], "No fault was found. Not checked: clock.", 0),
        ([fault("token", ""), unchecked("portal", "")], "1 fault: token. Not checked: portal.", 2),
        ([fault("ports", ""), fault("ports", ""), fault("files", "")], "3 faults: ports, files.", 2),
    ],
)
def test_the_last_line_sums_up(lines: Sequence[Line], text: str, status: int) -> None:
    assert (summary(lines), exit_status(lines)) == (text, status)


# ---------------------------------------------------------------------- settings


FOLDER = Path("/opt/dominoes")


def owners(**given: Any) -> SettingsSeen:
    return SettingsSeen(file=FOLDER / ".env", **({"settings": Settings.model_construct()} | given))


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (owners(has_file=False), ["ok there is no /opt/dominoes/.env"]),
        (
            owners(in_file=["DISCORD_TOKEN"], in_environment=["DOMINO_DATABASE", "HOME"]),
            ["ok /opt/dominoes/.env sets DISCORD_TOKEN; the environment sets DOMINO_DATABASE"],
        ),
        (
            owners(in_file=["DISCORD_TOKEN"], emptied=["DISCORD_TOKEN"]),
            [
                "ok /opt/dominoes/.env sets nothing",
                "-- DISCORD_TOKEN is in .env, but the environment sets it to nothing, which wins",
            ],
        ),
        (
            owners(in_file=["DOMINO_TURN_SECOND", "DOMINO_IMAGE"], broken=[3]),
            [
                "ok /opt/dominoes/.env sets nothing",
                "-- line 3 of .env sets nothing: write NAME=value",
                "-- DOMINO_TURN_SECOND is no setting of the bot: is DOMINO_TURN_SECONDS meant?",
            ],
        ),
        (owners(problems={"a": "A: is bad", "b": "B: too"}), ["!! A: is bad", "!! B: too"]),
        (owners(settings=None, problems={".env": ".env can't be read"}), ["!! .env can't be read"]),
        (
            owners(settings=Settings.model_construct(domino_processes=2)),
            ["!! DOMINO_PROCESSES: several processes need PostgreSQL as DOMINO_DATABASE. See docs/scale.md."],
        ),
        (
            owners(settings=Settings.model_construct(domino_processes=2), problems={"domino_database": "D: is bad"}),
            ["!! D: is bad"],
        ),
    ],
)
def test_settings_are_told_by_their_names(seen: SettingsSeen, expected: list[str]) -> None:
    assert texts(owner_settings.lines(seen)) == expected


# ---------------------------------------------------------------------- database


def kept(**given: Any) -> DatabaseSeen:
    usual = {"size": 3_100_000, "free": 12 * 10**9, "version": 26}
    return DatabaseSeen(name="d.sqlite3", file=FOLDER / "d.sqlite3", **(usual | given))


RIGHT = "ok d.sqlite3: version 26, 3.10MB, intact, writable; 12.0GB free"


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (kept(), [RIGHT]),
        (kept(running=True), [RIGHT, "-- a bot is running with it; that is no fault"]),
        (
            kept(size=None, version=None),
            ["ok /opt/dominoes/d.sqlite3 is not there yet, and the bot makes it at its start; 12.0GB free"],
        ),
        (
            kept(size=0, version=0),
            ["ok d.sqlite3 is empty, and the bot makes its tables at its start; 12.0GB free"],
        ),
        (
            kept(version=24),
            [
                RIGHT.replace("26", "24"),
                "-- the next start migrates it from version 24 to 26, and keeps a copy in d.sqlite3.before-migration",
            ],
        ),
        (
            kept(looked_over=False),
            [
                RIGHT.replace("intact, ", ""),
                "-- its integrity was not looked over to the end; bot.py --backup does so",
            ],
        ),
        (
            kept(size=10**9, free=10**9),
            [
                "ok d.sqlite3: version 26, 1.00GB, intact, writable; 1.00GB free",
                "-- 1.00GB free: to remove deleted data from the file, or to copy it before a migration, takes 1.06GB",
            ],
        ),
        (kept(free=10**6), ["!! 1.00MB free for d.sqlite3: the disk is full. Free some space."]),
        (
            kept(version=27, running=True),
            [
                "!! d.sqlite3 is of version 27, and this bot knows versions up to 26: update the bot",
                "-- a bot is running with it; that is no fault",
            ],
        ),
        (
            kept(version=0, foreign=True),
            ["!! d.sqlite3 was made by another program: name another database in DOMINO_DATABASE"],
        ),
        (
            kept(version=None, unfinished=True),
            ["-- d.sqlite3: a restore was killed, and the next start of the bot finishes it"],
        ),
        (kept(damage="page 4"), ["!! d.sqlite3 is damaged (page 4). Stop the bot and restore a backup."]),
        (
            kept(version=None, free=None, error="disk I/O error", advice=Cause.DISK.advice),
            [
                "!! d.sqlite3 can't be opened: disk I/O error. "
                "Look at the disk: is it there, is it mounted, is a quota used up?"
            ],
        ),
        (
            kept(version=None, error="it is a folder", advice=database.ADVICE),
            ["!! d.sqlite3 can't be opened: it is a folder. Check DOMINO_DATABASE, and the user who runs this."],
        ),
        (
            kept(locked=(FOLDER,)),
            ["!! /opt/dominoes can't be written by this user: let the bot's user write it, and run this as that user"],
        ),
    ],
)
def test_a_file_is_told_with_its_remedy(seen: DatabaseSeen, expected: list[str]) -> None:
    assert texts(database.lines(seen)) == expected


def served(**given: Any) -> DatabaseSeen:
    address = str(DatabaseURL("postgresql://ana:pass-word@host/name"))
    return DatabaseSeen(name=address, **({"server": 17, "version": 26} | given))


HOST = "postgresql://ana@host/name"


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (
            served(running=2),
            [
                f"ok {HOST}: PostgreSQL 17, version 26, writable; the free space of its disk is not known here",
                "-- 2 bots are running with it; that is no fault",
            ],
        ),
        (
            served(version=0),
            [f"ok {HOST}: PostgreSQL 17, empty, and the bot makes its tables at its start"],
        ),
        (
            served(version=24, server=15),
            [
                f"ok {HOST}: PostgreSQL 15, version 24, writable; the free space of its disk is not known here",
                "-- the next start migrates it from version 24 to 26, so copy it with pg_dump before",
            ],
        ),
        (
            served(error="no password supplied", advice="Check DOMINO_DATABASE, and that PostgreSQL runs."),
            [f"!! {HOST} can't be opened: no password supplied. Check DOMINO_DATABASE, and that PostgreSQL runs."],
        ),
        (
            served(server=14, encoding="LATIN1", read_only=True, forbidden=("make tables", "write to its tables")),
            [
                f"!! {HOST} is PostgreSQL 14: the bot needs 15 or later",
                f"!! {HOST} has the encoding LATIN1: make a database with UTF8",
                f"!! {HOST} is read-only, perhaps a replica: name the primary in DOMINO_DATABASE",
                f"!! the user of {HOST} may not make tables or write to its tables: grant it that right",
            ],
        ),
    ],
)
def test_a_server_is_told_with_its_remedy_and_without_its_password(seen: DatabaseSeen, expected: list[str]) -> None:
    assert texts(database.lines(seen)) == expected


# ---------------------------------------------------------------------- account


def difference(what: str, **given: Any) -> Difference:
    return Difference(what, "this", "that", "do so", **given)


@pytest.mark.parametrize(
    ("seen", "token", "portal"),
    [
        (
            AccountSeen(name="Dominoes"),
            "ok Discord takes it; the application is Dominoes",
            ["ok the application has what the bot needs"],
        ),
        (
            AccountSeen(unknown=NO_TOKEN),
            "-- DISCORD_TOKEN is not set, so the playground would start; bot.py --setup asks for it",
            ["-- not checked: there is no token"],
        ),
        (
            AccountSeen(unknown=NOT_VALID, problem="it is too short"),
            "!! DISCORD_TOKEN is no token: it is too short. Copy it anew from the portal, under Bot",
            ["-- not checked: the token is not valid"],
        ),
        (
            AccountSeen(unknown=NOT_VALID, ahead=0),
            "!! Discord does not take DISCORD_TOKEN. Reset it in the portal, under Bot, and copy the new one",
            ["-- not checked: the token is not valid"],
        ),
        (
            AccountSeen(unknown=UNREACHED, unreached="no answer in time"),
            "!! Discord can't be reached, and was not asked about the token: no answer in time. "
            "Check this machine's network, and DOMINO_API_URL if it is set",
            ["-- not checked: Discord can't be reached"],
        ),
        (
            AccountSeen(
                name="D", differences=[difference("endpoint", needed=True), difference("x"), difference("y", own=True)]
            ),
            "ok Discord takes it; the application is D",
            [
                "!! endpoint: this; the bot needs that. In the portal, do so",
                "-- bot.py --setup shows what else is different: x",
            ],
        ),
    ],
)
def test_the_token_and_the_portal_are_told(seen: AccountSeen, token: str, portal: list[str]) -> None:
    assert texts(discord_account.token_lines(seen)) == [token]
    assert texts(discord_account.portal_lines(seen)) == portal


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (AccountSeen(name="D"), "ok the bot asks for guilds alone, and no privileged one is on"),
        (
            AccountSeen(name="D", differences=[difference("privileged intents")]),
            "-- the bot does not need the privileged ones that are on: this; do so",
        ),
        (AccountSeen(unknown=NOT_VALID), "-- not checked: the token is not valid"),
    ],
)
def test_unneeded_intents_are_a_hint(seen: AccountSeen, expected: str) -> None:
    assert texts(discord_account.intent_lines(seen)) == [expected]


def test_a_server_that_stands_for_discord_tells_no_time() -> None:
    seen = AccountSeen(unknown=UNREACHED, unreached="500")
    assert texts(discord_account.clock_lines(seen, None)) == ["-- not checked: Discord can't be reached"]


EFFECT = "the deadlines that Discord shows at tables are wrong by that. Set it, as with: timedatectl set-ntp true"


@pytest.mark.parametrize(
    ("machine", "server", "expected"),
    [
        (29, None, ["ok within 30 seconds of Discord's"]),
        (-29, 30, ["ok within 30 seconds of Discord's"]),
        (31, None, [f"-- this machine's clock is 0:00:31 ahead of Discord's: {EFFECT}"]),
        (0, -7200, [f"-- PostgreSQL's clock is 2:00:00 behind Discord's: {EFFECT}"]),
        (
            None,
            300,
            [
                f"-- PostgreSQL's clock is 0:05:00 ahead of this machine's: {EFFECT}",
                "-- not checked: Discord sent no time",
            ],
        ),
    ],
)
def test_a_clock_that_is_wrong_is_told_with_its_effect(
    machine: float | None, server: float | None, expected: list[str]
) -> None:
    assert texts(discord_account.clock_lines(AccountSeen(ahead=machine), server)) == expected


# ---------------------------------------------------------------------- machine


def port(**given: Any) -> PortSeen:
    return PortSeen(**({"setting": "DOMINO_METRICS_PORT", "host": "127.0.0.1", "port": 9464} | given))


PEER = {"setting": "DOMINO_PEER_PORT"}
TAKEN = (
    "!! DOMINO_METRICS_PORT 9464 can't be opened: {}. Set another port or address, or end the program that has this one"
)


@pytest.mark.parametrize(
    ("seen", "running", "expected"),
    [
        ([], False, ["ok the settings name none"]),
        ([port()], False, ["ok DOMINO_METRICS_PORT 9464 is free"]),
        (
            [port(error="in use", bot=True)],
            True,
            ["ok DOMINO_METRICS_PORT 9464 is open for the bot that is running"],
        ),
        ([port(error="in use", bot=True)], False, [TAKEN.format("another bot of this kind has it")]),
        ([port(error="in use")], True, [TAKEN.format("in use")]),
        ([port(error="in use", needed=False)], False, [TAKEN.format("in use").replace("!!", "--")]),
        (
            [port(setting="DOMINO_PLAYGROUND_PORT", error="in use", bot=True)],
            False,
            ["ok DOMINO_PLAYGROUND_PORT 9464 is open for the playground that is running"],
        ),
        (
            [port(), port(**PEER, host="")],
            False,
            [
                "ok DOMINO_METRICS_PORT 9464 is free",
                "ok DOMINO_PEER_PORT 9464 is free",
                "!! DOMINO_METRICS_PORT and DOMINO_PEER_PORT are both 9464: set another for one",
            ],
        ),
        (
            [port(), port(**PEER, host="10.0.0.1")],
            False,
            ["ok DOMINO_METRICS_PORT 9464 is free", "ok DOMINO_PEER_PORT 9464 is free"],
        ),
    ],
)
def test_ports_are_free_or_taken_by_this_bot(seen: list[PortSeen], running: bool, expected: list[str]) -> None:
    assert texts(ports.lines(seen, running=running)) == expected


def path(mode: int, name: str = ".env", **given: Any) -> PathSeen:
    return PathSeen(Path(name), 0o100000 | mode, **given)


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (FilesSeen(), ["ok there are none yet"]),
        (FilesSeen(paths=[path(0o600), path(0o700, "data", folder=True)]), ["ok nobody else reads .env"]),
        (
            FilesSeen(paths=[path(0o600, f"{at}") for at in range(5)], owner="dominoes"),
            [
                "ok nobody else reads 0, 1, 2 and 2 more",
                "-- the bot's files are dominoes's, and you are root: run this with sudo -u dominoes",
            ],
        ),
        (
            FilesSeen(paths=[path(0o644), path(0o604, "a b"), path(0o755, "data", folder=True)]),
            [
                "!! every user of this machine can read these files: chmod 600 .env 'a b'",
                "-- every user of this machine can see what is in these folders: chmod 700 data",
            ],
        ),
        (
            FilesSeen(paths=[path(0o666), path(0o777, "data", folder=True)]),
            [
                "!! every user of this machine can change these files: chmod 600 .env",
                "!! every user of this machine can change what is in these folders: chmod 700 data",
            ],
        ),
        (FilesSeen(paths=[path(0o640)]), ["-- the users of their group can read these files: chmod 600 .env"]),
        (FilesSeen(paths=[path(0o644, open_to=(False, False))]), ["ok nobody else reads .env"]),
        (
            FilesSeen(paths=[path(0o644, open_to=(True, False))]),
            ["-- the users of their group can read these files: chmod 600 .env"],
        ),
    ],
)
def test_files_that_others_read_are_told_with_the_command_to_type(seen: FilesSeen, expected: list[str]) -> None:
    assert texts(files.lines(seen)) == expected


def package(name: str, purpose: str, **given: Any) -> PackageSeen:
    return PackageSeen(name=name, purpose=purpose, **({"there": False, "remedy": "uv sync"} | given))


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        ([package("psycopg", "PostgreSQL needs", there=True)], ["ok psycopg: installed"]),
        (
            [
                package("psycopg", "PostgreSQL needs", needed=True),
                package("prometheus-client", "/metrics needs"),
            ],
            [
                "!! PostgreSQL needs psycopg, which is not installed: uv sync",
                "-- /metrics needs prometheus-client, which is not installed: uv sync",
            ],
        ),
    ],
)
def test_packages_are_told_that_the_settings_need(seen: list[PackageSeen], expected: list[str]) -> None:
    assert texts(packages.lines(seen)) == expected
