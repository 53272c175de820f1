"""The lines about the token, the application in Discord's portal, the intents and the clocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from hosting.application import Difference
from hosting.checks.line import Line, fault, hint, ok, sentence, unchecked

TOKEN, PORTAL, INTENTS, CLOCK = "token", "portal", "intents", "clock"

PRIVILEGED: Final = "privileged intents"
"""The name of the difference that is about intents."""

NETWORK: Final = "Check this machine's network, and DOMINO_API_URL if it is set"

MAX_SKEW_SECONDS: Final = 30.0
"""The difference of two clocks that nobody notices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountSeen:
    """The bot's account as it was observed.

    Attributes:
        has_token: whether a token is set.
        problem: why the token has no token's form.
        refused: whether Discord does not take the token.
        unreached: why Discord can't be reached.
        name: the name of the application; empty if it was not looked up.
        differences: the application's differences from the bot's needs.
        ahead: seconds by which this machine's clock is ahead of Discord's; None without an answer.

    """

    has_token: bool = True
    problem: str = ""
    refused: bool = False
    unreached: str = ""
    name: str = ""
    differences: Sequence[Difference] = ()
    ahead: float | None = None

    @property
    def unknown(self) -> str:
        """Why the application is not known; empty if it is."""
        if not self.has_token:
            return "there is no token"
        if self.problem or self.refused:
            return "the token is not valid"
        return "Discord can't be reached" if self.unreached else ""


def token_lines(seen: AccountSeen) -> list[Line]:
    """Return the lines about the token."""
    if not seen.has_token:
        return [hint(TOKEN, "DISCORD_TOKEN is not set, so the playground would start; bot.py --setup asks for it")]
    if seen.problem:
        return [fault(TOKEN, f"DISCORD_TOKEN is no token: {seen.problem}. Copy it anew from the portal, under Bot")]
    if seen.refused:
        reset = "Reset it in the portal, under Bot, and copy the new one"
        return [fault(TOKEN, f"Discord does not take DISCORD_TOKEN. {reset}")]
    if seen.unreached:
        unasked = "Discord can't be reached, and was not asked about the token"
        return [fault(TOKEN, f"{unasked}: {sentence(seen.unreached)} {NETWORK}")]
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
    others = [each.what for each in found if not (each.needed or each.own)]
    lines = faults or [ok(PORTAL, "the application has what the bot needs")]
    if others:
        lines.append(hint(PORTAL, f"bot.py --setup shows what else is different: {', '.join(others)}"))
    return lines


def intent_lines(seen: AccountSeen) -> list[Line]:
    """Return the lines about the intents."""
    if seen.unknown:
        return [unchecked(INTENTS, seen.unknown)]
    on = [each for each in seen.differences if each.what == PRIVILEGED]
    if not on:
        return [ok(INTENTS, "the bot asks for guilds alone, and no privileged one is on")]
    text = "the bot does not need the privileged ones that are on"
    return [hint(INTENTS, f"{text}: {each.now}; {each.remedy}") for each in on]


def clock_lines(seen: AccountSeen, database_ahead: float | None) -> list[Line]:
    """Return the lines about the clocks.

    Args:
        seen: the account, with this machine's clock.
        database_ahead: seconds by which PostgreSQL's clock is ahead of this machine's; None with a file.

    """
    if seen.ahead is None or seen.unreached:
        others = _apart("PostgreSQL's clock", database_ahead, "this machine's")
        return [*others, unchecked(CLOCK, seen.unknown or "Discord sent no time")]
    lines = list(_apart("this machine's clock", seen.ahead, "Discord's"))
    if database_ahead is not None:
        lines += _apart("PostgreSQL's clock", seen.ahead + database_ahead, "Discord's")
    return lines or [ok(CLOCK, f"within {MAX_SKEW_SECONDS:.0f} seconds of Discord's")]


def _apart(whose: str, ahead: float | None, other: str) -> Iterator[Line]:
    if ahead is None or abs(ahead) <= MAX_SKEW_SECONDS:
        return
    side = "ahead of" if ahead > 0 else "behind"
    effect = "the deadlines that Discord shows at tables are wrong by that"
    remedy = "Set it, as with: timedatectl set-ntp true"
    yield hint(CLOCK, f"{whose} is {timedelta(seconds=round(abs(ahead)))} {side} {other}: {effect}. {remedy}")
