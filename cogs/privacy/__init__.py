"""See, get and delete stored data, and keep none for too long."""

from cogs.bot import DominoBot
from cogs.core.cog import add_cogs
from cogs.privacy.privacy import Privacy
from cogs.privacy.retention import Retention
from cogs.privacy.server_data import ServerData


async def setup(bot: DominoBot) -> None:
    """Add the cogs."""
    await add_cogs(bot, Privacy, ServerData, Retention)
