"""Tournaments on servers: from the sign-up, at many tables, to the podium."""

from cogs.bot import DominoBot
from cogs.core.cog import add_cogs
from cogs.cups.new import NewCups
from cogs.cups.open_cups import OpenCups
from cogs.cups.organize import Organizing
from cogs.cups.running.runner import CupRunner
from cogs.cups.show import ShowCup
from cogs.cups.sign_up import SignUp
from cogs.cups.table_message import AtTables


async def setup(bot: DominoBot) -> None:
    """Add the cogs; the runner needs the open cups."""
    await add_cogs(bot, OpenCups, CupRunner, NewCups, ShowCup, SignUp, Organizing, AtTables)
