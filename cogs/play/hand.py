"""Playing from one's hand: the buttons under it, My hand and ``/domino hand``."""

from __future__ import annotations

from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.commands import command
from cogs.core.components import handles, number
from cogs.core.context import table_here
from engine.actions import Play
from engine.live.model.errors import Code, TableError
from engine.live.tables.table import Table


@handles("hand")
async def my_hand(interaction: Interaction, table: str) -> None:
    """Answer the button My hand."""
    await interaction.client.hands.open(interaction, interaction.client.hub.find(table))


@command(name=app_commands.locale_str("hand"), description=app_commands.locale_str("See your hand, you alone"))
async def hand_command(interaction: Interaction) -> None:
    """Answer ``/domino hand``."""
    await interaction.client.hands.open(interaction, table_here(interaction))


async def _stale(interaction: Interaction, table: Table) -> None:
    """Say that a control was for an earlier move, and show the hand as it is."""
    await interaction.client.hands.refresh(interaction, table)
    raise TableError(Code.STALE)


def _index(choice: str | list[str]) -> int:
    """Read the number of a legal action, which a button bears in its id and a select in its value."""
    return number(choice if isinstance(choice, str) else choice[0])


@handles("act")
async def act(interaction: Interaction, table: str, ply: str, seat: str, choice: str | list[str]) -> None:
    """Answer a press that plays a tile, draws or passes."""
    found = interaction.client.hub.find(table)
    try:
        await found.play(interaction.user.id, number(seat), number(ply), _index(choice))
    except TableError as declined:
        if declined.code is Code.STALE:
            await _stale(interaction, found)
        raise
    await interaction.client.hands.refresh(interaction, found)


@handles("tile")
async def choose_tile(interaction: Interaction, table: str, ply: str, seat: str, choice: str | list[str]) -> None:
    """Answer the press of a tile that can be laid in several ways: ask for the way."""
    found = interaction.client.hub.find(table)
    index = _index(choice)
    own = found.own_seat(interaction.user.id)
    if own != number(seat):
        raise TableError(Code.NOT_YOURS)
    view = found.view(own)
    move = view.legal[index] if index < len(view.legal) else None
    if number(ply) != found.ply or not isinstance(move, Play):
        await _stale(interaction, found)
        return
    await interaction.client.hands.refresh(interaction, found, ends_of=move.tile)


@handles("pick")
async def pick_tile(
    interaction: Interaction, table: str, ply: str, seat: str, train: str, choice: str | list[str]
) -> None:
    """Answer the choice of a tile from a train's list."""
    del train  # it keeps the lists' ids apart
    await act(interaction, table, ply, seat, choice)


@handles("back")
async def back(interaction: Interaction, table: str) -> None:
    """Answer Back: show the whole hand again."""
    await interaction.client.hands.refresh(interaction, interaction.client.hub.find(table))
