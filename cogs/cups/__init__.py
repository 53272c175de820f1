"""Cups: tournaments of a server's people, at many tables, from the sign-up to the podium."""

from __future__ import annotations

from cogs.bot import DominoBot
from cogs.core.cog import add_cogs
from cogs.cups.guide import CupGuide
from cogs.cups.new import NewCups
from cogs.cups.open_cups import OpenCups
from cogs.cups.organize import Organizing
from cogs.cups.results.export import Files
from cogs.cups.results.how_places import HowPlaces
from cogs.cups.results.podium import Podiums
from cogs.cups.results.round_message import TablePages
from cogs.cups.results.standings_message import StandingsPages
from cogs.cups.running.runner import CupRunner
from cogs.cups.show import ShowCup
from cogs.cups.sign_up import SignUp
from cogs.cups.table_message import AtTables


async def setup(bot: DominoBot) -> None:
    """Add the cogs; the others need the open cups."""
    await add_cogs(bot, OpenCups, CupRunner, NewCups, ShowCup, SignUp, Organizing, AtTables, CupGuide)
    await add_cogs(bot, TablePages, StandingsPages, HowPlaces, Files, Podiums)
