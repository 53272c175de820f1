"""Counts the requests to Discord, and times answers to interactions."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from prometheus_client import Counter, Histogram

from cogs.bot import DominoBot

MAX_AWAITED = 1000
"""Of how many interactions without an answer the time is remembered."""

WORDS = frozenset(
    {"@me", "@original", "applications", "bot", "callback", "channels", "commands", "emojis", "gateway", "guilds"}
    | {"interactions", "members", "messages", "oauth2", "threads", "users", "webhooks"}
)
"""The segments of addresses that are words; all others are ids, tokens or names."""

CALLBACK = re.compile(r"/api/v\d+/interactions/(\d+)/[^/]+/callback")

SCOPES = frozenset({"user", "global", "shared"})
"""The scopes of Discord's rate limits."""

ANSWERED = frozenset(
    {
        discord.InteractionType.application_command,
        discord.InteractionType.component,
        discord.InteractionType.modal_submit,
    }
)
"""The types of interactions whose user waits for an answer."""


def route(method: str, path: str) -> str:
    """Return a request without its ids: ``PATCH channels/*/messages/*``."""
    segments = path.partition("/api/")[2].split("/")[1:]
    return f"{method} {'/'.join(each if each in WORDS else '*' for each in segments if each)}"


def count_requests(client: DominoBot, requests: Counter, limited: Counter, press: Histogram) -> None:
    """Count every request of a client that has not logged in, and time its answers to interactions.

    Args:
        client: the bot.
        requests: gets ``route``, ``auth`` (bot or interaction) and ``status``: a number, or ``none`` without an answer.
        limited: gets the ``scope`` of each answer with status 429.
        press: gets the seconds from an interaction to its answer.

    """
    awaited: OrderedDict[int, float] = OrderedDict()

    async def on_interaction(interaction: discord.Interaction[Any]) -> None:
        if interaction.type in ANSWERED:
            awaited[interaction.id] = time.monotonic()
            while len(awaited) > MAX_AWAITED:
                awaited.popitem(last=False)

    client.add_listener(on_interaction)

    def count(made: aiohttp.TraceRequestEndParams | aiohttp.TraceRequestExceptionParams, status: str) -> None:
        auth = "bot" if "Authorization" in made.headers else "interaction"
        requests.labels(route(made.method, made.url.path), auth, status).inc()

    async def ended(_: object, context: SimpleNamespace, made: aiohttp.TraceRequestEndParams) -> None:
        path, status = made.url.path, made.response.status
        if "/api/" not in path:
            return
        context.counted = True
        count(made, str(status))
        if status == 429:
            # without the header it was a server on the way
            scope = made.response.headers.get("X-RateLimit-Scope", "")
            limited.labels(scope if scope in SCOPES else "none").inc()
        match = CALLBACK.fullmatch(path)
        begun = awaited.pop(int(match[1]), None) if match is not None and status < 300 else None
        if begun is not None:
            press.observe(time.monotonic() - begun)

    async def failed(_: object, context: SimpleNamespace, made: aiohttp.TraceRequestExceptionParams) -> None:
        # an answer that could not be read has been counted
        if "/api/" in made.url.path and not getattr(context, "counted", False):
            count(made, "none")

    trace = client.http.http_trace
    # there is none in a Discord in memory
    if trace is not None:
        # first: the client's own callback refuses answers that can't be read
        trace.on_request_end.insert(0, ended)
        trace.on_request_exception.append(failed)
