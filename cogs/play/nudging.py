"""Nudging the player in turn where turns have no clock, and letting the bot play for them after an hour."""

from __future__ import annotations

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button
from cogs.core.components import button, number
from cogs.core.context import require_here
from cogs.core.frame import framed, notifying
from cogs.messages.board import hand_button
from engine.live.tables import nudging
from engine.live.tables.table import Table
from engine.rules import has_hands
from render.i18n import translations


class Nudging(Cog):
    """Nudges the player in turn, and lets the bot play for them."""

    @on_button("nudge")
    async def nudge(self, interaction: Interaction, table: Table, ply: str) -> None:
        """Handle Nudge: notify the player in turn in the channel; after an hour, offer to play for them."""
        require_here(interaction, table)
        person = nudging.require_waiting(table.situation, interaction.user.id, number(ply))
        await table.do(nudging.nudge, interaction.user.id, number(ply))
        t = translations(table.header.locale)
        text = t.gettext("👋 <@{user}>, it's your turn.").format(user=person.user_id)
        row = [hand_button(table.header, t)] if has_hands(table.header.rules) else []
        if nudging.may_play_for(table.situation):
            row.append(button("playfor", table.id, ply, label=t.gettext("Play for them")))
        notified = notifying([person.user_id])
        await interaction.response.send_message(view=framed(text, rows=[row] if row else ()), allowed_mentions=notified)

    @on_button("playfor")
    async def play_for(self, interaction: Interaction, table: Table, ply: str) -> None:
        """Handle Play for them."""
        await table.do(nudging.play_for, interaction.user.id, number(ply))
