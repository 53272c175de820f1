"""Adding and removing computers in the lobby."""

from __future__ import annotations

from cogs.core.bot import Interaction
from cogs.core.components import handles
from cogs.messages.computers import key
from engine.bots.level import Level
from engine.live.model.errors import Code, TableError


@handles("computer")
async def add(interaction: Interaction, table: str, seated: str, chosen: list[str]) -> None:
    """Answer the choice of a level: for the host."""
    del seated
    if chosen[0] not in {level.value for level in Level}:
        raise TableError(Code.STALE)
    await interaction.client.hub.find(table).add_computer(interaction.user.id, Level(chosen[0]))
    await interaction.response.defer()


@handles("unseat")
async def remove(interaction: Interaction, table: str, seated: str, chosen: list[str]) -> None:
    """Answer the choice of a computer that is to go: for the host."""
    del seated
    found = interaction.client.hub.find(table)
    computer = next((each.user for each in found.people if each.computer and key(each) == chosen[0]), None)
    if computer is None:
        raise TableError(Code.NOT_HERE)
    await found.unseat(interaction.user.id, computer)
    await interaction.response.defer()
