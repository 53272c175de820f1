"""Tell Discord the commands, and learn how to mention them."""

from cogs.bot import DominoBot
from cogs.registration.registration import Registration


async def setup(bot: DominoBot) -> None:
    """Add the cog."""
    await bot.add_cog(Registration(bot, send=bot.sync_commands))
