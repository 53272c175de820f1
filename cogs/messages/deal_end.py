"""The message at the end of a deal or of a match."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord

import render
from cogs.core.components import button
from cogs.core.frame import rows_of_five
from cogs.messages.content import Content, fit_lines, leaving_buttons, replay_button
from cogs.messages.fairness import fair_deal_buttons, fair_deal_lines
from cogs.messages.names import picture_names
from cogs.messages.narration import narrate
from cogs.messages.on_hold import hold_buttons, hold_text, without_hold_news
from engine.events import DealEnded
from engine.live.league.results import kind_of
from engine.live.model.news import Closed, News
from engine.live.model.table import Header
from engine.view import View


def closed_match(header: Header, view: View, news: Sequence[News], t: NullTranslations) -> Content:
    """Return the message of a match that ended early."""
    text = fit_lines([*narrate(news, view, header.people, t), *fair_deal_lines(header, t)], t)
    reopened = any(isinstance(each, Closed) and each.how == "reopened" for each in news)
    again = () if reopened else (rematch_button(header.id, t),)
    return Content(text, text, None, "", "", ((*again, *fair_deal_buttons(header, t)),))


def rematch_button(table_id: str, t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button that opens a lobby like the one of a match that is over."""
    return button("rematch", table_id, label=t.gettext("Rematch"), style=discord.ButtonStyle.success)


def deal_end(
    header: Header,
    view: View,
    news: Sequence[News],
    t: NullTranslations,
    theme: render.Theme,
    changes: Sequence[str] = (),
) -> Content:
    """Return the message of a deal's or a match's end: all hands, the points, and the next deal."""
    people = picture_names(header, t)
    fair = fair_deal_lines(header, t)
    archived_lines = [*narrate(news, view, header.people, t), *changes, *fair]
    lines = [*narrate(without_hold_news(news, header), view, header.people, t), *changes, *fair]
    names_winners = any(isinstance(each, DealEnded) for each in news)
    plain = render.deal_end_text(view, people, t, outcome=not names_winners) if header.as_text else ""
    if not view.finished:
        lines += _until_next_deal(header, t)
    return Content(
        fit_lines(lines, t, plain),
        # the picture stays in its message, and so does the text in its place
        fit_lines([*archived_lines, plain] if plain else archived_lines, t),
        None if header.as_text else render.deal_end(view, people, t, theme=theme),
        render.deal_end_alt(view, people, t),
        "" if header.as_text else "deal.png",
        rows_of_five(_end_buttons(header, view, t)),
        plain=plain,
        deal=view.deal,
    )


def _until_next_deal(header: Header, t: NullTranslations) -> list[str]:
    """Return a line on the start of the next deal."""
    if waiting := hold_text(header, t):
        return [waiting]
    if header.deadline is None:
        return []
    return [f"-# {t.gettext('The next deal begins {when}.').format(when=f'<t:{int(header.deadline)}:R>')}"]


def _end_buttons(header: Header, view: View, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Return the buttons after a deal or a match."""
    replay = replay_button(header.id, view.deal, t)
    rules = button("rules", header.rules, label=t.gettext("Rules"))
    if view.finished:
        board = button("standing", 1, kind_of(header), label=t.gettext("Leaderboard"))
        return [
            rematch_button(header.id, t),
            *((board,) if header.delivery.has_leaderboard else ()),
            *fair_deal_buttons(header, t),
            replay,
            rules,
        ]
    row = [*fair_deal_buttons(header, t), *hold_buttons(header, t), replay, rules, *leaving_buttons(header, t)]
    if header.pause is None:
        label = t.gettext("Next deal")
        row.insert(0, button("next", header.id, view.deal, label=label, style=discord.ButtonStyle.success))
    return row
