"""Deals of the day in the store, with results."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.live.challenges.calendar import number_at, starts_at
from engine.live.challenges.challenge import Challenge
from engine.live.database.connection import Statement
from engine.live.model.table import Person
from tests.engine.live.challenges.playing import challenge
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World


async def deal_of(world: World, ahead: int = 0, **fields: Any) -> Challenge:
    """Return the deal of today, or of so many days later, in the store with these fields."""
    # the test closes days
    world.cog("Closing").stop()
    number = number_at(world.time) + ahead
    named: dict[str, Any] = {"id": f"day{number}", "number": number}
    named |= {"opens_at": starts_at(number), "ends_at": starts_at(number + 1)}
    made = challenge(**named | fields)
    await world.store.connection.write(Statement("DELETE FROM challenges WHERE number = ?", (number,)))
    await world.store.challenges.add(made)
    found = await world.store.challenges.daily(number)
    assert found is not None
    return found


async def finish(
    world: World, day: Challenge, who: Player, margins: Sequence[int], percentage: float | None = None
) -> None:
    """Let a person have played a deal on the server."""
    person = Person(who.id, who.user.global_name or who.user.name, "")
    player = await world.store.challenges.begin(day, person, world.guild.id, day.opens_at)
    assert player is not None
    change = "UPDATE challenge_players SET margins = ?, total = ?, finished_at = ?, percentage = ? WHERE id = ?"
    values = (json.dumps(margins), sum(margins), day.opens_at, percentage, player.id)
    await world.store.connection.write(Statement(change, values))


async def close(world: World, day: Challenge) -> None:
    """Make a day's results final."""
    assert await world.store.challenges.close(day.id, lambda totals: dict.fromkeys(totals, 50.0))
