"""Play a match: the buttons below the board and of the hand, hints, pauses, votes, leaving."""

from cogs.bot import DominoBot
from cogs.core.cog import add_cogs
from cogs.play.board import Board
from cogs.play.fairness import Words
from cogs.play.hand import Hand
from cogs.play.hint import Hints
from cogs.play.leaving import Leaving
from cogs.play.more import BoardMore
from cogs.play.nudging import Nudging
from cogs.play.presence import Players
from cogs.play.substitutes import Substitutes
from cogs.play.tables import Tables
from cogs.play.voting import Voting
from cogs.play.watching import Watching


async def setup(bot: DominoBot) -> None:
    """Add the cogs."""
    await add_cogs(
        bot, Board, BoardMore, Hand, Hints, Voting, Leaving, Players, Tables, Words, Nudging, Substitutes, Watching
    )
