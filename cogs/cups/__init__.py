"""Cups: tournaments of a server's people, at many tables, from the sign-up to the podium."""

from __future__ import annotations

from cogs.bot import DominoBot
from cogs.core.cog import add_cogs
from cogs.cups.new import NewCups
from cogs.cups.open_cups import OpenCups
from cogs.cups.organize import Organizing
from cogs.cups.show import ShowCup
from cogs.cups.sign_up import SignUp


async def setup(bot: DominoBot) -> None:
    """Add the cogs of this extension; the others need the open cups."""
    await add_cogs(bot, OpenCups, NewCups, ShowCup, SignUp, Organizing)
