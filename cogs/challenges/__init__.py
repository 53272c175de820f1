"""The same deals for everyone: the deal of the day, and challenges among friends."""

from cogs.bot import DominoBot
from cogs.challenges.archive import Archive
from cogs.challenges.closing import Closing
from cogs.challenges.daily import Daily
from cogs.challenges.friends import Friends
from cogs.challenges.month import Months
from cogs.challenges.own_result import OwnResults
from cogs.challenges.play import ChallengePlay
from cogs.challenges.promises import Promises
from cogs.challenges.servers import ServerPosts
from cogs.core.cog import add_cogs


async def setup(bot: DominoBot) -> None:
    """Add the cogs."""
    await add_cogs(bot, ChallengePlay, Daily, OwnResults, Friends, Archive, ServerPosts, Months, Closing, Promises)
