"""The token, the application in Discord's portal, the intents and the clocks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Final

import aiohttp

from hosting.account import signed_in, token_problem
from hosting.application import Difference, differences
from hosting.checks.line import Line, fault, hint, ok, sentence, unchecked
from settings import CannotStart, OwnerNeeded, Settings

TOKEN, PORTAL, INTENTS, CLOCK = "token", "portal", "intents", "clock"

ANSWER_SECONDS: Final = 8.0
"""The seconds for Discord's answers; the library tries again after an error of a server."""

PRIVILEGED: Final = "privileged intents"
"""The name of the difference that is about intents."""

NETWORK: Final = "Check this machine's network, and DOMINO_API_URL if it is set"

MAX_SKEW_SECONDS: Final = 30.0
"""The difference of two clocks that nobody notices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountSeen:
    """The bot's account as it was observed.

    Attributes:
        name: the name of the application; empty if it was not looked up.
        unknown: why it was not, in short.
        problem: why the token has no token's form.
        unreached: why Discord can't be reached.
        differences: the application's differences from the bot's needs.
        ahead: seconds by which this machine's clock is ahead of Discord's; None without an answer.

    """

    name: str = ""
    unknown: str = ""
    problem: str = ""
    unreached: str = ""
    differences: Sequence[Difference] = ()
    ahead: float | None = None


NO_TOKEN, NOT_VALID, UNREACHED = "there is no token", "the token is not valid", "Discord can't be reached"


def look(settings: Settings) -> AccountSeen:
    """Ask Discord about the token and its application."""
    if settings.discord_token is None:
        return AccountSeen(unknown=NO_TOKEN)
    token = settings.discord_token.get_secret_value()
    problem = token_problem(token)
    if problem:
        return AccountSeen(unknown=NOT_VALID, problem=problem)
    return asyncio.run(_ask(token, settings.domino_api_url))


async def _ask(token: str, api_url: str | None) -> AccountSeen:
    answers: list[tuple[float, aiohttp.ClientResponse]] = []

    async def note(_session: Any, _context: Any, answered: aiohttp.TraceRequestEndParams) -> None:
        answers.append((time.time(), answered.response))

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(note)
    try:
        async with asyncio.timeout(ANSWER_SECONDS), signed_in(token, api_url, trace) as client:
            assert client.application is not None
            found = differences(client.application)
            return AccountSeen(name=client.application.name, differences=found, ahead=_ahead(answers))
    except OwnerNeeded:
        return AccountSeen(unknown=NOT_VALID, ahead=_ahead(answers))
    except CannotStart as error:
        reason = str(error).removeprefix(f"{UNREACHED}: ").partition(". Check ")[0]
    except TimeoutError:
        status = f"it answers with status {answers[-1][1].status}" if answers else "no answer in time"
        reason = f"{status} ({ANSWER_SECONDS:.0f} seconds)"
    # a server that stands in for Discord tells no time
    return AccountSeen(unknown=UNREACHED, unreached=reason)


def _ahead(answers: Sequence[tuple[float, aiohttp.ClientResponse]]) -> float | None:
    """Return the seconds by which this machine's clock is ahead of the last answer's; None without a time in it."""
    try:
        at, answer = answers[-1]
        # an answer has whole seconds, cut off
        return at - (parsedate_to_datetime(answer.headers["Date"]).timestamp() + 0.5)
    except (LookupError, ValueError):
        return None


def token_lines(seen: AccountSeen) -> list[Line]:
    """Return the line about the token."""
    if seen.unknown == NO_TOKEN:
        return [hint(TOKEN, "DISCORD_TOKEN is not set, so the playground would start; bot.py --setup asks for it")]
    if seen.problem:
        return [fault(TOKEN, f"DISCORD_TOKEN is no token: {seen.problem}. Copy it anew from the portal, under Bot")]
    if seen.unreached:
        unasked = "Discord can't be reached, and was not asked about the token"
        return [fault(TOKEN, f"{unasked}: {sentence(seen.unreached)} {NETWORK}")]
    if seen.unknown:
        reset = "Reset it in the portal, under Bot, and copy the new one"
        return [fault(TOKEN, f"Discord does not take DISCORD_TOKEN. {reset}")]
    return [ok(TOKEN, f"Discord takes it; the application is {seen.name}")]


def portal_lines(seen: AccountSeen) -> list[Line]:
    """Return the lines about the application's settings."""
    if seen.unknown:
        return [unchecked(PORTAL, seen.unknown)]
    found = [each for each in seen.differences if each.what != PRIVILEGED]
    faults = [
        fault(PORTAL, f"{each.what}: {each.now}; the bot needs {each.wanted}. In the portal, {each.remedy}")
        for each in found
        if each.needed
    ]
    others = ", ".join(each.what for each in found if not (each.needed or each.own))
    hints = [hint(PORTAL, f"bot.py --setup shows what else is different: {others}")] if others else []
    return [*(faults or [ok(PORTAL, "the application has what the bot needs")]), *hints]


def intent_lines(seen: AccountSeen) -> list[Line]:
    """Return the lines about the intents."""
    if seen.unknown:
        return [unchecked(INTENTS, seen.unknown)]
    text = "the bot does not need the privileged ones that are on"
    on = [hint(INTENTS, f"{text}: {each.now}; {each.remedy}") for each in seen.differences if each.what == PRIVILEGED]
    return on or [ok(INTENTS, "the bot asks for guilds alone, and no privileged one is on")]


def clock_lines(seen: AccountSeen, database_ahead: float | None) -> list[Line]:
    """Return the lines about the clocks.

    Args:
        seen: the account, with this machine's clock.
        database_ahead: seconds by which PostgreSQL's clock is ahead of this machine's; None with a file.

    """
    here, database = "this machine's clock", "PostgreSQL's clock"
    if seen.ahead is None:
        left = unchecked(CLOCK, seen.unknown or "Discord sent no time")
        return [*_apart(database, database_ahead, "this machine's"), left]
    both = None if database_ahead is None else seen.ahead + database_ahead
    lines = [*_apart(here, seen.ahead, "Discord's"), *_apart(database, both, "Discord's")]
    return lines or [ok(CLOCK, f"within {MAX_SKEW_SECONDS:.0f} seconds of Discord's")]


def _apart(whose: str, ahead: float | None, other: str) -> Iterator[Line]:
    if ahead is not None and abs(ahead) > MAX_SKEW_SECONDS:
        apart = f"{timedelta(seconds=round(abs(ahead)))} {'ahead of' if ahead > 0 else 'behind'} {other}"
        effect = "the deadlines that Discord shows at tables are wrong by that"
        yield hint(CLOCK, f"{whose} is {apart}: {effect}. Set it, as with: timedatectl set-ntp true")
