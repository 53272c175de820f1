"""Starts everything: with a token the bot on Discord, without one the playground in a browser."""

from __future__ import annotations

import os
import signal
import sys

if __name__ == "__main__":

    def leave(*_: object) -> None:
        """End at once: nothing has begun while modules are imported, so nothing has to end in order."""
        os._exit(130 if sys.argv[1:] else 0)

    signal.signal(signal.SIGINT, leave)

import argparse
import asyncio
import gc
import hashlib
import logging
import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, closing, nullcontext, suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

import discord
from discord.http import INTERNAL_API_VERSION, Route

import settings as settings_file
from cogs import __version__
from cogs.bot import DominoBot
from cogs.core import logs
from cogs.core.endpoints import CannotListen
from engine.cli import INTERRUPTED
from engine.live.clock import SteadyClock
from engine.live.database.address import DatabaseURL
from engine.live.database.errors import Cause, DatabaseError, PackageMissing
from engine.live.database.health import cause_of
from engine.live.database.lock import DatabaseInUse, hold
from engine.live.database.move import CannotMove, Moved
from engine.live.database.move import move as move_rows
from engine.live.database_store import DamagedDatabase, DatabaseStore, NewerDatabase
from engine.live.league.recompute import Recomputed
from engine.live.model.errors import StorageError
from engine.live.model.pace import Timeouts
from engine.live.thinking.pool import BotPool
from settings import BadSetting, Settings

_log = logging.getLogger("dominoes")

GC_THRESHOLDS = (20_000, 20, 50)
"""After how many new objects garbage is collected: less often than Python does, which saves 0.3 of 4.7 ms a move."""

SWITCH_SECONDS = 0.001
"""The maximum seconds for which a computing thread keeps the interpreter from others.

A press that arrives while pictures are drawn waits for the interpreter up to so long. A move takes as much of a
processor as with Python's default of 5 ms: 10.6 ms and 10.2 ms, measured side by side.
"""

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Names by which a machine reaches itself alone."""

AUTHENTICATION_FAILED, INTENTS_REFUSED = 4004, (4013, 4014)
"""The codes with which Discord's gateway closes a connection for the token, and for the intents."""

DESCRIPTION = """\
Dominoes for Discord: a picture after every move, private hands, a leaderboard.

With DISCORD_TOKEN set, in the environment or in the file .env (copy .env.example), the bot joins Discord.
Without one the playground starts: the same bot against a Discord of its own, in your browser.
"""


class CannotStart(Exception):
    """The bot can't start or go on; the text is one line for its owner.

    Attributes:
        status: the exit status of the process.

    """

    status = 1


class OwnerNeeded(CannotStart):
    """The bot can't start or go on, and another start won't help until its owner has changed something."""

    status = 2


async def open_store(settings: Settings, *, only_to_copy: bool = False) -> DatabaseStore:
    """Open the database, to play or only to copy it.

    Raises:
        CannotStart: the database can't be opened, or a later version wrote it.

    """
    try:
        return await DatabaseStore.open(settings.domino_database, only_to_copy=only_to_copy)
    except (NewerDatabase, DamagedDatabase) as error:
        raise OwnerNeeded(f"{settings.domino_database}: {error}") from None
    except PackageMissing as error:
        raise OwnerNeeded(f"DOMINO_DATABASE: {error}") from None
    except (DatabaseError, sqlite3.Error, OSError) as error:
        raise _unopened(settings, error) from None


def hold_database(settings: Settings) -> AbstractContextManager[object]:
    """Reserve a database file for this bot, until the context ends; PostgreSQL takes several bots.

    Raises:
        CannotStart: another bot runs on the database, or its folder can't be written.

    """
    if isinstance(settings.domino_database, DatabaseURL):
        return nullcontext()
    try:
        return closing(hold(settings.domino_database))
    except DatabaseInUse:
        raise CannotStart(
            f"DOMINO_DATABASE: another bot is running with {settings.domino_database}. Stop it first."
        ) from None
    except (sqlite3.Error, OSError) as error:
        raise _unopened(settings, error) from None


