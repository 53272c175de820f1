"""The rules: a list of all rule sets, one of them on a page, its set of tiles, and a choice by questions."""

from cogs.bot import DominoBot
from cogs.core.cog import add_cogs
from cogs.rules.guide import Guide
from cogs.rules.pages import Rules
from cogs.rules.sets import Sets


async def setup(bot: DominoBot) -> None:
    """Add the cogs."""
    await add_cogs(bot, Rules, Guide, Sets)
