"""The playground's server: Discord's HTTP and gateway for the bot, and the page with its API for people."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from playground.push import Push

from .changes import Change
from .gateway import Gateway
from .guard import guard
from .journal import Journal, Request
from .people_api import PeopleApi
from .ratelimit import RateLimits
from .rest import Rest, picture_response
from .spec import Specification
from .store import Store
from .world import CDN_BASE, FORMAT, INTERACTION_SECONDS, World

_log = logging.getLogger(__name__)

DEFAULT_PORT = 8321
FILE_NAME = "playground.sqlite3"
SAVE_DELAY_SECONDS = 1.0
TIDY_SECONDS = 60.0
PAGE = Path(__file__).resolve().parent / "page"

_OWN_CDN = re.compile(r"http://(?:127\.0\.0\.1|localhost):\d+/cdn/")


class Playground:
    """A Discord on loopback, in this process; the bot is another one (:class:`playground.process.BotProcess`).

    Use it as `async with Playground(port=0, data=None) as p:`; `p.url` is its address.

    Args:
        port: 0 for any free port, None for :data:`DEFAULT_PORT` or the next free one.
        data: the folder of the file with the saved state; None saves nothing.
        rate_limits: whether Discord's rate limits apply.
        token_seconds: how long the token of an interaction is good.
        shards: how many shards a bot is told to open.
        concurrency: how many of them may identify themselves within five seconds; 0 for any number.
        spec: the folder of the specification's checker; None for the usual one.

    """

    def __init__(
        self,
        *,
        port: int | None = 0,
        data: Path | None = None,
        rate_limits: bool = True,
        token_seconds: float = INTERACTION_SECONDS,
        shards: int = 1,
        concurrency: int = 0,
        spec: Path | None = None,
    ) -> None:
        self.world = World(token_seconds)
        self.journal = Journal()
        self.limits = RateLimits(enabled=rate_limits)
        self.spec = Specification(spec)
        self.note = ""
        """The status line of the bot's process on the page; may be empty."""
        self._wanted_port = port
        self._port = 0
        self._store = Store(data / FILE_NAME, FORMAT) if data is not None else None
        self._runner: web.AppRunner | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._changed = asyncio.Event()
        self._saving = asyncio.Lock()
        self.gateway = Gateway(self.world, url=lambda: self.gateway_url, rewrite=self._outward, concurrency=concurrency)
        self.rest = Rest(
            self.world,
            self.journal,
            self.limits,
            self.spec,
            outward=self._outward,
            inward=_inward,
            gateway_url=lambda: self.gateway_url,
            shards=shards,
            concurrency=concurrency or shards,
        )
        self.push = Push(self.world, outward=self._outward, status=self._status)
        self._api = PeopleApi(self.world, self.push, self.journal, outward=self._outward, status=self._status)
        self.gateway.listeners.append(self.push.status_changed)
        self.journal.listeners.append(self.push.problem)
        self.world.listeners.append(self._note_change)

    # ---------------------------------------------------------------- addresses

    @property
    def port(self) -> int:
        """The port, once started."""
        return self._port

    @property
    def url(self) -> str:
        """The address of the page, and of everything else, once started: "http://127.0.0.1:PORT"."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return f"ws://127.0.0.1:{self._port}/gateway"

    def _outward(self, text: str) -> str:
        return text.replace(CDN_BASE + "/", f"{self.url}/cdn/")

    @property
    def requests(self) -> Sequence[Request]:
        """The bot's last requests, oldest first."""
        return self.journal.requests

    def set_note(self, note: str) -> None:
        """Show a note about the bot's process on every page; an empty one shows none."""
        self.note = note
        self.push.status_changed()

    # ------------------------------------------------------------------ running

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Load the file and listen on 127.0.0.1.

        Raises:
            OSError: the port is taken.

        """
        listener = _listen(self._wanted_port)
        self._port = listener.getsockname()[1]
        await self._load()
        self.spec.start()
        app = web.Application(middlewares=[guard(lambda: self._port)], client_max_size=32 * 1024 * 1024)
        app.router.add_route("*", "/api/{tail:.*}", self.rest.handle)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/cdn/{path:.+}", self._picture)
        app.router.add_routes(self._api.routes())
        app.router.add_get("/", _index)
        app.router.add_static("/page", PAGE)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.SockSite(self._runner, listener).start()
        self._tasks = [asyncio.create_task(self._keep_saved()), asyncio.create_task(self._keep_tidy())]

    async def close(self) -> None:
        """End everything, and save a last time."""
        # not while saving: an older state must not be written after the last one
        async with self._saving:
            for task in self._tasks:
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.push.close()
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
        await self.spec.close()
        await self.save()

    async def save(self) -> None:
        """Save to the file, if there is one; an error is logged, and the next save tries again."""
        if self._store is None:
            return
        async with self._saving:
            state = self.world.snapshot()
            fresh, dropped = self.world.take_pictures()
            try:
                await asyncio.to_thread(self._store.save, state, fresh, dropped)
            except (OSError, sqlite3.Error) as error:
                self.world.return_pictures(fresh, dropped)
                _log.error("The playground's file could not be written: %s", error)

    async def _load(self) -> None:
        saved = await asyncio.to_thread(self._store.load) if self._store is not None else None
        if saved is None or self._store is None:
            return
        try:
            self.world.restore(saved.state, saved.pictures)
        except ValueError as error:
            self._store.put_aside(str(error))

    def _note_change(self, change: Change) -> None:
        del change
        self._changed.set()

    async def _keep_saved(self) -> None:
        while True:
            await self._changed.wait()
            await asyncio.sleep(SAVE_DELAY_SECONDS)
            self._changed.clear()
            await self.save()

    async def _keep_tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            self.world.tidy()

    def _status(self) -> dict[str, Any]:
        return {"bot_connected": self.gateway.connected, "note": self.note}

    async def _picture(self, request: web.Request) -> web.Response:
        return picture_response(self.world, request.match_info["path"])


def _inward(text: str) -> str:
    return _OWN_CDN.sub(CDN_BASE + "/", text)


async def _index(request: web.Request) -> web.StreamResponse:
    del request
    return web.FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})


def _listen(wanted: int | None) -> socket.socket:
    """Return a socket that listens on loopback."""
    ports = [wanted] if wanted is not None else [*range(DEFAULT_PORT, DEFAULT_PORT + 50), 0]
    for port in ports:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        with suppress(OSError):
            # on Windows the option would share the port with another listener
            if hasattr(socket, "SO_REUSEPORT"):
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", port))
            listener.listen(128)
            listener.setblocking(False)
            return listener
        listener.close()
    raise OSError(f"port {wanted} of 127.0.0.1 is taken")
