"""Requests to Discord: how long an answer may take, and what is told of a request that fails."""

from __future__ import annotations

import json
import re

import aiohttp
import discord

FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""The exceptions of a request to Discord: refusals, rate limits, connection errors and timeouts."""

ANSWER_TIMEOUT = aiohttp.ClientTimeout(total=60, connect=5, sock_read=10)
"""How long a request may take. The time for an answer begins when the request is sent, after any rate limit."""

MAX_REASON_LENGTH = 200
_ADDRESS = re.compile(r"https?://\S+")


def describe(error: BaseException) -> str:
    """Return one line about an error for the log: its text without addresses, which hold tokens, or else its kind."""
    text = " ".join(_ADDRESS.sub("…", str(error)).split())
    return text[:MAX_REASON_LENGTH] or type(error).__name__


class UnreadableAnswer(aiohttp.ClientError):
    """An answer that the library would choke on, such as a page of a proxy."""


def trace() -> aiohttp.TraceConfig:
    """Return a trace that limits the time of all requests of its session, and refuses unreadable answers."""
    config = aiohttp.TraceConfig()
    config.on_request_start.append(_limit_time)
    config.on_request_end.append(_require_json)
    return config


async def _limit_time(session: aiohttp.ClientSession, *_: object) -> None:
    # discord.py makes the session and passes no timeout; the first request, the login, is not limited
    session._timeout = ANSWER_TIMEOUT  # pyright: ignore[reportPrivateUsage]


async def _require_json(_: object, __: object, end: aiohttp.TraceRequestEndParams) -> None:
    """Check the body of an answer of Discord's API before the library reads it.

    Raises:
        UnreadableAnswer: it is not the JSON that an answer with its status has.

    """
    answer = end.response
    status, good = answer.status, 200 <= answer.status < 300
    if "/api/" not in answer.url.path or status == 204:
        return
    # the library reads nothing else as JSON
    declared = answer.headers.get("Content-Type") == "application/json"
    if not (declared or good or status == 429):
        return
    try:
        body: object = json.loads(await answer.read()) if declared else None
    except ValueError:
        raise UnreadableAnswer(f"an answer with status {status} is no JSON") from None
    if (good and not isinstance(body, (dict, list))) or (
        status == 429 and not (isinstance(body, dict) and "retry_after" in body)
    ):
        raise UnreadableAnswer(f"an answer with status {status} says nothing")
