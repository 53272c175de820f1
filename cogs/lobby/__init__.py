"""Open a table and choose how to play."""

from cogs.bot import DominoBot
from cogs.core.cog import add_cogs
from cogs.lobby.lobby import Lobby
from cogs.lobby.more import LobbyMore
from cogs.lobby.options import LobbyOptions
from cogs.lobby.rematch import Rematch


async def setup(bot: DominoBot) -> None:
    """Add the cogs."""
    await add_cogs(bot, Lobby, LobbyMore, LobbyOptions, Rematch)
