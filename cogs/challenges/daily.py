"""``/domino daily``: the deal of the day."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands

from cogs.bot import Interaction
from cogs.challenges.own_result import find, result_of
from cogs.challenges.play import open_attempt
from cogs.challenges.result import card
from cogs.challenges.titles import course_line
from cogs.core.cog import Cog, on_button
from cogs.core.commands import command
from cogs.core.errors import UserError
from cogs.messages.names import labelled
from engine.i18n import N_
from engine.live.challenges.calendar import number_at
from render.i18n import translations

DAILY = "daily"
"""The argument of **Play now** that means today's deal, whatever the day."""

NEW_HERE = N_(
    "Everybody plays these {deals} deals once, in this seat and against the same computers, without a clock. At the "
    "end you see how you did beside all others."
)


class Daily(Cog):
    """``/domino daily``, and **Play now** below a card or an invitation."""

    @command(
        name=app_commands.locale_str("daily"),
        description=app_commands.locale_str("The deal of the day: everybody plays the same tiles, once"),
    )
    async def daily(self, interaction: Interaction) -> None:
        """Handle ``/domino daily``."""
        await open_daily(interaction)

    @on_button("chplay")
    async def play(self, interaction: Interaction, which: str) -> None:
        """Handle Play now, below a message that others see, too."""
        if which == DAILY:
            await open_daily(interaction)
        else:
            await open_attempt(interaction, await find(interaction, which))


async def open_daily(interaction: Interaction) -> None:
    """Begin or resume today's deal in a message for the user alone; after its end, show the result.

    Raises:
        UserError: there is none, or the user may not play it.

    """
    store, number = interaction.client.hub.store.challenges, number_at(interaction.client.clock())
    t, challenge = translations(interaction.locale), await store.daily(number)
    if challenge is None:
        raise UserError(t.gettext("Today's deal isn't ready yet. Try again in a minute."))
    before = await store.days_of(interaction.user.id, 1, number)
    notes = [course_line(challenge, (await store.counts(challenge.id)).begun, t)]
    if not before:
        notes.insert(0, t.gettext(NEW_HERE).format(deals=challenge.deals))
    for each, player in before:
        if each.number == number - 1 and each.closed and player.finished_at is not None and not player.void:
            result = await result_of(interaction.client, each, player, t)
            notes.append(f"-# {labelled(t.gettext('Yesterday'), card(replace(result, title=''), t), t)}")
    await open_attempt(interaction, challenge, notes)
