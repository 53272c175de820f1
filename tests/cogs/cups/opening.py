"""Tournaments as an organizer opens them: by the command and the button."""

from __future__ import annotations

from typing import Any

from engine.live.cups.live_cup import LiveCup
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer, Seen
from tests.support.in_memory.world import World


def organizer(world: World) -> Player:
    """Let somebody join the server who may open tournaments."""
    return world.manager(manage_events=True)


async def plan(player: Player, name: str = "Friday", sides: str = "pairs", **options: Any) -> Answer:
    """Let somebody plan a tournament; return the plan."""
    return await player.run("new", root="domino-cup", name=name, sides=sides, **options)


async def opened(world: World, player: Player, **options: Any) -> LiveCup:
    """Let somebody plan a tournament and open it; return it once its message is there."""
    await player.press("Open the sign-up", await plan(player, **options))
    await shown(world)
    return newest(world)


def newest(world: World) -> LiveCup:
    """Return the tournament that was opened last."""
    return world.cog("OpenCups").cups.of_guild(world.guild.id)[-1]


async def shown(world: World) -> None:
    """Let the bot show what has changed."""
    async with world.directly():
        await world.cog("CupRunner").tick()


def message(world: World) -> Seen:
    """Return the message of the tournament that was opened last, as it is now."""
    return world.now(newest(world).header.posts["cup"].message_id)
