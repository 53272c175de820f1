"""Requests to Discord: how long an answer may take, and what is told of a request that fails."""

from __future__ import annotations

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


def trace() -> aiohttp.TraceConfig:
    """Return a trace that limits the time of all requests of its session."""
    config = aiohttp.TraceConfig()
    config.on_request_start.append(_limit_time)
    return config


async def _limit_time(session: aiohttp.ClientSession, *_: object) -> None:
    # discord.py makes the session and passes no timeout; the first request, the login, is not limited
    session._timeout = ANSWER_TIMEOUT  # pyright: ignore[reportPrivateUsage]
