"""Open a table and choose how to play."""

from cogs.bot import DominoBot
from cogs.core.cog import add_cogs
from cogs.lobby.computers import Computers
from cogs.lobby.lobby import Lobby
from cogs.lobby.options import LobbyOptions
from cogs.lobby.rematch import Rematch


async def setup(bot: DominoBot) -> None:
    """Add the cogs."""
    await add_cogs(bot, Lobby, Computers, LobbyOptions, Rematch)
