"""Runs the bot on Discord, or the playground in a browser, until a signal ends it."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import os
import secrets
import signal
import sys
from contextlib import AsyncExitStack, suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

import discord

from cogs.bot import DominoBot
from cogs.core import logs
from cogs.core.endpoints import CannotListen
from engine.cli.progress import logged
from engine.live.clock import SteadyClock
from engine.live.database.address import DatabaseURL
from engine.live.database_store import DatabaseStore
from engine.live.logs import process_name
from engine.live.model.errors import StorageError
from engine.live.model.pace import Timeouts
from engine.live.thinking.pool import BotPool
from hosting.account import TOKEN_REFUSED, in_one_line, use_api
from hosting.database import hold_database, open_store, unopened
from hosting.maintenance import summary
from settings import CannotStart, OwnerNeeded, Settings

_log = logging.getLogger("dominoes")

GC_THRESHOLDS = (20_000, 20, 50)
"""After how many new objects garbage is collected: less often than Python does, which saves 0.3 of 4.7 ms a move."""

SWITCH_SECONDS = 0.001
"""The maximum seconds for which a computing thread keeps the interpreter from others.

A press that arrives while pictures are drawn waits for the interpreter up to so long. A move takes as much of a
processor as with Python's default of 5 ms: 10.6 ms and 10.2 ms, measured side by side.
"""

AUTHENTICATION_FAILED, INTENTS_REFUSED = 4004, (4013, 4014)
"""The codes with which Discord's gateway closes a connection for the token, and for the intents."""

REST_RATIO = 1.0
"""The pauses that recomputing figures makes in favour of the bot, as a multiple of its own time."""

REFRESH_SECONDS = 60.0
"""The seconds after which a process looks again whether recomputing figures is up to it."""


def set_up_log(settings: Settings) -> None:
    """Set up logging as the settings have it."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # this bot never speaks
    process = process_name() if settings.domino_processes > 1 else None
    logs.set_up(getattr(logging, settings.domino_log_level), settings.domino_log_format, process)


async def join(store: DatabaseStore, settings: Settings) -> dict[str, Any]:
    """Return the bot's arguments for sharing shards with other processes; none with a database file.

    Raises:
        CannotStart: the database can't be used.

    """
    if not isinstance(settings.domino_database, DatabaseURL):
        return {}
    # imported here alone: with a file nobody needs it
    from cogs.cluster.lease_holder import LeaseHolder
    from cogs.cluster.peers import Peers
    from engine.live.cluster.leases import Leases, steady

    owner = f"{process_name()}-{secrets.token_hex(4)}"
    host, port = settings.domino_peer_host, settings.domino_peer_port
    address = f"http://{host}:{port}" if port is not None else ""
    leases = Leases(store.connection, owner=owner, address=address, processes=settings.domino_processes)
    try:
        await leases.learn_time()
    except StorageError as error:
        await store.close()
        raise unopened(settings, error) from None
    store.preferences.share()
    return {
        "ownership": LeaseHolder(
            leases,
            Peers(leases, _peer_secret(settings)) if port is not None else None,
            (settings.peer_address, port or 0),
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


async def refresh(store: DatabaseStore, client: DominoBot) -> None:
    """Recompute, in the background, the figures that were computed by older formulas; one process does so for all."""
    while not client.owns(0):  # noqa: ASYNC110 - there is no event for it
        await asyncio.sleep(REFRESH_SECONDS)
    try:
        with logged("recompute", "matches", _log) as report:
            done = await store.league.recompute(report, outdated=True, rest=REST_RATIO)
    except StorageError as error:
        _log.warning("the figures of finished matches could not be recomputed: %s", error)
    except Exception:
        # the next start tries again; until then leaderboards show the old figures
        _log.exception("the figures of finished matches could not be recomputed")
    else:
        if done.servers:
            _log.info("figures recomputed: %s", summary(done))


async def run(settings: Settings) -> None:
    """Run the bot on Discord until SIGINT or SIGTERM.

    Raises:
        CannotStart: the database can't be opened or has another bot, a port is taken, or Discord can't be reached.
        OwnerNeeded: Discord refuses the token or the bot's intents, at the start or later.

    """
    if settings.contradiction is not None:
        raise OwnerNeeded(settings.contradiction)
    with hold_database(settings):
        try:
            await _run(settings)
        except CannotListen as error:
            raise CannotStart(str(error)) from None


async def _run(settings: Settings) -> None:
    use_api(settings.domino_api_url)
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
        ending = _ending(error, client)
        if ending is None:
            raise
        raise ending from None
    finally:
        for each in beside:
            each.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await client.close()
        if running is not None:
            running.cancel()
            # its error is reported above, or irrelevant now
            await asyncio.gather(running, return_exceptions=True)


def _ending(error: Exception, client: DominoBot) -> CannotStart | None:
    """Return an error as one line for the owner; None for an error of the bot's own."""
    refusal = _refusal(error)
    if refusal is not None:
        return OwnerNeeded(refusal)
    unreachable = (discord.HTTPException, discord.GatewayNotFound, OSError)
    # before the login is over, any other error comes from an answer that is none of Discord's
    if client.application is None or isinstance(error, unreachable):
        return CannotStart(f"Discord can't be reached: {in_one_line(error)}")
    return None


def _refusal(error: Exception) -> str | None:
    """Return the owner's remedy for a refusal of the bot; None for any other error."""
    code = error.code if isinstance(error, discord.ConnectionClosed) else None
    unauthorized = isinstance(error, discord.HTTPException) and error.status == HTTPStatus.UNAUTHORIZED
    if isinstance(error, discord.LoginFailure) or code == AUTHENTICATION_FAILED or unauthorized:
        return TOKEN_REFUSED
    if isinstance(error, discord.PrivilegedIntentsRequired) or code in INTENTS_REFUSED:
        return "Discord refuses the intent guilds, the only one that the bot asks for. See docs/errors.md."
    if code is not None:
        return f"Discord has closed the connection for good, with code {code}. See docs/errors.md."
    return None


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
