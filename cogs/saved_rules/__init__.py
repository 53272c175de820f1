"""Rules under names, of servers and of people: saved, renamed, deleted, and carried elsewhere by a code."""

from cogs.bot import DominoBot
from cogs.core.cog import add_cogs
from cogs.saved_rules.saving import SavingRules


async def setup(bot: DominoBot) -> None:
    """Add the cog."""
    await add_cogs(bot, SavingRules)
