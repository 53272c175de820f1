"""The deal of the day over time: the page of a month beside the leaderboard, and one's last thirty days."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any, Final

import discord

from cogs.bot import Interaction
from cogs.challenges.month_text import PAGE_SIZE, DayRow, MonthRow, days_lines, month_lines
from cogs.challenges.players import shown_players
from cogs.core.cog import Cog, on_button
from cogs.core.components import button, number
from cogs.core.context import leaderboard_scope
from cogs.core.frame import framed
from cogs.messages.names import labelled
from cogs.messages.option_fields import redraw
from engine.i18n import N_
from engine.live.challenges.calendar import month_of, number_at, starts_at
from engine.live.challenges.challenge import Challenge
from engine.live.challenges.standing import MIN_DAYS, MIN_PLAYERS, Average, squares
from engine.live.challenges.store import ChallengeStore, Player
from render.i18n import month_name, translations

DAYS: Final = 30
"""The number of days on the page of one person."""


class Months(Cog):
    """Shows how people did in the deals of the day."""

    @on_button("chmonth", beside="leaderboard", label=N_("Deal of the day"))
    async def month(self, interaction: Interaction, page: str = "", day: str = "") -> None:
        """Handle Deal of the day below a leaderboard, and the buttons of another page or month."""
        today = number_at(interaction.client.clock())
        chosen = min(max(number(day), 1), today) if day else today
        view = await _month(interaction, number(page) if page else 1, month_of(chosen))
        if page:
            await redraw(interaction, view)
        else:
            await interaction.response.send_message(view=view, ephemeral=True)

    @on_button("chdays", beside="stats", label=N_("Deal of the day"))
    async def days(self, interaction: Interaction) -> None:
        """Handle Deal of the day below one's own statistics."""
        t, user_id = translations(interaction.locale), interaction.user.id
        store = interaction.client.hub.store.challenges
        today = number_at(interaction.client.clock())
        played = await store.days_of(user_id, today - DAYS + 1, today)
        streaks = await store.months.streaks([user_id], today)
        lines = [
            f"## {t.gettext('Your deals of the day')}",
            *days_lines(_day_rows(played), _begun(played), streaks[user_id], t),
        ]
        await interaction.response.send_message(view=framed("\n".join(lines)), ephemeral=True)


def _begun(days: Sequence[tuple[Challenge, Player]]) -> int:
    """Return how many days count as played: begun is enough, as for days in a row."""
    return sum(not player.void for _, player in days)


def _day_rows(days: Sequence[tuple[Challenge, Player]]) -> list[DayRow]:
    """Return the days that a person has finished, the newest first."""
    finished = [day for day in reversed(days) if day[1].finished_at is not None and not day[1].void]
    return [
        DayRow(of.number, of.rules, player.total, player.percentage, "".join(squares(player.margins, of.par)))
        for of, player in finished
    ]


async def _month(interaction: Interaction, page: int, days: range) -> discord.ui.LayoutView:
    """Return a page of a month, or the last one if there are fewer."""
    store, t = interaction.client.hub.store.challenges, translations(interaction.locale)
    today, reader_id = number_at(interaction.client.clock()), interaction.user.id
    ranked = await store.months.averages(leaderboard_scope(interaction), days, reader_id)
    pages = max(1, -(-len(ranked) // PAGE_SIZE))
    page = min(max(page, 1), pages)
    listed = ranked[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    streaks = await store.months.streaks([reader_id, *(each.user_id for each in listed)], today)
    players = await store.newest([each.user_id for each in listed])
    shown = await shown_players(interaction.client.hub.store.preferences, players, t)
    names = {each.player.user_id: each.name for each in shown}
    rows = [_row(each, ranked, names.get(each.user_id, ""), streaks[each.user_id], reader_id) for each in listed]
    own = None if any(row.you for row in rows) else await _own(store, ranked, days, streaks[reader_id], reader_id)
    about = t.gettext(
        "How much of the field each one beat, on average. Only days with {players} players or more count, and a place "
        "takes {days} such days."
    )
    lines = [
        f"## {labelled(t.gettext('Deal of the day'), month_name(starts_at(days.start), t), t)}",
        f"-# {about.format(players=MIN_PLAYERS, days=MIN_DAYS)}",
        *month_lines(rows, own, t),
    ]
    return framed("\n".join(lines), rows=_buttons(page, pages, days, today, t))


def _row(average: Average, ranked: Sequence[Average], name: str, streak: int, reader_id: int) -> MonthRow:
    rank = 1 + bisect_left(ranked, -average.percentage, key=lambda each: -each.percentage)
    you = average.user_id == reader_id
    return MonthRow(rank, name, average.percentage, average.days, streak, you=you)


async def _own(
    store: ChallengeStore, ranked: Sequence[Average], days: range, streak: int, reader_id: int
) -> MonthRow | None:
    """Return the reader's row, with a rank or without; None if they have not played in the month."""
    for each in ranked:
        if each.user_id == reader_id:
            return _row(each, ranked, "", streak, reader_id)
    played = _begun(await store.days_of(reader_id, days.start, days.stop - 1))
    return MonthRow(0, "", None, played, streak, you=True) if played else None


def _buttons(page: int, pages: int, days: range, today: int, t: NullTranslations) -> list[list[discord.ui.Item[Any]]]:
    """Return the buttons of other pages, and of the month before, or of this one."""
    rows: list[list[discord.ui.Item[Any]]] = []
    if pages > 1:
        rows.append(
            [
                button("chmonth", page - 1, days.start, label=t.gettext("Back"), disabled=page == 1),
                button("chmonth", page + 1, days.start, label=t.gettext("Next"), disabled=page == pages),
            ]
        )
    other = days.start - 1 if today in days else today
    if other > 0:
        rows.append([button("chmonth", 1, other, label=month_name(starts_at(other), t))])
    return rows
