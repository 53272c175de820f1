"""Change how the bot looks and behaves on a server or for oneself, and check its permissions."""

from cogs.bot import DominoBot
from cogs.core.cog import add_cogs
from cogs.settings.appearance import Appearance
from cogs.settings.direct_messages import DirectMessages
from cogs.settings.doctor import Doctor
from cogs.settings.language import Languages
from cogs.settings.server import ServerSettings


async def setup(bot: DominoBot) -> None:
    """Add the cogs."""
    await add_cogs(bot, Appearance, DirectMessages, Doctor, Languages, ServerSettings)
