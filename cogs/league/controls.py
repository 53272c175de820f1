"""The controls below a leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from gettext import NullTranslations
from typing import Any, NamedTuple

import discord

from cogs.core.components import button, select
from cogs.core.frame import choice
from cogs.league.query import ALL_RULES, KINDS, LeaderboardQuery
from cogs.messages.names import rules_name
from cogs.messages.option_fields import paged
from engine.live.league.figures import Kind


class Listed(NamedTuple):
    """The pages of the selects of times and of rule sets, from 0; None for those with the chosen entries."""

    times: int | None = None
    rules: int | None = None


def controls(
    query: LeaderboardQuery,
    page: int,
    pages: int,
    times: Sequence[tuple[str, str]],
    played: Sequence[str],
    listed: Listed,
    t: NullTranslations,
) -> list[Sequence[discord.ui.Item[Any]]]:
    """Return the buttons for pages, kinds of match and orders, and the selects of times and of rule sets."""
    rows: list[Sequence[discord.ui.Item[Any]]] = []
    if pages > 1:
        rows.append(
            [
                button("page", page - 1, *query.arguments, label=t.gettext("Back"), disabled=page == 1),
                button("page", page + 1, *query.arguments, label=t.gettext("Next"), disabled=page == pages),
            ]
        )
    rows.append(
        [
            _choice_button(
                "boardkind",
                replace(query, kind=kind, by_rating=query.by_rating and kind is not Kind.COMPUTERS),
                t.gettext(name),
                chosen=kind is query.kind,
            )
            for kind, name in KINDS.items()
        ]
    )
    if query.kind is not Kind.COMPUTERS:
        orders = {False: t.gettext("By wins"), True: t.gettext("By rating")}
        rows.append(
            [
                _choice_button(
                    "boardorder", replace(query, by_rating=by_rating), label, chosen=by_rating is query.by_rating
                )
                for by_rating, label in orders.items()
            ]
        )
    options = paged(
        [choice(label, time, chosen=time == query.time) for time, label in times],
        t.gettext("More times…"),
        listed.times,
    )
    rows.append([select("boardwhen", *query.arguments, options=options, placeholder=t.gettext("Time"))])
    if len(played) > 1 or query.rules:
        rows.append([_rules_select(query, played, listed, t)])
    return rows


def _choice_button(verb: str, query: LeaderboardQuery, label: str, *, chosen: bool) -> discord.ui.Item[Any]:
    """Return the button of another kind of match or order; the chosen one can't be pressed."""
    style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
    return button(verb, *query.arguments, label=label, style=style, disabled=chosen)


def _rules_select(
    query: LeaderboardQuery, played: Sequence[str], listed: Listed, t: NullTranslations
) -> discord.ui.Item[Any]:
    """Return the select of rule sets: those that were played here, and the chosen one."""
    options = [choice(t.gettext("All rule sets"), ALL_RULES, chosen=not query.rules)]
    options += [
        choice(rules_name(rules, t), rules, chosen=rules == query.rules)
        for rules in dict.fromkeys((*filter(None, [query.rules]), *played))
    ]
    options = paged(options, t.gettext("More rule sets…"), listed.rules)
    return select("boardwhat", *query.arguments, options=options, placeholder=t.gettext("Rules"))
