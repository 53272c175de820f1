"""The command ``--check``: one line for each part that the bot needs, and a status. Nothing is changed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Final, TypeVar

from engine.cli import commands
from engine.live.database import daemon_thread
from engine.live.database.address import DatabaseURL
from hosting.checks.database import DATABASE, DatabaseSeen, database_lines
from hosting.checks.discord_account import (
    CLOCK,
    INTENTS,
    PORTAL,
    TOKEN,
    clock_lines,
    intent_lines,
    portal_lines,
    token_lines,
)
from hosting.checks.line import Line, NotObserved, exit_status, summary, unchecked
from hosting.checks.machine import (
    FILES,
    PACKAGES,
    PORTS,
    FilesSeen,
    file_lines,
    package_lines,
    port_lines,
)
from hosting.checks.owner_settings import SETTINGS, SettingsSeen, settings_lines
from hosting.observing.database_file import look_at_file
from hosting.observing.discord_account import look_at_account
from hosting.observing.machine import look_at_files, look_at_packages, look_at_ports
from hosting.observing.owner_settings import look_at_settings
from hosting.observing.postgres import look_at_server
from settings import ENV_FILE, Settings

T = TypeVar("T")

PATIENCE_SECONDS: Final = 12.0
"""The seconds after which an observation that has not ended is given up."""


def run() -> int:
    """Run the command; return the exit status."""
    return commands.run(check)


def check() -> int:
    """Check all parts, and print a line or more for each; return 2 for a fault, else 0."""
    found: list[Line] = []
    with _without_log():
        for each in _lines():
            print(each, flush=True)
            found.append(each)
    print(summary(found))
    return exit_status(found)


@contextmanager
def _without_log() -> Generator[None]:
    """Keep warnings of libraries from the lines."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def _lines() -> Iterator[Line]:
    """Yield the lines in order, each as soon as its part is checked. All parts are observed at once."""
    seen, until = look_at_settings(), time.monotonic() + PATIENCE_SECONDS

    def observed(look: Callable[[Settings], T], *needed: str) -> Callable[[], T]:
        """Observe something by the settings; return a function that waits for it."""
        future = daemon_thread.begin(lambda: look(_usable(seen, *needed)))
        return lambda: future.result(max(until - time.monotonic(), 0))

    database, account = observed(_look_at_database, "domino_database"), observed(look_at_account, "domino_api_url")
    ports, files, packages = observed(look_at_ports), observed(_look_at_files), observed(look_at_packages)

    def running() -> int:
        with suppress(Exception):
            return database().running
        return 0

    def database_ahead() -> float | None:
        with suppress(Exception):
            return getattr(database(), "ahead", None)
        return None

    parts: dict[str, Callable[[], list[Line]]] = {
        SETTINGS: lambda: settings_lines(seen),
        DATABASE: lambda: database_lines(database()),
        TOKEN: lambda: token_lines(account()),
        PORTAL: lambda: portal_lines(account()),
        INTENTS: lambda: intent_lines(account()),
        CLOCK: lambda: clock_lines(account(), database_ahead()),
        PORTS: lambda: port_lines(ports(), running=bool(running())),
        FILES: lambda: file_lines(files()),
        PACKAGES: lambda: package_lines(packages()),
    }
    for part, lines in parts.items():
        try:
            yield from lines()
        except NotObserved as error:
            yield unchecked(part, str(error))
        except TimeoutError:
            yield unchecked(part, f"no answer within {PATIENCE_SECONDS:.0f} seconds")
        except Exception as error:
            # its text may quote anything
            yield unchecked(part, f"the check failed itself ({type(error).__name__})")


def _usable(seen: SettingsSeen, *needed: str) -> Settings:
    """Return the settings; raise NotObserved if they can't be read, or one of those that are needed is invalid."""
    if seen.settings is None:
        raise NotObserved(f"{ENV_FILE} can't be read")
    for name in needed:
        if name in seen.problems:
            raise NotObserved(f"{name.upper()} is invalid")
    return seen.settings


def _look_at_database(settings: Settings) -> DatabaseSeen:
    database = settings.domino_database
    return look_at_server(database) if isinstance(database, DatabaseURL) else look_at_file(database)


def _look_at_files(settings: Settings) -> FilesSeen:
    database = settings.domino_database
    return look_at_files(None if isinstance(database, DatabaseURL) else database)
