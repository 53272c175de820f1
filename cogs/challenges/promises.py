"""The commitments of a month's deals of the day, and the seeds of those that are over."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from cogs.bot import Interaction
from cogs.challenges.own_result import send
from cogs.core.cog import Cog, on_button
from cogs.core.components import button, number
from cogs.core.frame import framed
from engine.live.challenges.calendar import month_of, number_at, starts_at
from engine.live.challenges.challenge import Challenge
from render.i18n import day_name, month_name, translations

PAGE_SIZE = 11
"""The number of days on a page: a month has three."""

MAX_AHEAD = 62
"""The most days from today for which anybody may ask; fewer are planned."""


class Promises(Cog):
    """Shows the commitments of a month."""

    @on_button("chpromise")
    async def promises(self, interaction: Interaction, day: str, turned: str = "") -> None:
        """Handle Fair deal: show the page of a month with a day; **Back** and **Next** turn the page."""
        latest = number_at(interaction.client.clock()) + MAX_AHEAD
        shown = page_of(min(max(number(day), 1), latest))
        t, store = translations(interaction.locale), interaction.client.hub.store.challenges
        days = await store.dailies(shown[0], shown[-1])
        turns = [
            button("chpromise", other, "turned", label=label)
            for other, label in ((shown[0] - 1, t.gettext("Back")), (shown[-1] + 1, t.gettext("Next")))
            if await _has_days(interaction, page_of(other))
        ]
        view = framed(promise_text(shown, days, t), rows=[turns] if turns else [])
        await send(interaction, view, edits=bool(turned))


async def _has_days(interaction: Interaction, page: range) -> bool:
    return bool(await interaction.client.hub.store.challenges.dailies(page[0], page[-1]))


def page_of(day: int) -> range:
    """Return the numbers of the days on the page of a day."""
    month = month_of(day)
    first = (day - month[0]) // PAGE_SIZE * PAGE_SIZE
    return month[first : first + PAGE_SIZE]


def promise_text(page: range, days: Sequence[Challenge], t: NullTranslations) -> str:
    """Return the text of a page: how to check a deal, and the commitment or the seed of each day.

    Args:
        page: the numbers of the days on the page.
        days: those of them that have a deal.
        t: the reader's catalog.

    """
    lines = [
        t.gettext("**Deals of the day** · {month}").format(month=month_name(starts_at(page[0]), t)),
        t.gettext(
            "All tiles and all choices of the computers come from the day's secret seed. Its SHA-256 is public before "
            "the day begins, and the seed itself once the day is over."
        ),
    ]
    for each in days:
        what = t.gettext("Seed") if each.closed else "SHA-256"
        value = each.seed.reveal() if each.closed else each.seed.commitment
        lines.append(f"**{each.number}** · {day_name(each.opens_at, t)} · {what}\n`{value}`")
    if not days:
        lines.append(t.gettext("No deals are planned for these days."))
    honest = t.gettext("Nobody can prevent second accounts, or a look at a friend's screen, so there are no prizes.")
    lines.append(f"-# {honest}")
    return "\n".join(lines)
