"""HTTP endpoints of the bot's own. Anybody may send anything to their ports, and it costs little."""

from __future__ import annotations

import logging

import aiohttp
from aiohttp import web

_log = logging.getLogger(__name__)

IDLE_SECONDS = 10.0
"""The seconds after which a connection without a whole request is closed; clients close theirs earlier."""

SHUTDOWN_SECONDS = 0.5
"""How long the end of the bot waits for clients that still read an answer."""

UNFINISHED = (
    TimeoutError,
    ConnectionError,
    aiohttp.ClientError,
    web.RequestPayloadError,
    aiohttp.http.HttpProcessingError,
)
"""Errors of a request that is cut off, too slow or no HTTP."""


class CannotListen(Exception):
    """A port can't be opened; the text is one line that names its setting."""


async def listen(application: web.Application, host: str | None, port: int, setting: str) -> web.AppRunner:
    """Answer requests at an address until the returned runner is cleaned up.

    Args:
        application: the routes.
        host: the address; None for all of this machine's.
        port: the port.
        setting: the name of the setting that has the port.

    Raises:
        CannotListen: the address is taken, or not this machine's.

    """
    runner = web.AppRunner(
        application,
        access_log=None,
        logger=_requests,
        keepalive_timeout=IDLE_SECONDS,
        lingering_time=0.0,
        shutdown_timeout=SHUTDOWN_SECONDS,
    )
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        await runner.cleanup()
        raise CannotListen(f"{setting}: {error}") from None
    return runner


def _shorten(record: logging.LogRecord) -> bool:
    """Turn the library's traceback of a request that is no request into a warning of one line."""
    error = record.exc_info[1] if record.exc_info else None
    if not isinstance(error, UNFINISHED):
        return True
    _log.warning("a request was dropped: %s", type(error).__name__)
    return False


_requests = logging.getLogger(f"{__name__}.requests")
_requests.addFilter(_shorten)
