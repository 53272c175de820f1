"""Rejects requests with a foreign Host or Origin: no page of another site can use the server."""

from __future__ import annotations

from collections.abc import Callable

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


def guard(port: Callable[[], int]) -> Middleware:
    """Return a middleware that answers another Host with 421 (DNS rebinding), and a foreign Origin with 403."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        hosts = {f"127.0.0.1:{port()}", f"localhost:{port()}"}
        if request.headers.get("Host") not in hosts:
            return web.Response(status=421, text="This server answers only to 127.0.0.1 and localhost.\n")
        origin = request.headers.get("Origin")
        if origin is not None and origin not in {f"http://{host}" for host in hosts}:
            return web.Response(status=403, text="This server does not answer pages of other sites.\n")
        response = await handler(request)
        if not response.prepared:
            for name, value in PAGE_HEADERS.items():
                response.headers.setdefault(name, value)
        return response

    return check
