"""Odd requests to the bot's own ports: answers, costs and log lines."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from aiohttp import web

from cogs.core import endpoints
from cogs.core.endpoints import CannotListen, listen
from tests.support.bots.fleet import free_port


async def echo(request: web.Request) -> web.Response:
    return web.Response(body=await request.read())


@pytest_asyncio.fixture
async def port(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[int]:
    monkeypatch.setattr(endpoints, "IDLE_SECONDS", 0.2)
    application = web.Application()
    application.router.add_route("*", "/", echo)
    number = free_port()
    runner = await listen(application, "127.0.0.1", number, "DOMINO_METRICS_PORT")
    yield number
    await runner.cleanup()


async def send(port: int, data: bytes, *, cut: bool = False) -> bytes:
    """Send bytes, cut off the connection or wait until the server closes it, and return the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    await writer.drain()
    answer = b"" if cut else await asyncio.wait_for(reader.read(), 60)
    writer.close()
    await asyncio.sleep(0.05)
    return answer


GET, POST = b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST / HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize(
    ("data", "cut"),
    [
        (b"", False),
        (GET, False),
        (b"\x16\x03\x01\r\n\r\n", False),
        (GET + b"\r\nnonsense\r\n\r\n", False),
        (POST + b"Content-Length: 9\r\n\r\nabc", True),
        (POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", False),
        (POST + b"Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", False),
        (GET + b"X: " + b"x" * 100_000 + b"\r\n\r\n", False),
    ],
    ids=["silence", "half a header", "no HTTP", "no HTTP later", "cut body", "bad chunk", "bad gzip", "long header"],
)
async def test_an_odd_request_is_dropped(port: int, data: bytes, cut: bool, caplog: pytest.LogCaptureFixture) -> None:
    await send(port, data, cut=cut)
    assert [each for each in caplog.records if each.levelno > logging.WARNING or each.exc_info] == []
    assert len({each.getMessage() for each in caplog.records}) <= 1


async def test_a_body_that_nobody_asked_for_keeps_no_connection(port: int) -> None:
    assert (await send(port, b"GET /elsewhere HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")).startswith(
        b"HTTP/1.1 404"
    )


async def test_a_taken_port_is_told_by_its_setting() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=r"^DOMINO_PEER_PORT: .*address already in use"):
            await listen(web.Application(), "127.0.0.1", number, "DOMINO_PEER_PORT")
