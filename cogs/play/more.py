"""More, below a board: what else a reader may do during a match."""

from __future__ import annotations

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button
from cogs.core.context import manages
from cogs.messages.board import may_wait
from cogs.messages.more import board_more
from cogs.play.voting import may_end
from engine.live.tables.table import Table
from render.i18n import translations


class BoardMore(Cog):
    """Shows More below a board and the end of a deal."""

    @on_button("menu")
    async def more(self, interaction: Interaction, table: Table) -> None:
        """Handle More."""
        table.situation.require_started()
        header, user_id, t = table.header, interaction.user.id, translations(interaction.locale)
        is_seated, may_manage = header.seat_of(user_id) is not None, manages(interaction, header.channel_id)
        view = table.view(None)
        # a grid has no room for it, and no other message of one person needs it twice
        waits = may_wait(header, view) and (view.layout.is_face_down or not header.delivery.single_message)
        panel = board_more(
            header,
            user_id,
            t,
            may_end=(is_seated or may_manage) and may_end(interaction, table),
            manages=may_manage,
            may_wait=waits and is_seated,
        )
        await interaction.response.send_message(view=panel, ephemeral=True)
