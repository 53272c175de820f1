"""More, below a board: the further actions of a reader during a match."""

from __future__ import annotations

import discord

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button, on_select
from cogs.core.context import manages
from cogs.core.preferences import edits_one_picture
from cogs.messages.board import may_wait
from cogs.messages.forms.fields import PICTURES, one_of
from cogs.messages.more import board_more
from cogs.messages.option_fields import redraw
from cogs.play.voting import may_end
from engine.live.tables import lifecycle
from engine.live.tables.table import Table
from render.i18n import translations


class BoardMore(Cog):
    """Shows More below a board and the end of a deal."""

    @on_button("menu")
    async def more(self, interaction: Interaction, table: Table) -> None:
        """Handle More."""
        table.situation.require_started()
        await interaction.response.send_message(view=await _panel(interaction, table), ephemeral=True)

    @on_select("picture")
    async def choose_pictures(self, interaction: Interaction, table: Table, choice: str) -> None:
        """Handle the choice whether moves edit one picture, for the host."""
        await table.do(lifecycle.set_one_picture, interaction.user.id, one_of(PICTURES, choice))
        await redraw(interaction, await _panel(interaction, table))


async def _panel(interaction: Interaction, table: Table) -> discord.ui.LayoutView:
    header, user_id, t = table.header, interaction.user.id, translations(interaction.locale)
    is_seated, may_manage = header.seat_of(user_id) is not None, manages(interaction, header.channel_id)
    view = table.view(None)
    # a grid has no room for it, and no other message of one person needs it twice
    waits = may_wait(header, view) and (view.layout.is_face_down or not header.delivery.single_message)
    return board_more(
        header,
        user_id,
        t,
        may_end=(is_seated or may_manage) and may_end(interaction, table),
        manages=may_manage,
        may_wait=waits and is_seated,
        edited=await edits_one_picture(interaction.client.hub.store, header),
    )
