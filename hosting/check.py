"""The command ``--check``: one line for each part that the bot needs, and a status. Nothing is changed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Final, Generic, TypeVar

from engine.cli import commands
from engine.live.database.address import DatabaseURL
from hosting.checks.database import DATABASE, DatabaseSeen, ServerSeen, database_lines
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
from hosting.checks.line import Line, exit_status, summary, unchecked
from hosting.checks.machine import (
    FILES,
    PACKAGES,
    PICTURES,
    PORTS,
    file_lines,
    package_lines,
    picture_lines,
    port_lines,
)
from hosting.checks.owner_settings import SettingsSeen, settings_lines
from hosting.observing.database_file import look_at_file
from hosting.observing.discord_account import look_at_account
from hosting.observing.machine import has_fribidi, look_at_files, look_at_packages, look_at_ports
from hosting.observing.owner_settings import look_at_settings
from hosting.observing.postgres import look_at_server
from settings import ENV_FILE, Settings

T = TypeVar("T")

PATIENCE_SECONDS: Final = 12.0
"""After how many seconds an observation that has not ended is given up."""


class NotObserved(Exception):
    """Something could not be observed; the text says why."""


class Observation(Generic[T]):
    """Something that is observed in a thread of its own, which the end of the process does not wait for."""

    def __init__(self, look: Callable[[], T]) -> None:
        self._look = look
        self._seen: list[T] = []
        self._error: Exception | None = None
        self._until = time.monotonic() + PATIENCE_SECONDS
        self._thread = Thread(target=self._observe, daemon=True)
        self._thread.start()

    def _observe(self) -> None:
        try:
            self._seen.append(self._look())
        except Exception as error:
            self._error = error

    def seen(self) -> T:
        """Wait for the end, and return what was observed.

        Raises:
            NotObserved: it took too long.
            Exception: the observation failed.

        """
        self._thread.join(max(self._until - time.monotonic(), 0))
        if self._error is not None:
            raise self._error
        if not self._seen:
            raise NotObserved(f"no answer within {PATIENCE_SECONDS:.0f} seconds")
        return self._seen[0]


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
    """Yield the lines in order, each as soon as its part is checked."""
    settings = look_at_settings()
    parts = _Parts(settings)
    yield from settings_lines(settings)
    for part, lines in parts.lines().items():
        try:
            yield from lines()
        except NotObserved as error:
            yield unchecked(part, str(error))
        except Exception as error:
            # its text may quote anything
            yield unchecked(part, f"the check failed itself ({type(error).__name__})")


class _Parts:
    """The parts beside the settings, all observed at once.

    Args:
        seen: the settings.

    """

    def __init__(self, seen: SettingsSeen) -> None:
        self._seen = seen
        self._database = self._observe(_look_at_database, "domino_database")
        self._account = self._observe(look_at_account, "domino_api_url")
        self._ports = self._observe(look_at_ports)
        self._packages = self._observe(look_at_packages)
        self._files = Observation(lambda: look_at_files(_file_of(seen)))
        self._fribidi = Observation(has_fribidi)

    def lines(self) -> dict[str, Callable[[], list[Line]]]:
        """Return a function for each part, which returns its lines."""
        account = self._account.seen
        return {
            DATABASE: lambda: database_lines(self._database.seen()),
            TOKEN: lambda: token_lines(account()),
            PORTAL: lambda: portal_lines(account()),
            INTENTS: lambda: intent_lines(account()),
            CLOCK: lambda: clock_lines(account(), self._database_ahead()),
            PORTS: lambda: port_lines(self._ports.seen(), running=self._is_running()),
            FILES: lambda: file_lines(self._files.seen()),
            PACKAGES: lambda: package_lines(self._packages.seen()),
            PICTURES: lambda: picture_lines(fribidi=self._fribidi.seen()),
        }

    def _observe(self, look: Callable[[Settings], T], *needed: str) -> Observation[T]:
        """Observe something by the settings, unless one of those that it needs is invalid."""

        def looked() -> T:
            settings, invalid = self._seen.settings, [each for each in needed if each in self._seen.problems]
            if settings is None:
                raise NotObserved(f"{ENV_FILE} can't be read")
            if invalid:
                raise NotObserved(f"{invalid[0].upper()} is invalid")
            return look(settings)

        return Observation(looked)

    def _database_ahead(self) -> float | None:
        with suppress(Exception):
            seen = self._database.seen()
            return seen.ahead if isinstance(seen, ServerSeen) else None
        return None

    def _is_running(self) -> bool:
        with suppress(Exception):
            return bool(self._database.seen().running)
        return False


def _look_at_database(settings: Settings) -> DatabaseSeen:
    database = settings.domino_database
    return look_at_server(database) if isinstance(database, DatabaseURL) else look_at_file(database)


def _file_of(seen: SettingsSeen) -> Path | None:
    """Return the path of the database; None if it is no file, or not known."""
    if seen.settings is None or "domino_database" in seen.problems:
        return None
    database = seen.settings.domino_database
    return None if isinstance(database, DatabaseURL) else database
