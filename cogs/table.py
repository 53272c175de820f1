"""Playing from the channel: the buttons under the board, and showing it again."""

from __future__ import annotations

from discord import app_commands

from cogs import boards, permissions
from cogs.controls import handles, number
from cogs.domino import command
from cogs.errors import Sorry
from cogs.failures import FAILURES
from cogs.interaction import Interaction
from cogs.looks import reads_text
from cogs.whereabouts import own_tables, table_here
from cogs.words import words_for
from engine.actions import Draw
from engine.live.declined import Declined
from engine.live.table import Table


@handles("pass")
async def give_up_turn(interaction: Interaction, table: str, ply: str) -> None:
    """Answer Pass or Draw under the board."""
    found = interaction.client.hub.find(table)
    drawing = isinstance(found.view(None).fallback, Draw)
    await found.give_up_turn(interaction.user.id, number(ply))
    if drawing:
        # only the hand tells its drawer what was drawn
        await interaction.client.hands.open(interaction, found)
    else:
        await interaction.response.defer()


@handles("next")
async def next_deal(interaction: Interaction, table: str, deal: str) -> None:
    """Answer Next deal."""
    found = interaction.client.hub.find(table)
    found.own_seat(interaction.user.id)
    if found.view(None).deal == number(deal):
        await found.next_deal(interaction.user.id, number(deal))
    # where somebody else was faster, the deal that was asked for has begun
    await interaction.response.defer()


async def _brought_here(interaction: Interaction, channel: int) -> Table:
    """Give the table of a channel; where there is none, bring that of a player here whose own channel is out of reach.

    Raises:
        Declined: there is none, or it can be reached where it is.

    """
    hub, publisher = interaction.client.hub, interaction.client.publisher
    try:
        return table_here(interaction)
    except Declined:
        unreachable = next((table for table in own_tables(interaction) if publisher.trouble(table)), None)
        if unreachable is None:
            raise
        await hub.move(unreachable, interaction.user.id, channel)
        return unreachable


@command(
    name=app_commands.locale_str("board"), description=app_commands.locale_str("Show the table again, at the bottom")
)
async def board(interaction: Interaction) -> None:
    """Answer ``/domino board``."""
    assert interaction.channel_id is not None
    permissions.check(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    table = await _brought_here(interaction, interaction.channel_id)
    words = words_for(interaction.locale)
    try:
        await interaction.client.publisher.repost(table)
    except FAILURES as error:
        text = words.gettext("Discord doesn't let me show the table here right now. I'll try again by myself.")
        raise Sorry(text) from error
    told = words.gettext("The table is at the bottom of the channel again.")
    client = interaction.client
    if table.ply and await reads_text(client.hub.store, interaction.user.id):
        plain = await client.drawing.draw(boards.as_text, table.header, table.view(None), words)
        await interaction.edit_original_response(view=boards.layout(told, plain=plain))
    else:
        await interaction.edit_original_response(content=told)
