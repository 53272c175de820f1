"""Why the bot itself can't post about a table in its channel, for who acts there: the cause, and the way out."""

from __future__ import annotations

import discord

from cogs.core.answer import edit_answer
from cogs.core.bot import Interaction
from cogs.core.command_names import commands_for
from cogs.core.components import custom_id, custom_ids
from cogs.core.layout import layout
from cogs.core.requests import explained
from cogs.messages.lobby import lobby
from engine.live.model.pace import Timeouts
from engine.live.model.table import Status
from engine.live.tables.table import Table
from render.i18n import translations


def explanation(interaction: Interaction, table: Table, refusal: discord.HTTPException, *, shown: bool) -> str:
    """Return the cause of a refusal, what it means for the table, and what helps.

    Args:
        interaction: the interaction of who is told.
        table: the table.
        refusal: how Discord refused the bot's last message about it.
        shown: whether the table is shown all the same, by answers.

    """
    t = translations(interaction.locale)
    cause, remedy = explained(interaction, refusal, t)
    if shown:
        meaning = t.gettext("Until that changes, I can only show the table here when somebody presses something.")
    elif table.header.status is Status.LOBBY:
        meaning = t.gettext("Until that changes, nobody sees here who joins. This is the table as it is now:")
    else:
        meaning = t.gettext("Until that changes, play with your hand: {command}.").format(
            command=commands_for(interaction).name("hand")
        )
    return f"{cause} {meaning}\n-# {remedy}"


async def send_explanation(
    interaction: Interaction, table: Table, pace: Timeouts, refusal: discord.HTTPException, *, shown: bool
) -> None:
    """Tell the user privately why the bot itself can't post about a table; a lobby that isn't shown is shown to them.

    Raises:
        discord.HTTPException: Discord refuses that, too.

    """
    text = explanation(interaction, table, refusal, shown=shown)
    view, pressed = layout(text), interaction.message
    if not shown and table.header.status is Status.LOBBY:
        now = lobby(table.header, pace, interaction.client.mentions, translations(interaction.locale))
        view = layout(f"{text}\n{now.text}", rows=now.rows)
    start = custom_id("b", "start", table.id)
    if pressed is not None and pressed.flags.ephemeral and start in custom_ids(pressed.components):
        # the lobby that they were shown before
        await edit_answer(interaction, view=view)
    else:
        await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())
