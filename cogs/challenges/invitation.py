"""The public message of a challenge: the invitation until its end, and the results after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from typing import Any

import discord

from cogs.challenges.results_table import ResultRow, replay_select, result_lines
from cogs.challenges.titles import title
from cogs.core.components import button
from cogs.core.frame import escaped, framed
from cogs.messages.names import labelled, options_text, rules_name
from engine.bots.level import Level
from engine.i18n import N_
from engine.live.challenges.challenge import Challenge
from engine.live.challenges.upkeep import KEPT_SECONDS
from engine.live.model.deleted_users import DELETED_NAME, is_deleted
from render.i18n import list_items

MAX_NAMES = 10
"""The maximum number of players named before the end."""

SHORT = 12
"""The number of digits of a commitment in the message; a button shows all."""

OF_MATCHES = ("target", "series", "until", "deals", "limit")
"""The options that decide when a match ends: each deal of a challenge stands alone."""

_COMPUTERS = {
    Level.EASY: N_("easy computers"),
    Level.NORMAL: N_("normal computers"),
    Level.EXPERT: N_("expert computers"),
}


def invitation(challenge: Challenge, players: Sequence[str], count: int, t: NullTranslations) -> discord.ui.LayoutView:
    """Return the message of a challenge that is not closed.

    Args:
        challenge: the challenge.
        players: the names of the first who have begun, as they wish to be shown; empty for a player without a name.
        count: how many have begun.
        t: the catalog of its channel.

    """
    ends = t.gettext("Results stay secret until the end. It ends {when}.")
    lines = [
        *_heading(challenge, t),
        _for_whom(challenge, t),
        *_players_line(players, count, t),
        f"-# {ends.format(when=f'<t:{int(challenge.ends_at)}:R>')}",
        f"-# {labelled(t.gettext('Seed'), f'SHA-256 `{challenge.seed.commitment[:SHORT]}…`', t)}",
    ]
    start = button("chplay", challenge.id, label=t.gettext("Play now"), style=discord.ButtonStyle.success)
    return framed("\n".join(lines), rows=[[start, _seed_button(challenge, t)]])


def results(
    challenge: Challenge, rows: Sequence[ResultRow], count: int, t: NullTranslations, *, replays: bool = True
) -> discord.ui.LayoutView:
    """Return the message of a challenge that is closed: the table of results.

    Args:
        challenge: the challenge.
        rows: the results of the best players who may be listed.
        count: how many have finished.
        t: the catalog of its channel.
        replays: whether the deals can be watched.

    """
    lines = [*_heading(challenge, t), "", *result_lines(rows, challenge.par, count, t)]
    controls: list[Sequence[discord.ui.Item[Any]]] = [[_seed_button(challenge, t)]]
    if rows and replays:
        days = round(KEPT_SECONDS / 86_400)
        watched = t.ngettext(
            "The deals can be watched for {count} day.", "The deals can be watched for {count} days.", days
        )
        lines += ["", f"-# {watched.format(count=days)}"]
        controls.insert(0, [replay_select(rows, t)])
    return framed("\n".join(lines), rows=controls)


def _heading(challenge: Challenge, t: NullTranslations) -> list[str]:
    """Return the game and what is played."""
    deals = t.ngettext("{count} deal", "{count} deals", challenge.deals).format(count=challenge.deals)
    options = options_text(challenge.rules, challenge.options, t, without=OF_MATCHES)
    about = " · ".join(filter(None, (deals, options, t.gettext(_COMPUTERS[challenge.level]))))
    return [f"## {labelled(title(challenge, t), rules_name(challenge.rules, t), t)}", about]


def _for_whom(challenge: Challenge, t: NullTranslations) -> str:
    """Return who challenges whom; mentions name people as Discord does."""
    people = dict.fromkeys((challenge.opener_id, *challenge.invited))
    opener, *friends = [t.gettext(DELETED_NAME) if is_deleted(each) else f"<@{each}>" for each in people]
    if not challenge.invited:
        text = t.gettext("{name} challenges everyone here: the same tiles for all, played alone, whenever you like.")
        return text.format(name=opener)
    text = t.gettext("{name} challenges {people}: the same tiles for all, played alone, whenever you like.")
    return text.format(name=opener, people=list_items(friends, t))


def _players_line(players: Sequence[str], count: int, t: NullTranslations) -> Iterator[str]:
    """Yield the line on who has begun; none where nobody has."""
    named = [escaped(each) for each in players if each][:MAX_NAMES]
    if more := count - len(named):
        named.append(t.ngettext("{count} more", "{count} more", more).format(count=more))
    if named:
        yield t.gettext("Players so far: {people}").format(people=list_items(named, t))


def _seed_button(challenge: Challenge, t: NullTranslations) -> discord.ui.Button[Any]:
    return button("chseed", challenge.id, label=t.gettext("Fair deal"))
