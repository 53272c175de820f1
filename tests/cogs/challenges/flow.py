"""Challenges in the world of tests: today's deal, and people who play it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.live.challenges.attempt import Position, replayed
from engine.live.challenges.calendar import number_at, starts_at
from engine.live.challenges.challenge import Challenge
from engine.live.challenges.store import Player as Attempted
from tests.engine.live.challenges.playing import challenge
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer, Seen
from tests.support.in_memory.world import World


async def today(world: World, rules: str = "classic", **fields: Any) -> Challenge:
    """Store the deal of the day of the world's time, and return it."""
    number = number_at(world.time)
    times = {"opens_at": starts_at(number), "ends_at": starts_at(number + 1)}
    made = replace(challenge(rules, **fields), number=number, **times)
    await world.store.challenges.add(made)
    return made


async def attempt(world: World, made: Challenge, player: Player) -> Attempted:
    """Return a player's attempt as it is stored."""
    found = await world.store.challenges.player(made, player.id)
    assert found is not None
    return found


async def position(world: World, made: Challenge, player: Player) -> Position:
    """Return the position of a player's attempt as it is stored."""
    return replayed(made, await world.store.challenges.entries(await attempt(world, made, player)))


async def choose(player: Player, shown: Seen) -> Answer:
    """Let a player do the first thing possible with the match in an answer; of a tile with several ends, the first."""
    answer = await player.press_first(shown)
    if "Back" in answer.labels:
        answer = await player.press_first(answer)
    return answer


async def play_on(player: Player, shown: Seen, until: str = "Result") -> Seen:
    """Let a player play until the match has a button."""
    for _ in range(200):
        if until in shown.labels:
            return shown
        shown = await (player.press("Next deal", shown) if "Next deal" in shown.labels else choose(player, shown))
    raise AssertionError("that never came")


def leave_open(world: World) -> None:
    """Let no challenge be closed by itself."""
    for loop in world.cog("Closing").loops:
        loop.cancel()
