"""Requests to Discord: timeouts, and descriptions of failures."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations
from typing import Any, NamedTuple, cast

import aiohttp
import discord
from discord.http import HTTPClient

from cogs.core.discord_private import lift_limit, set_timeout
from cogs.core.frame import escaped
from cogs.core.http.budget import Budget
from engine.i18n import N_

FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""The exceptions of a request to Discord: refusals, rate limits, connection errors and timeouts."""

ANSWER_TIMEOUT = aiohttp.ClientTimeout(total=60, connect=5, sock_read=10)
"""How long a request may take. The time for an answer begins when the request is sent, after any rate limit."""

LIMIT_SECONDS = 3.0
"""After how many seconds a limit for the whole bot is lifted if the request that met it was given up."""

_MESSAGE = frozenset({"id", "type", "content", "author", "attachments", "embeds", "edited_timestamp", "pinned", "tts"})
_FIELDS = (
    (re.compile(r"(GET|POST|PATCH) .*/messages(/[^/]+)?|POST .*/webhooks/\d+/[^/]+"), _MESSAGE),
    (re.compile(r"POST .*/callback"), frozenset({"interaction"})),
    (re.compile(r"POST .*/users/@me/channels"), frozenset({"id", "type"})),
)
"""The fields that the library reads in Discord's answers."""

ANSWERED_ALREADY = 40060
"""Discord's error code for a second answer to an interaction."""

INVALID_FORM = 50035
"""Discord's error code for a request with an invalid part."""

UNKNOWN_CHANNEL, MISSING_ACCESS, MISSING_PERMISSIONS = 10003, 50001, 50013
"""Discord's error codes for a channel that is gone, one out of the bot's reach, and one without a permission."""

UNKNOWN_MESSAGE, TOO_MANY_EDITS_OF_OLD, THREAD_ARCHIVED = 10008, 30046, 50083
"""Discord's error codes for a message that can't be edited, though the bot may send others."""

OPENED_TOO_FAST = 40003
"""Discord's error code for direct messages that are opened too fast."""

NOT_BARRED = (0, INVALID_FORM, UNKNOWN_MESSAGE, TOO_MANY_EDITS_OF_OLD, THREAD_ARCHIVED, OPENED_TOO_FAST)
"""The error codes of refusals that concern one message or one moment; 0 is from something between."""

MAX_REASON_LENGTH = 200
_ADDRESS = re.compile(r"https?://\S+")


def describe(error: BaseException) -> str:
    """Return one line about an error for the log: its text without addresses, which hold tokens, or else its kind."""
    text = " ".join(_ADDRESS.sub("…", str(error)).split())
    return text[:MAX_REASON_LENGTH] or type(error).__name__


def is_forbidden_or_gone(error: BaseException) -> bool:
    """Whether Discord refused a request for good: it is not allowed, or its object is gone."""
    # without a code of Discord's it is from something between
    return isinstance(error, discord.HTTPException) and error.status in (403, 404) and bool(error.code)


def may_be_done(error: BaseException) -> bool:
    """Whether Discord may have done a request although it has failed."""
    if isinstance(error, discord.HTTPException):
        # the library repeats a request whose answer a proxy has lost
        return error.status >= 500 or error.code == ANSWERED_ALREADY
    return isinstance(error, (aiohttp.ClientError, OSError)) and not isinstance(error, NotSent)