FINAL_CAUSES = (Cause.REFUSED, Cause.DAMAGED, Cause.READ_ONLY)
FINAL_ERRORS = (FileExistsError, FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError)
"""What keeps a database from being opened until its owner has done something."""


def _unopened(settings: Settings, error: Exception) -> CannotStart:
    code = error.sqlite_errorcode & 0xFF if isinstance(error, sqlite3.OperationalError) else None
    final = isinstance(error, FINAL_ERRORS) or cause_of(error) in FINAL_CAUSES or code == sqlite3.SQLITE_CANTOPEN
    return (OwnerNeeded if final else CannotStart)(
        f"DOMINO_DATABASE: {settings.domino_database} can't be opened: {error}"
    )


async def join(store: DatabaseStore, settings: Settings) -> dict[str, Any]:
    """Return what a bot needs that shares its shards with other processes; nothing with a database file.

    Raises:
        CannotStart: the database can't be used.

    """
    if not isinstance(settings.domino_database, DatabaseURL):
        return {}
    # imported here alone: with a file nobody needs it
    from cogs.cluster.member import LeaseHolder
    from cogs.cluster.peers import Peers
    from engine.live.cluster.leases import Leases, steady

    owner = f"{logs.process_name()}-{secrets.token_hex(4)}"
    host, port = settings.domino_peer_host, settings.domino_peer_port
    address = f"http://{host}:{port}" if port is not None else ""
    leases = Leases(store.connection, owner=owner, address=address, processes=settings.domino_processes)
    try:
        await leases.learn_time()
    except StorageError as error:
        await store.close()
        raise _unopened(settings, error) from None
    store.share_preferences()
    return {
        "member": LeaseHolder(
            leases,
            Peers(leases, _peer_secret(settings)) if port is not None else None,
            (host if host in LOOPBACK else None, port or 0),
            fixed=settings.shards is not None,
        ),
        "clock": SteadyClock(leases.now, steady),
    }


def _peer_secret(settings: Settings) -> bytes:
    if settings.domino_peer_secret is not None:
        return settings.domino_peer_secret.get_secret_value().encode()
    assert settings.discord_token is not None
    return hashlib.sha256(b"dominoes peers " + settings.discord_token.get_secret_value().encode()).digest()


def build(store: DatabaseStore, settings: Settings, **more: Any) -> DominoBot:
    """Return a bot with this store and these settings."""
    pace = Timeouts(
        lobby=settings.domino_lobby_seconds,
        turn=settings.domino_turn_seconds,
        deal=settings.domino_deal_seconds,
        computer=settings.computer_pause,
    )
    return DominoBot(
        store,
        pace=pace,
        sync_commands=settings.domino_sync_commands,
        without=() if settings.domino_tile_emojis else ("cogs.tile_emojis",),
        thinkers=BotPool(settings.domino_thinking_processes, settings.domino_thinking),
        contact=settings.domino_contact or "",
        rate=max(1.0, settings.domino_requests_per_second / settings.domino_processes),
        shards=settings.shards,
        **more,
    )


REST_RATIO = 1.0
"""The pauses that recomputing figures makes in favour of the bot, as a multiple of its own time."""

REFRESH_SECONDS = 60.0
"""The seconds after which a process looks again whether recomputing figures is up to it."""

PROGRESS_SECONDS = 20.0
"""The seconds between two reports of progress."""


def summary(done: Recomputed) -> str:
    """Return a summary of recomputed figures, in lines."""
    lines = [
        f"{done.matches} matches of {done.servers} servers played again, and {done.changed} scores changed;",
        f"{done.rated} matches rated, which makes {done.people} ratings.",
    ]
    if done.unreadable:
        lines.append(f"Logs that can't be played again: {', '.join(done.unreadable)}. What was kept of them stays.")
    return "\n".join(lines)


