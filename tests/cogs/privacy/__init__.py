"""Deletions as people ask for them."""

from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer

MINE, SERVERS = "Delete my data", "Delete this server's data"


async def first_question(who: Player, what: str = MINE) -> Answer:
    return await who.press(what, await who.run("settings privacy"))


async def second_question(who: Player, what: str = MINE) -> Answer:
    return await who.press("Continue", await first_question(who, what))


async def delete(who: Player, what: str = MINE) -> Answer:
    """Say twice that everything is to go."""
    return await who.press("Delete for good", await second_question(who, what))
