"""``/domino daily``: the deal of the day."""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations

from discord import app_commands

from cogs.bot import Interaction
from cogs.challenges.own_result import result_of
from cogs.challenges.play import open_attempt
from cogs.challenges.result import card
from cogs.challenges.titles import course_line
from cogs.core.cog import Cog
from cogs.core.commands import command
from cogs.messages.names import labelled
from engine.i18n import N_
from engine.live.challenges.calendar import number_at, starts_at
from engine.live.challenges.upkeep import plan
from render.i18n import translations

DAILY = "daily"
"""The argument of **Play now** that means today's deal, whatever the day."""

NEW_HERE = N_(
    "Everybody plays these {deals} deals once, in the same seat, against the same computers and without a clock. At "
    "the end, you see how you compare with everyone else."
)


class Daily(Cog):
    """``/domino daily``."""

    @command(
        name=app_commands.locale_str("daily"),
        description=app_commands.locale_str("The deal of the day: everybody plays the same tiles, once"),
    )
    async def daily(self, interaction: Interaction) -> None:
        """Handle ``/domino daily``."""
        await open_daily(interaction)


async def open_daily(interaction: Interaction) -> None:
    """Begin or resume today's deal in a message for the user alone; after its end, show the result.

    Raises:
        UserError: the user may not play it.

    """
    store, number = interaction.client.hub.store.challenges, number_at(interaction.client.clock())
    t, challenge = translations(interaction.locale), await store.daily(number)
    if challenge is None:
        # a bot that has just begun
        await plan(store, starts_at(number))
        challenge = await store.daily(number)
        assert challenge is not None
    notes = [course_line(challenge, (await store.counts(challenge.id)).begun, t)]
    if not await store.newest([interaction.user.id]):
        notes.insert(0, t.gettext(NEW_HERE).format(deals=challenge.deals))
    notes += await _yesterday(interaction, number - 1, t)
    await open_attempt(interaction, challenge, notes)


async def _yesterday(interaction: Interaction, number: int, t: NullTranslations) -> list[str]:
    """Return the line on the user's result of the day before, once it is final; none without one."""
    days = await interaction.client.hub.store.challenges.days_of(interaction.user.id, number, number)
    final = [(of, each) for of, each in days if of.closed and each.finished_at is not None and not each.void]
    results = [replace(await result_of(interaction.client, of, each, t), title="") for of, each in final]
    return [f"-# {labelled(t.gettext('Yesterday'), card(each, t), t)}" for each in results]
