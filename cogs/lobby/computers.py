"""Adding and removing computers in the lobby."""

from __future__ import annotations

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_select
from cogs.messages.lobby import person_key
from engine.bots.level import Level
from engine.live.model.errors import Code, TableError
from engine.live.tables import lobby
from engine.live.tables.table import Table


class Computers(Cog):
    """Adds and removes computers, for the host."""

    @on_select("computer")
    async def add_computer(self, interaction: Interaction, table: Table, seated: str, choice: str) -> None:
        """Handle the choice of a level, for the host."""
        del seated
        if choice not in {level.value for level in Level}:
            raise TableError(Code.STALE)
        await table.do(lobby.add_computer, interaction.user.id, Level(choice))

    @on_select("unseat")
    async def remove_computer(self, interaction: Interaction, table: Table, seated: str, choice: str) -> None:
        """Handle the choice of a computer to remove, for the host."""
        del seated
        computer = next((each.user_id for each in table.people if each.computer and person_key(each) == choice), None)
        if computer is None:
            raise TableError(Code.NOT_HERE)
        await table.do(lobby.unseat, interaction.user.id, computer)
