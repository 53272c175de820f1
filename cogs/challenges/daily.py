"""``/domino daily``: the deal of the day."""

from __future__ import annotations

from discord import app_commands

from cogs.bot import Interaction
from cogs.challenges.play import open_attempt
from cogs.challenges.titles import course_line
from cogs.core.cog import Cog
from cogs.core.commands import command
from engine.i18n import N_
from engine.live.challenges.calendar import number_at, starts_at
from engine.live.challenges.upkeep import plan
from render.i18n import translations

DAILY = "daily"
"""The argument of **Play now** that means today's deal, whatever the day."""

NEW_HERE = N_(
    "Everybody plays these {deals} deals once, in this seat and against the same computers, without a clock. At the "
    "end you see how you did beside all others."
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
    if not await store.days_of(interaction.user.id, 1, number):
        notes.insert(0, t.gettext(NEW_HERE).format(deals=challenge.deals))
    await open_attempt(interaction, challenge, notes)
