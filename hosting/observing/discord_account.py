"""Observes the bot's account on Discord by the requests of the library."""

from __future__ import annotations

import asyncio
import time
from email.utils import parsedate_to_datetime
from typing import Any, Final

import aiohttp

from hosting.account import signed_in, token_problem
from hosting.application import differences
from hosting.checks.discord_account import AccountSeen
from settings import CannotStart, OwnerNeeded, Settings

ANSWER_SECONDS: Final = 8.0
"""The seconds for Discord's answers; the library tries again after an error of a server."""


class Answers:
    """Notes the time and the status of Discord's answers.

    Attributes:
        ahead: seconds by which this machine's clock is ahead of the last answer's; None without one.
        status: the status of the last answer; 0 without one.
        trace: notes the answers of the requests that it is given to.

    """

    def __init__(self) -> None:
        self.ahead: float | None = None
        self.status = 0
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._note)

    async def _note(self, session: Any, context: Any, answered: aiohttp.TraceRequestEndParams) -> None:
        del session, context
        self.status = answered.response.status
        try:
            date = parsedate_to_datetime(answered.response.headers["Date"]).timestamp()
        except (KeyError, ValueError):
            return
        # an answer has whole seconds, cut off
        self.ahead = time.time() - (date + 0.5)


def look_at_account(settings: Settings) -> AccountSeen:
    """Ask Discord about the token and its application."""
    if settings.discord_token is None:
        return AccountSeen(has_token=False)
    token = settings.discord_token.get_secret_value()
    problem = token_problem(token)
    return AccountSeen(problem=problem) if problem else asyncio.run(_ask(token, settings.domino_api_url))


async def _ask(token: str, api_url: str | None) -> AccountSeen:
    answers = Answers()
    try:
        async with asyncio.timeout(ANSWER_SECONDS), signed_in(token, api_url, answers.trace) as client:
            assert client.application is not None
            found = differences(client.application)
            return AccountSeen(name=client.application.name, differences=found, ahead=answers.ahead)
    except OwnerNeeded:
        return AccountSeen(refused=True, ahead=answers.ahead)
    except CannotStart as error:
        return AccountSeen(unreached=_reason(str(error)), ahead=answers.ahead)
    except TimeoutError:
        status = f"it answers with status {answers.status}" if answers.status else "no answer in time"
        return AccountSeen(unreached=f"{status} ({ANSWER_SECONDS:.0f} seconds)", ahead=answers.ahead)


def _reason(text: str) -> str:
    return text.removeprefix("Discord can't be reached: ").partition(". Check ")[0]
