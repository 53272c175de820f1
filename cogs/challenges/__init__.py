"""The same deals for everyone: the deal of the day, and challenges among friends."""

from cogs.bot import DominoBot
from cogs.challenges.daily import Daily
from cogs.challenges.own_result import OwnResults
from cogs.challenges.play import ChallengePlay
from cogs.core.cog import add_cogs


async def setup(bot: DominoBot) -> None:
    """Add the cogs."""
    await add_cogs(bot, ChallengePlay, Daily, OwnResults)