async def recompute(settings: Settings) -> Recomputed:
    """Recompute all figures of the league, and print the progress.

    Raises:
        CannotStart: the database can't be opened or written to.

    """
    if isinstance(settings.domino_database, Path) and not settings.domino_database.is_file():
        raise CannotStart(f"DOMINO_DATABASE: {settings.domino_database} does not exist")
    store = await open_store(settings)
    try:
        return await store.league.recompute(_progress_reporter(lambda text: print(text, flush=True)))
    except (DatabaseError, StorageError) as error:
        raise CannotStart(f"DOMINO_DATABASE: {settings.domino_database} can't be used: {error}") from None
    finally:
        await store.close()


async def refresh(store: DatabaseStore, client: DominoBot) -> None:
    """Recompute, in the background, the figures that were computed by older formulas; one process does so for all."""
    while not client.holds(0):  # noqa: ASYNC110 - there is no event for it
        await asyncio.sleep(REFRESH_SECONDS)
    try:
        done = await store.league.recompute(_progress_reporter(_log.info), outdated=True, rest=REST_RATIO)
    except StorageError as error:
        _log.warning("the figures of finished matches could not be recomputed: %s", error)
    except Exception:
        # the next start tries again; until then boards show the old figures
        _log.exception("the figures of finished matches could not be recomputed")
    else:
        if done.servers:
            _log.info("figures recomputed: %s", summary(done))


def _progress_reporter(say: Callable[[str], None]) -> Callable[[int, int], None]:
    """Return a function that reports the progress of recomputing from time to time."""
    said = time.monotonic()

    def report(done: int, of: int) -> None:
        nonlocal said
        if time.monotonic() - said >= PROGRESS_SECONDS:
            said = time.monotonic()
            say(f"recomputing figures: {done} of {of} matches replayed")

    return report


async def run(settings: Settings) -> None:
    """Run the bot on Discord until SIGINT or SIGTERM.

    Raises:
        CannotStart: the database can't be opened or has another bot, a port is taken, or Discord can't be reached.
        OwnerNeeded: Discord refuses the token or the bot's intents, at the start or later.

    """
    if settings.domino_processes > 1 and not isinstance(settings.domino_database, DatabaseURL):
        raise OwnerNeeded("DOMINO_PROCESSES: several processes need PostgreSQL as DOMINO_DATABASE. See docs/scale.md.")
    with hold_database(settings):
        try:
            await _run(settings)
        except CannotListen as error:
            raise CannotStart(str(error)) from None


async def _run(settings: Settings) -> None:
    if settings.domino_api_url is not None:
        Route.BASE = f"{settings.domino_api_url}/api/v{INTERNAL_API_VERSION}"
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GC_THRESHOLDS)
    store = await open_store(settings)
    client = build(store, settings, **await join(store, settings))
    async with AsyncExitStack() as until_the_end:
        await until_the_end.enter_async_context(client)
        if settings.domino_metrics_port is not None:
            # imported here alone: without a port nobody pays for it
            from cogs.monitoring.server import monitored

            await until_the_end.enter_async_context(
                monitored(client, settings.domino_metrics_host, settings.domino_metrics_port)
            )
        await _play(client, store, settings)


