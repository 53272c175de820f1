"""Playing from the channel: the buttons below the board, and ``/domino board``."""

from __future__ import annotations

from discord import app_commands

from cogs.bot import Interaction
from cogs.core import permissions
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog, on_button
from cogs.core.commands import command
from cogs.core.components import number
from cogs.core.context import own_tables, refresh_person, table_here
from cogs.core.errors import UserError
from cogs.core.frame import framed
from cogs.core.http.requests import FAILURES
from cogs.core.preferences import appearance_of_answer
from cogs.messages.board import table_text
from engine.actions import Draw
from engine.live.model.errors import Code, TableError
from engine.live.tables import playing
from engine.live.tables.table import Table
from render.i18n import translations


class Board(Cog):
    """The buttons below the board, and ``/domino board``."""

    @on_button("pass")
    async def pass_turn(self, interaction: Interaction, table: Table, ply: str) -> None:
        """Handle Pass and Draw below the board."""
        drawing = isinstance(table.view(None).default_move, Draw)
        await table.do(playing.pass_turn, interaction.user.id, number(ply))
        if drawing:
            # only the hand shows the drawn tile
            await interaction.client.publisher.answers.show_hand(interaction, table)

    @on_button("next")
    async def next_deal(self, interaction: Interaction, table: Table, deal: str) -> None:
        """Handle Next deal."""
        table.situation.require_seat(interaction.user.id)
        if table.view(None).deal == number(deal):
            await table.do(playing.next_deal, interaction.user.id, number(deal))

    @command(
        name=app_commands.locale_str("board"),
        description=app_commands.locale_str("Show the table again, at the bottom"),
    )
    async def board(self, interaction: Interaction) -> None:
        """Handle ``/domino board``: post the table again, at the bottom of the channel."""
        assert interaction.channel_id is not None
        table = await _reachable_table(interaction, interaction.channel_id)
        if not table.header.delivery.on_server:
            await _show_by_answer(interaction, table)
            return
        permissions.check(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        t = translations(interaction.locale)
        try:
            await interaction.client.publisher.answers.repost(interaction, table)
        except FAILURES as error:
            why = interaction.client.publisher.answers.explain(interaction, table, visible=True)
            if not why:
                text = t.gettext("Discord doesn't let me show the table here right now. I'll try again on my own.")
                raise UserError(text) from error
            await edit_answer(interaction, content=why)
            try:
                # by this command, which has its answer now
                await interaction.client.publisher.answers.repost(interaction, table)
            except FAILURES:
                why = interaction.client.publisher.answers.explain(interaction, table, visible=False)
                await edit_answer(interaction, content=why)
            return
        answer = t.gettext("The table is at the bottom of the channel again.")
        client = interaction.client
        if table.ply and (await appearance_of_answer(interaction, private=True)).as_text:
            plain = await client.rendering.draw(table_text, table.header, table.view(None), t)
            await edit_answer(interaction, view=framed(answer, plain=plain))
        else:
            await edit_answer(interaction, content=answer)

    @on_button("continue")
    async def continue_here(self, interaction: Interaction, table: Table) -> None:
        """Handle Continue: show the table of the channel again."""
        if table.header.delivery.on_server or table.header.channel_id != interaction.channel_id:
            # no version of the bot puts the button there
            raise TableError(Code.STALE)
        await _show_by_answer(interaction, table)

    @on_button("flip")
    async def flip(self, interaction: Interaction, table: Table, ply: str, position: str) -> None:
        """Handle the button of a position."""
        await table.do(playing.flip, interaction.user.id, number(ply), number(position))

    # if somebody else was faster, the deal has already begun


async def _reachable_table(interaction: Interaction, channel_id: int) -> Table:
    """Return the channel's table; if there is none, move the player's unreachable table of this server here.

    Raises:
        TableError: there is no table here, and none of the player's is unreachable.
        UserError: it can't be shown here.

    """
    hub, publisher = interaction.client.hub, interaction.client.publisher
    try:
        return table_here(interaction)
    except TableError:
        permissions.check(interaction)
        shared = (table for table in own_tables(interaction) if table.header.delivery.on_server)
        unreachable = next((table for table in shared if publisher.trouble(table)), None)
        if unreachable is None:
            raise
        await hub.move(unreachable, interaction.user.id, channel_id)
        return unreachable


async def _show_by_answer(interaction: Interaction, table: Table) -> None:
    """Show a table at the bottom of its channel as the answer to an interaction."""
    permissions.check(interaction, ephemeral=table.header.delivery.ephemeral)
    await refresh_person(interaction, table)
    await interaction.client.publisher.answers.repost(interaction, table)
