"""Playing from the hand: its buttons, My hand and ``/domino hand``."""

from __future__ import annotations

from discord import app_commands

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button, on_select
from cogs.core.commands import command
from cogs.core.components import number
from cogs.core.context import table_here
from engine.actions import Play
from engine.live.model.errors import Code, TableError
from engine.live.tables import playing
from engine.live.tables.table import Table


class Hand(Cog):
    """The buttons of the hand, My hand and ``/domino hand``."""

    @on_button("hand")
    async def my_hand(self, interaction: Interaction, table: Table) -> None:
        """Handle the button My hand."""
        await interaction.client.publisher.answers.show_hand(interaction, table)

    @command(
        name=app_commands.locale_str("hand"),
        description=app_commands.locale_str("See your hand, without showing it to anyone"),
    )
    async def hand_command(self, interaction: Interaction) -> None:
        """Handle ``/domino hand``."""
        await interaction.client.publisher.answers.show_hand(interaction, table_here(interaction))

    @on_button("act")
    @on_select("act")
    async def play_move(self, interaction: Interaction, table: Table, ply: str, seat: str, choice: str) -> None:
        """Handle a press that plays a tile, draws or passes."""
        try:
            await table.do(playing.play, interaction.user.id, number(seat), number(ply), number(choice))
        except TableError as declined:
            if declined.code is Code.STALE:
                await _show_as_stale(interaction, table)
            raise
        await interaction.client.publisher.answers.refresh(interaction, table)

    @on_button("tile")
    @on_select("tile")
    async def choose_tile(self, interaction: Interaction, table: Table, ply: str, seat: str, choice: str) -> None:
        """Handle the press of a tile that can be played in several ways: ask for the way."""
        index = number(choice)
        own = table.situation.require_seat(interaction.user.id)
        if own != number(seat):
            raise TableError(Code.NOT_YOURS)
        view = table.view(own)
        move = view.legal[index] if index < len(view.legal) else None
        if number(ply) != table.ply or not isinstance(move, Play):
            await _show_as_stale(interaction, table)
            return
        await interaction.client.publisher.answers.refresh(interaction, table, ends_of=move.tile)

    @on_button("pick")
    @on_select("pick")
    async def pick_tile(
        self, interaction: Interaction, table: Table, ply: str, seat: str, train: str, choice: str
    ) -> None:
        """Handle the choice of a tile from a train's select."""
        del train  # only makes the selects' ids differ
        await self.play_move(interaction, table, ply, seat, choice)

    @on_button("back")
    async def show_hand(self, interaction: Interaction, table: Table) -> None:
        """Handle Back: show the whole hand again."""
        await interaction.client.publisher.answers.refresh(interaction, table)


async def _show_as_stale(interaction: Interaction, table: Table) -> None:
    """Show the hand as it is now, and raise :class:`TableError` for the outdated control."""
    await interaction.client.publisher.answers.refresh(interaction, table)
    raise TableError(Code.STALE)
