"""Thinking for tests that are not about it: at once, in little time, and the same each time."""

from __future__ import annotations

from engine.bots.choose import choose_move
from engine.bots.decision import Decision
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.view import View

SEED, EFFORT = 7, 100


async def at_once(view: View, turned: FlippedTiles, level: Level) -> Decision:
    """Think in this process."""
    return choose_move(view, turned, level, SEED, EFFORT)


class AtOnce:
    """Thinks in this process, as a client's thinkers."""

    async def think(self, view: View, turned: FlippedTiles, level: Level) -> Decision:
        return await at_once(view, turned, level)

    async def close(self) -> None:
        """There is nothing to end."""
