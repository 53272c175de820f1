"""``/domino match record``: the game record of a finished match, as a file."""

from __future__ import annotations

import io
from dataclasses import replace

import discord
from discord import app_commands

from cogs.bot import Interaction
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog
from cogs.core.commands import MATCH, command
from cogs.core.frame import framed
from cogs.history.finished import match_of, suggest_match
from cogs.messages.names import header_for, rules_name
from engine.live.history.records import record_of
from render.i18n import translations

_ = app_commands.locale_str


class Records(Cog):
    """Sends game records."""

    @command(
        under=MATCH,
        name=_("record"),
        description=_("Get a whole finished match as a file"),
        formerly=["domino record"],
    )
    @app_commands.describe(identity=_("The match's id"))
    @app_commands.rename(identity=_("id"))
    @app_commands.autocomplete(identity=suggest_match)
    async def record(self, interaction: Interaction, identity: str) -> None:
        """Handle ``/domino match record``: send the file to the user who asks."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        t, store = translations(interaction.locale), interaction.client.hub.store
        kept = await match_of(interaction, identity)
        kept = replace(kept, header=await header_for(store, kept.header, interaction.user.id, t))
        # of a long match that takes some milliseconds
        written = await interaction.client.rendering.draw(record_of, kept)
        file = discord.File(io.BytesIO(written.encode()), f"domino-{kept.header.id}.json")
        lines = [
            t.gettext("**Game record** · {rules}, match `{id}`").format(
                rules=rules_name(kept.header.rules, t), id=kept.header.id
            ),
            t.gettext("Every tile dealt and every move: `python -m engine replay` plays the match again."),
        ]
        await edit_answer(interaction, view=framed("\n".join(lines), more=(discord.ui.File(file),)), attachments=[file])
