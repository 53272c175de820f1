"""Replay: a deal that has ended, shown once more to whoever asks, move by move."""

from __future__ import annotations

import io
from collections.abc import Sequence
from gettext import NullTranslations

import discord

import render
from cogs.boards import layout, names
from cogs.controls import handles, number
from cogs.errors import Sorry
from cogs.interaction import Interaction
from cogs.looks import reads_text, theme_of
from cogs.names import rules_name
from cogs.words import words_for
from engine.live.declined import Declined, Why
from engine.live.retelling import deal_views
from engine.live.store import Kept

SIZE_LIMIT = 10 * 2**20
"""How many bytes a file may have that a bot sends, wherever it is."""


def _drawn(
    kept: Kept, deal: int, people: Sequence[str], words: NullTranslations, theme: render.Theme
) -> tuple[bytes, str]:
    """Give the moving picture of a deal that has ended, and its alt text."""
    views = deal_views(kept, deal)
    return render.replay(views, people, words, theme=theme), render.replay_alt(views, people, words)


def _told(kept: Kept, deal: int, people: Sequence[str], words: NullTranslations) -> str:
    """Tell a deal that has ended in words."""
    return render.replay_text(deal_views(kept, deal), people, words)


@handles("replay")
async def replay(interaction: Interaction, table: str, deal: str) -> None:
    """Answer Replay under a deal's end, to the one who pressed it; long after the match, too."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    client, words = interaction.client, words_for(interaction.locale)
    kept = await client.hub.past(table)
    if interaction.channel_id != kept.header.channel:
        # no message elsewhere bears such a button
        raise Declined(Why.STALE)
    people = names(kept.header, words)
    heading = words.gettext("**Replay** · {rules}, deal {deal}")
    text = heading.format(rules=rules_name(kept.header.rules, words), deal=number(deal))
    if await reads_text(client.hub.store, interaction.user.id):
        told = await client.drawing.draw(_told, kept, number(deal), people, words)
        await interaction.edit_original_response(view=layout(text, plain=told))
        return
    theme = await theme_of(client.hub.store, kept.header.guild)
    moving, alt = await client.drawing.draw_long(_drawn, kept, number(deal), people, words, theme)
    if len(moving) > SIZE_LIMIT:
        raise Sorry(words.gettext("This deal's replay is larger than Discord allows."))
    file = discord.File(io.BytesIO(moving), "replay.gif", description=alt)
    await interaction.edit_original_response(view=layout(text, file.filename, alt), attachments=[file])
