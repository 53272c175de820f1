"""Thinking for tests of other things: at once, short, and always the same."""

from __future__ import annotations

from engine.actions import Move
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

    async def judge(self, view: View, turned: FlippedTiles, played: Move, seed: int) -> Decision | None:
        return choose_move(view, turned, Level.EXPERT, seed, EFFORT, played)

    async def close(self) -> None:
        """Do nothing: there is no process."""
