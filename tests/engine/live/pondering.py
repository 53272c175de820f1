"""Somebody who thinks for as long as a test wants."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from engine.bots.decision import Decision
from engine.bots.level import Level
from engine.bots.memory import FlippedTiles
from engine.live.tables.table import Table
from engine.view import View
from tests.support.thinking import at_once


class Pondering:
    """Answers as soon as it is let go.

    Attributes:
        asked: the questions: the seat in turn, and the level.
        seen: the views it was shown.
        go: set while it answers.

    """

    def __init__(self, *, go: bool = False) -> None:
        self.asked: list[tuple[int | None, Level]] = []
        self.seen: list[tuple[View, FlippedTiles]] = []
        self.go = asyncio.Event()
        self._was_asked = asyncio.Event()
        if go:
            self.go.set()

    async def __call__(self, view: View, turned: FlippedTiles, level: Level) -> Decision:
        self.asked.append((view.seat, level))
        self.seen.append((view, turned))
        self._was_asked.set()
        await self.go.wait()
        return await at_once(view, turned, level)

    async def is_asked(self) -> None:
        """Wait until somebody asks."""
        await self._was_asked.wait()
        self._was_asked.clear()

    async def meanwhile(self, table: Table, now: float, do: Callable[[], Awaitable[object]]) -> None:
        """Do something while the bot thinks about what is due at a table; then let it go on."""
        self._was_asked.clear()
        expiring = asyncio.create_task(table.expire())
        await self.is_asked()
        await do()
        self.go.set()
        await expiring