async def _play(client: DominoBot, store: DatabaseStore, settings: Settings) -> None:
    """Run a client until SIGINT or SIGTERM, and close it; raise as :func:`run` does."""
    assert settings.discord_token is not None
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C raises KeyboardInterrupt instead
            loop.add_signal_handler(each, stop.set)
    stopping = asyncio.create_task(stop.wait())
    beside: list[asyncio.Task[Any]] = [stopping]
    running: asyncio.Task[None] | None = None
    try:
        if await store.league.needs_recompute():
            beside.append(asyncio.create_task(refresh(store, client)))
        running = asyncio.create_task(client.start(settings.discord_token.get_secret_value()))
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
    except StorageError as error:
        raise CannotStart(f"DOMINO_DATABASE: {settings.domino_database} can't be used: {error}") from None
    except Exception as error:
        refusal = _refusal(error)
        if refusal is not None:
            raise OwnerNeeded(refusal) from None
        unreachable = (discord.HTTPException, discord.GatewayNotFound, OSError)
        if client.application is not None and not isinstance(error, unreachable):
            raise
        # before the login is over, anything but these comes from an answer that is none of Discord's
        raise CannotStart(f"Discord can't be reached: {_in_one_line(error)}") from None
    finally:
        for each in beside:
            each.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await client.close()
        if running is not None:
            running.cancel()
            # its error is reported above, or irrelevant now
            await asyncio.gather(running, return_exceptions=True)


def _refusal(error: Exception) -> str | None:
    """Return what the owner can do about a refusal of the bot; None if the error is something else."""
    code = error.code if isinstance(error, discord.ConnectionClosed) else None
    unauthorized = isinstance(error, discord.HTTPException) and error.status == HTTPStatus.UNAUTHORIZED
    if isinstance(error, discord.LoginFailure) or code == AUTHENTICATION_FAILED or unauthorized:
        return "DISCORD_TOKEN: Discord does not take this token. See docs/hosting.md."
    if isinstance(error, discord.PrivilegedIntentsRequired) or code in INTENTS_REFUSED:
        return "Discord refuses the intent guilds, the only one that the bot asks for. See docs/hosting.md."
    if code is not None:
        return f"Discord has closed the connection for good, with code {code}. See docs/hosting.md."
    return None


def _in_one_line(error: Exception) -> str:
    if isinstance(error, discord.HTTPException):
        # its text may be a page of HTML
        return f"{error.status} {error.response.reason}"
    return " ".join(str(error).split()) or type(error).__name__


def check_backup(settings: Settings, file: Path) -> None:
    """Check that there is a database to copy, and that the copy would not overwrite it.

    Raises:
        CannotStart: there is none, or it would.

    """
    if isinstance(settings.domino_database, DatabaseURL):
        raise CannotStart("DOMINO_DATABASE: --backup copies a file. Copy PostgreSQL with pg_dump: see docs/hosting.md.")
    if not settings.domino_database.is_file():
        raise CannotStart(f"DOMINO_DATABASE: {settings.domino_database} does not exist")
    if file.exists() and file.samefile(settings.domino_database):
        raise CannotStart(f"{file} is the database itself: name another file")


async def backup(settings: Settings, file: Path) -> None:
    """Copy the database to ``file``; the bot may be running.

    Raises:
        CannotStart: the file can't be written, or the database is damaged.

    """
    store = await open_store(settings, only_to_copy=True)
    try:
        await store.backup(file)
    except DamagedDatabase as error:
        raise OwnerNeeded(f"{settings.domino_database}: {error}") from None
    except (sqlite3.Error, OSError) as error:
        raise CannotStart(f"{file} can't be written: {error}") from None
    finally:
        await store.close()


async def migrate(settings: Settings) -> None:
    """Create the database, or bring it up to date.

    Raises:
        CannotStart: the database can't be opened, or a later version wrote it.

    """
    store = await open_store(settings)
    await store.close()


