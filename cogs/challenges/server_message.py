"""The message of a server with today's deal of the day and yesterday's results, and the time for it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from gettext import NullTranslations
from typing import NamedTuple

import discord

from cogs.core.components import button
from cogs.core.frame import escaped, framed
from cogs.messages.names import labelled, rules_name
from render.i18n import percent
from render.text.figures import nameless
from render.text.verdict import signed

SPREAD_SECONDS = 1800
"""The seconds after midnight over which servers get their messages: a bot has thousands of servers."""

PATIENCE_SECONDS = 3600
"""The seconds after midnight for which a message waits for yesterday's results."""

MAX_ROWS = 10
"""The maximum number of people in a table of results."""


class Today(NamedTuple):
    """Today's deal of the day: its number, the id of its rule set, its deals, and its end, in seconds since 1970."""

    number: int
    rules: str
    deals: int
    ends_at: float


class Result(NamedTuple):
    """A person's result.

    Attributes:
        rank: their place among the people of the server, from 1.
        name: their name; empty for a person who does not show it.
        points: the points more than the others, over all deals.
        percentage: the percentage of the field, in hundredths; None if that was too small.
        squares: a coloured square for each deal.

    """

    rank: int
    name: str
    points: int
    percentage: int | None
    squares: str


class Yesterday(NamedTuple):
    """The results of yesterday's deal of the day on a server, best first, and the expert's points, if known."""

    number: int
    rules: str
    par: int | None
    results: Sequence[Result]


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


def server_message(today: Today, yesterday: Yesterday | None, t: NullTranslations) -> discord.ui.LayoutView:
    """Return the message: today's deal with a button to play it, and yesterday's results, unless nobody here played."""
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
    if yesterday is not None and yesterday.results:
        lines += ["", *_results(yesterday, t)]
    play = button("chplay", "daily", label=t.gettext("Play"), style=discord.ButtonStyle.primary)
    return framed("\n".join(lines), rows=[[play]])


def _results(yesterday: Yesterday, t: NullTranslations) -> list[str]:
    form = t.gettext("**Yesterday** · {number} {rules}")
    if yesterday.par is not None:
        form = t.gettext("**Yesterday** · {number} {rules} · the expert {points}")
    points = "" if yesterday.par is None else signed(yesterday.par)
    lines = [form.format(number=yesterday.number, rules=rules_name(yesterday.rules, t), points=points)]
    lines += [_result(each, t) for each in yesterday.results[:MAX_ROWS]]
    if (more := len(yesterday.results) - MAX_ROWS) > 0:
        lines.append(f"-# {t.ngettext('and {count} more', 'and {count} more', more).format(count=more)}")
    return lines


def _result(row: Result, t: NullTranslations) -> str:
    figures = [signed(row.points), row.squares]
    if row.percentage is not None:
        figures.insert(1, percent(row.percentage, t))
    return labelled(f"**{row.rank}.** {escaped(row.name) or nameless(t)}", " · ".join(figures), t)