def is_barred(error: BaseException) -> bool:
    """Whether Discord lets the bot post nothing in a channel or to a person, for any reason."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.status in (400, 403, 404) and error.code not in NOT_BARRED


class UnreadableAnswer(aiohttp.ClientError):
    """An answer that the library would choke on, such as a page of a proxy."""


class NotSent(OSError):
    """A request was not sent, since another process may do so by now."""


_allowed: ContextVar[Callable[[], bool]] = ContextVar("allowed", default=lambda: True)


@contextmanager
def sending_while(allowed: Callable[[], bool]) -> Generator[None]:
    """Let requests inside, also those of tasks begun inside, raise :class:`NotSent` unless they are still allowed.

    The check is at the last moment: a process may stand still between any two steps.
    """
    token = _allowed.set(allowed)
    try:
        yield
    finally:
        _allowed.reset(token)


async def _require_allowed(*_: object) -> None:
    if not _allowed.get()():
        raise NotSent("another process may do so by now")


def trace(budget: Budget) -> aiohttp.TraceConfig:
    """Return a trace for all requests of a session.

    It limits their time, lets those with the bot's token wait for a budget, sends none that is not allowed any more,
    and refuses unreadable answers.
    """

    async def take(_: object, __: object, start: aiohttp.TraceRequestStartParams) -> None:
        # the library sends the token with all requests but answers to interactions
        if "Authorization" in start.headers:
            await budget.take()

    config = aiohttp.TraceConfig()
    config.on_request_start.extend((_limit_time, take, _require_allowed))
    # a new connection takes a while
    config.on_connection_create_end.append(_require_allowed)
    config.on_request_end.append(_require_json)
    return config


def survive_cancelled_limits(http: HTTPClient) -> None:
    """Let no request that is given up during a limit for the whole bot hold back all others for good.

    The library lifts such a limit in the request that met it; it never does if that one is cancelled meanwhile.
    """
    request = http.request

    async def surviving(*args: Any, **kwargs: Any) -> Any:
        try:
            return await request(*args, **kwargs)
        except asyncio.CancelledError:
            if (lift := lift_limit(http)) is not None:
                # if that is too early, Discord says so again
                asyncio.get_running_loop().call_later(LIMIT_SECONDS, lift)
            raise

    http.request = surviving


async def _limit_time(session: aiohttp.ClientSession, *_: object) -> None:
    # the first request, the login, is not limited
    set_timeout(session, ANSWER_TIMEOUT)


async def _require_json(_: object, __: object, end: aiohttp.TraceRequestEndParams) -> None:
    """Check the body of an answer of Discord's API before the library reads it.

    Raises:
        UnreadableAnswer: it is not the JSON that an answer with its status has.

    """
    answer = end.response
    status, read = answer.status, 200 <= answer.status < 300 or answer.status == 429
    # the library reads nothing else as JSON
    declared = answer.headers.get("Content-Type") == "application/json"
    if "/api/" not in answer.url.path or status == 204 or not (declared or read):
        return
    try:
        body: object = json.loads(await answer.read()) if declared else None
    except ValueError:
        raise UnreadableAnswer(f"an answer with status {status} is no JSON") from None
    if read and (lack := _lack(status, f"{end.method} {answer.url.path}", body)):
        raise UnreadableAnswer(f"an answer with status {status} {lack}")


def _lack(status: int, request: str, body: object) -> str:
    """Return the fault in the JSON of an answer that the library reads; empty for none."""
    if status == 429:
        return "" if isinstance(body, dict) and "retry_after" in body else "says nothing"
    if not isinstance(body, (dict, list)):
        return "says nothing"
    return "" if _is_complete(request, cast("object", body)) else "lacks fields that the request needs"


def _is_complete(request: str, body: object) -> bool:
    """Whether an answer is of the shape that the library expects: an object, or for a list of messages a list."""
    fields = next((fields for pattern, fields in _FIELDS if pattern.fullmatch(request)), None)
    if fields is None:
        return True
    several = request.startswith("GET ") and request.endswith("/messages")
    objects = cast("list[object]", body) if isinstance(body, list) else [body]
    return isinstance(body, list) is several and all(
        isinstance(each, dict) and fields <= cast("dict[str, object]", each).keys() for each in objects
    )


class Refusal(NamedTuple):
    """The cause that keeps the bot from posting, and the remedy: sentences, not yet translated."""

    cause: str
    remedy: str


AUTOMOD = Refusal(
    N_("This server's AutoMod blocks my message."),
    N_("How: Server Settings → AutoMod → the rule → add {role} to its exceptions; Manage Server is needed for that."),
)
GIVE = N_(
    "How: the gear beside the channel's name (Edit Channel) → Permissions → Advanced permissions →"
    " add or choose {role} → set {permission} to ✓."
)
"""The way to a permission in one channel."""
LOCKED = Refusal(
    N_("This thread is locked."), N_("How: a member with Manage Threads opens the thread's menu (⋯) → Unlock Thread.")
)
NOT_A_MEMBER = Refusal(N_("I'm not a member of this private thread."), N_("How: mention me in this thread: {bot}."))
NO_ACCESS = Refusal(N_("Discord doesn't let me into this channel."), GIVE)
OTHERWISE = Refusal(
    N_("Discord refuses my messages here, and says: “{reason}” ({code})."),
    N_("How: if no setting of this channel explains that, play in another channel."),
)
BARRED = {
    UNKNOWN_CHANNEL: NO_ACCESS,
    MISSING_ACCESS: NO_ACCESS,
    MISSING_PERMISSIONS: Refusal(N_("Discord says that I'm missing a permission here."), GIVE),
    160005: LOCKED,
    200000: AUTOMOD,
    200001: AUTOMOD,
}
"""Why Discord refuses to let the bot post, by Discord's error codes."""


def explained(interaction: discord.Interaction[Any], error: discord.HTTPException, t: NullTranslations) -> Refusal:
    """Return the cause that keeps the bot from posting in a user's place, and the remedy, in their language."""
    channel, application = interaction.channel, interaction.client.user
    private = isinstance(channel, discord.Thread) and channel.is_private()
    refusal = BARRED.get(error.code, OTHERWISE)
    if refusal is NO_ACCESS and private:
        refusal = NOT_A_MEMBER
    posting = (
        t.gettext("Send Messages in Threads") if isinstance(channel, discord.Thread) else t.gettext("Send Messages")
    )
    facts = {
        "bot": "" if application is None else application.mention,
        "role": f"**{role_of(interaction)}**",
        "permission": f"**{t.gettext('View Channel')}**, **{posting}**",
        "reason": escaped(error.text.partition("\n")[0][:MAX_REASON_LENGTH]),
        "code": error.code,
    }
    return Refusal(*(t.gettext(text).format(**facts) for text in refusal))


def role_of(interaction: discord.Interaction[Any]) -> str:
    """Return the name of the bot's role on a server, or its own, escaped."""
    role = interaction.guild.self_role if interaction.guild is not None else None
    named = role or interaction.client.user
    return escaped("" if named is None else named.name)
