"""Thinking for tests that are not about it: at once, in little time, and the same each time."""

from __future__ import annotations

from engine.bots.choose import think
from engine.bots.decision import Thought
from engine.bots.level import Level
from engine.bots.memory import TurnedUp
from engine.view import View

SEED, EFFORT = 7, 100


async def at_once(view: View, turned: TurnedUp, level: Level) -> Thought:
    """Think in this process."""
    return think(view, turned, level, SEED, EFFORT)


class AtOnce:
    """Thinks in this process, as a client's thinkers."""

    async def think(self, view: View, turned: TurnedUp, level: Level) -> Thought:
        return await at_once(view, turned, level)

    async def close(self) -> None:
        """There is nothing to end."""
