"""The message of a server with today's deal of the day and yesterday's results, and the time for it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from gettext import NullTranslations

import discord

from cogs.challenges.daily import DAILY
from cogs.challenges.results_table import ResultRow, ranking_lines
from cogs.core.components import button
from cogs.core.frame import framed
from cogs.messages.names import rules_name
from engine.live.challenges.challenge import Challenge

SPREAD_SECONDS = 1800
"""The seconds after midnight over which servers get their messages: a bot has thousands of servers."""

PATIENCE_SECONDS = 3600
"""The seconds after midnight for which a message waits for yesterday's results."""


def delay_of(guild_id: int) -> int:
    """Return how many seconds after midnight a server gets its message, the same each day."""
    digest = hashlib.blake2b(str(guild_id).encode(), digest_size=8).digest()
    return int.from_bytes(digest) % SPREAD_SECONDS


def is_due(guild_id: int, seconds: float, *, closed: bool) -> bool:
    """Whether a server's message is due.

    Args:
        guild_id: the server.
        seconds: the seconds since midnight.
        closed: whether yesterday's results are known.

    """
    return seconds >= delay_of(guild_id) and (closed or seconds >= PATIENCE_SECONDS)


def server_message(
    today: Challenge, before: Challenge, rows: Sequence[ResultRow], count: int, t: NullTranslations
) -> discord.ui.LayoutView:
    """Return the message: today's deal with a button to play it, and yesterday's results, unless nobody here played.

    Args:
        today: the deal of the day.
        before: the one of the day before.
        rows: its results on the server, the best first, as far as they are listed.
        count: how many people have played it there.
        t: the server's catalog.

    """
    title = t.gettext("Deal of the day {number}: {rules}")
    about = t.ngettext(
        "{count} deal, the same for everybody. You play it alone, in private, until {time}.",
        "{count} deals, the same for everybody. You play them alone, in private, until {time}.",
        today.deals,
    )
    lines = [
        f"## {title.format(number=today.number, rules=rules_name(today.rules, t))}",
        about.format(count=today.deals, time=f"<t:{round(today.ends_at)}:t>"),
    ]
    if rows:
        past = t.gettext("Yesterday: {number}, {rules}").format(number=before.number, rules=rules_name(before.rules, t))
        lines += ["", f"**{past}**", *ranking_lines(rows, before.par, count, t)]
    play = button("chplay", DAILY, label=t.gettext("Play now"), style=discord.ButtonStyle.success)
    return framed("\n".join(lines), rows=[[play]])
