"""Rows of --check: what was observed, and the lines about it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.live.database.address import DatabaseURL
from engine.live.database.errors import Cause
from hosting.application import Difference
from hosting.checks.database import Contents, FileSeen, ServerSeen, database_lines
from hosting.checks.discord_account import AccountSeen, clock_lines, intent_lines, portal_lines, token_lines
from hosting.checks.line import Line, exit_status, fault, hint, ok, summary, unchecked
from hosting.checks.machine import (
    FilesSeen,
    PackageSeen,
    PathSeen,
    PortSeen,
    file_lines,
    package_lines,
    port_lines,
)
from hosting.checks.owner_settings import SettingsSeen, settings_lines
from settings import Settings

NOW = Contents(version=26, known=26)


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
        ([ok("token", ""), hint("files", "")], "Everything is as the bot needs it.", 0),
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
    return SettingsSeen(folder=FOLDER, **({"settings": Settings.model_construct()} | given))


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
        (owners(settings=None, unreadable=".env can't be read"), ["!! .env can't be read"]),
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
    assert texts(settings_lines(seen)) == expected


# ---------------------------------------------------------------------- database


def kept(**given: Any) -> FileSeen:
    usual = {"size": 3_100_000, "free": 12 * 10**9, "contents": NOW}
    return FileSeen(file=Path("d.sqlite3"), place=FOLDER / "d.sqlite3", **(usual | given))


RIGHT = "ok d.sqlite3: version 26, 3.10MB, intact, writable; 12.0GB free"


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (kept(), [RIGHT]),
        (kept(running=True), [RIGHT, "-- a bot is running with it; that is no fault"]),
        (
            kept(size=None, contents=None),
            ["ok /opt/dominoes/d.sqlite3 is not there yet, and the bot makes it at its start; 12.0GB free"],
        ),
        (
            kept(size=0, contents=Contents(version=0, known=26)),
            ["ok d.sqlite3 is empty, and the bot makes its tables at its start; 12.0GB free"],
        ),
        (
            kept(contents=Contents(version=24, known=26)),
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
            kept(contents=Contents(version=27, known=26), running=True),
            [
                "!! d.sqlite3 is of version 27, and this bot knows versions up to 26: update the bot",
                "-- a bot is running with it; that is no fault",
            ],
        ),
        (
            kept(contents=Contents(version=0, known=26, foreign=True)),
            ["!! d.sqlite3 was made by another program: name another database in DOMINO_DATABASE"],
        ),
        (
            kept(contents=None, unfinished=True),
            ["-- d.sqlite3: a restore was killed, and the next start of the bot finishes it"],
        ),
        (kept(damage="page 4"), ["!! d.sqlite3 is damaged (page 4). Stop the bot and restore a backup."]),
        (
            kept(contents=None, free=None, error="disk I/O error", cause=Cause.DISK),
            [
                "!! d.sqlite3 can't be opened: disk I/O error. "
                "Look at the disk: is it there, is it mounted, is a quota used up?"
            ],
        ),
        (
            kept(contents=None, error="it is a folder"),
            ["!! d.sqlite3 can't be opened: it is a folder. Check DOMINO_DATABASE, and the user who runs this."],
        ),
        (
            kept(locked=(FOLDER,)),
            ["!! /opt/dominoes can't be written by this user: let the bot's user write it, and run this as that user"],
        ),
    ],
)
def test_a_file_is_told_with_its_remedy(seen: FileSeen, expected: list[str]) -> None:
    assert texts(database_lines(seen)) == expected


def served(**given: Any) -> ServerSeen:
    address = str(DatabaseURL("postgresql://ana:pass-word@host/name"))
    return ServerSeen(address=address, **({"server": 17, "contents": NOW} | given))


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
            served(contents=Contents(version=0, known=26)),
            [f"ok {HOST}: PostgreSQL 17, empty, and the bot makes its tables at its start"],
        ),
        (
            served(contents=Contents(version=24, known=26), server=15),
            [
                f"ok {HOST}: PostgreSQL 15, version 24, writable; the free space of its disk is not known here",
                "-- the next start migrates it from version 24 to 26, so copy it with pg_dump before",
            ],
        ),
        (
            served(error="no password supplied"),
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
def test_a_server_is_told_with_its_remedy_and_without_its_password(seen: ServerSeen, expected: list[str]) -> None:
    assert texts(database_lines(seen)) == expected


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
            AccountSeen(has_token=False),
            "-- DISCORD_TOKEN is not set, so the playground would start; bot.py --setup asks for it",
            ["-- not checked: there is no token"],
        ),
        (
            AccountSeen(problem="it is too short"),
            "!! DISCORD_TOKEN is no token: it is too short. Copy it anew from the portal, under Bot",
            ["-- not checked: the token is not valid"],
        ),
        (
            AccountSeen(refused=True, ahead=0),
            "!! Discord does not take DISCORD_TOKEN. Reset it in the portal, under Bot, and copy the new one",
            ["-- not checked: the token is not valid"],
        ),
        (
            AccountSeen(unreached="no answer in time", ahead=0),
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
    assert texts(token_lines(seen)) == [token]
    assert texts(portal_lines(seen)) == portal


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (AccountSeen(name="D"), "ok the bot asks for guilds alone, and no privileged one is on"),
        (
            AccountSeen(name="D", differences=[difference("privileged intents")]),
            "-- the bot does not need the privileged ones that are on: this; do so",
        ),
        (AccountSeen(refused=True), "-- not checked: the token is not valid"),
    ],
)
def test_unneeded_intents_are_a_hint(seen: AccountSeen, expected: str) -> None:
    assert texts(intent_lines(seen)) == [expected]


EFFECT = "the deadlines that Discord shows at tables are wrong by that. Set it, as with: timedatectl set-ntp true"


@pytest.mark.parametrize(
    ("machine", "database", "expected"),
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
    machine: float | None, database: float | None, expected: list[str]
) -> None:
    assert texts(clock_lines(AccountSeen(ahead=machine), database)) == expected


def test_a_server_that_stands_for_discord_tells_no_time() -> None:
    assert texts(clock_lines(AccountSeen(unreached="500", ahead=0), None)) == [
        "-- not checked: Discord can't be reached"
    ]


# ---------------------------------------------------------------------- machine


def port(**given: Any) -> PortSeen:
    return PortSeen(**({"setting": "DOMINO_METRICS_PORT", "host": "127.0.0.1", "port": 9464} | given))


PEER = {"setting": "DOMINO_PEER_PORT"}
TAKEN = (
    "!! DOMINO_METRICS_PORT 9464 can't be opened: {}. Set another port or address, or end the program that has this one"
)


@pytest.mark.parametrize(
    ("ports", "running", "expected"),
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
def test_ports_are_free_or_taken_by_this_bot(ports: list[PortSeen], running: bool, expected: list[str]) -> None:
    assert texts(port_lines(ports, running=running)) == expected


def path(mode: int, name: str = ".env", **given: Any) -> PathSeen:
    return PathSeen(path=Path(name), mode=0o100000 | mode, **given)


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
    assert texts(file_lines(seen)) == expected


def package(name: str, purpose: str, **given: Any) -> PackageSeen:
    return PackageSeen(name=name, purpose=purpose, **({"there": False, "remedy": "uv sync"} | given))


@pytest.mark.parametrize(
    ("packages", "expected"),
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
def test_packages_are_told_that_the_settings_need(packages: list[PackageSeen], expected: list[str]) -> None:
    assert texts(package_lines(packages)) == expected