def move_target(text: str) -> Path | DatabaseURL:
    """Return the path or the address of a database.

    Raises:
        argparse.ArgumentTypeError: the text is neither.

    """
    try:
        return settings_file.database(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def move(settings: Settings, target: Path | DatabaseURL) -> Moved:
    """Move everything to another database, which has to be empty.

    Raises:
        CannotStart: nothing was moved.

    """
    try:
        return move_rows(settings.domino_database, target)
    except CannotMove as error:
        raise CannotStart(f"--move-to: {error}") from None


async def play_here(settings: Settings) -> None:
    """Run the playground until SIGINT or SIGTERM.

    Raises:
        CannotStart: a package that the playground needs is not installed, or its port is taken.

    """
    try:
        from playground.host import serve
    except ModuleNotFoundError as error:
        hint = "`uv run bot.py` installs what it needs"
        raise CannotStart(f"the playground needs {error.name}, which is not installed: {hint}") from None
    # one person plays everyone here, which takes longer
    os.environ.setdefault("DOMINO_TURN_SECONDS", "900")
    # a separate database: the playground's matches don't count on a real bot's leaderboard
    os.environ.setdefault("DOMINO_DATABASE", "data/playground/domino.sqlite3")
    try:
        await serve(port=settings.domino_playground_port, data=Path("data/playground"), bot_command=None)
    except OSError as error:
        raise CannotStart(f"DOMINO_PLAYGROUND_PORT: {error}") from None


def _describe_settings() -> str:
    lines = ["settings, from the environment or .env:"]
    for name, field in Settings.model_fields.items():
        shown = str(field.default).lower() if isinstance(field.default, bool) else field.default
        default = "" if shown is None else f" ({shown})"
        lines.append(f"  {name.upper():26} {field.description}{default}")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="bot.py",
        description=DESCRIPTION,
        epilog=_describe_settings(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"Dominoes for Discord {__version__}")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--playground", action="store_true", help="start the playground even with a token set")
    what.add_argument("--backup", metavar="FILE", type=Path, help="copy the database to FILE, safe while the bot runs")
    what.add_argument(
        "--move-to",
        metavar="DATABASE",
        type=move_target,
        help="move everything to another database, a file or a postgresql:// address; stop the bot first",
    )
    what.add_argument("--migrate", action="store_true", help="bring the database up to date, and start no bot")
    what.add_argument(
        "--recompute", action="store_true", help="recompute all figures of finished matches from their logs"
    )
    arguments = parser.parse_args(argv)
    try:
        settings = settings_file.load()
    except BadSetting as error:
        sys.stderr.write(f"{error}\n")
        return OwnerNeeded.status
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # this bot never speaks
    process = logs.process_name() if settings.domino_processes > 1 else None
    logs.set_up(getattr(logging, settings.domino_log_level), settings.domino_log_format, process)
    try:
        if arguments.backup is not None:
            check_backup(settings, arguments.backup)
            asyncio.run(backup(settings, arguments.backup))
            print(f"Copied {settings.domino_database} to {arguments.backup}.")
        elif arguments.move_to is not None:
            moved = move(settings, arguments.move_to)
            rows = "1 row" if moved.rows == 1 else f"{moved.rows} rows"
            print(f"Moved {rows} in {moved.tables} tables to {arguments.move_to}: set DOMINO_DATABASE to it.")
        elif arguments.migrate:
            asyncio.run(migrate(settings))
            print(f"{settings.domino_database} is up to date.")
        elif arguments.recompute:
            print(summary(asyncio.run(recompute(settings))))
        elif arguments.playground or settings.discord_token is None:
            if settings.discord_token is None:
                print("No DISCORD_TOKEN is set, so this is the playground: dominoes in your browser.", flush=True)
            asyncio.run(play_here(settings))
        else:
            asyncio.run(run(settings))
    except CannotStart as error:
        if settings.domino_log_format == "json":
            _log.critical("%s", error)
        else:
            sys.stderr.write(f"{error}\n")
        return error.status
    except KeyboardInterrupt:
        # a bot is stopped in this way on Windows, and elsewhere while it starts; a copy would be incomplete
        return INTERRUPTED if any((arguments.backup, arguments.recompute, arguments.move_to, arguments.migrate)) else 0
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        status = main()
    finally:
        # the status is decided; uv repeats a Ctrl-C after 0.2 seconds
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(status)
