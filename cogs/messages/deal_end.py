"""The message at the end of a deal or of a match."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord

import render
from cogs.core.components import button
from cogs.core.frame import rows_of_five
from cogs.messages.content import TURN_ROOM, Content, fit_lines, replay_button
from cogs.messages.more import fair_deal_buttons, fair_deal_lines, show_button
from cogs.messages.names import picture_names
from cogs.messages.narration import narrate, narrate_end
from cogs.messages.on_hold import hold_buttons, hold_text, without_hold_news
from engine.events import DealEnded
from engine.live.league.results import kind_of
from engine.live.model.news import Closed, News
from engine.live.model.table import Header
from engine.view import View
from render.text.length import length


def closed_match(header: Header, view: View, news: Sequence[News], t: NullTranslations) -> Content:
    """Return the message of a match that ended early."""
    text = fit_lines([*narrate(news, view, header.people, t), *fair_deal_lines(header, t)], t)
    reopened = any(isinstance(each, Closed) and each.how == "reopened" for each in news)
    again = () if reopened else (_next_button(header, t),)
    return Content(text, text, None, "", "", ((*again, *fair_deal_buttons(header, t)),))


def _next_button(header: Header, t: NullTranslations) -> discord.ui.Item[Any]:
    """Return the button after a match: a lobby like this one, or after a cup's match one's own place in the cup."""
    if header.cup is not None:
        return button("cupme", header.cup.cup_id, label=t.gettext("My table"), style=discord.ButtonStyle.primary)
    return button("rematch", header.id, label=t.gettext("Rematch"), style=discord.ButtonStyle.success)


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
    is_over = header.status.over
    names_winners = any(isinstance(each, DealEnded) for each in news)
    plain = render.deal_end_text(view, people, t, outcome=not names_winners) if header.as_text else ""
    fair = fair_deal_lines(header, t) if is_over else _until_next_deal(header, t)
    # a pause or an absence is over when a newer message takes the place of this one
    lasting = [*_result_first(news, view, header, t, changes, plain), *(fair if is_over else ())]
    return Content(
        "\n".join([*_result_first(without_hold_news(news, header), view, header, t, changes, plain), *fair]),
        # the picture stays in its message, and so does the text in its place
        fit_lines([*lasting, plain] if plain else lasting, t),
        None if header.as_text else render.deal_end(view, people, t, theme=theme),
        render.deal_end_alt(view, people, t),
        "" if header.as_text else "deal.png",
        rows_of_five(_end_buttons(header, view, t)),
        plain=plain,
        deal=view.deal,
    )


def _result_first(
    news: Sequence[News], view: View, header: Header, t: NullTranslations, changes: Sequence[str], plain: str
) -> list[str]:
    """Return the lines of a deal's end: the result first, then the moves before it, small."""
    result, before = narrate_end(news, view, header.people, t)
    lines = [*result, *changes]
    spare = TURN_ROOM + sum(length(line) + 1 for line in lines)
    return [*lines, *filter(None, fit_lines([f"-# {line}" for line in before], t, plain, spare=spare).split("\n"))]


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
    if header.status.over:
        board = button("standing", 1, kind_of(header), label=t.gettext("Leaderboard"))
        return [
            _next_button(header, t),
            *((board,) if header.delivery.has_leaderboard else ()),
            *fair_deal_buttons(header, t),
            replay,
            button("rules", header.rules, label=t.gettext("Rules")),
        ]
    show = [show_button(header, t)] if header.delivery.ephemeral else []
    row = [*hold_buttons(header, t), replay, *show, button("menu", header.id, label=t.gettext("More"))]
    if header.pause is None:
        label = t.gettext("Next deal")
        row.insert(0, button("next", header.id, view.deal, label=label, style=discord.ButtonStyle.success))
    return row
