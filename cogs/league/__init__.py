"""Compare players: leaderboards, statistics and seasons."""

from cogs.bot import DominoBot
from cogs.core.cog import add_cogs
from cogs.league.export import Export
from cogs.league.leaderboard import Leaderboard
from cogs.league.seasons import Seasons
from cogs.league.stats import Statistics


async def setup(bot: DominoBot) -> None:
    """Add the cogs."""
    await add_cogs(bot, Leaderboard, Seasons, Statistics, Export)
