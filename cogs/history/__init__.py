"""Look at finished matches: lists, replays, records and the proof of their deals."""

from cogs.bot import DominoBot
from cogs.history.history import History
from cogs.history.record import Records
from cogs.history.replay import Replays
from cogs.history.verify import FairDeals


async def setup(bot: DominoBot) -> None:
    """Add the cogs."""
    replays = Replays(bot)
    for each in (replays, History(bot, replays), Records(bot), FairDeals(bot)):
        await bot.add_cog(each)
