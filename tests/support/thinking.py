"""Thinking for tests of other things: at once, short, and always the same."""

from __future__ import annotations

from collections.abc import Callable

from engine.actions import Move
from engine.bots.choose import choose_move
from engine.bots.decision import Decision
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.live.thinking.pool import BotPool
from engine.live.thinking.worker import Request
from engine.view import View

SEED, EFFORT = 7, 100


async def at_once(view: View, turned: FlippedTiles, level: Level) -> Decision:
    """Think in this process."""
    return choose_move(view, turned, level, SEED, EFFORT)


def no_timer(seconds: float, do: Callable[[], None]) -> None:
    """Do nothing: for a clock that is independent of the event loop and advances with ticks only."""
    del seconds, do


def pids_of(pool: BotPool) -> list[int]:
    """Return the ids of the processes in which computers think."""
    return [each.pid for each in pool._workers if each.pid is not None]


class AtOnce:
    """Thinks in this process, as a client's thinkers."""

    async def think(self, view: View, turned: FlippedTiles, level: Level) -> Decision:
        return await at_once(view, turned, level)

    async def review(self, view: View, turned: FlippedTiles, played: Move, seed: int) -> Decision | None:
        return await self.decide(Request(view, turned, Level.EXPERT, seed, EFFORT, played), patient=True)

    async def decide(self, question: Request, *, patient: bool) -> Decision | None:
        del patient
        return choose_move(*question._replace(effort=min(EFFORT, question.effort)))

    async def close(self) -> None:
        """Do nothing: there is no process."""
