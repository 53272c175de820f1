"""Answers health checks and scrapes over HTTP, in the bot's event loop."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from aiohttp import web

from cogs.bot import DominoBot
from cogs.core.endpoints import listen
from cogs.monitoring.health import readiness

if TYPE_CHECKING:
    from cogs.monitoring.metrics import Metrics

_log = logging.getLogger(__name__)

FRESH_SECONDS = 1.0
"""For how long the metrics of one scrape are good enough for the next: many scrapers cost as little as one."""

NO_METRICS = "Metrics need the package prometheus-client, from the extra `metrics`. See docs/monitoring.md.\n"


class Monitor:
    """Answers ``/healthz``, ``/readyz`` and ``/metrics``.

    Args:
        client: the bot.
        metrics: the bot's counters; None without the package for them.

    """

    def __init__(self, client: DominoBot, metrics: Metrics | None) -> None:
        self._client = client
        self._metrics = metrics
        self._text = b""
        self._written_at = float("-inf")
        self.app = web.Application()
        self.app.router.add_get("/healthz", self._healthz)
        self.app.router.add_get("/readyz", self._readyz)
        self.app.router.add_get("/metrics", self._scrape)

    async def _healthz(self, request: web.Request) -> web.Response:
        """Answer, which shows that the event loop is not held."""
        del request
        return web.Response(text="ok")

    async def _readyz(self, request: web.Request) -> web.Response:
        """Return the state of each part that play needs, with status 503 if one fails."""
        del request
        ready = await readiness(self._client)
        return web.json_response(ready, status=200 if all(ready.values()) else 503)

    async def _scrape(self, request: web.Request) -> web.Response:
        """Return the metrics in Prometheus' text format."""
        del request
        if self._metrics is None:
            return web.Response(text=NO_METRICS, status=501)
        now = time.monotonic()
        if now - self._written_at >= FRESH_SECONDS:
            try:
                self._text = self._metrics.text()
            except Exception as error:
                _log.warning("the metrics could not be collected: %s", type(error).__name__)
                return web.Response(status=500)
            self._written_at = now
        return web.Response(body=self._text, headers={"Content-Type": self._metrics.content_type})


@asynccontextmanager
async def monitored(client: DominoBot, host: str, port: int) -> AsyncGenerator[None]:
    """Observe a client that has not started, and answer at an address, while inside.

    Raises:
        CannotListen: the address is taken, or not this machine's.

    """
    async with AsyncExitStack() as stack:
        metrics = _metrics()
        runner = await listen(Monitor(client, metrics).app, host, port, "DOMINO_METRICS_PORT")
        stack.push_async_callback(runner.cleanup)
        if metrics is not None:
            await stack.enter_async_context(metrics.observing(client))
        _log.info("health checks%s are at http://%s:%d", "" if metrics is None else " and metrics", host, port)
        yield


def _metrics() -> Metrics | None:
    """Return new metrics; None if their package is not installed."""
    try:
        from cogs.monitoring.metrics import Metrics
    except ModuleNotFoundError as error:
        if error.name != "prometheus_client":
            raise
        return None
    return Metrics()
