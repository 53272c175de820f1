"""Requests of one person to another, in a table's channel."""

from __future__ import annotations

from typing import Any

import discord

from cogs.core.bot import Interaction
from cogs.core.context import require_here
from cogs.core.errors import reply_privately
from cogs.core.frame import framed, notifying
from cogs.core.http.requests import is_barred
from engine.live.tables.table import Table
from render.i18n import translations


async def post_request(
    interaction: Interaction, table: Table, asked_id: int, text: str, agree: discord.ui.Button[Any]
) -> None:
    """Post a request in the table's channel that notifies one person, with the button that grants it."""
    agree.style = discord.ButtonStyle.success
    asked = notifying([asked_id])
    components = framed(text, rows=((agree,),))
    if table.header.delivery.on_server:
        channel = interaction.client.get_partial_messageable(table.header.channel_id)
        try:
            await channel.send(view=components, allowed_mentions=asked)
            return
        except discord.HTTPException as error:
            if not is_barred(error) or interaction.channel_id != table.header.channel_id:
                raise
    else:
        require_here(interaction, table)
    await interaction.response.send_message(view=components, allowed_mentions=asked)


async def tell_asked(interaction: Interaction, asked_id: int) -> None:
    """Answer a user that somebody has been asked."""
    text = translations(interaction.locale).gettext("<@{user}> has to agree. I've asked.")
    await reply_privately(interaction, text.format(user=asked_id))
