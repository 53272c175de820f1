"""The bot's account on Discord: the form of its token, and its application, looked up and edited."""

from __future__ import annotations

import asyncio
import base64
import logging
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

import aiohttp
import discord
from discord.http import INTERNAL_API_VERSION, Route

from engine.cli.commands import one_line
from settings import CannotStart, OwnerNeeded

REQUEST_SECONDS = 45.0
"""The maximum seconds of the login, and of an edit, with the library's own tries."""

MAX_RATE_LIMIT_SECONDS = 30.0
"""The maximum seconds that a request waits if Discord asks for it."""

TOKEN_REFUSED = "DISCORD_TOKEN: Discord does not take this token. Reset it in the portal, then run bot.py --setup."  # noqa: S105
"""The line for the owner after Discord has refused a token."""

_NO_TOKENS = (
    (r"", "it is empty"),
    (r".*\s.*", "it has a space or a line break inside"),
    (r"""["'`].*|.*["'`]""", "leave out the quotation marks"),
    (r"https?://.*", "it is an address"),
    (r"mfa\..*", "it is the token of a person; a bot has one of its own"),
    (r"\d{15,21}", "it is an id, such as the application's, and not the token"),
    (r"[0-9a-fA-F]{64}", "it is the application's public key, and not the token"),
    (r"[A-Za-z0-9_-]{32}", "it is probably the client secret, and not the token"),
)
"""Other texts that owners enter for a token, as patterns of the whole text, each with the reason."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{25,}", re.ASCII)


def token_problem(text: str) -> str | None:
    """Return why a text can't be the token of a bot; None if it has the form of one. The text is not repeated."""
    if re.match(r"Bot\s", text, re.IGNORECASE):
        return "leave out the word Bot in front"
    for pattern, reason in _NO_TOKENS:
        if re.fullmatch(pattern, text, re.ASCII | re.DOTALL):
            return reason
    if text.count(".") != 2:
        return f"a token has three parts with dots between them, and this has {text.count('.') + 1}"
    if _TOKEN.fullmatch(text) is None:
        return "it has a character that no token has" if re.search(r"[^\w.-]", text, re.ASCII) else "it is too short"
    return None if bot_id(text) else "its first part is not the id of a bot; a character may be missing"


def bot_id(token: str) -> str:
    """Return the id that a token begins with, in Base64 as addresses have it, without padding; empty without one."""
    part = token.partition(".")[0]
    try:
        digits = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except ValueError:
        return ""
    return digits.decode() if re.fullmatch(rb"\d{15,21}", digits) else ""


def use_api(api_url: str | None) -> None:
    """Let all requests go to a server instead of Discord, or to a proxy; with None, change nothing."""
    if api_url is not None:
        Route.BASE = f"{api_url}/api/v{INTERNAL_API_VERSION}"


def in_one_line(error: Exception) -> str:
    """Return an error in one line, without a page that a server may have sent."""
    if isinstance(error, discord.HTTPException):
        # its text may be a page of HTML
        return f"{error.status} {error.response.reason}"
    if isinstance(error, TimeoutError):
        return "no answer in time"
    # the library of requests tells of certificates wherever it can't connect
    return " ".join(str(error).replace(" ssl:default", "").split()) or type(error).__name__


def unreached(error: Exception) -> CannotStart:
    """Return an error of a login as one with advice for the owner."""
    unauthorized = isinstance(error, discord.HTTPException) and error.status == HTTPStatus.UNAUTHORIZED
    if unauthorized or isinstance(error, discord.LoginFailure):
        return OwnerNeeded(TOKEN_REFUSED)
    if isinstance(error, discord.HTTPException):
        return CannotStart(f"Discord can't be reached: {in_one_line(error)}")
    if isinstance(error, (discord.DiscordException, aiohttp.ClientError, OSError)):
        return CannotStart(f"Discord can't be reached: {in_one_line(error)}. Check DOMINO_API_URL and the network.")
    # the library fails on such an answer in any way
    return CannotStart("Discord can't be reached: the answer is not Discord's. Check DOMINO_API_URL and the network.")


@asynccontextmanager
async def signed_in(
    token: str, api_url: str | None, trace: aiohttp.TraceConfig | None = None
) -> AsyncGenerator[discord.Client]:
    """Sign in, without a connection for events, until the context ends; the client's ``application`` is known then.

    Args:
        token: the bot's token.
        api_url: the setting ``DOMINO_API_URL``.
        trace: takes each request.

    Raises:
        OwnerNeeded: Discord refuses the token.
        CannotStart: Discord can't be reached.

    """
    use_api(api_url)
    log = logging.getLogger("discord")
    level = log.level
    # the commands report the same in their own words
    log.setLevel(logging.ERROR)
    options: dict[str, Any] = {} if trace is None else {"http_trace": trace}
    options["max_ratelimit_timeout"] = MAX_RATE_LIMIT_SECONDS
    try:
        async with discord.Client(intents=discord.Intents.none(), **options) as client:
            try:
                async with asyncio.timeout(REQUEST_SECONDS):
                    await client.login(token)
            except Exception as error:
                raise unreached(error) from None
            yield client
    finally:
        log.setLevel(level)


async def look_up(token: str, api_url: str | None) -> discord.AppInfo:
    """Return the application of a token; raise as :func:`signed_in` does."""
    async with signed_in(token, api_url) as client:
        assert client.application is not None
        return client.application


async def edit(client: discord.Client, change: Mapping[str, Any]) -> str:
    """Change fields of the application; return Discord's reason to refuse, empty if there is none."""
    try:
        async with asyncio.timeout(REQUEST_SECONDS):
            # the library's own method drops interactions_endpoint_url
            await client.http.request(Route("PATCH", "/applications/@me"), json=dict(change))
    except discord.HTTPException as error:
        # only an error of Discord's own has a code, and a text in words
        return one_line(error.text) if error.code else in_one_line(error)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        return in_one_line(error)
    return ""
