"""The command ``--check``: one line for each part that the bot needs, and a status. Nothing is changed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, TypeVar

from engine.cli import commands
from engine.live.database import daemon_thread
from engine.live.database.address import DatabaseURL
from hosting.checks import database, discord_account, files, owner_settings, packages, ports, postgres
from hosting.checks.line import Line, NotObserved, exit_status, summary, unchecked
from settings import ENV_FILE, Settings

T = TypeVar("T")

PATIENCE_SECONDS: Final = 12.0
"""The seconds after which an observation that has not ended is given up."""


def run() -> int:
    """Run the command without a log, since libraries warn; return the exit status."""
    logging.disable(logging.CRITICAL)
    return commands.run(check)


def check() -> int:
    """Check all parts, and print a line or more for each; return 2 for a fault, else 0."""
    found: list[Line] = []
    for each in _lines():
        print(each, flush=True)
        found.append(each)
    print(summary(found))
    return exit_status(found)


def _lines() -> Iterator[Line]:
    """Yield the lines in order, each as soon as its part is checked. All parts are observed at once."""
    seen, until = owner_settings.look(), time.monotonic() + PATIENCE_SECONDS

    def observed(look: Callable[[Settings], T], needed: str = "") -> Callable[[], T]:
        """Observe something by the settings, of which one has to be valid; return a function that waits for it."""

        def observe() -> T:
            if seen.settings is None:
                raise NotObserved(f"{ENV_FILE} can't be read")
            if needed in seen.problems:
                raise NotObserved(f"{needed.upper()} is invalid")
            return look(seen.settings)

        future = daemon_thread.begin(observe)
        return lambda: future.result(max(until - time.monotonic(), 0))

    kept, account = observed(_database, "domino_database"), observed(discord_account.look, "domino_api_url")
    listening, private, installed = observed(ports.look), observed(files.look), observed(packages.look)

    def known() -> database.DatabaseSeen:
        """Return the database, or one of which nothing is known."""
        with suppress(Exception):
            return kept()
        return database.DatabaseSeen(name="")

    parts: dict[str, Callable[[], list[Line]]] = {
        owner_settings.SETTINGS: lambda: owner_settings.lines(seen),
        database.DATABASE: lambda: database.lines(kept()),
        discord_account.TOKEN: lambda: discord_account.token_lines(account()),
        discord_account.PORTAL: lambda: discord_account.portal_lines(account()),
        discord_account.INTENTS: lambda: discord_account.intent_lines(account()),
        discord_account.CLOCK: lambda: discord_account.clock_lines(account(), known().ahead),
        ports.PORTS: lambda: ports.lines(listening(), running=known().running > 0),
        files.FILES: lambda: files.lines(private()),
        packages.PACKAGES: lambda: packages.lines(installed()),
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


def _database(settings: Settings) -> database.DatabaseSeen:
    place = settings.domino_database
    return postgres.look(place) if isinstance(place, DatabaseURL) else database.look(place)
