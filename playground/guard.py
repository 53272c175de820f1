"""Rejects requests with a foreign Host or Origin, and changes without an Origin: other sites' pages can't use it."""

from __future__ import annotations

from collections.abc import Callable, Set

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


_READING = frozenset({"GET", "HEAD", "OPTIONS"})


def _is_from_elsewhere(request: web.Request, hosts: Set[str]) -> bool:
    """Whether a request has another site's Origin or, without an Origin, may come from there and change something.

    Browsers name a request's site. The bot is no browser and has its own API.
    """
    origin = request.headers.get("Origin")
    if origin is not None:
        scheme, _, host = origin.partition("://")
        return scheme != "http" or host not in hosts
    site = request.headers.get("Sec-Fetch-Site")
    from_the_bot = site is None and request.path.startswith("/api/")
    return request.method not in _READING and not from_the_bot and site != "same-origin"


def guard(port: Callable[[], int]) -> Middleware:
    """Return a middleware that answers another Host with 421 (DNS rebinding), and other sites' pages with 403."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        hosts = {f"127.0.0.1:{port()}", f"localhost:{port()}"}
        if request.headers.get("Host") not in hosts:
            return web.Response(status=421, text="This server answers only to 127.0.0.1 and localhost.\n")
        if _is_from_elsewhere(request, hosts):
            return web.Response(status=403, text="This server does not answer pages of other sites.\n")
        response = await handler(request)
        if not response.prepared:
            for name, value in PAGE_HEADERS.items():
                response.headers.setdefault(name, value)
        return response

    return check
